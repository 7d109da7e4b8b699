"""Paragraphs of a DOCX as their author wrote them, with the links and the emphasis in them.

Docling splits a paragraph into runs of one format and drops the spaces between them, and it knows
no link in a table or a field; here both are read once more from the file.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from graphwright.documents.blocks.marked_text import MarkedText
from graphwright.documents.blocks.raw import RawLink, RawPassage
from graphwright.documents.docling.blocks import RunJoiner, join_runs
from graphwright.documents.office.docx_preparation import MAIN_PART, STRICT_W, W, text_parts
from graphwright.documents.office.package import (
    main_part,
    relationship_id,
    relationship_targets,
    xml_tree,
)
from graphwright.documents.office.package_checks import open_package
from graphwright.tables import MarkKind

_EMPHASIS_STYLES = frozenset({"Strong", "Emphasis", "IntenseEmphasis", "SubtleEmphasis"})
"""Ids of the character styles that Word itself brings for emphasis."""
_OFF = frozenset({"0", "false", "off"})
_FIELD = re.compile(r'\s*HYPERLINK\s+"([^"]{1,8192})"', re.IGNORECASE)


def paragraph_joiner(data: bytes) -> RunJoiner:
    """Return a function that joins a paragraph's runs as the file spaces them."""
    paragraphs = {_key(text): text for text in _texts_of_paragraphs(data)}

    def join(runs: list[str]) -> str:
        return paragraphs.get(_key("".join(runs))) or join_runs(runs)

    return join


def _key(text: str) -> str:
    return "".join(text.split())


def _texts_of_paragraphs(data: bytes) -> Iterator[str]:
    with open_package(data) as archive:
        for part in text_parts(archive):
            for paragraph, namespace in _paragraphs(archive.read(part)):
                yield "".join(_text_of_run(e) for e in _own(paragraph, namespace, "t", "tab", "br"))


@dataclasses.dataclass(frozen=True, slots=True)
class _Run:
    """A piece of a paragraph: where it leads, empty for nowhere, and whether it is set off."""

    text: str
    href: str
    emphasis: bool


def docx_marks(data: bytes) -> tuple[tuple[RawLink, ...], tuple[RawPassage, ...]]:
    """Return the links of the text in reading order, and its paragraphs with their marks.

    Links are hyperlinks and fields, not those that lead inside the document; emphasis is italic and
    bold. Raises ``ParseError`` where the archive is damaged.
    """
    with open_package(data) as archive:
        main = main_part(archive, MAIN_PART)
        targets = relationship_targets(archive, main)
        paragraphs = list(_paragraphs(archive.read(main)))
    links: list[RawLink] = []
    passages = []
    for paragraph, namespace in paragraphs:
        runs = list(_runs(paragraph, namespace, targets))
        linked, emphasised = _linked(runs, links), _emphasised(runs)
        marks = (*linked.marks, *emphasised.marks)
        passages.append(dataclasses.replace(linked, marks=marks))
    return tuple(links), tuple(passages) if any(p.marks for p in passages) else ()


def _linked(runs: Iterable[_Run], links: list[RawLink]) -> RawPassage:
    """Return a paragraph with the marks of its links, which are appended to ``links``."""
    text = MarkedText()
    before = ""
    for href, found in itertools.groupby(runs, key=lambda run: run.href):
        anchor = "".join(run.text for run in found)
        if href:
            text.open(MarkKind.LINK)
        text.add(anchor)
        if href:
            text.close(len(links))
            links.append(RawLink(href, anchor, before))
        before += anchor
    return text.take()


def _emphasised(runs: Iterable[_Run]) -> RawPassage:
    """Return a paragraph with the marks of what is set off in it."""
    text = MarkedText()
    for emphasis, found in itertools.groupby(runs, key=lambda run: run.emphasis):
        if emphasis:
            text.open(MarkKind.EMPHASIS)
        text.add("".join(run.text for run in found))
        if emphasis:
            text.close()
    return text.take()


def _runs(paragraph: Any, namespace: str, targets: Mapping[str, str]) -> Iterator[_Run]:
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
            href = field if link is None else _target(link, namespace, targets)
            yield _Run(_text_of_run(element), href, _is_emphasis(element, namespace))


def _is_emphasis(element: Any, namespace: str) -> bool:
    """Say whether the run of an element is italic or bold by its own format or Word's styles."""
    properties = element.getparent().find(f"{namespace}rPr")
    if properties is None:
        return False
    style = properties.find(f"{namespace}rStyle")
    if style is not None and style.get(f"{namespace}val") in _EMPHASIS_STYLES:
        return True
    formats = (properties.find(f"{namespace}{name}") for name in ("b", "i"))
    return any(f is not None and f.get(f"{namespace}val") not in _OFF for f in formats)


def _target(link: Any, namespace: str, targets: Mapping[str, str]) -> str:
    target = targets.get(relationship_id(link.attrib), "")
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


def _text_of_run(element: Any) -> str:
    if element.tag.endswith("}t"):
        return element.text or ""
    return "\n" if element.tag.endswith("}br") else " "
