"""What was expected and what was seen, in text without headings: what stands after its steps.

Modal verbs and negations stand in every description; they say what was expected, and what was
seen, of something that was done. After steps one of both leaves the other for the line beside it:
who writes "the list stays empty" and "all rows are listed" says one of them of how it should be.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Final

from graphwright.tickets.lines import Line

ACTUAL: Final = "actual_result"
EXPECTED: Final = "expected_result"

NUMBERED = re.compile(r"^\(?(\d{1,2})[.):\-]+\s*(?=\S)(?!\d)")
"""The number that an item of a list is written with."""


def restarted_lists(lines: Sequence[Line], steps: Sequence[bool]) -> list[tuple[int, int]]:
    """Return first and last place of each numbered list that begins anew after one of steps.

    ``steps`` says which lines are steps. A number that is not above the one before begins a list.
    """
    found: list[tuple[int, int]] = []
    last = 0
    for at, line in enumerate(lines):
        number = NUMBERED.match(line.text)
        if number is None:
            continue
        here = int(number[1])
        if last and here <= last:
            found.append((at, at))
        elif found and found[-1][1] == at - 1:
            found[-1] = (found[-1][0], at)
        last = here if last or steps[at] else 0
    return found


def results_by_others(
    lines: Sequence[Line], sections: Sequence[str], plain: str, after: int
) -> list[tuple[int, str]]:
    """Return what plain lines from ``after`` on are by the results that stand beside them."""
    kinds = set(sections[after:]) & {ACTUAL, EXPECTED}
    if len(kinds) > 1:
        return []
    runs = _runs(sections, after)
    if not kinds:
        return _run(runs[0], ACTUAL) if runs and _is_plain(lines, sections, runs[0], plain) else []
    kind = next(iter(kinds))
    other = EXPECTED if kind == ACTUAL else ACTUAL
    at = next(n for n, (first, _) in enumerate(runs) if sections[first] == kind)
    beside = [runs[n] for n in (at - 1, at + 1) if 0 <= n < len(runs)]
    for run in beside:
        if _is_plain(lines, sections, run, plain) and (
            kind == EXPECTED or _alike(lines, run, runs[at])
        ):
            return _run(run, other)
    return []


_MOST_LINES, _MOST_WORDS = 2, 60
_STEM = 4
"""Letters of a word that its forms share: "moved" and "move"."""
_CONTENT = re.compile(r"[^\W\d_]{4,}")


def _runs(sections: Sequence[str], after: int) -> list[tuple[int, int]]:
    """Return first and last place of lines of one section each, from a place on."""
    groups = itertools.groupby(range(after, len(sections)), key=lambda at: sections[at])
    places = [list(group) for _, group in groups]
    return [(one[0], one[-1]) for one in places]


def _run(run: tuple[int, int], section: str) -> list[tuple[int, str]]:
    return [(at, section) for at in range(run[0], run[1] + 1)]


def _is_plain(
    lines: Sequence[Line], sections: Sequence[str], run: tuple[int, int], plain: str
) -> bool:
    words = sum(len(line.text.split()) for line in lines[run[0] : run[1] + 1])
    short = run[1] - run[0] < _MOST_LINES and words <= _MOST_WORDS
    return short and sections[run[0]] == plain


def _alike(lines: Sequence[Line], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Say whether two runs tell of the same: half of the words of the shorter are in both."""
    first, second = (
        {word[:_STEM].lower() for line in lines[a : b + 1] for word in _CONTENT.findall(line.text)}
        for a, b in (one, other)
    )
    return 2 * len(first & second) >= min(len(first), len(second)) > 0
