"""What stands under a heading and is another thing: code of a description, a log among steps."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from graphwright.tickets.lines import Line
from graphwright.tickets.results import ACTUAL, EXPECTED
from graphwright.tickets.text_rules import (
    CODE,
    DETAILS,
    LOGS,
    STEPS,
    is_code,
    is_log,
)

CODE_RULE = "code_under_heading"

Part = tuple[str | None, tuple[Line, ...]]
"""Lines with their section; None where the rules of text without headings shall say it."""


def heading_part(section: str, lines: Sequence[Line]) -> tuple[tuple[Line, ...], list[Part]]:
    """Return the lines that a heading's section keeps, and the parts after them, in order.

    A description keeps no code or log after its first line, steps keep no log. What is expected,
    or seen, ends before code that no colon brings in: what follows are notes to the whole ticket.
    Code and logs end before the sentence after them.
    """
    if section in (EXPECTED, ACTUAL):
        end = next((at for at in range(1, len(lines)) if _is_sample(lines, at)), len(lines))
        own, rest = tuple(lines[:end]), lines[end:]
        return own, [(None, tuple(rest))] if rest else []
    if section in (CODE, LOGS):
        shown = next((at for at, line in enumerate(lines) if _is_shown(line)), len(lines))
        end = next((at for at in range(shown + 1, len(lines)) if _is_said(lines[at])), len(lines))
        return tuple(lines[:end]), [(None, tuple(lines[end:]))] if lines[end:] else []
    if section not in (DETAILS, STEPS):
        return tuple(lines), []
    first, *rest = lines
    said = [section, *(_section_of(section, line) for line in rest)]
    parts = [
        (name, tuple(line for _, line in group))
        for name, group in itertools.groupby(
            zip(said, (first, *rest), strict=True), key=lambda entry: entry[0]
        )
    ]
    return parts[0][1], [(name, held) for name, held in parts[1:]]


def section_of_part(section: str, own: Sequence[Line]) -> str:
    """Return the section of a heading's own lines: steps that are nothing but code are code."""
    only_code = all(line.is_code and not is_log(line) for line in own)
    return CODE if section == STEPS and only_code else section


def _section_of(section: str, line: Line) -> str:
    if line.is_code and is_log(line):
        return LOGS
    return CODE if section == DETAILS and line.is_code else section


def _is_sample(lines: Sequence[Line], at: int) -> bool:
    line, before = lines[at], lines[at - 1]
    return line.is_code and not is_log(line) and not before.text.endswith(":")


def _is_shown(line: Line) -> bool:
    return line.is_code or is_log(line) or is_code(line)


def _is_said(line: Line) -> bool:
    """Say whether a line is a sentence rather than code or the name of a file."""
    words = len(line.text.split())
    return words >= _SENTENCE and not _is_shown(line) and not line.text.endswith(":")


_SENTENCE = 5
"""Words of the shortest sentence that ends code."""
