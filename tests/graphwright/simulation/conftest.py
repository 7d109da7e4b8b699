import pytest
from simulated import PAGES, parsed

from graphwright.settings import ChunkSettings
from graphwright.simulation.rag_pages import RagPages
from graphwright.vectors.embedder import Embedder


@pytest.fixture(scope="session")
def rag_pages(embedder: Embedder) -> RagPages:
    """Three help pages with their vectors."""
    documents = [parsed(path, text) for path, text in PAGES.items()]
    return RagPages.of(documents, embedder, ChunkSettings())
