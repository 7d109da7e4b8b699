"""GraphML: entities, documents and passages as nodes, facts as edges with their evidence.

An edge of GraphML cannot be pointed at, so a fact's evidence is one attribute of its edge, as JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

import pyarrow as pa

from graphwright.export.escapes import Escapes
from graphwright.export.plain import joined_versions, json_field
from graphwright.export.selection import Row, Selection

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"""
_NODES: dict[str, str] = {
    "documents": "document_id",
    "chunks": "chunk_id",
    "entities": "entity_id",
}
_ENDS = {"relation_id", "subject_id", "object_id"}
_TYPES: tuple[tuple[Callable[[pa.DataType], bool], str], ...] = (
    (pa.types.is_boolean, "boolean"),
    (pa.types.is_integer, "long"),
    (pa.types.is_floating, "double"),
)


def write_graphml(selection: Selection, path: Path, escapes: Escapes) -> Counter[str]:
    """Write one file, and return how many rows of what it holds."""
    counts: Counter[str] = Counter()
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(_HEAD)
        file.writelines(_keys(selection))
        file.write(f' <graph id="{selection.snapshot.id}" edgedefault="directed">\n')
        _Writer(selection, file, escapes, counts).write()
        file.write(" </graph>\n</graphml>\n")
    return counts


def _keys(selection: Selection) -> Iterator[str]:
    """Yield the declarations of attributes; one name has one type, wherever it stands."""
    nodes = {"kind": "string", "aliases": "string"}
    versions = selection.schema("document_versions")
    nodes |= dict.fromkeys(("valid_from", "valid_to", "superseded_by"), "string")
    nodes |= {"superseded": _type_of(versions.field("superseded").type)}
    for table in (name for name in _NODES if name in selection.tables):
        nodes |= {field.name: _type_of(field.type) for field in selection.schema(table)}
    edges = {field.name: _type_of(field.type) for field in selection.schema("relations")}
    edges = {name: kind for name, kind in edges.items() if name not in _ENDS}
    edges |= dict.fromkeys(("kind", "evidence", "source", "place"), "string")
    for letter, kind, names in (("n", "node", nodes), ("e", "edge", edges)):
        for name, type_ in names.items():
            yield (
                f' <key id="{letter}_{name}" for="{kind}" attr.name="{name}"'
                f' attr.type="{type_}"/>\n'
            )


def _type_of(type_: pa.DataType) -> str:
    return next((name for fits, name in _TYPES if fits(type_)), "string")


class _Writer:
    """Writes nodes and edges to a file and counts the rows of each table."""

    def __init__(
        self, selection: Selection, file: TextIO, escapes: Escapes, counts: Counter[str]
    ) -> None:
        self._selection = selection
        self._file = file
        self._escapes = escapes
        self._counts = counts

    def write(self) -> None:
        """Write all nodes, then all edges."""
        for row in joined_versions(self._selection):
            self._node("documents", row)
        if self._selection.texts:
            for row in self._selection.rows("chunks"):
                self._node("chunks", row)
        below = self._selection.rows_below("entities", "entity_aliases", "entity_id")
        for row, aliases in below:
            self._node("entities", {**row, "aliases": self._json_array("entity_aliases", aliases)})
        self._relations()
        self._broader()
        if self._selection.texts:
            self._parts()

    def _node(self, table: str, row: Row) -> None:
        key = _NODES[table]
        self._file.write(f'  <node id="{row[key]}">')
        self._data("n", {"kind": key.removesuffix("_id"), **row}, leave_out={key})
        self._file.write("</node>\n")
        self._counts[table] += 1

    def _relations(self) -> None:
        for row, evidence in self._selection.rows_below("relations", "evidence", "relation_id"):
            self._edge(row["relation_id"], row["subject_id"], row["object_id"])
            self._data("e", {"kind": "relation", **row}, leave_out=_ENDS)
            # A fact that is stated everywhere has more evidence than is held in memory.
            self._file.write('<data key="e_evidence">')
            for piece in self._json_array("evidence", evidence):
                self._file.write(self._escapes.xml(piece))
            self._file.write("</data></edge>\n")
            self._counts["relations"] += 1

    def _broader(self) -> None:
        """Write the edges to broader concepts; one that no document names is no node."""
        for row in self._selection.rows("entity_broader"):
            if row["broader_id"] is not None:
                id_ = f"broader-{row['entity_id']}-{row['broader_id']}"
                self._edge(id_, row["entity_id"], row["broader_id"])
                said = {name: row[name] for name in ("source", "place")}
                self._data("e", {"kind": "broader", **said})
                self._file.write("</edge>\n")
                self._counts["entity_broader"] += 1

    def _parts(self) -> None:
        """Write the edges from passages to their documents."""
        for row in self._selection.rows("chunks"):
            self._edge(f"part-{row['chunk_id']}", row["chunk_id"], row["document_id"])
            self._data("e", {"kind": "part_of"})
            self._file.write("</edge>\n")

    def _edge(self, id_: str, source: str, target: str) -> None:
        self._file.write(f'  <edge id="{id_}" source="{source}" target="{target}">')

    def _json_array(self, table: str, rows: Iterable[Row]) -> Iterator[str]:
        sign = "["
        for row in rows:
            yield f"{sign}{json_field(row)}"
            sign = ","
            self._counts[table] += 1
        yield "[]" if sign == "[" else "]"

    def _data(
        self, letter: str, values: Mapping[str, object], leave_out: Iterable[str] = ()
    ) -> None:
        for name, value in values.items():
            if value is not None and name not in leave_out:
                text = self._escapes.xml(_text(value))
                self._file.write(f'<data key="{letter}_{name}">{text}</data>')


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Iterator):
        return "".join(value)
    return repr(value) if isinstance(value, (int, float)) else json_field(value)
