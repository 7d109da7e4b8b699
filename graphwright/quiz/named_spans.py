"""Where documents name the fields, pages and buttons of an application.

A name of several words counts wherever it stands, one of a single word only where it is marked,
quoted or a heading: the word alone says other things too.
"""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from graphwright.applications.menu_names import name_key
from graphwright.tables import BlockKind, ParsedDocument
from graphwright.tables.help import Span

_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r"[\"“'‘]([^\"”'’\n]{2,60})[\"”'’]")
_HEADINGS = (BlockKind.HEADING, BlockKind.TITLE)
_UNREAD = (BlockKind.CODE, BlockKind.INDEX, BlockKind.LICENCE)
_LEAST = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Named:
    """A place in a document that names something; the span is that of its sentence or line."""

    document_id: str
    span: Span


def named_spans(
    names: Iterable[str], documents: Iterable[ParsedDocument]
) -> Mapping[str, Sequence[Named]]:
    """Return, by key of name, the places that name it, in order of documents and of text."""
    longer, single = _sorted_names(names)
    found: defaultdict[str, list[Named]] = defaultdict(list)
    for document in documents:
        places = [*_phrases(document, longer), *_marked(document, {*single, *longer_keys(longer)})]
        for key, start, end in sorted(set(places)):
            found[key].append(Named(document.document_id, Span(start, end)))
    return found


def longer_keys(longer: Mapping[str, Sequence[tuple[tuple[str, ...], str]]]) -> set[str]:
    """Return the keys of names of several words."""
    return {key for labels in longer.values() for _, key in labels}


def _sorted_names(
    names: Iterable[str],
) -> tuple[Mapping[str, Sequence[tuple[tuple[str, ...], str]]], frozenset[str]]:
    longer: defaultdict[str, set[tuple[tuple[str, ...], str]]] = defaultdict(set)
    single = set()
    for name in names:
        words = tuple(name_key(word) for word in _WORD.findall(name))
        if len(words) > 1:
            longer[words[0]].add((words, name_key(name)))
        elif words and len(words[0]) >= _LEAST:
            single.add(words[0])
    ordered = {k: sorted(v, key=lambda one: (-len(one[0]), one)) for k, v in longer.items()}
    return ordered, frozenset(single)


def _phrases(
    document: ParsedDocument, longer: Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
) -> Iterable[tuple[str, int, int]]:
    for block in document.blocks:
        if block.kind in _UNREAD:
            continue
        words = list(_WORD.finditer(document.text, block.start, block.end))
        keys = [name_key(word[0]) for word in words]
        at = 0
        while at < len(words):
            for label, key in longer.get(keys[at], ()):
                if tuple(keys[at : at + len(label)]) == label:
                    yield key, words[at].start(), words[at + len(label) - 1].end()
                    at += len(label) - 1
                    break
            at += 1


def _marked(document: ParsedDocument, keys: set[str]) -> Iterable[tuple[str, int, int]]:
    text = document.text
    places = [(mark.start, mark.end) for mark in document.marks]
    places += [(b.start, b.end) for b in document.blocks if b.kind in _HEADINGS]
    for block in document.blocks:
        if block.kind not in _UNREAD:
            places += [one.span(1) for one in _QUOTED.finditer(text, block.start, block.end)]
    for start, end in places:
        key = name_key(text[start:end])
        if key in keys:
            yield key, start, end
