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
        chosen, milvus = settings.retrieval, settings.milvus

        def open_store() -> VectorStore:
            from graphwright.vectors.milvus_store import MilvusStore  # noqa: PLC0415  # slow

            assert milvus.uri is not None
            token = os.environ.get(milvus.token_env, "")
            return MilvusStore.server(
                milvus.uri, token, connect_seconds=_SECONDS, operation_seconds=_SECONDS
            )

        if chosen.vectors == "milvus" and milvus.uri is None:
            raise no_server()
        folder = chosen.reranker
        return cls(
            store=ChunkStore(open_store, on_failure) if chosen.vectors == "milvus" else None,
            reranker=Reranker(Path(folder).expanduser()) if folder else None,
            misspelt_names=chosen.misspelt_names,
        )
