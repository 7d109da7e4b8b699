"""Embedding a question and parsing it: the two models need no more than its text.

Where a process answers one question, the parse runs in a thread beside the embedding, which takes
longer and leaves the interpreter free; a search by the vector may follow in either. Where it
answers several, or others wait, they have the cores already, and handing work to and fro only
costs: then one follows the other. What is found is the same.
"""

from __future__ import annotations

import contextvars
import functools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from spacy.tokens import Doc

    from graphwright.retrieval.strategy import StrategyParts

    Vector = NDArray[np.float32]

OTHERS_WAIT = contextvars.ContextVar("others_wait", default=False)
"""Whether others wait until this question is answered; who makes them wait sets it."""

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
        """Yield whether the question is the only one that is under way, and none waits."""
        with self._lock:
            self._under_way += 1
            alone = self._under_way == 1 and not OTHERS_WAIT.get()
        try:
            yield alone
        finally:
            with self._lock:
                self._under_way -= 1


@functools.lru_cache(maxsize=1)
def _process(_number: int) -> _Process:
    """Return that of the process of a number: a forked one has none of its parent's threads."""
    return _Process()


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
        understand: Callable[[Doc, Callable[[], Vector]], Read],
        without: Sequence[str] = (),
    ) -> tuple[Vector, Found, Read]:
        """Return the question's vector, what a search by it finds, and what is understood of it.

        ``understand`` gets the parse, of which the pipeline leaves out the components ``without``,
        and what waits for the vector.
        """
        embedded: Future[Vector] = Future()

        def parse() -> Read:
            return understand(self._nlp(query, disable=list(without)), embedded.result)

        process = _process(os.getpid())
        with process.question() as alone:
            understood = process.beside.submit(parse) if alone else None
            try:
                vector = self._embedder.embed_query(query)
            except BaseException as error:
                embedded.set_exception(error)
                raise
            embedded.set_result(vector)
            found = search(vector)
            return vector, found, understood.result() if understood else parse()
