"""A page's tree before its conditions are read: problems, what resolves them, and what is neither.

Drafts stand in the order of the page, each after the one above it; the root is the first.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.tables import HelpNodeOrigin, HelpNodeRejection, ParsedDocument
from graphwright.tables.help import Span


@dataclasses.dataclass(frozen=True, slots=True)
class NodeDraft:
    """A problem with its resolution; offsets are into the canonical text of its page.

    ``parent`` is the index of the draft above it, None for the root. ``lead`` is what introduces
    the part and its siblings where that is no heading: "Select your system:", or the header of a
    table's first column. ``own`` is all the text that the draft holds and no other does, without
    its problem, by sentence, item or cell: notes and introductions too. ``resolution`` is the part
    of ``own`` that answers.
    """

    node_id: str
    parent: int | None
    index: int
    depth: int
    problem: str
    problem_span: Span | None
    problem_phrase: str
    lead: Span | None
    own: tuple[Span, ...]
    resolution: tuple[Span, ...]
    start: int
    end: int
    origin: HelpNodeOrigin
    rule: str
    confidence: float


@dataclasses.dataclass(frozen=True, slots=True)
class RejectedDraft:
    """A part of the page that is no node; ``span`` is where it stands."""

    problem: str
    reason: HelpNodeRejection
    span: Span
    detail: str


@dataclasses.dataclass(frozen=True, slots=True)
class PageDraft:
    """All drafts of a page, and what went nowhere, both in order of the text."""

    document: ParsedDocument
    nodes: tuple[NodeDraft, ...]
    rejected: tuple[RejectedDraft, ...]

    def words(self, span: Span) -> str:
        """Return the text of a span, exactly."""
        return self.document.text[span.start : span.end]

    def children(self, index: int) -> Sequence[NodeDraft]:
        """Return the drafts directly below one, in order."""
        return [node for node in self.nodes if node.parent == index]
