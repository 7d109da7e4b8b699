"""Milvus: Lite in the lake's folder by default, any server by URI and token."""

import dagster as dg

from graphwright.vectors.vector_store import VectorStore, open_vector_store
from resources.lake import LakeResource
from resources.sources import SourcesResource


class MilvusResource(dg.ConfigurableResource):  # type: ignore[type-arg]  # no resource value type
    """Opens the vector store that the settings name."""

    sources: SourcesResource
    lake: LakeResource

    def open(self) -> VectorStore:
        """Return a connected store; close it after use. Raises ``VectorStoreError``."""
        milvus = self.sources.settings.milvus
        return open_vector_store(milvus, self.lake.open().milvus)
