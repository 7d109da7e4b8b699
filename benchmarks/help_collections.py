"""Collections of help pages for the benchmarks, read by the product's own steps, in memory.

A folder is either help pages (pages/**.md with inquiries.jsonl or dialogues.jsonl) or a question
set of retrieval (corpus.jsonl, queries.jsonl, qrels.tsv), each passage of which is a page.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from retrieval import load as load_question_set

from graphwright.dialogue.help_vectors import HelpVectors, rows_of_passages
from graphwright.documents.chunk import chunk_document
from graphwright.documents.parse import parse_document
from graphwright.graph.help_graph import HelpGraph
from graphwright.help.intents import intents_of
from graphwright.help.product_groups import TitledPage, product_groups
from graphwright.help.rows import read_page
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ChunkSettings, EmbeddingSettings, ParseSettings
from graphwright.tables import HelpIntent, HelpNode, HelpPage, ParsedDocument, SourceDocument
from graphwright.tables.text import Chunk
from graphwright.vectors.embedder import Embedder, make_embedder
from graphwright.vectors.embedding_texts import chunk_text

COLLECTION = "benchmark"


@dataclasses.dataclass(frozen=True, slots=True)
class Inquiry:
    """What a user says, the pages of which each is right, and all that know of the problem.

    ``topic`` are those of ``gold`` and, where the products' pages differ, those of the others.
    """

    id: str
    text: str
    gold: frozenset[str]
    topic: frozenset[str]

    @property
    def fit(self) -> bool:
        """Whether it is of the half on which weights are fitted."""
        return hash_of(self.id)[-1] in "02468ace"

    @property
    def withheld(self) -> bool:
        """Whether its pages are among those that are taken away: half of all, by their names."""
        return hash_of(min(self.topic))[-1] in "02468ace"


def hash_of(identifier: str) -> str:
    return hashlib.sha256(identifier.encode()).hexdigest()


@dataclasses.dataclass(frozen=True)
class HelpCollection:
    """A folder's pages as a graph with vectors, and its inquiries by documents' ids."""

    name: str
    graph: HelpGraph
    vectors: HelpVectors
    inquiries: Sequence[Inquiry]


def read_collection(folder: Path, embedder: Embedder, limit: int | None = None) -> HelpCollection:
    """Read a folder; ``limit`` asks only the first inquiries in the order of hashes."""
    if (folder / "corpus.jsonl").is_file():
        questions = load_question_set(folder)
        files = {f"{hash_of(id_)[:24]}.html": page for id_, page in questions.pages.items()}
        paths = {id_: f"{hash_of(id_)[:24]}.html" for id_ in questions.pages}
        asked = [
            Inquiry(id_, text, *2 * (_documents(paths[one] for one in questions.gold[id_]),))
            for id_, text in questions.questions.items()
        ]
    else:
        pages = sorted((folder / "pages").rglob("*.md"))
        files = {str(path.relative_to(folder / "pages")): path.read_text("utf-8") for path in pages}
        asked = _asked(folder)
    parsed = [_parse(path, text.encode()) for path, text in sorted(files.items())]
    inquiries = sorted(asked, key=lambda one: hash_of(one.id))
    graph = graph_of(parsed)
    return HelpCollection(folder.name, graph, _vectors(graph, parsed, embedder), inquiries[:limit])


def _documents(paths: Iterable[str]) -> frozenset[str]:
    return frozenset(document_id(COLLECTION, path) for path in paths)


def _asked(folder: Path) -> list[Inquiry]:
    """Return inquiries as they are; those of dialogues name the product after the problem."""
    if (folder / "inquiries.jsonl").is_file():
        rows = _jsonl(folder / "inquiries.jsonl")
        return [Inquiry(r["_id"], r["text"], *2 * (_documents([r["page"]]),)) for r in rows]
    rows = _jsonl(folder / "dialogues.jsonl")
    topics: dict[str, set[str]] = {}
    for row in rows:
        topics.setdefault(row["inquiry"], set()).add(row["page"])
    return [
        Inquiry(
            row["_id"],
            f"{row['inquiry']} {row['product']}",
            _documents([row["page"]]),
            _documents(topics[row["inquiry"]]),
        )
        for row in rows
    ]


def _jsonl(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _parse(path: str, data: bytes) -> ParsedDocument:
    source = SourceDocument(
        document_id=document_id(COLLECTION, path),
        collection=COLLECTION,
        path=path,
        uri=path,
        location="",
        format=path.rpartition(".")[2],
        extractor="dependency",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )
    return parse_document(source, data, ParseSettings())[0]


def graph_of(parsed: Sequence[ParsedDocument]) -> HelpGraph:
    """Return the graph of some pages without edges, each page a connected part of its own."""
    ordered = sorted(parsed, key=lambda one: one.document_id)
    nodes: list[HelpNode] = []
    intents: list[HelpIntent] = []
    for document in ordered:
        rows = read_page(document)
        nodes += rows.nodes
        intents += intents_of(document, rows.nodes)
    roots = {node.document_id: node.node_id for node in nodes if node.parent_id is None}
    return HelpGraph(
        nodes=nodes,
        pages=_pages(ordered, roots),
        edges=(),
        intents=intents,
        components={node.node_id: roots[node.document_id] for node in nodes},
        texts={document.document_id: document.text for document in ordered},
    )


def _pages(parsed: Sequence[ParsedDocument], roots: Mapping[str, str]) -> dict[str, HelpPage]:
    titled = [TitledPage(one.document_id, COLLECTION, one.path, one.title) for one in parsed]
    groups = product_groups(titled)
    pages = {}
    for page in titled:
        group = groups.get(page.document_id)
        pages[page.document_id] = HelpPage(
            page.document_id,
            COLLECTION,
            page.title,
            None,
            roots[page.document_id],
            group.topic if group else None,
            group.product if group else None,
            group.group_id if group else None,
        )
    return pages


def _vectors(graph: HelpGraph, parsed: Sequence[ParsedDocument], embedder: Embedder) -> HelpVectors:
    chunks: list[Chunk] = [
        chunk for one in parsed for chunk in chunk_document(one, ChunkSettings())
    ]
    texts = [chunk_text(c.heading_path, c.text, c.table_header, c.row_name) for c in chunks]
    intents = [intent.text for intent in graph.intents]
    distinct = sorted({*texts, *intents})
    vectors = dict(zip(distinct, embedder.embed_passages(distinct), strict=True))
    documents, starts = [c.document_id for c in chunks], [c.start for c in chunks]
    return HelpVectors(
        np.array([vectors[text] for text in intents]),
        np.array([vectors[text] for text in texts]),
        rows_of_passages(graph, documents, starts),
    )


class KeptEmbedder:
    """An embedder that embeds each text once, in a file if one is given."""

    def __init__(self, path: Path | None = None) -> None:
        self._embedder = make_embedder(EmbeddingSettings(), 2)
        self._path, self._kept = path, {}
        if path is not None and path.is_file():
            with np.load(path) as file:
                self._kept = dict(zip(file["texts"].tolist(), file["vectors"], strict=True))

    fingerprint = property(lambda self: self._embedder.fingerprint)
    dimensions = property(lambda self: self._embedder.dimensions)

    def embed_passages(self, texts, on_progress=None):  # type: ignore[no-untyped-def]
        new = sorted({text for text in texts if hash_of(text) not in self._kept})
        if new:
            vectors = self._embedder.embed_passages(new, on_progress)
            self._kept.update(zip(map(hash_of, new), vectors, strict=True))
        return np.array([self._kept[hash_of(text)] for text in texts])

    def embed_query(self, text: str):  # type: ignore[no-untyped-def]
        key = f"query {hash_of(text)}"
        if key not in self._kept:
            self._kept[key] = self._embedder.embed_query(text)
        return self._kept[key]

    def save(self) -> None:
        if self._path is not None:
            texts, vectors = list(self._kept), list(self._kept.values())
            np.savez(self._path, texts=np.array(texts), vectors=np.array(vectors))
