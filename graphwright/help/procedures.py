"""Headings that are steps: what stands under them resolves the problem above."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphwright.help.function_words import FUNCTION_WORDS
from graphwright.help.page_words import names_form
from graphwright.help.part import Part
from graphwright.help.pieces import spans_of
from graphwright.help.stated_conditions import is_symptom

_LEAST = 2
_ASKS_HOW = re.compile(r"how\s+(?:to|do|can)\b", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?P<step>step|phase|stage)?\s*(?P<number>\d{1,3})\s*(?:[.):–—-]|(?=\s|$))\s*(?P<words>.*)",
    re.IGNORECASE | re.DOTALL,
)


def with_steps(text: str, root: Part) -> None:
    """Give what stands under steps to the part above, with the words of the steps, in order."""
    for part in reversed(list(root.walk())):
        steps = _steps(part.parts, measures=_complains(part.problem))
        if any(id(child) in steps for child in part.parts):
            part.parts = [kept for child in part.parts for kept in _taken(text, part, child, steps)]
            part.parts.sort(key=lambda one: one.start)
            part.said.sort(key=lambda one: one.start)


def _taken(text: str, part: Part, child: Part, steps: set[int]) -> list[Part]:
    """Return the part itself, or where it is a step or a mere form, the parts below it."""
    if id(child) not in steps:
        return [child]
    if child.span is not None and not names_form(child.problem):
        part.said.append(child.span)
    part.said.extend(child.said)
    part.said.extend(span for piece in child.pieces for span in spans_of(text, piece))
    for one in child.walk():
        one.depth -= 1
    return child.parts


def _complains(problem: str) -> bool:
    """Return whether a problem tells of a failure: what is numbered below it are measures."""
    return is_symptom(problem) and not _ASKS_HOW.match(problem)


def _steps(parts: Sequence[Part], *, measures: bool) -> set[int]:
    """Return the parts that name a form or are steps: numbered in a row, told to do, whole.

    ``measures`` says that each numbered part may do alone; only what is called a step is one then.
    """
    found = {id(part) for part in parts if names_form(part.problem)}
    run: list[tuple[Part, re.Match[str]]] = []
    for part in [*parts, None]:
        match = _NUMBERED.match(part.problem) if part else None
        if run and (match is None or int(match["number"]) != int(run[-1][1]["number"]) + 1):
            found |= _run_steps(run, measures=measures)
            run = []
        if part is not None and match is not None:
            run.append((part, match))
    return found


def _run_steps(run: Sequence[tuple[Part, re.Match[str]]], *, measures: bool) -> set[int]:
    told = sum(bool(match["step"]) or (not measures and _tells(match["words"])) for _, match in run)
    enough = len(run) >= _LEAST and 2 * told >= len(run)
    whole = not any(part.parts for part, _ in run)
    asked = any(part.problem.rstrip().endswith("?") for part, _ in run)
    return {id(part) for part, _ in run} if enough and whole and not asked else set()


def _tells(words: str) -> bool:
    """Say whether words tell to do something: a function word is the second, "Check your cable"."""
    parts = words.lower().split()
    return len(parts) > 1 and parts[1] in FUNCTION_WORDS and parts[0] not in FUNCTION_WORDS
