"""A help page's rows: the nodes of its tree, and what of it is no node."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from graphwright.help.actionable import why_not_actionable
from graphwright.help.carried import carried_spans
from graphwright.help.conditions import Condition, read_conditions
from graphwright.help.draft import NodeDraft, PageDraft
from graphwright.help.tree import read_draft
from graphwright.tables import HelpNode, ParsedDocument, RejectedHelpNode
from graphwright.tables.help import Span


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
        node_rows(draft, read_conditions(draft), audience),
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


def node_rows(
    draft: PageDraft, conditions: Mapping[int, Condition], audience: str | None
) -> tuple[HelpNode, ...]:
    """Return the rows of a page's drafts; ``conditions`` are theirs by index."""
    carried = carried_spans(draft, conditions)
    return tuple(
        _node(draft, node, conditions.get(node.index), carried.get(node.index, ()), audience)
        for node in draft.nodes
    )


def _node(
    page: PageDraft,
    node: NodeDraft,
    condition: Condition | None,
    carried: Sequence[Span],
    audience: str | None,
) -> HelpNode:
    why_not = why_not_actionable(page, node)
    return HelpNode(
        node_id=node.node_id,
        document_id=page.document.document_id,
        parent_id=None if node.parent is None else page.nodes[node.parent].node_id,
        index=node.index,
        depth=node.depth,
        problem=node.problem,
        problem_span=node.problem_span,
        problem_phrase=node.problem_phrase,
        condition=condition.text if condition else None,
        condition_span=condition.span if condition else None,
        condition_kind=condition.kind.value if condition else None,
        condition_value=condition.value if condition else None,
        condition_group=condition.group if condition else None,
        group_question=condition.question if condition else None,
        resolution_spans=node.resolution,
        carried_spans=tuple(carried),
        start=node.start,
        end=node.end,
        actionable=why_not is None,
        why_not=why_not.value if why_not else None,
        audience=audience,
        origin=node.origin.value,
        rule=node.rule,
        confidence=node.confidence,
    )
