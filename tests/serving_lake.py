"""A small lake for the tests of serving, made of rows of the declared tables.

Each document is a few sections of one chunk; each section states its facts in sentences, from
which entities, relations, evidence and edges follow. Chunks and documents lie in two buckets.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pyarrow.parquet as pq

from graphwright.entities.name_dictionary import Name, NameDictionary
from graphwright.entities.name_mentions import ReadChunk, mentions_of, names_in, table_of_names
from graphwright.entities.normalise import normalise
from graphwright.ids import bucket_of, content_id, document_id, sha256_text
from graphwright.publish.mapped_tables import TablePaths
from graphwright.tables import (
    Chunk,
    ChunkEmbedding,
    DocumentLink,
    DocumentVersion,
    Embedding,
    Entity,
    EntityAlias,
    EntityBroader,
    EntityChunk,
    EntityEmbedding,
    EntityMerge,
    Evidence,
    Layer,
    NameMention,
    ParsedDocument,
    ProcedureStep,
    Relation,
    RelationEmbedding,
    rows_of,
    table_of,
)
from graphwright.vectors.embedder import Embedder

Fact = tuple[str, str, str, float]
"""Subject, predicate, object and the confidence of the one sentence that states it."""


@dataclasses.dataclass(frozen=True)
class Section:
    heading: str
    sentences: Sequence[tuple[str, Sequence[Fact]]]

    @property
    def text(self) -> str:
        return " ".join(sentence for sentence, _ in self.sentences)


Documents = Mapping[str, Sequence[Section]]

HANDBOOK: Documents = {
    "purchasing.md": [
        Section(
            "Purchase orders",
            [
                (
                    "A purchase order over 10,000 euros requires a second approval.",
                    [("purchase order", "require", "second approval", 0.9)],
                ),
                (
                    "The plant manager gives the second approval in Orbit ERP.",
                    [
                        ("plant manager", "give", "second approval", 0.8),
                        ("plant manager", "use", "Orbit ERP", 0.7),
                    ],
                ),
            ],
        ),
        Section(
            "Suppliers",
            [
                (
                    "Orbit ERP stores every supplier contract.",
                    [("Orbit ERP", "store", "supplier contract", 0.9)],
                )
            ],
        ),
    ],
    "support.md": [
        Section(
            "Tickets",
            [
                (
                    "The Helios portal opens a ticket for every outage.",
                    [("Helios portal", "open", "ticket", 0.85)],
                ),
                (
                    "Orbit ERP stores every supplier contract, as purchasing says.",
                    [("Orbit ERP", "store", "supplier contract", 0.95)],
                ),
            ],
        ),
        Section(
            "Travel",
            [("Employees book trains through the travel desk.", [])],
        ),
    ],
}

LAYERS = {"refer to": Layer.NAVIGATION.value, "involve opening": Layer.PROCEDURE.value}
"""Predicates of other layers than knowledge."""

ALIASES = {"Orbit ERP": ("OERP", "acronym"), "purchase order": ("PO", "acronym")}

BROADER = (("purchase order", "document"), ("purchase order", "Orbit ERP"))
"""What the seed file puts above what; no document names the first of them."""


@dataclasses.dataclass
class Rows:
    """Every row of the lake that serving reads."""

    parsed_documents: list[ParsedDocument] = dataclasses.field(default_factory=list)
    document_links: list[DocumentLink] = dataclasses.field(default_factory=list)
    document_versions: list[DocumentVersion] = dataclasses.field(default_factory=list)
    chunks: list[Chunk] = dataclasses.field(default_factory=list)
    entities: list[Entity] = dataclasses.field(default_factory=list)
    entity_aliases: list[EntityAlias] = dataclasses.field(default_factory=list)
    entity_broader: list[EntityBroader] = dataclasses.field(default_factory=list)
    entity_merges: list[EntityMerge] = dataclasses.field(default_factory=list)
    relations: list[Relation] = dataclasses.field(default_factory=list)
    evidence: list[Evidence] = dataclasses.field(default_factory=list)
    entity_chunks: list[EntityChunk] = dataclasses.field(default_factory=list)
    name_mentions: list[NameMention] = dataclasses.field(default_factory=list)
    procedure_steps: list[ProcedureStep] = dataclasses.field(default_factory=list)
    entity_embeddings: list[EntityEmbedding] = dataclasses.field(default_factory=list)
    chunk_embeddings: list[ChunkEmbedding] = dataclasses.field(default_factory=list)
    relation_embeddings: list[RelationEmbedding] = dataclasses.field(default_factory=list)


ROW_TYPES = {
    "parsed_documents": ParsedDocument,
    "document_links": DocumentLink,
    "document_versions": DocumentVersion,
    "chunks": Chunk,
    "entities": Entity,
    "entity_aliases": EntityAlias,
    "entity_broader": EntityBroader,
    "entity_merges": EntityMerge,
    "relations": Relation,
    "evidence": Evidence,
    "entity_chunks": EntityChunk,
    "name_mentions": NameMention,
    "procedure_steps": ProcedureStep,
    "entity_embeddings": EntityEmbedding,
    "chunk_embeddings": ChunkEmbedding,
    "relation_embeddings": RelationEmbedding,
}


def entity_id(name: str) -> str:
    return content_id("entity", normalise(name))


def _ids(names: Iterable[str]) -> set[str]:
    return set(map(entity_id, names))


def _broader(name: str, broader: str) -> EntityBroader:
    above = None if broader == "document" else entity_id(broader)
    return EntityBroader(
        entity_id(name), name, above, broader, normalise(broader), "seeds.yaml", "line 2"
    )


def make_rows(documents: Documents, embedder: Embedder) -> Rows:
    rows = Rows()
    mentions: Counter[str] = Counter()
    in_chunk: Counter[tuple[str, str, str]] = Counter()
    support: defaultdict[tuple[str, str, str], list[Evidence]] = defaultdict(list)
    for path, sections in documents.items():
        _add_document(rows, path, sections, mentions, in_chunk, support)
    for (entity, chunk, document), count in in_chunk.items():
        rows.entity_chunks.append(EntityChunk(entity, chunk, document, count))
    names = sorted(mentions)
    rows.entities = [_entity(name, mentions[name]) for name in names]
    rows.entity_aliases = [alias for name in names for alias in _aliases(name, mentions[name])]
    rows.entity_broader = [_broader(*one) for one in BROADER if entity_id(one[0]) in _ids(names)]
    rows.entity_merges = [_merge(name) for name in names if name in ALIASES]
    rows.name_mentions = _name_mentions(rows)
    rows.relations = [_relation(fact, evidence) for fact, evidence in support.items()]
    rows.evidence = [one for evidence in support.values() for one in evidence]
    _embed(rows, embedder)
    return rows


def _add_document(
    rows: Rows,
    path: str,
    sections: Sequence[Section],
    mentions: Counter[str],
    in_chunk: Counter[tuple[str, str, str]],
    support: defaultdict[tuple[str, str, str], list[Evidence]],
) -> None:
    document = document_id("handbook", path)
    title, offset = f"The {path.removesuffix('.md')} handbook", 0
    for index, section in enumerate(sections):
        chunk = Chunk(
            chunk_id=content_id("chunk", path, index),
            document_id=document,
            index=index,
            start=offset,
            end=offset + len(section.text),
            text=section.text,
            text_hash=sha256_text(section.text),
            heading_path=(title, section.heading),
            table_header=None,
            page=index + 1,
        )
        rows.chunks.append(chunk)
        for sentence, facts in section.sentences:
            for subject, predicate, object_, confidence in facts:
                start = offset + section.text.index(sentence)
                evidence = _evidence(
                    chunk, title, path, sentence, start, (subject, predicate, object_), confidence
                )
                support[subject, predicate, object_].append(evidence)
                for name in (subject, object_):
                    mentions[name] += 1
                    in_chunk[entity_id(name), chunk.chunk_id, document] += 1
        offset = chunk.end + 1
    text = "\n".join(section.text for section in sections)
    rows.parsed_documents.append(
        ParsedDocument(
            document_id=document,
            collection="handbook",
            path=path,
            uri=f"https://handbook.example/{path}",
            format="md",
            extractor="dependency",
            sha256=sha256_text(text),
            title=title,
            text=text,
            blocks=(),
            pages=len(sections),
            status="ok",
            left_out=(),
            warnings=(),
        )
    )


def _evidence(
    chunk: Chunk,
    title: str,
    path: str,
    sentence: str,
    start: int,
    fact: tuple[str, str, str],
    confidence: float,
) -> Evidence:
    relation, triple = relation_id(fact), content_id("triple", chunk.chunk_id, sentence, *fact)
    return Evidence(
        evidence_id=content_id("evidence", relation, triple),
        relation_id=relation,
        triple_id=triple,
        document_id=chunk.document_id,
        collection="handbook",
        title=title,
        uri=f"https://handbook.example/{path}",
        page=chunk.page,
        box=None,
        box_unit=None,
        heading_path=chunk.heading_path,
        chunk_id=chunk.chunk_id,
        sentence_id=content_id("sentence", chunk.chunk_id, sentence),
        start=start,
        end=start + len(sentence),
        quote=sentence,
        subject_start=start,
        subject_end=start + len(fact[0]),
        object_start=start,
        object_end=start + len(fact[2]),
        extractor="dependency",
        rule="svo",
        version="1",
        confidence=confidence,
        layer=LAYERS.get(fact[1], Layer.KNOWLEDGE.value),
    )


def _name_mentions(rows: Rows) -> list[NameMention]:
    dictionary = NameDictionary(
        [
            *(Name(entity.name, 0, entity.entity_id) for entity in rows.entities),
            *(Name(alias.alias, 1, alias.entity_id) for alias in rows.entity_aliases),
        ]
    )
    read = (ReadChunk(c.chunk_id, c.document_id, c.heading_path, c.text) for c in rows.chunks)
    inside = (table_of_names(names_in(chunk, dictionary)) for chunk in read)
    told = (mentions_of(found, dictionary).sort_by("entity_id") for found in inside)
    return [mention for of_chunk in told for mention in rows_of(NameMention, of_chunk)]


def relation_id(fact: tuple[str, str, str]) -> str:
    return content_id("relation", *fact)


def _relation(fact: tuple[str, str, str], evidence: Sequence[Evidence]) -> Relation:
    doubt = 1.0
    for one in evidence:
        doubt *= 1 - one.confidence
    return Relation(
        relation_id=relation_id(fact),
        subject_id=entity_id(fact[0]),
        subject=fact[0],
        predicate=fact[1],
        object_id=entity_id(fact[2]),
        object=fact[2],
        negated=False,
        modality=None,
        text=" ".join(fact),
        support_count=len(evidence),
        document_count=len({one.document_id for one in evidence}),
        confidence=1 - doubt,
        layer=LAYERS.get(fact[1], Layer.KNOWLEDGE.value),
    )


def _entity(name: str, mentions: int) -> Entity:
    return Entity(entity_id(name), name, normalise(name), "Concept", None, False, mentions, 1)


def _aliases(name: str, mentions: int) -> Iterable[EntityAlias]:
    yield EntityAlias(entity_id(name), name, normalise(name), "exact", mentions)
    if name in ALIASES:
        alias, tier = ALIASES[name]
        yield EntityAlias(entity_id(name), alias, normalise(alias), tier, 0)


def _merge(name: str) -> EntityMerge:
    alias, tier = ALIASES[name]
    reason = f"{alias} is introduced as {name}"
    return EntityMerge(normalise(alias), normalise(name), tier, True, 1.0, reason, None)


def _embed(rows: Rows, embedder: Embedder) -> None:
    def rows_of(cls: type[Embedding], pairs: Sequence[tuple[str, str]]) -> list[Embedding]:
        vectors = embedder.embed_passages([text for _, text in pairs])
        return [
            cls(id_, sha256_text(text), embedder.fingerprint, vector.astype("<f4").tobytes())
            for (id_, text), vector in zip(pairs, vectors, strict=True)
        ]

    chunks = [(c.chunk_id, "\n".join([*c.heading_path, c.text])) for c in rows.chunks]
    rows.entity_embeddings = rows_of(
        EntityEmbedding, [(e.entity_id, e.name) for e in rows.entities if e.concept]
    )  # type: ignore[assignment]
    rows.chunk_embeddings = rows_of(ChunkEmbedding, chunks)  # type: ignore[assignment]
    rows.relation_embeddings = rows_of(
        RelationEmbedding,
        [(r.relation_id, r.text) for r in rows.relations if r.layer == Layer.KNOWLEDGE],
    )  # type: ignore[assignment]


def write_tables(folder: Path, rows: Rows, buckets: int = 2) -> TablePaths:
    """Write rows as a lake holds them and return the paths of each table."""
    paths: dict[str, list[Path]] = {}
    for name, cls in ROW_TYPES.items():
        table = table_of(cls)
        records = getattr(rows, name)
        split = [records]
        if table.bucketed:
            split = [
                [row for row in records if bucket_of(row.document_id, buckets) == bucket]
                for bucket in range(buckets)
            ]
        paths[name] = [folder / f"{name}-{number}.parquet" for number in range(len(split))]
        folder.mkdir(parents=True, exist_ok=True)
        for path, part in zip(paths[name], split, strict=True):
            pq.write_table(table.from_rows(part), path)
    return paths
