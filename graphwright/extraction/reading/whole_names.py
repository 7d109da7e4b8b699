"""Names that hold "and" or a comma, told from the text of their document.

"Harbour Pilotage and Towage (HPT)" and "Alder Kiln, small edition" are one name each, of which a
parser makes two. So are words in capitals with "and" that are a whole heading of the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.extraction.reading.headings import HEADING_KINDS
from graphwright.tables.documents import Mark, MarkKind, ParsedDocument

_WORD = r"[A-Z][\w/-]*"
_EDITION = re.compile(
    rf"(?:(?!The\b|An?\b){_WORD} )*"
    rf"(?!(?:However|Furthermore|Moreover|Otherwise|Then|Here)\b){_WORD},"
    r" (?!(?:an?|the|any|each|every|this|that|your|our|which|and|or|no)\b)[a-z][\w-]* "
    r"(?:edition|version|plan|tier)\b"
)
_AND = re.compile(rf"{_WORD}(?: {_WORD})* and {_WORD}(?: {_WORD})*")
_ABBREVIATION = re.compile(r" \(([A-Z][A-Z/&]+)s?\)")
_LEAST = 3
"""Words that a name with "and" has at least."""


def whole_names(parsed: ParsedDocument) -> list[Mark]:
    """Return such names as marks that the author might have made, in order of their starts."""
    text = parsed.text
    found = {match.span() for match in _EDITION.finditer(text)}
    found.update(match.span() for match in _joined_names(parsed))
    return [Mark(MarkKind.EMPHASIS.value, *span) for span in sorted(found)]


def _joined_names(parsed: ParsedDocument) -> Iterator[re.Match[str]]:
    """Yield where the document writes a name with "and" that it knows as one."""
    text = parsed.text
    if " and " not in text:
        return
    known = set(_abbreviated(text)) | set(_headed(parsed))
    for name in known:
        yield from re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-]| [A-Z])", text)


def _abbreviated(text: str) -> Iterator[str]:
    """Yield the names with "and" whose initials a bracket behind them holds."""
    for match in _AND.finditer(text):
        bracket = _ABBREVIATION.match(text, match.end())
        words = match.group().split()
        if bracket is None:
            continue
        letters = [sign.lower() for sign in bracket[1] if sign.isalpha()]
        for start in range(words.index("and")):
            if letters in _initials(words[start:]):
                yield " ".join(words[start:])


def _initials(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the first letters of the words of a name, and those without "and"."""
    return [w[0].lower() for w in words], [w[0].lower() for w in words if w != "and"]


def _headed(parsed: ParsedDocument) -> Iterator[str]:
    """Yield the headings that are words in capitals with one "and"."""
    for block in parsed.blocks:
        heading = parsed.text[block.start : block.end].strip()
        if block.kind in HEADING_KINDS and _AND.fullmatch(heading) and heading.count(" ") >= _LEAST:
            yield heading
