"""Lines that open parts of a section, as headings would: questions, stressed lines, labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from graphwright.help.case_clauses import case_of
from graphwright.help.page_words import is_remark, names_form
from graphwright.help.part import MAX_DEPTH, Part
from graphwright.help.pieces import LABEL_WORDS, Piece, after_label, label_span
from graphwright.help.sentences import sentences, trimmed
from graphwright.tables import HelpNodeOrigin

_CONDITION = re.compile(r"(?:if|unless)\s", re.IGNORECASE)
_ASKED = re.compile(r"Q(?:uestion)?\s*\d*\s*[:.)]\s*", re.IGNORECASE)
_ANSWERED = re.compile(r"A(?:nswer)?\s*[:.)]\s*", re.IGNORECASE)
_QUESTION_WORDS, _CASE_WORDS, _LINE_WORDS = 25, 25, 14
_OF_QUESTION, _OF_LINE, _OF_CASE, _OF_LABEL = 0.9, 0.85, 0.8, 0.7


def with_lines(text: str, part: Part) -> None:
    """Give each line that opens a part, and what follows it, a part of its own."""
    if part.depth >= MAX_DEPTH:
        return
    pieces = part.pieces
    rules = [_rule(text, one, pieces[at + 1 : at + 2]) for at, one in enumerate(pieces)]
    counted = Counter(rules)
    opening = [rule is not None and (rule in _ALONE or counted[rule] > 1) for rule in rules]
    ahead = _items_ahead(pieces, opening)
    kept: list[Piece] = []
    opened: Part | None = None
    for at, (piece, rule) in enumerate(zip(part.pieces, rules, strict=True)):
        if opened is not None and not opening[at] and _closes(opened, piece) and not ahead[at]:
            opened = None
        if rule is not None and opening[at]:
            opened = _open(text, part, piece, rule)
            part.parts.append(opened)
        elif opened is None:
            kept.append(piece)
        else:
            opened.pieces.append(piece)
            opened.end = piece.end
    part.pieces = kept
    for one in part.parts:
        _without_answer_sign(text, one)
    part.parts.sort(key=lambda one: one.start)


def _closes(opened: Part, piece: Piece) -> bool:
    """Say whether a line may end a part: one that is a list ends behind its last item."""
    listed = bool(opened.pieces) and opened.pieces[0].is_item
    return listed and piece.is_line and opened.rule != _QUESTION


def _items_ahead(pieces: Sequence[Piece], opening: Sequence[bool]) -> list[bool]:
    """Return for each piece whether an item stands there or after it, before the next opener."""
    ahead: list[bool] = []
    for piece, opens in zip(reversed(pieces), reversed(opening), strict=True):
        ahead.append(not opens and (piece.is_item or bool(ahead and ahead[-1])))
    return ahead[::-1]


_QUESTION, _CASE, _STRESSED, _LABELLED = (
    "question_line", "case_line", "stressed_line", "label_line"
)  # fmt: skip
_ALONE = (_QUESTION, _CASE)
"""Rules that need no other line of their kind beside them."""


def _rule(text: str, piece: Piece, after: Sequence[Piece]) -> str | None:
    """Return the rule by which a line opens a part; None for any other line."""
    if not piece.is_line or is_remark(piece.text):
        return None
    followed = bool(after) and not (after[0].is_line and after[0].is_label)
    named = label_span(text, piece)
    question = text[named.start : named.end] if named and piece.stressed else piece.text
    if question.rstrip().endswith("?") and len(question.split()) <= _QUESTION_WORDS:
        return _QUESTION if followed or not piece.is_label else None
    if not followed or (not piece.text.rstrip("*_ ").endswith(":") and not piece.stressed):
        return None
    case = _CONDITION.match(piece.text) is not None
    if not (piece.is_label or case) or piece.words > (_CASE_WORDS if case else _LINE_WORDS):
        return None
    return _line_rule(piece, after[0])


def _heads_list(piece: Piece, after: Piece) -> bool:
    """Say whether few words without a stop stand before a list, as a heading does."""
    return (
        after.is_item
        and piece.words <= LABEL_WORDS
        and (piece.text[-1].isalnum() or piece.text[-1] == ")")
    )


def _line_rule(piece: Piece, after: Piece) -> str | None:
    colon = piece.text.rstrip("*_ ").endswith(":")
    if names_form(piece.text) or piece.text.endswith((".", "!")):
        return None
    if _CONDITION.match(piece.text) and (colon or piece.stressed):
        return _CASE
    if piece.stressed:
        return _STRESSED
    return _LABELLED if after.is_item or after.is_line else None


def _open(text: str, part: Part, piece: Piece, rule: str) -> Part:
    named = label_span(text, piece) if piece.label > piece.start else None
    if rule == _QUESTION and not piece.stressed:
        sign = _ASKED.match(piece.text)
        named = trimmed(text, piece.start + (sign.end() if sign else 0), piece.end)
    span = named or trimmed(text, piece.start, piece.end, ":*_")
    assert span is not None  # a piece has words
    origin = HelpNodeOrigin.QUESTION if rule == _QUESTION else HelpNodeOrigin.HEADING
    made = Part(origin, rule, _CONFIDENCE[rule], text[span.start : span.end], span, piece.start,
                piece.end, part.depth + 1)  # fmt: skip
    case = case_of(text, piece.start, piece.end) if rule == _CASE and not piece.stressed else None
    if case is not None and case.said is not None:
        made.problem, made.span = text[case.problem.start : case.problem.end], case.problem
        made.said.append(case.said)
    rest = after_label(text, piece) if piece.stressed else None
    if rest is not None and rest.start >= span.end:
        made.said.extend(sentences(text, rest.start, rest.end))
    return made


_CONFIDENCE = {
    _QUESTION: _OF_QUESTION, _CASE: _OF_CASE, _STRESSED: _OF_LINE, _LABELLED: _OF_LABEL
}  # fmt: skip


def _without_answer_sign(text: str, part: Part) -> None:
    """Cut "A:" off the first line under a question."""
    if part.rule != _QUESTION or not part.pieces or part.said:
        return
    first = part.pieces[0]
    sign = _ANSWERED.match(first.text)
    rest = trimmed(text, first.start + sign.end(), first.end) if sign else None
    if rest is not None and first.is_line:
        part.said.extend(sentences(text, rest.start, rest.end))
        part.pieces = part.pieces[1:]
