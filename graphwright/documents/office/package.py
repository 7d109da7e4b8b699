"""The parts of an Office file's package: how they are related, and what their XML tells.

Declarations of entities are refused everywhere: such files have none. What the parts hold is read
by ``workbook``, ``sheet_rows`` and ``cell_links``, and by ``docx_preparation`` and
``docx_paragraphs``.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.parsers import expat

from lxml import etree

_PIECE = 1 << 20
_TYPES = "[Content_Types].xml"
_MAIN_TYPES = {
    "docx": (
        re.compile(
            rb"application/vnd\.(?:openxmlformats-officedocument\.wordprocessingml|ms-word)"
            rb"\.[\w.]+\.main\+xml"
        ),
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    ),
    "pptx": (
        re.compile(
            rb"application/vnd\.(?:openxmlformats-officedocument\.presentationml|ms-powerpoint)"
            rb"\.[\w.]+\.main\+xml"
        ),
        b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    ),
}
"""By kind: the content types that a template, a show or a file with macros may have, and that of
the plain document, which holds the same and is the only one that python-docx and -pptx open."""


def main_part(archive: zipfile.ZipFile, usual: str) -> str:
    """Return the part that the package is about, ``usual`` where it does not say: the name is free.

    Raises ``ExpatError`` where the relationships of the package are broken.
    """
    return next(iter(related_parts(archive, "", "officeDocument")), usual)


def related_parts(archive: zipfile.ZipFile, part: str, kind: str) -> list[str]:
    """Return the parts that a part is related to as ``kind``, the last word of the type's URI."""
    return [target for _, type_, target in _relationships(archive, part) if type_ == kind]


def relationship_targets(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Return the targets of a part's relationships; those inside the package as part names."""
    return {identifier: target for identifier, _, target in _relationships(archive, part)}


def _relationships(archive: zipfile.ZipFile, part: str) -> Iterator[tuple[str, str, str]]:
    """Yield id, kind and target of each relationship of a part; of the package for no part."""
    folder, name = posixpath.split(part)
    rels = posixpath.join(folder, "_rels", f"{name}.rels")
    if rels not in archive.namelist():
        return
    for tag, attributes in part_elements(archive, rels):
        if tag == "Relationship":
            target = attributes.get("Target", "")
            if attributes.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
            kind = attributes.get("Type", "").rpartition("/")[2]
            yield attributes.get("Id", ""), kind, target


def as_document(archive: zipfile.ZipFile, kind: str) -> dict[str, bytes]:
    """Return the part to replace so that a template, show or macro file is a plain document."""
    pattern, plain = _MAIN_TYPES[kind]
    types = archive.read(_TYPES)
    declared = pattern.sub(plain, types)
    return {} if declared == types else {_TYPES: declared}


def with_parts(archive: zipfile.ZipFile, parts: Mapping[str, bytes]) -> bytes:
    """Return the package with some of its parts replaced, unpacked: it is read once."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as copy:
        for name in dict.fromkeys(archive.namelist()):
            copy.writestr(name, parts[name] if name in parts else archive.read(name))
    return buffer.getvalue()


def part_elements(archive: zipfile.ZipFile, part: str) -> list[tuple[str, dict[str, str]]]:
    """Return the elements of a small part: name without prefix, and attributes."""
    found: list[tuple[str, dict[str, str]]] = []
    parser = _parser()
    parser.StartElementHandler = lambda tag, attributes: found.append(
        (tag.rpartition(":")[2], attributes)
    )
    parser.Parse(archive.read(part), True)
    return found


def relationship_id(attributes: Mapping[str, str]) -> str:
    """Return the relationship that an element names, whatever prefix the namespace has."""
    return next((value for key, value in attributes.items() if key.endswith((":id", "}id"))), "")


def xml_tree(part: bytes) -> Any:
    """Return the root element of a part; None where its XML is broken. No entity is expanded."""
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(part, parser)
    except etree.XMLSyntaxError:
        return None


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
    raise expat.ExpatError("a part declares a document type, which Office files do not")
