"""A vector store that is opened when it is needed, or a little before, beside other work."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Self

from graphwright.errors import GraphwrightError
from graphwright.vectors.embedding_texts import Kind

if TYPE_CHECKING:
    from graphwright.vectors.vector_store import VectorStore


class Opening:
    """Opens a store and counts the rows of a collection; use as a context manager.

    Milvus Lite reads a collection whole when it is first asked for it: half a second for 80,000
    rows, in which the interpreter is free.
    """

    def __init__(self, open_store: Callable[[], VectorStore], kind: Kind, model: str) -> None:
        """Take how a store is opened, and the collection; nothing is opened yet."""
        self._open, self._collection = open_store, (kind, model)
        self._held = contextlib.ExitStack()
        self._store: VectorStore | None = None
        self._rows: Future[int] | None = None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close what is open, once the rows are counted."""
        self._held.close()

    def begin(self) -> None:
        """Open the store now, and count its rows beside what the caller goes on with.

        What fails is tried again when the store is asked for.
        """
        with contextlib.suppress(GraphwrightError):
            store = self._opened()
            pool = self._held.enter_context(ThreadPoolExecutor(1))
            self._rows = pool.submit(store.count, *self._collection)

    def store(self) -> VectorStore:
        """Return the open store, which nobody else uses by then. Raises ``VectorStoreError``."""
        wait([] if self._rows is None else [self._rows])
        return self._opened()

    def count(self) -> int:
        """Return the rows of the collection. Raises ``VectorStoreError``."""
        store = self._opened()
        return store.count(*self._collection) if self._rows is None else self._rows.result()

    def _opened(self) -> VectorStore:
        # Not in a thread: that would import libraries which the caller may be importing.
        if self._store is None:
            self._store = self._held.enter_context(self._open())
        return self._store
