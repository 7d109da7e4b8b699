"""Embedding a question and parsing it: the two models need no more than its text.

Where a process answers one question, the embedding runs in a thread beside the parse: both are a
third of the time, and the runtime of the first leaves the interpreter free for the second. A search
by the vector follows there, and another one may run beside it. Where the process answers several,
they have the cores already, and handing work to and fro only costs: then one follows the other.
What is found is the same.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from spacy.tokens import Doc

    from graphwright.retrieval.strategy import StrategyParts

    Vector = NDArray[np.float32]

Found = TypeVar("Found")
Read = TypeVar("Read")


class _Process:
    """The questions that this process answers now, and threads that work beside them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way = 0
        self.beside = ThreadPoolExecutor(thread_name_prefix="question")

    @contextmanager
    def question(self) -> Iterator[bool]:
        """Yield whether the question is the only one that is under way."""
        with self._lock:
            self._under_way += 1
            alone = self._under_way == 1
        try:
            yield alone
        finally:
            with self._lock:
                self._under_way -= 1


@functools.lru_cache(maxsize=1)
def _process(_number: int) -> _Process:
    """Return that of the process of a number: a forked one has none of its parent's threads."""
    return _Process()


@dataclasses.dataclass(frozen=True, slots=True)
class QuestionReading(Generic[Found, Read]):
    """What the models made of a question; who asks for the vector or what it found may wait."""

    understood: Read
    _embedded: Future[Vector]
    _searched: Future[Found]

    @property
    def vector(self) -> Vector:
        """The question's vector, once it is there; what is found by it may come later."""
        return self._embedded.result()

    @property
    def found(self) -> Found:
        """What the search by the vector found, once it is there."""
        return self._searched.result()


class QuestionModels:
    """The embedder and the pipeline of a strategy; threads may share it."""

    def __init__(self, parts: StrategyParts) -> None:
        """Raise ``SnapshotError`` where the embedder is not the snapshot's."""
        self._embedder = parts.embedder
        self._nlp = parts.pipeline

    def read(
        self,
        query: str,
        search: Callable[[Vector], Found],
        understand: Callable[[Doc], Read],
        without: Sequence[str] = (),
    ) -> QuestionReading[Found, Read]:
        """Return the question's vector, what a search by it finds, and what its parse tells.

        The pipeline leaves out the components ``without``.
        """
        process = _process(os.getpid())
        embedded: Future[Vector] = Future()
        searched: Future[Found] = Future()

        def embed_and_search() -> None:
            try:
                embedded.set_result(self._embedder.embed_query(query))
                searched.set_result(search(embedded.result()))
            except BaseException as error:
                for waited in (embedded, searched):
                    if not waited.done():
                        waited.set_exception(error)
                raise

        with process.question() as alone:
            if alone:
                process.beside.submit(embed_and_search)
            understood = understand(self._nlp(query, disable=list(without)))
            if not alone:
                embed_and_search()
        return QuestionReading(understood, embedded, searched)
