"""Headings in the text of a ticket: of the markup, bold lines, and labels that end in a colon."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

from graphwright.tickets.lines import Line
from graphwright.tickets.normal_words import normal_words
from graphwright.tickets.template import Template

BOLD, LABEL = 7, 8
"""Levels of what is no heading of the markup: below all that are."""

_LONGEST = 10
"""Words that a heading has at most."""
_MORE_WORDS = 4
"""Words that may follow an alias of two words or more: "Steps to reproduce the second crash"."""
_FEW = 4
"""Words of a heading that its last words may name; a sentence that ends so has more."""
_FUNCTION_WORDS = frozenset((
    "be", "below", "can", "cannot", "do", "did", "following", "for", "get", "getting", "has",
    "have", "how", "i", "is", "it", "no", "not", "of", "same", "see", "that", "there", "this",
    "was", "we", "what", "when", "with", "without", "you",
))  # fmt: skip
"""Words of clauses: a line that has one is no name of its section."""
_SIGNS = " \t*_+:;.-–—=#>!?|{}"
_LABEL = re.compile(
    r"[*_+]{0,2}([^\W\d_][^:\n]{0,60}?)[*_+]{0,2}\s*(:|\s[-–—](?=\s|$)|=>)[*_+]{0,2}"
)

Nearest = Callable[[str], str | None]
"""What may name the section of a heading that no alias names: by its vector, say."""


@dataclasses.dataclass(frozen=True, slots=True)
class Heading:
    """A heading: where it stands, where the text after it begins, and the section it opens.

    ``section`` is None where the template does not know it; ``words`` are those as written.
    """

    start: int
    end: int
    level: int
    words: str
    section: str | None


def heading_of(line: Line, template: Template, nearest: Nearest | None = None) -> Heading | None:
    """Return the heading that a line is or begins with; None where it has none."""
    if line.is_code:
        return None
    whole = _whole_line(line, template, nearest)
    return whole if whole is not None and whole.section else _label(line, template) or whole


def section_of(words: str, template: Template, nearest: Nearest | None = None) -> str | None:
    """Return the section that the words of a heading open.

    The words are an alias, or begin with one of two words or more and have few others, or are few
    and end with one: the last words of a heading name what it is, "current workaround".
    """
    normal = normal_words(words)
    if normal in template.by_alias:
        return template.by_alias[normal]
    parts = normal.split()
    for size in range(len(parts) - 1, max(1, len(parts) - 1 - _MORE_WORDS), -1):
        found = template.by_alias.get(" ".join(parts[:size]))
        if found is not None:
            return found
    for begin in range(1, len(parts)) if len(parts) <= _FEW else ():
        found = template.by_alias.get(" ".join(parts[begin:]))
        if found is not None and not _FUNCTION_WORDS.intersection(parts):
            return found
    return nearest(words) if nearest and normal else None


def _whole_line(line: Line, template: Template, nearest: Nearest | None) -> Heading | None:
    """Return the line as a heading, if all of it looks like one."""
    words = line.text.strip(_SIGNS)
    if not words or len(words.split()) > _LONGEST:
        return None
    level = _level(line)
    if level is None:
        found = template.by_alias.get(normal_words(words))
        return Heading(line.start, line.end, LABEL, words, found) if found else None
    return Heading(line.start, line.end, level, words, section_of(words, template, nearest))


def _level(line: Line) -> int | None:
    """Return the level of a line that is a heading by its form; None for any other."""
    if line.is_heading:
        return line.level
    rest = line.text[line.bold - line.start :] if line.bold else line.text
    if line.bold and not rest.strip(_SIGNS):
        return BOLD
    if line.text.rstrip("*_+ ").endswith(":") and not line.is_item:
        return LABEL
    return None


def _label(line: Line, template: Template) -> Heading | None:
    """Return a known label at the start of a line that goes on: "Expected: a list"."""
    match = _LABEL.match(line.text)
    found = section_of(match[1], template) if match else None
    if match and found:
        return _label_heading(line, match.end(), LABEL, found)
    end = line.bold - line.start if line.bold else 0
    found = template.by_alias.get(normal_words(line.text[:end].strip(_SIGNS)))
    return _label_heading(line, end, BOLD, found) if found else None


def _label_heading(line: Line, end: int, level: int, section: str) -> Heading:
    """Return the label with the signs and spaces after it."""
    rest = line.text[end:]
    after = end + len(rest) - len(rest.lstrip(" \t:*_+-–—"))
    words = line.text[:end].strip(_SIGNS)
    return Heading(line.start, line.start + after, level, words, section)
