"""What the settings choose of retrieval beside the strategy: opened once, for all strategies."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING

from graphwright.retrieval.chunk_search import ChunkStore, log_failure, no_server
from graphwright.retrieval.reranker import Reranker

if TYPE_CHECKING:
    from graphwright.retrieval.chunk_search import OnFailure
    from graphwright.settings import Settings
    from graphwright.vectors.vector_store import VectorStore

_SECONDS = 2.0
"""Longest that a question waits for Milvus."""


@dataclasses.dataclass(frozen=True)
class RetrievalOptions:
    """A store that is searched in place of the snapshot's vectors, a reranker, and whether names
    are found that are misspelt."""

    store: ChunkStore | None = None
    reranker: Reranker | None = None
    misspelt_names: bool = False

    @classmethod
    def of(cls, settings: Settings, on_failure: OnFailure = log_failure) -> RetrievalOptions:
        """Return what the settings ask for; ``on_failure`` is told where the store cannot tell.

        Raises ``SettingsError`` where Milvus is asked for and no server named, ``ModelError`` where
        there is no reranker. No connection is made yet.
        """
        chosen = settings.retrieval
        folder = chosen.reranker
        return cls(
            store=_chunk_store(settings, on_failure),
            reranker=Reranker(Path(folder).expanduser()) if folder else None,
            misspelt_names=chosen.misspelt_names,
        )

    def for_view(self, settings: Settings, on_failure: OnFailure = log_failure) -> RetrievalOptions:
        """Return the same for a view of the lake, whose vectors have collections of their own."""
        return dataclasses.replace(self, store=_chunk_store(settings, on_failure))


def _chunk_store(settings: Settings, on_failure: OnFailure) -> ChunkStore | None:
    """Return the store that settings ask for; raises ``SettingsError`` where it has no address."""
    if settings.retrieval.vectors != "milvus":
        return None
    milvus = settings.milvus
    uri = milvus.uri
    if uri is None:
        raise no_server()

    def open_store() -> VectorStore:
        from graphwright.vectors.milvus_store import MilvusStore  # noqa: PLC0415  # slow

        return MilvusStore.server(
            uri,
            os.environ.get(milvus.token_env, ""),
            connect_seconds=_SECONDS,
            operation_seconds=_SECONDS,
            prefix=milvus.prefix,
        )

    return ChunkStore(open_store, on_failure)
