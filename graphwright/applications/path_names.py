"""One name of a menu path in running text: where it begins and ends beside an arrow.

A name is marked by the author (bold, italics, a link), quoted, in brackets, known from the
application, or a run of capitalised words.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from enum import StrEnum

from graphwright.applications.menu_names import (
    PLACEHOLDER_NAME,
    Vocabulary,
    is_placeholder,
    name_key,
)


class NameForm(StrEnum):
    """How a name is told from the words around it."""

    MARKED = "marked"
    QUOTED = "quoted"
    CHOSEN = "chosen"
    KNOWN = "known"
    PLAIN = "plain"


@dataclasses.dataclass(frozen=True, slots=True)
class PathName:
    """A name with its span in the segment; the span holds quotes and brackets too."""

    text: str
    start: int
    end: int
    form: NameForm


@dataclasses.dataclass(frozen=True, slots=True)
class Segment:
    """A line of a document that is read for paths, with the spans that its author marked."""

    text: str
    marks: Sequence[tuple[int, int]]
    vocabulary: Vocabulary


MOST_WORDS = 7
_LONGEST = 80
_PAIRS = {"]": "[", ">": "<", ")": "(", "}": "{", '"': '"', "'": "'", "”": "“", "’": "‘", "»": "«"}
_OPENERS = {opener: closer for closer, opener in _PAIRS.items()}
_CHOICE = "]>)}"
_TOKEN = re.compile(r"[^\s]+")
_CAPITAL = re.compile(r"^[\"'(]?[A-Z0-9À-ÞЀ-Я]")
_JOINS = frozenset({"of", "and", "for", "to", "the", "a", "an", "or", "by", "&", "-", "as", "/"})
_LEADING = frozenset(
    {
        *("a", "access", "an", "and", "as", "at", "browse", "by", "check", "choose", "click"),
        *("enter", "expand", "find", "from", "go", "goto", "if", "in", "inside", "navigate"),
        *("on", "open", "or", "press", "see", "select", "set", "tap", "the", "then", "this"),
        *("to", "under", "use", "using", "via", "view", "visit", "when", "with", "within", "your"),
    }
)
_CODE = re.compile(r"[$={};|\\]|::|\w_\w|\)\(|^\W+$|^/|\.[a-z]{2,4}$")
_SENTENCE_END = re.compile(r"[.;:!?,](?:\s|$)")


def whole_name(segment: Segment, start: int, end: int) -> PathName | None:
    """Return the name that fills a stretch between two arrows; None where it is none."""
    start, end = _stripped(segment.text, start, end)
    text = segment.text[start:end]
    if not text or len(text) > _LONGEST:
        return None
    if is_placeholder(text):
        return PathName(PLACEHOLDER_NAME, start, end, NameForm.CHOSEN)
    quoted = _unquoted(text)
    if quoted is not None:
        return _usable(quoted, start, end, NameForm.QUOTED)
    if any(a <= start and end <= b for a, b in segment.marks):
        return _usable(text, start, end, NameForm.MARKED)
    return _plain_name(segment, text, start, end)


def _plain_name(segment: Segment, text: str, start: int, end: int) -> PathName | None:
    if name_key(text) in segment.vocabulary.names:
        return PathName(_trimmed(text), start, end, NameForm.KNOWN)
    bare = text.removesuffix("...").removesuffix("…")
    if _SENTENCE_END.search(bare) or len(text.split()) > MOST_WORDS or not _CAPITAL.match(text):
        return None
    return _usable(text, start, end, NameForm.PLAIN)


def name_before(segment: Segment, end: int, least: int = 0) -> PathName | None:
    """Return the name that ends at ``end``, not before ``least``; None where there is none."""
    least, end = _stripped(segment.text, least, end)
    text = segment.text[least:end]
    if not text:
        return None
    marked = [mark for mark in segment.marks if mark[1] == end and mark[0] >= least]
    if marked:
        return whole_name(segment, min(marked)[0], end)
    if text[-1] in _PAIRS:
        opener = text.rfind(_PAIRS[text[-1]], 0, len(text) - 1)
        if opener >= 0 and (text[-1] not in ")" or is_placeholder(text[opener:])):
            return whole_name(segment, least + opener, end)
    return _run_before(segment, least, end)


def name_after(segment: Segment, start: int, most: int | None = None) -> PathName | None:
    """Return the name that starts at ``start``, up to ``most``; None where there is none."""
    start, most = _stripped(segment.text, start, len(segment.text) if most is None else most)
    text = segment.text[start:most]
    if not text:
        return None
    marked = [mark for mark in segment.marks if mark[0] == start and mark[1] <= most]
    if marked:
        return whole_name(segment, start, max(marked, key=lambda mark: mark[1])[1])
    if text[0] in _OPENERS:
        closer = text.find(_OPENERS[text[0]], 1)
        if closer > 0 and (text[0] != "(" or is_placeholder(text[: closer + 1])):
            return whole_name(segment, start, start + closer + 1)
    dots = re.match(r"\.{3}|…", text)
    if dots:
        return PathName(PLACEHOLDER_NAME, start, start + dots.end(), NameForm.CHOSEN)
    return _run_after(segment, start, most)


def _run_before(segment: Segment, least: int, end: int) -> PathName | None:
    tokens = [(one.start() + least, one[0]) for one in _TOKEN.finditer(segment.text[least:end])]
    tokens = tokens[-MOST_WORDS:]
    for at, _ in tokens:
        if name_key(segment.text[at:end]) in segment.vocabulary.names:
            opened = len(segment.text[at:end]) - len(segment.text[at:end].lstrip("(\"'“"))
            return PathName(_trimmed(segment.text[at:end]), at + opened, end, NameForm.KNOWN)
    kept: list[tuple[int, str]] = []
    for at, word in reversed(tokens):
        if kept and _SENTENCE_END.search(word + " "):
            break
        if not _CAPITAL.match(word) and not (kept and word in _JOINS):
            break
        kept.insert(0, (at, word))
        if word[0] in "(\"'":
            break
    while kept and kept[0][1].strip("(\"'").casefold() in _LEADING:
        kept.pop(0)
    if not kept:
        return None
    first = kept[0][0] + (segment.text[kept[0][0]] in "(\"'")
    return _usable(segment.text[first:end], first, end, NameForm.PLAIN)


def _run_after(segment: Segment, start: int, most: int) -> PathName | None:
    found = [(one.end() + start, one[0]) for one in _TOKEN.finditer(segment.text[start:most])]
    tokens = found[:MOST_WORDS]
    following = [word for _, word in found[1:]] + [""]
    for (stop, word), after in reversed([*zip(tokens, following, strict=False)]):
        goes_on = word[-1].isalnum() and _CAPITAL.match(after)  # "New" of "New Article"
        if name_key(segment.text[start:stop]) in segment.vocabulary.names and not goes_on:
            return _cut(segment, start, stop, NameForm.KNOWN)
    kept = 0
    for at, (_, word) in enumerate(tokens):
        if not _CAPITAL.match(word) and not (at and word in _JOINS):
            break
        if _CAPITAL.match(word):
            kept = at + 1
        if _SENTENCE_END.search(word + " ") or word[-1] in ")\"'”’":
            break
    return _cut(segment, start, tokens[kept - 1][0], NameForm.PLAIN) if kept else None


def _cut(segment: Segment, start: int, stop: int, form: NameForm) -> PathName | None:
    """Return a name without the punctuation of the sentence after it."""
    text = segment.text[start:stop]
    bare = text if text.endswith("...") else text.rstrip(".,;:!?\"'”’")
    if bare.count("(") < bare.count(")"):
        bare = bare.rstrip(").,")
    return _usable(bare, start, start + len(bare), form)


def _usable(text: str, start: int, end: int, form: NameForm) -> PathName | None:
    shown = _trimmed(text)
    if not name_key(shown) or _CODE.search(shown) or shown.replace(".", "").isdigit():
        return None
    if form == NameForm.QUOTED and shown[:1].isdigit():
        return None
    return PathName(shown, start, end, form)


def _trimmed(text: str) -> str:
    bare = text.strip(" \t\"'“”‘’*_").rstrip("….,:;")
    if bare.count("(") > bare.count(")"):
        bare = bare.lstrip("(")
    return " ".join(bare.split())


def _unquoted(text: str) -> str | None:
    if len(text) > 2 and text[-1] in _PAIRS and text[-1] not in _CHOICE:
        inner = text[1:-1]
        if text[0] == _PAIRS[text[-1]] and text[-1] not in inner:
            return inner
    return None


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
