"""Embedding a question and parsing it: the two models need no more than its text.

Where a process answers one question, the embedding runs in a thread beside the parse: both are a
third of the time, and the runtime of the first leaves the interpreter free for the second. Where it
answers several, they have the cores already, and handing work to and fro only costs: then one
follows the other. What is found is the same.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

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
    ) -> tuple[Vector, Found, Read]:
        """Return the question's vector, what a search by it finds, and what its parse tells.

        The pipeline leaves out the components ``without``.
        """
        process = _process(os.getpid())
        with process.question() as alone:
            found = process.beside.submit(self._search, query, search) if alone else None
            read = understand(self._nlp(query, disable=list(without)))
            return *(found.result() if found else self._search(query, search)), read

    def _search(self, query: str, search: Callable[[Vector], Found]) -> tuple[Vector, Found]:
        vector = self._embedder.embed_query(query)
        return vector, search(vector)
