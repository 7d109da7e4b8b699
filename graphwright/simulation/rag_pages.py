"""Help pages as a retriever has them: vectors of pages and of their passages, without a graph."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphwright.dialogue.reply import Part
from graphwright.documents.chunk import chunk_document
from graphwright.settings import ChunkSettings
from graphwright.tables import Chunk, ParsedDocument

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.vectors.embedder import Embedder, Vectors


@dataclasses.dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a page, offsets in its canonical text."""

    document_id: str
    start: int
    end: int
    text: str


@dataclasses.dataclass(frozen=True)
class RagPages:
    """Pages and their passages with unit vectors; ``owners`` has the page of each passage."""

    document_ids: Sequence[str]
    titles: Sequence[str]
    texts: Sequence[str]
    passages: Sequence[Passage]
    owners: NDArray[np.int64]
    page_vectors: Vectors
    passage_vectors: Vectors
    embedder: Embedder

    @classmethod
    def of(
        cls, documents: Iterable[ParsedDocument], embedder: Embedder, settings: ChunkSettings
    ) -> RagPages:
        """Return the pages of documents, embedded: each page as a whole and by chunks."""
        pages = sorted(documents, key=lambda page: page.document_id)
        pieces = [
            [piece for piece in chunk_document(page, settings) if _tells(piece)] for page in pages
        ]
        passages = [Passage(p.document_id, p.start, p.end, p.text) for own in pieces for p in own]
        owners = [page for page, own in enumerate(pieces) for _ in own]
        headed = (f"{' > '.join(p.heading_path)}\n{p.text}" for own in pieces for p in own)
        return cls(
            [page.document_id for page in pages],
            [page.title for page in pages],
            [page.text for page in pages],
            passages,
            np.array(owners, dtype=np.int64),
            embedder.embed_passages([f"{page.title}\n{page.text}" for page in pages]),
            embedder.embed_passages(list(headed)),
            embedder,
        )

    def cosines(self, text: str) -> tuple[Vectors, Vectors]:
        """Return the cosines of a text with each page and with each passage."""
        vector = self.embedder.embed_query(text)
        return self.page_vectors @ vector, self.passage_vectors @ vector

    def part(self, passage: int) -> Part:
        """Return a passage as a part of a reply."""
        said = self.passages[passage]
        return Part(said.text, document_id=said.document_id, start=said.start, end=said.end)

    def without(self, document_ids: Collection[str]) -> RagPages:
        """Return the same without some pages."""
        kept = [i for i, name in enumerate(self.document_ids) if name not in document_ids]
        place = {page: index for index, page in enumerate(kept)}
        held = [i for i, owner in enumerate(self.owners) if int(owner) in place]
        return RagPages(
            [self.document_ids[page] for page in kept],
            [self.titles[page] for page in kept],
            [self.texts[page] for page in kept],
            [self.passages[passage] for passage in held],
            np.array([place[int(self.owners[i])] for i in held], dtype=np.int64),
            self.page_vectors[kept],
            self.passage_vectors[held],
            self.embedder,
        )


def _tells(piece: Chunk) -> bool:
    """Return whether a piece holds more than its heading."""
    heading = piece.heading_path[-1] if piece.heading_path else ""
    return piece.text.strip() != heading.strip()
