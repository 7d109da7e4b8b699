"""CSV files for ``neo4j-admin database import``, with typed headers and the command that reads
them.

Every text stands in quotes, so that line breaks and signs are text; what is not known is nothing at
all, without quotes. A relationship of Neo4j cannot be pointed at: evidence are nodes with the id of
their relation.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa

from graphwright.export.escapes import Escapes
from graphwright.export.plain import joined_versions, json_field
from graphwright.export.selection import Row, Selection
from graphwright.ids import content_id

README_NAME = "README.md"


@dataclasses.dataclass(frozen=True)
class CsvFile:
    """A file of nodes (``label``) or of relationships (``type``), made from a table.

    ``keys`` are the columns of Neo4j's own, each with the function that gives its value; ``fields``
    says whether the table's columns follow, all but those that the keys stand for. ``needs`` is a
    column without which a row is left out.
    """

    name: str
    table: str
    keys: tuple[tuple[str, Callable[[Row], object]], ...]
    label: str = ""
    type: str = ""
    fields: bool = True
    texts: bool = False
    leave_out: frozenset[str] = frozenset()
    needs: str | None = None


def _column(name: str) -> Callable[[Row], object]:
    return lambda row: row[name]


def _alias_id(row: Row) -> str:
    return content_id("alias", row["entity_id"], row["alias"])


def _nodes(label: str, name: str, table: str, key: str, *, texts: bool = False) -> CsvFile:
    keys = ((f"{key}:ID({label})", _column(key)),)
    return CsvFile(name, table, keys, label=label, texts=texts, leave_out=frozenset({key}))


def _joins(type_: str, name: str, table: str, source: str, target: str) -> CsvFile:
    """Return a file of relationships without fields; an end is "column:Label"."""
    (start, start_label), (end, end_label) = (one.split(":") for one in (source, target))
    keys = ((f":START_ID({start_label})", _column(start)), (f":END_ID({end_label})", _column(end)))
    texts = "Chunk" in (start_label, end_label)
    return CsvFile(name, table, keys, type=type_, fields=False, texts=texts)


_EVIDENCE, _CHUNK, _DOCUMENT = "evidence_id:Evidence", "chunk_id:Chunk", "document_id:Document"

FILES: tuple[CsvFile, ...] = (
    _nodes("Document", "documents.csv", "documents", "document_id"),
    _nodes("Chunk", "chunks.csv", "chunks", "chunk_id", texts=True),
    _nodes("Entity", "entities.csv", "entities", "entity_id"),
    CsvFile("aliases.csv", "entity_aliases", (("alias_id:ID(Alias)", _alias_id),), label="Alias"),
    _nodes("Evidence", "evidence.csv", "evidence", "evidence_id"),
    CsvFile(
        "relations.csv",
        "relations",
        ((":START_ID(Entity)", _column("subject_id")), (":END_ID(Entity)", _column("object_id"))),
        type="RELATION",
        leave_out=frozenset({"subject_id", "object_id"}),
    ),
    CsvFile(
        "has_alias.csv",
        "entity_aliases",
        ((":START_ID(Entity)", _column("entity_id")), (":END_ID(Alias)", _alias_id)),
        type="HAS_ALIAS",
        fields=False,
    ),
    CsvFile(
        "broader.csv",
        "entity_broader",
        ((":START_ID(Entity)", _column("entity_id")), (":END_ID(Entity)", _column("broader_id"))),
        type="BROADER",
        leave_out=frozenset({"entity_id", "broader_id"}),
        needs="broader_id",
    ),
    _joins("STANDS_IN", "stands_in.csv", "evidence", _EVIDENCE, _DOCUMENT),
    _joins("IN_CHUNK", "in_chunk.csv", "evidence", _EVIDENCE, _CHUNK),
    _joins("PART_OF", "part_of.csv", "chunks", _CHUNK, _DOCUMENT),
)


def write_neo4j(selection: Selection, folder: Path, escapes: Escapes) -> Counter[str]:
    """Write the files into a folder, and return how many rows of what they hold."""
    files = [file for file in FILES if selection.texts or not file.texts]
    counts: Counter[str] = Counter()
    for file in files:
        rows = _write(file, selection, folder / file.name, escapes)
        if file.fields:
            counts[file.table] = rows
    (folder / README_NAME).write_text(_readme(files), encoding="utf-8")
    return counts


def _write(file: CsvFile, selection: Selection, path: Path, escapes: Escapes) -> int:
    columns = _columns(file, selection)
    makers = [value for _, value in file.keys]
    names = [name for name, _ in columns]
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as out:
        header = [*(name for name, _ in file.keys), *(name + type_ for name, type_ in columns)]
        out.write(",".join(header) + "\n")
        for row in _rows(file, selection):
            values = [*(make(row) for make in makers), *(row.get(name) for name in names)]
            out.write(",".join(_field(value, escapes) for value in values) + "\n")
            count += 1
    return count


def _rows(file: CsvFile, selection: Selection) -> Iterator[Row]:
    if file.table == "documents":
        return joined_versions(selection)
    rows = selection.rows(file.table)
    return (row for row in rows if row[file.needs] is not None) if file.needs else rows


def _columns(file: CsvFile, selection: Selection) -> list[tuple[str, str]]:
    """Return the names of a file's fields, each with Neo4j's type behind a colon."""
    if not file.fields:
        return []
    found = [(f.name, _type_of(f.type)) for f in selection.schema(file.table)]
    if file.table == "documents":
        versions = (("valid_from", ""), ("valid_to", ""), ("superseded_by", ""))
        found += [("superseded", ":boolean"), *versions]
    return [(name, type_) for name, type_ in found if name not in file.leave_out]


def _type_of(type_: pa.DataType) -> str:
    if pa.types.is_boolean(type_):
        return ":boolean"
    if pa.types.is_integer(type_):
        return ":long"
    return ":double" if pa.types.is_floating(type_) else ""


def _field(value: object, escapes: Escapes) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return escapes.csv(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, (int, float)) else escapes.csv(json_field(value))


def _readme(files: list[CsvFile]) -> str:
    options = [
        f"--nodes={file.label}={file.name}"
        if file.label
        else f"--relationships={file.type}={file.name}"
        for file in files
    ]
    command = " \\\n  ".join(
        ["neo4j-admin database import full neo4j", "--multiline-fields=true", *options]
    )
    return _README.format(command=command)


_README = """# A knowledge graph for Neo4j

In this folder, with the database stopped and empty:

```sh
{command}
```

Then, so that a fact finds its evidence quickly:

```cypher
CREATE INDEX evidence_of IF NOT EXISTS FOR (e:Evidence) ON (e.relation_id);
CREATE INDEX entity_name IF NOT EXISTS FOR (n:Entity) ON (n.name);
```

The facts of an entity, each with a quote and the document that it stands in:

```cypher
MATCH (s:Entity {{name: "NAME"}})-[r:RELATION]->(o:Entity)
MATCH (e:Evidence {{relation_id: r.relation_id}})-[:STANDS_IN]->(d:Document)
RETURN r.text, r.confidence, e.quote, d.title LIMIT 25;
```

A fact is false without its `restriction`, is denied where `negated`, and is left open by its
`modality`. Lists (`heading_path`, `box`, `qualifiers`) are JSON.

The texts are those of the documents. Do not open these files in a spreadsheet: it would compute a
text that begins with `=`, `+`, `-` or `@`.
"""
