"""The embedding model: local ONNX by default, OpenAI's by setting."""

import dagster as dg

from graphwright.vectors.embedder import Embedder, make_embedder
from resources.sources import SourcesResource


class EmbedderResource(dg.ConfigurableResource):  # type: ignore[type-arg]  # no resource value type
    """Makes the embedder that the settings name."""

    sources: SourcesResource

    def open(self) -> Embedder:
        """Return the embedder. Raises ``ModelError`` where its model is absent."""
        settings = self.sources.settings
        return make_embedder(settings.embedding, settings.worker_count)
