"""Two small snapshots to compare: folders of Arrow files made of rows, without publishing."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from graphwright.graph.arrow_file import write_arrow
from graphwright.ids import content_id, sha256_text
from graphwright.publish.history.compare import Difference, Side, compare
from graphwright.publish.history.origin import DOCUMENTS, PARSED, Origin
from graphwright.publish.snapshot_files import DOCUMENT_COLUMNS
from graphwright.tables import (
    DocumentStatus,
    Entity,
    EntityMerge,
    Evidence,
    ParsedDocument,
    Relation,
    table_of,
)

Fact = tuple[str, str, str]
"""Subject, predicate and object: names whose keys are the same in lower case."""


@dataclasses.dataclass
class Graph:
    """Documents by label with the facts that they state, once each, and what else shapes them."""

    documents: Mapping[str, Sequence[Fact]]
    contents: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Label to bytes, where they are not those of the facts."""
    merges: Sequence[tuple[str, str]] = ()
    """Accepted acronyms: alias and target, as names."""
    rejected: Mapping[str, str] = dataclasses.field(default_factory=dict)
    versions: Mapping[str, str] = dataclasses.field(default_factory=dict)
    settings: Mapping[str, object] = dataclasses.field(default_factory=dict)
    names: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Key of an entity to the form written most often, where it is not the key."""
    seeds: Sequence[str] = ()
    types: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Key of an entity to its type, where it is no concept."""


def entity_id(name: str) -> str:
    return content_id("entity", name.lower())


def document_id(label: str) -> str:
    return content_id("document", label)


def side(folder: Path, graph: Graph, *, recorded: bool = True) -> Side:
    """Write a graph's files to a folder and return it as one side of a comparison."""
    folder.mkdir(parents=True)
    merged = {alias.lower(): target.lower() for alias, target in graph.merges}
    stated = [
        (label, tuple(merged.get(end.lower(), end.lower()) if i != 1 else end
                      for i, end in enumerate(fact)))
        for label, facts in graph.documents.items()
        for fact in facts
    ]  # fmt: skip
    keys = sorted({key for _, (subject, _, object_) in stated for key in (subject, object_)})
    write_arrow(folder / "entities.arrow", _entities(keys, graph))
    write_arrow(folder / "relations.arrow", _relations(stated, graph))
    write_arrow(folder / "evidence.arrow", _evidence(stated))
    merges = [
        EntityMerge(a.lower(), t.lower(), "acronym", True, 1.0, "because", None)
        for a, t in graph.merges
    ]
    write_arrow(folder / "entity_merges.arrow", table_of(EntityMerge).from_rows(merges))
    write_arrow(folder / "documents.arrow", _documents(graph).select(list(DOCUMENT_COLUMNS)))
    return Side(folder, _origin(graph) if recorded else None)


def differences(tmp_path: Path, old: Graph, new: Graph, *, recorded: bool = True) -> Difference:
    return compare(
        side(tmp_path / "old", old, recorded=recorded),
        side(tmp_path / "new", new, recorded=recorded),
    )


def told(difference: Difference, thing: str) -> set[tuple[str, str, str]]:
    """Return (change, name, reason) of a thing's rows."""
    rows = difference.rows.to_pylist()
    return {(r["change"], r["name"], r["reason"]) for r in rows if r["thing"] == thing}


def causes(difference: Difference) -> dict[str, str | None]:
    return {row["name"]: row["cause"] for row in difference.rows.to_pylist()}


def _entities(keys: Sequence[str], graph: Graph) -> pa.Table:
    rows = [
        Entity(entity_id(key), graph.names.get(key, key), key,
               graph.types.get(key, "Concept"), None, key in graph.seeds, 1, 1)
        for key in keys
    ]  # fmt: skip
    return table_of(Entity).from_rows(rows)


def _relations(stated: Sequence[tuple[str, Fact]], graph: Graph) -> pa.Table:
    documents: dict[Fact, list[str]] = {}
    for label, fact in stated:
        documents.setdefault(fact, []).append(label)
    rows = []
    for (subject, predicate, object_), labels in documents.items():
        first, last = (graph.names.get(key, key) for key in (subject, object_))
        text = f"{first} {predicate} {last}"
        rows.append(
            Relation(
                _relation_id(subject, predicate, object_), entity_id(subject), first, predicate,
                entity_id(object_), last, False, None, text, len(labels), len(set(labels)), 0.9,
            )
        )  # fmt: skip
    return table_of(Relation).from_rows(rows)


def _relation_id(subject: str, predicate: str, object_: str) -> str:
    return content_id("relation", subject, predicate, object_)


def _evidence(stated: Sequence[tuple[str, Fact]]) -> pa.Table:
    rows = [_piece(number, label, fact) for number, (label, fact) in enumerate(stated)]
    return table_of(Evidence).from_rows(rows)


def _piece(number: int, label: str, fact: Fact) -> Evidence:
    relation, triple = _relation_id(*fact), content_id("triple", label, *fact, number)
    return Evidence(
        evidence_id=content_id(relation, triple),
        relation_id=relation,
        triple_id=triple,
        document_id=document_id(label),
        collection="docs",
        title=label,
        uri=label,
        page=None,
        box=None,
        box_unit=None,
        heading_path=(),
        chunk_id="chunk",
        sentence_id=f"sentence {number}",
        start=0,
        end=1,
        quote="quote",
        subject_start=0,
        subject_end=1,
        object_start=0,
        object_end=1,
        extractor="dependency",
        rule="rule",
        version="1",
        confidence=0.9,
    )


def _documents(graph: Graph) -> pa.Table:
    return table_of(ParsedDocument).from_rows(_document(graph, label) for label in graph.documents)


def _document(graph: Graph, label: str) -> ParsedDocument:
    return ParsedDocument(
        document_id=document_id(label),
        collection="docs",
        path=label,
        uri=f"uri/{label}",
        format="md",
        extractor="dependency",
        sha256=_sha(graph, label),
        title="A title",
        text="text",
        blocks=(),
        pages=None,
        status=DocumentStatus.OK,
        left_out=(),
        warnings=(),
    )


def _sha(graph: Graph, label: str) -> str:
    return sha256_text(graph.contents.get(label, str(graph.documents.get(label, label))))


def _origin(graph: Graph) -> Origin:
    statuses = dict.fromkeys(graph.documents, PARSED) | dict.fromkeys(graph.rejected, "empty")
    rows = [
        {
            "document_id": document_id(label),
            "label": f"docs/{label}",
            "uri": f"uri/{label}",
            "title": "A title",
            "sha256": _sha(graph, label),
            "status": status,
            "detail": graph.rejected.get(label),
        }
        for label, status in statuses.items()
    ]
    return Origin(graph.settings, graph.versions, pa.Table.from_pylist(rows, schema=DOCUMENTS))
