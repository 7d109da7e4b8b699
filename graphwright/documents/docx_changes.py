"""Tracked changes of a Word file taken as accepted: what was deleted or moved away is not read."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import Any

from lxml import etree

from graphwright.documents.office_media import rewritten

_GONE = ("del", "moveFrom")
_KEPT = ("ins", "moveTo")
_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_MARKS = tuple(f"<w:{name}".encode() for name in (*_GONE, *_KEPT))


def accept_changes(data: bytes) -> tuple[bytes, int]:
    """Return the file with its tracked changes accepted, and how many runs that took out.

    A file without tracked changes is returned as it is.
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        changed = {}
        removed = 0
        for name in _PARTS:
            if name in archive.namelist() and _is_marked(part := archive.read(name)):
                root = etree.fromstring(part, _parser())
                if root is not None:
                    removed += _accept(root)
                    changed[name] = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
        return (rewritten(archive, changed), removed) if changed else (data, 0)


def _is_marked(part: bytes) -> bool:
    return any(mark in part for mark in _MARKS)


def _parser() -> Any:
    return etree.XMLParser(resolve_entities=False, no_network=True, recover=True)


def _accept(root: Any) -> int:
    removed = 0
    for element in list(root.iter()):
        if not isinstance(element.tag, str) or element.getparent() is None:
            continue
        name = etree.QName(element).localname
        if name in _GONE and len(element):
            removed += 1
            element.getparent().remove(element)
        elif name in _KEPT and len(element):
            parent = element.getparent()
            place = parent.index(element)
            parent[place : place + 1] = list(element)
    return removed
