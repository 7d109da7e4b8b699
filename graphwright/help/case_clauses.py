"""Sentences that say what to do in a case: "If the light blinks, press the button."."""

from __future__ import annotations

import dataclasses
import re

from graphwright.help.part import MAX_DEPTH, Part
from graphwright.help.pieces import Piece
from graphwright.help.sentences import sentences, trimmed
from graphwright.tables import HelpNodeOrigin
from graphwright.tables.help import Span

_OPENS = re.compile(r"(?:if|when|unless|in\s+case)\s+\S", re.IGNORECASE)
_COMMA = re.compile(r"[,:–—]\s*(?:then\s+)?(?=\S)")
_BRACKETS = re.compile(r"\([^()\n]*\)")
_JOINED = re.compile(
    r"(?:and|or|but|nor|which|who|whose|such\s+as|including|like)\b", re.IGNORECASE
)
"""What begins behind a comma that parts no clause from the main one."""
_SHORTEST = 3
"""Words of the shortest case: "If it rains"."""
_LEAST = 2
_OF_CLAUSE = 0.65


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """A case and what is said for it; None where it stands in what follows."""

    problem: Span
    said: Span | None


def case_of(text: str, start: int, end: int) -> Case | None:
    """Return the case that a text opens with, up to the comma or colon that ends its clause."""
    if _OPENS.match(text, start, end) is None:
        return None
    first = next(sentences(text, start, end), Span(start, end))
    plain = _BRACKETS.sub(lambda m: "_" * len(m[0]), text[first.start : first.end])
    for sign in _COMMA.finditer(plain):
        rest = text[first.start + sign.end() : first.end]
        if (
            _JOINED.match(rest)
            or text[first.start : first.start + sign.start()].count(" ") < _SHORTEST - 1
        ):
            continue
        problem = trimmed(text, first.start, first.start + sign.start())
        said = trimmed(text, first.start + sign.end(), end)
        return Case(problem, said) if problem and said else None
    whole = trimmed(text, start, end, ":")
    return Case(whole, None) if whole and text[start:end].rstrip("*_ ").endswith(":") else None


def with_clauses(text: str, part: Part) -> None:
    """Give the cases of a section's lines a part each, where it has two or more."""
    if part.depth >= MAX_DEPTH:
        return
    cases = [
        (piece, found) for piece in part.pieces if piece.is_line for found in _cases(text, piece)
    ]
    if len(cases) < _LEAST:
        return
    taken = {id(piece) for piece, _ in cases}
    rest: dict[int, list[Span]] = {}
    for piece, case in cases:
        assert case.said is not None
        rest.setdefault(id(piece), []).append(Span(case.problem.start, case.said.end))
        part.parts.append(_clause(text, part, case))
    for piece in (one for one in part.pieces if id(one) in taken):
        first = rest[id(piece)][0].start
        part.said.extend(sentences(text, piece.start, first))
    part.pieces = [piece for piece in part.pieces if id(piece) not in taken]
    part.said.sort(key=lambda span: span.start)
    part.parts.sort(key=lambda one: one.start)


def _cases(text: str, piece: Piece) -> list[Case]:
    """Return the cases of a line; what follows one in the line, up to the next, belongs to it."""
    spans = list(sentences(text, piece.start, piece.end))
    found: list[Case] = []
    for span in spans:
        case = case_of(text, span.start, span.end)
        if case is not None and case.said is not None:
            found.append(case)
        elif found:
            last = found[-1]
            assert last.said is not None
            found[-1] = Case(last.problem, Span(last.said.start, span.end))
    return found


def _clause(text: str, part: Part, case: Case) -> Part:
    assert case.said is not None
    words = text[case.problem.start : case.problem.end]
    made = Part(HelpNodeOrigin.CLAUSE, "case_clause", _OF_CLAUSE, words, case.problem,
                case.problem.start, case.said.end, part.depth + 1)  # fmt: skip
    made.said.extend(sentences(text, case.said.start, case.said.end))
    return made
