"""From a page to its drafts: headings first, then what opens parts inside a section."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Iterator

from graphwright.help.case_clauses import with_clauses, with_exception
from graphwright.help.draft import NodeDraft, PageDraft
from graphwright.help.list_parts import offers_choice, with_items, with_terms
from graphwright.help.navigation import without_navigation
from graphwright.help.openers import with_lines
from graphwright.help.outline import outline
from graphwright.help.page_words import introduces
from graphwright.help.part import MAX_DEPTH, Page, Part
from graphwright.help.phrases import problem_phrase
from graphwright.help.pieces import Piece, spans_of
from graphwright.help.procedures import with_steps
from graphwright.help.pruning import prune
from graphwright.help.sentence_roles import is_step
from graphwright.help.table_parts import with_rows
from graphwright.ids import content_id
from graphwright.tables import ParsedDocument
from graphwright.tables.help import Span
from graphwright.tickets.normal_words import normal_words


def read_draft(document: ParsedDocument, title: str | None = None) -> PageDraft:
    """Return the drafts of a page; ``title`` is that of its front matter, where it states one."""
    page = outline(document, title)
    without_navigation(page)
    for part in page.root.walk():
        with_lines(page.text, part)
    with_steps(page.text, page.root)
    for part in page.root.walk():
        _open_parts(page.text, part)
    prune(page, lambda part: bool(_answers(page.text, _own(page.text, part))))
    nodes = tuple(_drafts(page, document.document_id))
    rejected = sorted(page.rejected, key=lambda one: (one.span.start, one.span.end, one.reason))
    return PageDraft(document, nodes, tuple(rejected))


def _open_parts(text: str, part: Part) -> None:
    """Open the parts inside a part, which then are asked for theirs."""
    if part.depth >= MAX_DEPTH:
        return
    for opens in (with_terms, with_items, with_rows, with_clauses, with_exception):
        opens(text, part)


def _own(text: str, part: Part) -> tuple[Span, ...]:
    """Return what a part says itself, in order of the text."""
    spans = {*part.said, *(span for piece in part.pieces for span in spans_of(text, piece))}
    return tuple(sorted(spans, key=lambda span: (span.start, span.end)))


def _answers(text: str, own: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return what of it answers: introductions do not."""
    return tuple(span for span in own if not introduces(text[span.start : span.end]))


def _leads(text: str, part: Part, own: tuple[Span, ...]) -> set[Span]:
    """Return what only leads in the parts below: a colon with nothing between it and a part.

    A step of a list does more, unless it is to choose: "Open the folder. It is located in:".
    """
    found = {child.lead for child in part.parts if child.lead is not None}
    starts = [span.start for span in own]
    for child in part.parts:
        before = bisect.bisect_left(starts, child.start) - 1
        if before >= 0 and text[own[before].end - 1] == ":":
            found.add(own[before])
    steps = {span for piece in part.pieces if _orders(piece) for span in spans_of(text, piece)}
    return found - steps


def _orders(piece: Piece) -> bool:
    """Return whether a piece is a step of a list that offers no choice."""
    return piece.is_item and is_step(piece.text) and not offers_choice(piece.text)


def _drafts(page: Page, document_id: str) -> Iterator[NodeDraft]:
    """Yield the drafts, each after the one above it, in order of the page."""
    root = content_id("help_node", document_id)
    waiting: list[tuple[Part, str, int | None]] = [(page.root, root, None)]
    index = 0
    while waiting:
        part, identity, parent = waiting.pop()
        yield _draft(page, part, identity, parent, index)
        waiting.extend((p, i, index) for p, i in reversed(list(_identified(part, identity))))
        index += 1


def _identified(part: Part, above: str) -> Iterator[tuple[Part, str]]:
    """Yield the parts below with their ids: of words and number among equals, never of place."""
    seen: Counter[str] = Counter()
    for child in part.parts:
        words = normal_words(child.problem) or child.problem.strip().casefold()
        yield child, content_id("help_node", above, words, seen[words])
        seen[words] += 1


def _draft(page: Page, part: Part, identity: str, parent: int | None, index: int) -> NodeDraft:
    own = _own(page.text, part)
    leads = _leads(page.text, part, own)
    return NodeDraft(
        node_id=identity,
        parent=parent,
        index=index,
        depth=part.depth,
        problem=part.problem,
        problem_span=part.span,
        problem_phrase=problem_phrase(part.problem),
        lead=part.lead,
        own=own,
        resolution=tuple(span for span in _answers(page.text, own) if span not in leads),
        start=part.start,
        end=part.end,
        origin=part.origin,
        rule=part.rule,
        confidence=part.confidence,
    )
