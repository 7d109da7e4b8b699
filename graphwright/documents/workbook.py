"""The parts of a workbook's package: its sheets in order, and what a part is related to.

Declarations of entities are refused everywhere: workbooks have none. What the sheets hold is read
by ``sheet_rows`` and ``xlsx_links``.
"""

from __future__ import annotations

import dataclasses
import posixpath
import zipfile
from collections.abc import Callable, Iterator
from typing import Any
from xml.parsers import expat

_PIECE = 1 << 20


@dataclasses.dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet by its number from 1; ``part`` holds its cells."""

    number: int
    name: str
    visible: bool
    part: str


def sheets(archive: zipfile.ZipFile) -> Iterator[Sheet]:
    """Yield the sheets in the order of their tabs; those without cells of their own are left."""
    targets = relations(archive, "xl/workbook.xml")
    known = set(archive.namelist())
    number = 0
    for tag, attributes in elements(archive, "xl/workbook.xml"):
        identifier = relation_id(attributes)
        if tag != "sheet" or not identifier:
            continue
        number += 1
        part = targets.get(identifier)
        if part in known:
            visible = attributes.get("state", "visible") == "visible"
            yield Sheet(number, attributes.get("name", ""), visible, str(part))


def relations(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Return the targets of a part's relationships; those inside the package as part names."""
    folder, name = posixpath.split(part)
    rels = f"{folder}/_rels/{name}.rels"
    if rels not in archive.namelist():
        return {}
    targets = {}
    for tag, attributes in elements(archive, rels):
        if tag == "Relationship":
            target = attributes.get("Target", "")
            if attributes.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
            targets[attributes.get("Id", "")] = target
    return targets


def elements(archive: zipfile.ZipFile, part: str) -> list[tuple[str, dict[str, str]]]:
    """Return the elements of a small part: name without prefix, and attributes."""
    found: list[tuple[str, dict[str, str]]] = []
    parser = _parser()
    parser.StartElementHandler = lambda tag, attributes: found.append(
        (tag.rpartition(":")[2], attributes)
    )
    parser.Parse(archive.read(part), True)
    return found


def relation_id(attributes: dict[str, str]) -> str:
    """Return the relationship that an element names, whatever prefix the namespace has."""
    return next((value for key, value in attributes.items() if key.endswith(":id")), "")


def parse_part(
    archive: zipfile.ZipFile,
    part: str,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> Iterator[None]:
    """Tell of a part's elements and texts, read piece by piece; what is yielded ends a piece."""
    parser = _parser()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    with archive.open(part) as stream:
        while piece := stream.read(_PIECE):
            parser.Parse(piece)
            yield
    parser.Parse(b"", True)
    yield


def _parser() -> expat.XMLParserType:
    """Return a parser that refuses what could declare entities."""
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.buffer_text = True
    return parser


def refuse_doctype(*_: Any) -> None:
    """Raise ``ExpatError``: a part that declares a document type could declare entities."""
    raise expat.ExpatError("a part declares a document type, which workbooks do not")
