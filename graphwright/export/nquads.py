"""N-Quads: a line for each statement, all in the named graph of the snapshot."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from graphwright.export.escapes import Escapes
from graphwright.export.rdf import Iri, Value, descriptions, full_iri, graph_iri
from graphwright.export.selection import Selection


def write_nquads(selection: Selection, path: Path, escapes: Escapes) -> Counter[str]:
    """Write one file, and return how many rows of what it holds, and how many quads."""
    counts: Counter[str] = Counter()
    end = f" <{graph_iri(selection)}> .\n"
    type_ = f" <{full_iri('rdf:type')}> "
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for table, described in descriptions(selection):
            subject = f"<{described.iri}>"
            for name in described.types:
                file.write(f"{subject}{type_}<{full_iri(name)}>{end}")
            for name, value in described.properties:
                file.write(f"{subject} <{full_iri(name)}> {_term(value, escapes)}{end}")
            counts["quads"] += len(described.types) + len(described.properties)
            if table:
                counts[table] += 1
    return counts


def _term(value: Value, escapes: Escapes) -> str:
    if isinstance(value, Iri):
        return f"<{value.value}>"
    if isinstance(value, str):
        return escapes.nquads(value)
    if isinstance(value, bool):
        return f'"{str(value).lower()}"^^<{full_iri("xsd:boolean")}>'
    name = "xsd:integer" if isinstance(value, int) else "xsd:double"
    return f'"{value!r}"^^<{full_iri(name)}>'
