"""Sentences that say what to do in a case: "If the light blinks, press the button."

So do those that open with a system: "On Windows, open the settings."
"""

from __future__ import annotations

import dataclasses
import itertools
import re

from graphwright.help.condition_kinds import systems_in
from graphwright.help.part import MAX_DEPTH, Part
from graphwright.help.pieces import Piece
from graphwright.help.sentence_roles import is_step
from graphwright.help.sentences import sentences, trimmed
from graphwright.tables import HelpNodeOrigin
from graphwright.tables.help import Span

_OPENS = re.compile(r"(?:if|when|unless|in\s+case)\s+\S", re.IGNORECASE)
_OPENS_ON = re.compile(r"(?:on|for|in|with)\s+(?:an?\s+|the\s+)?([^,:\n]{2,40})[,:]", re.IGNORECASE)
"""Opens a case where what it names is a system: "On Windows, ..."."""
_COMMA = re.compile(r"[,:–—]\s*(?:then\s+)?(?=\S)")
_BRACKETS = re.compile(r"\([^()\n]*\)")
_JOINED = re.compile(
    r"(?:and|or|but|nor|which|who|whose|such\s+as|including|like|while)\b", re.IGNORECASE
)
"""What begins behind a comma that parts no clause from the main one."""
_LONGEST = 400
"""Characters of the longest case."""
_SHORTEST = 3
"""Words of the shortest case: "If it rains"."""
_LEAST = 2
_TEMPORAL = "when"
"""Opens a case in a list; in running text mostly a time."""
_OF_CLAUSE = 0.65
_WISHED = re.compile(
    r"\byou(?:['’]d|\s+would)?\s+(?:(?:still|also)\s+)?(?:want|wish|like|prefer|plan|intend|need)\b",
    re.IGNORECASE,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """A case and what is said for it; None where it stands in what follows."""

    problem: Span
    said: Span | None


def case_of(text: str, start: int, end: int) -> Case | None:
    """Return the case that a text opens with, up to the comma or colon that ends its clause."""
    named = _OPENS_ON.match(text, start, end)
    on_system = named is not None and bool(systems_in(named[1]))
    if _OPENS.match(text, start, end) is None and not on_system:
        return None
    fewest = 1 if on_system else _SHORTEST
    first = next(sentences(text, start, end), Span(start, end))
    plain = _BRACKETS.sub(lambda m: "_" * len(m[0]), text[first.start : first.end][:_LONGEST])
    for sign in _COMMA.finditer(plain):
        rest = text[first.start + sign.end() : first.end]
        if _JOINED.match(rest) or len(plain[: sign.start()].split()) < fewest:
            continue
        problem = trimmed(text, first.start, first.start + sign.start())
        said = trimmed(text, first.start + sign.end(), end)
        return Case(problem, said) if problem and said else None
    whole = trimmed(text, start, end, ":")
    return Case(whole, None) if whole and text[start:end].rstrip("*_ ").endswith(":") else None


def with_clauses(text: str, part: Part) -> None:
    """Give the cases of lines that follow one another, two or more of them, a part each."""
    if part.depth >= MAX_DEPTH:
        return
    read = [(piece, _cases(text, piece) if piece.is_line else []) for piece in part.pieces]
    kept: list[Piece] = []
    for has_cases, group in itertools.groupby(read, lambda one: bool(one[1])):
        run = list(group)
        cases = [case for _, found in run for case in found]
        if not has_cases or len(cases) < _LEAST:
            kept.extend(piece for piece, _ in run)
            continue
        part.parts.extend(_clause(text, part, case) for case in cases)
        for piece, found in run:
            part.said.extend(sentences(text, piece.start, found[0].problem.start))
    part.pieces = kept
    part.parts.sort(key=lambda one: one.start)


def _cases(text: str, piece: Piece) -> list[Case]:
    """Return the cases of a line; what follows one in the line, up to the next, belongs to it."""
    spans = list(sentences(text, piece.start, piece.end))
    found: list[Case] = []
    for span in spans:
        case = case_of(text, span.start, span.end)
        temporal = text[span.start : span.end].lower().startswith(_TEMPORAL)
        if case is not None and case.said is not None and not temporal:
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


def with_exception(text: str, part: Part) -> None:
    """Give the last line or item a part where it parts a case from what is said before it.

    "If the card is closed, the bonus does not apply." An item that says what to do in a case is one
    of the steps above it, and what a user may want is advice.
    """
    if part.depth >= MAX_DEPTH or not part.pieces:
        return
    piece, alone = part.pieces[-1], not (part.pieces[1:] or part.said)
    if alone or not (piece.is_item or piece.is_line):
        return
    case = case_of(text, piece.start, piece.end)
    if case is None or case.said is None or _is_time_or_wish(text, case):
        return
    if piece.is_item and is_step(text[case.said.start : case.said.end]):
        return
    part.pieces = part.pieces[:-1]
    part.parts.append(_clause(text, part, case))
    part.parts.sort(key=lambda one: one.start)


def _is_time_or_wish(text: str, case: Case) -> bool:
    words = text[case.problem.start : case.problem.end]
    return words.lower().startswith(_TEMPORAL) or _WISHED.search(words) is not None
