"""Paragraphs of a DOCX as their author wrote them, and the links in them.

Docling splits a paragraph into runs of one format and drops the spaces between them, and it knows
no link in a table or a field; here both are read once more from the file.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from graphwright.documents.checks import opened
from graphwright.documents.docx_plain import MAIN_PART, STRICT_W, W, text_parts
from graphwright.documents.package import main_part, relation_id, relations, xml_tree
from graphwright.documents.raw import RawLink
from graphwright.documents.walk import Joiner, join_runs

_FIELD = re.compile(r'\s*HYPERLINK\s+"([^"]{1,8192})"', re.IGNORECASE)


def paragraph_joiner(data: bytes) -> Joiner:
    """Return a function that joins a paragraph's runs as the file spaces them."""
    paragraphs = {_key(text): text for text in _texts_of_paragraphs(data)}

    def join(runs: list[str]) -> str:
        return paragraphs.get(_key("".join(runs))) or join_runs(runs)

    return join


def _key(text: str) -> str:
    return "".join(text.split())


def _texts_of_paragraphs(data: bytes) -> Iterator[str]:
    with opened(data) as archive:
        for part in text_parts(archive):
            for paragraph, namespace in _paragraphs(archive.read(part)):
                yield "".join(_text(e) for e in _own(paragraph, namespace, "t", "tab", "br"))


def docx_links(data: bytes) -> tuple[RawLink, ...]:
    """Return the links of the text in reading order: hyperlinks and fields, not those inside it.

    Raises ``ParseError`` where the archive is damaged.
    """
    with opened(data) as archive:
        main = main_part(archive, MAIN_PART)
        targets = relations(archive, main)
        paragraphs = list(_paragraphs(archive.read(main)))
    return tuple(
        link
        for paragraph, namespace in paragraphs
        for link in _links(paragraph, namespace, targets)
    )


def _links(paragraph: Any, namespace: str, targets: Mapping[str, str]) -> Iterator[RawLink]:
    before = ""
    runs = _runs(paragraph, namespace, targets)
    for href, found in itertools.groupby(runs, key=lambda run: run[0]):
        anchor = "".join(text for _, text in found)
        if href:
            yield RawLink(href, anchor, before)
        before += anchor


def _runs(paragraph: Any, namespace: str, targets: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a paragraph, each with where it leads: empty for nowhere."""
    instruction = field = ""
    for element in _own(paragraph, namespace, "t", "tab", "br", "instrText", "fldChar"):
        name = element.tag.removeprefix(namespace)
        if name == "instrText":
            instruction += element.text or ""
        elif name == "fldChar":
            found = _FIELD.match(instruction)
            now = element.get(f"{namespace}fldCharType") == "separate"
            field = found[1] if now and found else ""
            instruction = instruction if now else ""
        else:
            link = next(element.iterancestors(f"{namespace}hyperlink"), None)
            yield (field if link is None else _target(link, namespace, targets)), _text(element)


def _target(link: Any, namespace: str, targets: Mapping[str, str]) -> str:
    target = targets.get(relation_id(link.attrib), "")
    place = link.get(f"{namespace}anchor")
    return f"{target}#{place}" if target and place and "#" not in target else target


def _paragraphs(part: bytes) -> Iterator[tuple[Any, str]]:
    """Yield the paragraphs of a part with their namespace; none where Docling will refuse it."""
    root = xml_tree(part)
    for namespace in () if root is None else (W, STRICT_W):
        for paragraph in root.iter(f"{namespace}p"):
            yield paragraph, namespace


def _own(paragraph: Any, namespace: str, *names: str) -> Iterator[Any]:
    """Yield elements of a paragraph, without those of a text box inside it."""
    for element in paragraph.iter(*(f"{namespace}{name}" for name in names)):
        if next(element.iterancestors(f"{namespace}p")) is paragraph:
            yield element


def _text(element: Any) -> str:
    if element.tag.endswith("}t"):
        return element.text or ""
    return "\n" if element.tag.endswith("}br") else " "
