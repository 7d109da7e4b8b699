"""From a page to its drafts: headings first, then what opens parts inside a section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from graphwright.help.draft import NodeDraft, PageDraft
from graphwright.help.outline import outline
from graphwright.help.part import Page, Part
from graphwright.help.phrases import problem_phrase
from graphwright.help.pieces import Piece
from graphwright.help.sentences import sentences
from graphwright.ids import content_id
from graphwright.tables import ParsedDocument
from graphwright.tables.help import Span
from graphwright.tickets.normal_words import normal_words


def read_draft(document: ParsedDocument, title: str | None = None) -> PageDraft:
    """Return the drafts of a page; ``title`` is that of its front matter, where it states one."""
    page = outline(document, title)
    nodes = tuple(_drafts(page, document.document_id))
    rejected = sorted(page.rejected, key=lambda one: (one.span.start, one.span.end, one.reason))
    return PageDraft(document, nodes, tuple(rejected))


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
    own = (*part.said, *(span for piece in part.pieces for span in spans_of(page.text, piece)))
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
        resolution=own,
        start=part.start,
        end=part.end,
        origin=part.origin,
        rule=part.rule,
        confidence=part.confidence,
    )


def spans_of(text: str, piece: Piece) -> Iterator[Span]:
    """Yield the sentences of a line; an item, a row or code is one span."""
    if piece.is_line:
        yield from sentences(text, piece.start, piece.end)
    else:
        yield Span(piece.start, piece.end)
