"""The edges of the graph of help pages, and its connected parts (Recruit, section 2.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphwright.help.pages import ReadPage, roots_by_name
from graphwright.ids import content_id
from graphwright.tables import (
    HelpComponent,
    HelpEdge,
    HelpEdgeKind,
    HelpNode,
    HelpPage,
    HelpReference,
)


def help_edges(
    read: Sequence[ReadPage],
    pages: Sequence[HelpPage],
    nodes: Iterable[HelpNode],
    references: Iterable[HelpReference],
) -> list[HelpEdge]:
    """Return an edge to each child, and one for each address that a node refers to.

    A reference leads to the root of the page that its address names, else to that of the page at
    its path; where neither is there, its edge is dangling. Of links of one node to one address the
    first gives the words.
    """
    edges: dict[str, HelpEdge] = {}
    targets = _Targets(read, pages)
    for edge in (*_children(nodes), *_references(references, targets)):
        edges.setdefault(edge.edge_id, edge)
    return sorted(edges.values(), key=lambda edge: edge.edge_id)


def help_components(nodes: Iterable[HelpNode], edges: Iterable[HelpEdge]) -> list[HelpComponent]:
    """Return each node with its connected part, which its smallest node names."""
    above = {node.node_id: node.node_id for node in nodes}
    for edge in edges:
        if edge.target_id is not None:
            low, high = sorted((_top(above, edge.source_id), _top(above, edge.target_id)))
            above[high] = low
    parts = {node_id: _top(above, node_id) for node_id in sorted(above)}
    sizes = Counter(parts.values())
    return [HelpComponent(node_id, part, sizes[part]) for node_id, part in parts.items()]


def _top(above: dict[str, str], node_id: str) -> str:
    while above[node_id] != node_id:
        above[node_id] = above[above[node_id]]
        node_id = above[node_id]
    return node_id


class _Targets:
    """The root that a reference leads to, by what its address says."""

    def __init__(self, read: Sequence[ReadPage], pages: Sequence[HelpPage]) -> None:
        self._collections: Mapping[str, str] = {page.document_id: page.collection for page in read}
        self._by_name = roots_by_name(read, pages)
        self._by_document = {page.document_id: page.root_id for page in pages}

    def of(self, link: HelpReference) -> str | None:
        named = self._by_name.get((self._collections[link.document_id], link.page_key or ""))
        return named or self._by_document.get(link.target_document_id or "")


def _children(nodes: Iterable[HelpNode]) -> Iterator[HelpEdge]:
    for node in nodes:
        if node.parent_id is not None:
            kind = HelpEdgeKind.CHILD.value
            name = content_id("help edge", kind, node.parent_id, node.node_id)
            yield HelpEdge(name, node.parent_id, node.node_id, kind, None, None)


def _references(links: Iterable[HelpReference], targets: _Targets) -> Iterator[HelpEdge]:
    for link in sorted(links, key=lambda link: (link.document_id, link.index)):
        target = targets.of(link)
        kind = (HelpEdgeKind.DANGLING if target is None else HelpEdgeKind.REFERENCE).value
        name = content_id("help edge", kind, link.node_id, target or "", link.href)
        yield HelpEdge(name, link.node_id, target, kind, link.href, link.anchor)
