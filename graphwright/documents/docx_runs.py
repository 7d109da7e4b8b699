"""Paragraphs of a DOCX as their author wrote them.

Docling splits a paragraph into runs of one format and drops the spaces between them; here the
text is read once more from the file, so that a paragraph's runs can be joined without guessing.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from lxml import etree

from graphwright.documents.walk import Joiner, join_runs

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT_W = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_PARTS = ("document", "footnotes", "endnotes", "comments")


def paragraph_joiner(data: bytes) -> Joiner:
    """Return a function that joins a paragraph's runs as the file spaces them."""
    paragraphs = {_key(text): text for text in _paragraphs(data)}

    def join(runs: list[str]) -> str:
        return paragraphs.get(_key("".join(runs))) or join_runs(runs)

    return join


def _key(text: str) -> str:
    return "".join(text.split())


def _paragraphs(data: bytes) -> Iterator[str]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for part in _PARTS:
            if f"word/{part}.xml" in archive.namelist():
                root = etree.fromstring(archive.read(f"word/{part}.xml"), _parser())
                for namespace in (_W, _STRICT_W):
                    for paragraph in root.iter(f"{namespace}p"):
                        yield "".join(_texts(paragraph, namespace))


def _parser() -> Any:
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, recover=True)


def _texts(paragraph: Any, namespace: str) -> Iterator[str]:
    """Yield the texts of a paragraph, without those of a text box inside it."""
    for element in paragraph.iter(f"{namespace}t", f"{namespace}tab", f"{namespace}br"):
        if next(element.iterancestors(f"{namespace}p")) is paragraph:
            tab_or_break = "\n" if element.tag == f"{namespace}br" else " "
            yield element.text or "" if element.tag == f"{namespace}t" else tab_or_break
