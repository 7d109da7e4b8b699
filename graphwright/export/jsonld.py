"""JSON-LD: one document with its context in it, which says the same as the N-Quads."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from graphwright.export.escapes import Escapes
from graphwright.export.rdf import (
    PREFIXES,
    Description,
    Iri,
    Value,
    descriptions,
    full_iri,
    graph_iri,
)
from graphwright.export.selection import Selection


def write_jsonld(selection: Selection, path: Path, escapes: Escapes) -> Counter[str]:
    """Write one file, and return how many rows of what it holds, and how many quads."""
    counts: Counter[str] = Counter()
    context, graph = json.dumps(PREFIXES), json.dumps(graph_iri(selection))
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(f'{{"@context": {context},\n"@id": {graph},\n"@graph": [')
        sign = "\n"
        for table, described in descriptions(selection):
            file.write(f"{sign}{_object(described, escapes)}")
            sign = ",\n"
            counts["quads"] += len(described.types) + len(described.properties)
            if table:
                counts[table] += 1
        file.write("\n]}\n")
    return counts


def _object(described: Description, escapes: Escapes) -> str:
    record: dict[str, Any] = {"@id": described.iri}
    if described.types:
        record["@type"] = list(described.types)
    for name, value in described.properties:
        written = _value(value, escapes)
        if name in record:
            record[name] = [*_as_list(record[name]), written]
        else:
            record[name] = written
    return json.dumps(record, ensure_ascii=False)


def _value(value: Value, escapes: Escapes) -> object:
    if isinstance(value, Iri):
        return {"@id": value.value}
    if isinstance(value, float):  # a bare number would lose the form that it is written in
        return {"@value": repr(value), "@type": full_iri("xsd:double")}
    return escapes.unicode(value) if isinstance(value, str) else value


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
