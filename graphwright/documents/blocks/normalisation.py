"""Characters and white space of text: what is dropped, folded and kept.

Canonical text is Unicode NFC without invisible characters, with runs of white space as one
space. Line breaks survive only where the author set them (``<br>``, code).
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable

BREAK = "\ue000"
"""Stands for an explicit line break while white space is folded."""

_PROTECTED = "‒–—―‘’“”…"
_PROTECT = str.maketrans({c: chr(0xE010 + n) for n, c in enumerate(_PROTECTED)})
_RESTORE = str.maketrans({chr(0xE010 + n): c for n, c in enumerate(_PROTECTED)})

_LINE_ENDS = re.compile(r"\r\n?|\v|\f|\u2028|\u2029|\x85")
_INVISIBLE = re.compile(
    "["
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # control characters other than white space
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"  # soft hyphen, fillers
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"  # zero width, direction marks
    "\ue000-\uf8ff\ufe00-\ufe0f"  # private use (icon fonts), variation selectors
    "\ud800-\udfff"  # lone surrogates, which no UTF-8 file can hold
    "]"
)
_HYPHENS = str.maketrans("\u2010\u2011", "--")
_LONE_STOP = re.compile(r"(?<=[\w)\]\"'”’]) ([.,])(?= |$)")
_PLAIN = re.compile(r"[!-~]+(?: (?![.,](?: |$))[!-~]+)*")
"""What ``normalise`` leaves as it is: most cells of tables, of which there may be a million."""
_ESCAPE = re.compile(r"_x(00[01][0-9A-Fa-f])_")
"""A control character as a workbook writes it: _x000D_ stands at the end of many lines."""
_ENDS_CLOSED = re.compile(r"[.:;,!?…][\"'”’)\]]*$")


def collapse_spaces(text: str) -> str:
    """Return the text with each run of white space as one space, and none at the ends."""
    return " ".join(text.split())


def protect_punctuation(text: str) -> str:
    """Carry typographic dashes and quotes through Docling, whose HTML reader would replace them.

    An em dash turned into a hyphen would make one word of two; ``normalise`` restores them.
    """
    return _strip_private(text).translate(_PROTECT)


def _strip_private(text: str) -> str:
    return re.sub("[\ue001-\uf8ff]", "", text)


def restore_punctuation(text: str) -> str:
    """Undo ``protect_punctuation``."""
    return text.translate(_RESTORE)


def normalise(text: str) -> str:
    """Return canonical text of one line; a full stop or comma that stands alone closes up.

    Such a stop is left behind by a picture or a link that ends with a space.
    """
    if _PLAIN.fullmatch(text):
        return text
    return _LONE_STOP.sub(r"\1", collapse_spaces(_visible(text)))


def normalise_lines(text: str) -> str:
    """Return canonical text that keeps the author's line breaks, without empty lines."""
    lines = (normalise(line) for line in _visible(text).split("\n"))
    return "\n".join(line for line in lines if line)


def normalise_code(text: str) -> str:
    """Return code: line breaks and indentation are kept, tabs become four spaces."""
    lines = [line.expandtabs(4).rstrip() for line in _visible(text).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _visible(text: str) -> str:
    text = _INVISIBLE.sub("", _LINE_ENDS.sub("\n", restore_punctuation(text)))
    if not text.isascii():
        text = unicodedata.normalize("NFC", _stacked().sub(r"\1", text))
    return text.translate(_HYPHENS)


@functools.cache
def _stacked() -> re.Pattern[str]:
    """Return the pattern of marks above one letter, past the 30 that Unicode calls a limit.

    No language needs more (Unicode Annex 15, stream-safe text), and to bring a long run of them
    into order takes time that grows with its square.
    """
    points = {point for point in range(0x300, 0x1F000) if unicodedata.combining(chr(point))}
    starts = sorted(point for point in points if point - 1 not in points)
    ends = sorted(point for point in points if point + 1 not in points)
    ranges = "".join(f"{chr(a)}-{chr(b)}" for a, b in zip(starts, ends, strict=True))
    return re.compile(f"([{ranges}]{{30}})[{ranges}]+")


def join_blocks(parts: Iterable[str]) -> str:
    """Return the blocks of a table cell as one line.

    A block that ends without punctuation is closed with a semicolon, so that two list items do
    not read as one phrase.
    """
    joined = ""
    for part in filter(None, map(collapse_spaces, parts)):
        joined += block_separator(joined) + part
    return joined


def block_separator(before: str) -> str:
    """Return what parts a block of a table cell from the blocks before it."""
    return "" if not before else " " if _ENDS_CLOSED.search(before) else "; "


def without_escapes(text: str) -> str:
    """Return a cell's text with the control characters that it spells out."""
    if "_x00" not in text:
        return text
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
