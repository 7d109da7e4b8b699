"""Embedding a question and parsing it at the same time: the two models need no more than its text.

The embedding runs in a thread beside the parse. Both are a third of the time of a question, and
the runtime of the first leaves the interpreter free for the second.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from spacy.tokens import Doc

    from graphwright.retrieval.strategy import StrategyParts

    Vector = NDArray[np.float32]

Found = TypeVar("Found")
Read = TypeVar("Read")


class QuestionModels:
    """The embedder and the pipeline of a strategy; threads may share it."""

    def __init__(self, parts: StrategyParts) -> None:
        """Raise ``SnapshotError`` where the embedder is not the snapshot's."""
        self._embedder = parts.embedder
        self._nlp = parts.pipeline
        self._process = -1
        self._beside: ThreadPoolExecutor

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
        found = self._threads().submit(self._search, query, search)
        read = understand(self._nlp(query, disable=list(without)))
        return *found.result(), read

    def _threads(self) -> ThreadPoolExecutor:
        """Return the threads; a forked process has none of its parent's, so it starts its own."""
        if self._process != os.getpid():
            self._beside = ThreadPoolExecutor(thread_name_prefix="question")
            self._process = os.getpid()
        return self._beside

    def _search(self, query: str, search: Callable[[Vector], Found]) -> tuple[Vector, Found]:
        vector = self._embedder.embed_query(query)
        return vector, search(vector)
