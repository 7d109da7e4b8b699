"""What a retrieval strategy is, and what it is made from. Those there are stand in ``registry``."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from graphwright.graph.name_spelling import NameSpelling
from graphwright.graph.validity import Validity
from graphwright.retrieval.chunk_search import ChunkSearch, SnapshotChunks, StoredChunks
from graphwright.retrieval.options import RetrievalOptions
from graphwright.retrieval.valid_first import ValidFirst

if TYPE_CHECKING:
    from spacy.language import Language

    from graphwright.graph.snapshot import Snapshot
    from graphwright.retrieval.context import Context
    from graphwright.vectors.embedder import Embedder


class Strategy(Protocol):
    """A way from a question to its context; the same question gives the same context."""

    @property
    def name(self) -> str:
        """Return the strategy's name."""

    def retrieve(self, query: str, k: int) -> Context:
        """Return the context of a question: at most ``k`` chunks (``k`` at least 1)."""


class StrategyParts:
    """What strategies are made from: a snapshot, and models that are opened once one is needed.

    A strategy takes what it needs when it is made, and nothing else is opened: ``bm25`` works
    without any model.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        open_embedder: Callable[[], Embedder],
        load_pipeline: Callable[[], Language],
        validity: Validity | None = None,
        *,
        navigation: bool = False,
        options: RetrievalOptions | None = None,
    ) -> None:
        """Take an opened snapshot, and how to get an embedder and a spaCy pipeline.

        ``validity`` says what of it holds; by default as of today. ``navigation`` says that facts
        of every layer may be found, not of knowledge alone. ``options`` are what settings choose.
        """
        self.snapshot = snapshot
        self.validity = validity or Validity(snapshot)
        self.valid_first = ValidFirst(self.validity)
        self.navigation = navigation
        self.options = options or RetrievalOptions()
        store = self.options.store
        self.chunk_search: ChunkSearch = (
            StoredChunks(snapshot, store) if store else SnapshotChunks(snapshot)
        )
        self._open_embedder = open_embedder
        self._load_pipeline = load_pipeline

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder; ``SnapshotError`` where the snapshot was made with another one."""
        embedder = self._open_embedder()
        self.snapshot.check_embedder(embedder)
        return embedder

    @cached_property
    def spelling(self) -> NameSpelling | None:
        """The words of names, where the settings say that misspelt ones are found."""
        return NameSpelling(self.snapshot.names.folded) if self.options.misspelt_names else None

    @cached_property
    def pipeline(self) -> Language:
        """The spaCy pipeline; ``ModelError`` where it is absent."""
        return self._load_pipeline()


MakeStrategy = Callable[[StrategyParts], Strategy]
"""How a strategy is made; a class whose instances are strategies is one."""
