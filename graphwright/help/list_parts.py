"""Items of lists that are problems of their own: cases, choices under a lead-in, defined terms."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from graphwright.help.case_clauses import Case, case_of
from graphwright.help.page_words import is_remark
from graphwright.help.part import MAX_DEPTH, Part
from graphwright.help.pieces import Piece, after_label, label_span
from graphwright.help.sentence_roles import is_step
from graphwright.help.sentences import sentences, trimmed
from graphwright.tables import BlockKind, HelpNodeOrigin
from graphwright.tables.help import Span

_CHOICE = re.compile(
    r"\b(?:choose|select|pick|depend(?:s|ing)?|either|one\s+of|any\s+of"
    r"|(?:options|methods|ways|cases|scenarios|reasons|causes|issues|problems)\b.*$)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_LEAST = 2
_SHORT = 10
"""Words of the longest item that names a choice whose steps stand below it."""
_QUESTION_WORDS = 25
_TERM_ITEM = "term_item"
_RULES = {
    "case_item": (HelpNodeOrigin.LIST, 0.85),
    "choice_item": (HelpNodeOrigin.LIST, 0.8),
    "named_item": (HelpNodeOrigin.LIST, 0.7),
    "question_item": (HelpNodeOrigin.QUESTION, 0.85),
    _TERM_ITEM: (HelpNodeOrigin.DEFINITION, 0.75),
}
"""Origin and confidence of what each rule finds."""

Group = list[Piece]
"""An item and what stands below it in the list."""


def with_items(text: str, part: Part) -> None:
    """Give items that are problems a part each; all others stay what they are."""
    if part.depth >= MAX_DEPTH:
        return
    kept: list[Piece] = []
    for is_list, pieces in _runs(part.pieces):
        nested = _nested(pieces) if is_list else []
        if nested:
            kept.append(pieces[0])
        run = nested or pieces
        made = list(_list_parts(text, part, run, kept[-1] if kept else None)) if is_list else []
        if made and all(isinstance(one, Part) for one in made) and kept and _leads(kept[-1]):
            _lead(made, kept)
        for one in made:
            if isinstance(one, Part):
                part.parts.append(one)
            else:
                kept.extend(one)
        if not made:
            kept.extend(run)
    part.pieces = kept
    part.parts.sort(key=lambda one: one.start)


def offers_choice(words: str) -> bool:
    """Say whether words lead in what there is to choose from: "Select your system:"."""
    return bool(_CHOICE.search(words))


def _runs(pieces: Sequence[Piece]) -> Iterator[tuple[bool, list[Piece]]]:
    """Yield lists, and what is none; code and lines between items of one list belong to these."""
    for is_list, group in itertools.groupby(pieces, lambda one: one.is_item):
        yield is_list, list(group)


def _nested(run: Sequence[Piece]) -> list[Piece]:
    """Return the list below an item that is alone on its level and leads it in, else nothing."""
    first, below = run[0], list(run[1:])
    inner = bool(below) and all(one.block.level > first.block.level for one in below)
    return below if inner and _leads(first) else []


def _leads(piece: Piece) -> bool:
    return (piece.is_line or piece.is_item) and piece.text.rstrip("*_ ").endswith(":")


def _lead(made: Sequence[Part | Group], kept: list[Piece]) -> None:
    """Let the line before a list lead its parts; it stays a line of the part above."""
    for one in made:
        if isinstance(one, Part):
            one.lead = Span(kept[-1].start, kept[-1].end)


def _list_parts(
    text: str, part: Part, run: Sequence[Piece], before: Piece | None
) -> Iterator[Part | Group]:
    """Yield the items as parts, those that are none as pieces; nothing where no item is one."""
    groups = _groups(run)
    lead = before.text if before is not None and _leads(before) else ""
    read = [_read(text, part, group, lead) for group in groups]
    rules = [one.rule for one in read if one is not None]
    strong = [rule for rule in set(rules) if rules.count(rule) >= _LEAST]
    terms = [one.problem for one in read if one is not None and one.rule == _TERM_ITEM]
    if len(set(terms)) < len(terms):
        return  # the same words before each colon name none of them
    if not strong or 2 * len(rules) < len(groups):
        return
    for group, one in zip(groups, read, strict=True):
        yield group if one is None or one.rule not in strong else one


def _groups(run: Sequence[Piece]) -> list[Group]:
    top = min(piece.block.level for piece in run)
    groups: list[Group] = []
    for piece in run:
        if piece.block.level == top or not groups:
            groups.append([piece])
        else:
            groups[-1].append(piece)
    return groups


def _read(text: str, part: Part, group: Group, lead: str) -> Part | None:
    """Return an item as a part: a case, a term with its text, or a choice with its steps."""
    first, below = group[0], group[1:]
    case = case_of(text, first.start, first.end)
    if case is not None and (case.said is not None or below):
        return _of_case(text, part, group, case)
    named = label_span(text, first)
    rest = after_label(text, first)
    if named is not None and (rest is not None or below) and not is_remark(first.text):
        return _of_term(text, part, group, named, rest)
    if below and first.text.rstrip().endswith("?") and first.words <= _QUESTION_WORDS:
        return _made(part, group, "question_item", Span(first.start, first.end))
    if below and offers_choice(lead) and first.words <= _SHORT:
        span = trimmed(text, first.start, first.end, ":.")
        return _made(part, group, "choice_item", span) if span else None
    if below and first.words <= _SHORT and _is_name_of(below, first):
        span = trimmed(text, first.start, first.end, ":.")
        return _made(part, group, "named_item", span) if span else None
    return None


def _is_name_of(below: Sequence[Piece], first: Piece) -> bool:
    """Return whether an item is a name of the list below it, no sentence and no step."""
    deeper = len(below) >= _LEAST and all(one.is_item for one in below)
    words = first.text.strip("*_ ")
    named = words.split(" ")[0].isupper() or not is_step(_BRACKETS.sub("", words))
    return deeper and named and (words[-1:].isalnum() or words.endswith(")"))


def _of_case(text: str, part: Part, group: Group, case: Case) -> Part:
    made = _made(part, group, "case_item", case.problem)
    if case.said is not None:
        made.said.extend(sentences(text, case.said.start, case.said.end))
    return made


def _of_term(text: str, part: Part, group: Group, named: Span, rest: Span | None) -> Part:
    made = _made(part, group, _TERM_ITEM, named)
    if rest is not None:
        made.said.extend(sentences(text, rest.start, rest.end))
    return made


def _made(part: Part, group: Group, rule: str, span: Span) -> Part:
    origin, confidence = _RULES[rule]
    first, last = group[0], group[-1]
    words = first.text[span.start - first.start : span.end - first.start]
    made = Part(origin, rule, confidence, words, span, first.start, last.end, part.depth + 1)
    made.pieces.extend(group[1:])
    return made


def with_terms(text: str, part: Part) -> None:
    """Give lines that begin with a stressed term, two or more of them, a part each."""
    terms = [
        piece
        for piece in part.pieces
        if piece.kind == BlockKind.PARAGRAPH and piece.stressed and _is_term(text, piece)
    ]
    if len(terms) < _LEAST or part.depth >= MAX_DEPTH:
        return
    for piece in terms:
        named = label_span(text, piece)
        if named is not None:
            part.parts.append(_of_term(text, part, [piece], named, after_label(text, piece)))
    taken = {id(piece) for piece in terms}
    part.pieces = [piece for piece in part.pieces if id(piece) not in taken]
    part.parts.sort(key=lambda one: one.start)


def _is_term(text: str, piece: Piece) -> bool:
    if is_remark(piece.text):
        return False
    return label_span(text, piece) is not None and after_label(text, piece) is not None
