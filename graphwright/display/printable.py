"""Text of documents, names and queries as a terminal may show it: visible, and in reading order.

A character that steers a terminal, reorders or hides what stands beside it is written as Python
writes it in a text: ``\\x1b``, ``\\u202e``. Others stay, and so does what is invisible where a
script or an emoji needs it: marks of direction in a line with right-to-left letters, joiners inside
words of scripts that join and between emoji, a variation selector after what it varies.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from typing import Any

LINE_LENGTH = 120
"""Characters of a title that are shown."""

_NOT_PLAIN = re.compile(r"[^ -~\n]")
_SPACE_AFTER_SPACE = re.compile(r"(?<=\s)[^\S\n]")
_STEERING = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
_HIDDEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # joiners, fillers
    "\u2065\ufe00-\ufe0f\ufff0-\ufff8"  # variation selectors, and what is kept for the like
    "\U000e0000-\U000e0fff]"  # tags, more selectors
)
_VISIBLE_FORMAT = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
"""Signs of numbers and abbreviations: format characters that are seen."""
_DIRECTION = "\u200e\u200f\u061c"
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u109f\u1780-\u18af\ua840-\ua87f\ua8e0-\ua8ff]")
_PICTURE = re.compile(
    "[\u00a9\u00ae\u203c-\u2bff\u3030\u303d\u3297\u3299\ufe0f\U0001f000-\U0001faff]"
)
_VARIED = re.compile("[0-9#*\u00a9\u00ae\u1000-\u109f\u2000-\u2fff\u3000-\u9fff\uf900-\ufaff"
                     "\U0001f000-\U0001faff\U00020000-\U0003ffff]")  # fmt: skip
_MONGOLIAN = re.compile("[\u1800-\u18af]")
_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_VARIATIONS = (
    ("\ufe00", "\ufe0f", _VARIED),
    ("\u180b", "\u180f", _MONGOLIAN),
    ("\U000e0100", "\U000e01ef", _IDEOGRAPH),
)
_MOST_MARKS = 8
"""Marks on one letter that any language writes; more run over the lines beside."""


def printable(text: str) -> str:
    """Return a text of some lines as a terminal may show it; the ends of its lines stay."""
    return _shown(text, _as_python)


def one_line(text: str) -> str:
    """Return a name or an address on one line: line breaks, too, and a space after a space.

    So it cannot go on where the next line of a page would begin.
    """
    line = _shown(text, _as_python).replace("\n", "\\n")
    return _SPACE_AFTER_SPACE.sub(lambda found: _as_python(found[0]), line)


def prose(text: str) -> str:
    """Return a text on one line with each run of white space as a space."""
    return one_line(" ".join(text.split()))


def shortened(text: str, length: int = LINE_LENGTH) -> str:
    """Return a line, cut where it is longer than that."""
    return text if len(text) <= length else text[: length - 3].rstrip() + "..."


def json_text(value: Any, *, indent: int = 1, default: Callable[[Any], Any] | None = None) -> str:
    """Return a value as JSON with its letters as they are, and no character that steers.

    Such a character is written as JSON's own escape, so the value that is read back is the same.
    """
    text = json.dumps(value, indent=indent, ensure_ascii=False, default=default)
    return _shown(text, _as_json)


def _shown(text: str, escape: Callable[[str], str]) -> str:
    if _NOT_PLAIN.search(text) is None:
        return text
    return "\n".join(_shown_line(line, escape) for line in text.split("\n"))


def _shown_line(text: str, escape: Callable[[str], str]) -> str:
    reads_left = _reads_left(text)
    pieces, marks = [], 0
    for place, character in enumerate(text):
        if " " <= character <= "~":
            pieces.append(character)
            marks = 0
            continue
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        stays = marks <= _MOST_MARKS and (
            reads_left if character in _DIRECTION else _stays(text, place)
        )
        pieces.append(character if stays else escape(character))
    return "".join(pieces)


def _reads_left(text: str) -> bool:
    """Say whether a line has letters that are read from right to left."""
    letters = (c for c in text if c > "\u0590" and c not in _DIRECTION)
    return any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in letters)


def _stays(text: str, place: int) -> bool:
    """Say whether the character at a place is seen, or needed where it is."""
    character = text[place]
    before = text[place - 1] if place else ""
    after = text[place + 1 : place + 2]
    if character in (_NON_JOINER, _JOINER):
        if _JOINING.match(before) and _JOINING.match(after):
            return True
        return character == _JOINER and bool(_PICTURE.match(before) and _PICTURE.match(after))
    for first, last, varied in _VARIATIONS:
        if first <= character <= last:
            return varied.match(before) is not None
    if _HIDDEN.match(character) or _is_noncharacter(character):
        return False
    if unicodedata.category(character) in _STEERING:
        return _VISIBLE_FORMAT.match(character) is not None
    return True


def _is_noncharacter(character: str) -> bool:
    return ord(character) & 0xFFFE == 0xFFFE or "\ufdd0" <= character <= "\ufdef"


def _as_python(character: str) -> str:
    if character == " ":
        return "\\x20"
    return character.encode("unicode_escape").decode("ascii")


def _as_json(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
