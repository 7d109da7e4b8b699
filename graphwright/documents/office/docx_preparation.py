"""A Word file brought into the form that Docling reads without loss.

Tracked changes are taken as accepted. What a control or a field wraps inside a table is unwrapped,
since python-docx leaves it out of a cell's text; prompts that nobody filled in are emptied. A
template or a file with macros is declared a document, or python-docx refuses it.
"""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from typing import Any

from lxml import etree

from graphwright.documents.office.package import (
    as_document,
    main_part,
    related_parts,
    with_parts,
    xml_tree,
)
from graphwright.documents.office.package_checks import open_package

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
STRICT_W = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
MAIN_PART = "word/document.xml"
"""Where the text stands in most Word files."""
_NOTES = ("footnotes", "endnotes", "comments")
_GONE = frozenset({"del", "moveFrom"})
_KEPT = frozenset({"ins", "moveTo"})
_WRAPPERS = frozenset({"sdt", "sdtContent", "customXml", "smartTag", "fldSimple"})
_LOOKED_AT = tuple(
    f"{namespace}{name}" for namespace in (W, STRICT_W) for name in _GONE | _KEPT | _WRAPPERS
)
_PROPERTIES = frozenset({"sdtPr", "sdtEndPr", "customXmlPr", "smartTagPr", "fldData"})
"""What a wrapper says of itself, beside what it wraps."""
_MARKED = re.compile(
    rb"<(?:\w+:)?(?:del|moveFrom|ins|moveTo|sdt|customXml|smartTag|fldSimple)[\s/>]"
)


def prepared_docx(data: bytes) -> tuple[bytes, Counter[str]]:
    """Return the file as it is to be read, and what of it is not: changes, prompts, diagrams.

    A file in which there is nothing to change is returned as it is. Raises ``ParseError`` where
    the archive is damaged; a part whose XML is broken is left for Docling to refuse.
    """
    left_out: Counter[str] = Counter()
    with open_package(data) as archive:
        changed = as_document(archive, "docx")
        left_out["diagram"] += len(
            related_parts(archive, main_part(archive, MAIN_PART), "diagramData")
        )
        for name in text_parts(archive):
            part = archive.read(name)
            root = xml_tree(part) if _MARKED.search(part) else None
            if root is not None and _make_plain(root, left_out):
                changed[name] = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
        return (with_parts(archive, changed) if changed else data), left_out


def text_parts(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield the parts of a Word file that hold its text, notes and comments."""
    main = main_part(archive, MAIN_PART)
    known = set(archive.namelist())
    for part in (main, *(name for kind in _NOTES for name in related_parts(archive, main, kind))):
        if part in known:
            yield part


def _make_plain(root: Any, left_out: Counter[str]) -> bool:
    """Change the tree; return whether there was anything to change."""
    changed = False
    for element in list(root.iter(*_LOOKED_AT)):
        name = etree.QName(element).localname
        if name in _GONE and len(element):
            element.getparent().remove(element)
            left_out["deleted change"] += 1
        elif name in _KEPT and len(element):
            _unwrap(element)
        elif name == "sdt" and _is_prompt(element):
            left_out["placeholder"] += _emptied(element)
        elif name in _WRAPPERS and _in_table(element):
            _unwrap(element)
        else:
            continue
        changed = True
    return changed


def _unwrap(element: Any) -> None:
    """Put what an element holds in its place."""
    inside = [child for child in element if etree.QName(child).localname not in _PROPERTIES]
    parent = element.getparent()
    place = parent.index(element)
    parent[place : place + 1] = inside


def _in_table(element: Any) -> bool:
    return next(element.iterancestors(f"{W}tbl", f"{STRICT_W}tbl"), None) is not None


def _is_prompt(control: Any) -> bool:
    """Say whether a control shows what is to be filled in, and nobody has."""
    return any(
        control.find(f"{namespace}sdtPr/{namespace}showingPlcHdr") is not None
        for namespace in (W, STRICT_W)
    )


def _emptied(control: Any) -> int:
    """Take the text out of a control; return 1 where it had any."""
    texts = [text for text in control.iter(f"{W}t", f"{STRICT_W}t") if text.text]
    for text in texts:
        text.text = None
    return int(bool(texts))
