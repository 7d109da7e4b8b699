"""The published help pages as a dialogue has them: trees of problems, and what joins the pages.

Nodes stand in the order of their pages' documents and, within a page, of ``index``, so a row of a
node decides between equals.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from graphwright.errors import NotFoundError
from graphwright.tables import HelpEdge, HelpEdgeKind, HelpIntent, HelpNode, HelpPage
from graphwright.tables.help import Span


@dataclasses.dataclass(frozen=True)
class HelpGraph:
    """Nodes, their pages, edges, intents and connected parts, and the texts of the pages.

    ``components`` maps node to component, ``texts`` document to canonical text.
    """

    nodes: Sequence[HelpNode]
    pages: Mapping[str, HelpPage]
    edges: Sequence[HelpEdge]
    intents: Sequence[HelpIntent]
    components: Mapping[str, str]
    texts: Mapping[str, str]

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """Return the row of each node by its id."""
        return {node.node_id: row for row, node in enumerate(self.nodes)}

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """Return the documents that have nodes, sorted."""
        return tuple(sorted({node.document_id for node in self.nodes}))

    def row(self, node_id: str) -> int:
        """Return the row of a node. Raises ``NotFoundError``."""
        found = self.rows.get(node_id)
        if found is None:
            raise NotFoundError(
                f"There is no help node {node_id!r} in this snapshot.",
                remedy="List the nodes of a page: graphwright dialogue show PAGE.",
            )
        return found

    @cached_property
    def _children(self) -> Mapping[int, tuple[int, ...]]:
        return self._targets(HelpEdgeKind.CHILD)

    @cached_property
    def _references(self) -> Mapping[int, tuple[int, ...]]:
        return self._targets(HelpEdgeKind.REFERENCE)

    def _targets(self, kind: HelpEdgeKind) -> Mapping[int, tuple[int, ...]]:
        targets: defaultdict[int, set[int]] = defaultdict(set)
        for edge in self.edges:
            if edge.kind == kind and edge.target_id is not None:
                targets[self.rows[edge.source_id]].add(self.rows[edge.target_id])
        return {row: tuple(sorted(reached)) for row, reached in targets.items()}

    def children(self, row: int) -> tuple[int, ...]:
        """Return the rows of a node's children, in the order of the page."""
        return self._children.get(row, ())

    def references(self, row: int) -> tuple[int, ...]:
        """Return the rows of the roots that a node's links lead to."""
        return self._references.get(row, ())

    def parent(self, row: int) -> int | None:
        """Return the row of the node above, None for the root of a page."""
        above = self.nodes[row].parent_id
        return None if above is None else self.rows[above]

    def component(self, row: int) -> str:
        """Return the connected part that a node is in."""
        return self.components[self.nodes[row].node_id]

    @cached_property
    def groups(self) -> Mapping[str, tuple[int, ...]]:
        """Return the rows of the roots of each group of pages that differ by product alone."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for page in self.pages.values():
            if page.group_id is not None:
                found[page.group_id].append(self.rows[page.root_id])
        return {name: tuple(sorted(rows)) for name, rows in sorted(found.items())}

    def words(self, row: int, span: Span) -> str:
        """Return the text of a span of a node's page, exactly."""
        return self.texts[self.nodes[row].document_id][span.start : span.end]
