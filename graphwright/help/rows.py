"""A help page's rows: the nodes of its tree, and what of it is no node."""

from __future__ import annotations

import dataclasses

from graphwright.help.draft import NodeDraft, PageDraft
from graphwright.help.tree import read_draft
from graphwright.tables import HelpNode, ParsedDocument, RejectedHelpNode


@dataclasses.dataclass(frozen=True, slots=True)
class HelpRows:
    """What is read of one page, both in order of the text; the first node is the root."""

    nodes: tuple[HelpNode, ...]
    rejected: tuple[RejectedHelpNode, ...]


def read_page(
    document: ParsedDocument, title: str | None = None, audience: str | None = None
) -> HelpRows:
    """Return the rows of a page; ``title`` and ``audience`` are those of its front matter."""
    draft = read_draft(document, title)
    return HelpRows(
        tuple(_node(draft, node, audience) for node in draft.nodes),
        tuple(
            RejectedHelpNode(
                document.document_id,
                index,
                part.problem,
                part.reason.value,
                part.span.start,
                part.span.end,
                part.detail,
            )
            for index, part in enumerate(draft.rejected)
        ),
    )


def _node(page: PageDraft, node: NodeDraft, audience: str | None) -> HelpNode:
    return HelpNode(
        node_id=node.node_id,
        document_id=page.document.document_id,
        parent_id=None if node.parent is None else page.nodes[node.parent].node_id,
        index=node.index,
        depth=node.depth,
        problem=node.problem,
        problem_span=node.problem_span,
        problem_phrase=node.problem_phrase,
        condition=None,
        condition_span=None,
        condition_kind=None,
        condition_value=None,
        condition_group=None,
        group_question=None,
        resolution_spans=node.resolution,
        carried_spans=(),
        start=node.start,
        end=node.end,
        actionable=bool(node.resolution),
        why_not=None,
        audience=audience,
        origin=node.origin.value,
        rule=node.rule,
        confidence=node.confidence,
    )
