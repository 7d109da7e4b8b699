"""Small graphs of help pages made by hand, with a text that all spans are of."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.graph.help_graph import HelpGraph
from graphwright.ids import content_id
from graphwright.tables import HelpEdge, HelpEdgeKind, HelpIntent, HelpNode, HelpPage
from graphwright.tables.help import Span


@dataclasses.dataclass(frozen=True)
class Part:
    """A node to be: its problem, sentences of its resolution, condition, parts below, links out."""

    problem: str
    resolution: tuple[str, ...] = ()
    condition: tuple[str, str] | None = None
    """Group and value."""
    question: str | None = None
    parts: tuple[Part, ...] = ()
    links: tuple[str, ...] = ()
    """Titles of pages."""
    actionable: bool | None = None
    why_not: str = "no_resolution"
    """Where it is not actionable."""
    audience: str | None = None
    product: tuple[str, str] | None = None
    """Of a page: the topic of its group and its product."""


def help_graph(pages: Sequence[Part], intents: Sequence[tuple[str, str]] = ()) -> HelpGraph:
    """Return the graph of some pages; ``intents`` pair the problem of a node with what is said."""
    maker = _Maker()
    for page in pages:
        maker.page(page)
    return maker.graph(intents)


class _Maker:
    def __init__(self) -> None:
        self.nodes: list[HelpNode] = []
        self.pages: dict[str, HelpPage] = {}
        self.texts: dict[str, str] = {}
        self.edges: list[HelpEdge] = []
        self.links: list[tuple[str, str]] = []
        self.text = ""

    def page(self, part: Part) -> None:
        document = content_id("document", part.problem)
        self.text = ""
        first = len(self.nodes)
        self.node(part, document, None, 0, first)
        self.texts[document] = self.text
        topic, product = part.product or (None, None)
        root = self.nodes[first].node_id
        group = content_id("group", topic) if topic else None
        self.pages[document] = HelpPage(
            document, "pages", part.problem, None, root, topic, product, group
        )

    def line(self, words: str) -> Span:
        start = len(self.text)
        self.text += f"{words}\n"
        return Span(start, start + len(words))

    def node(self, part: Part, document: str, parent: str | None, depth: int, first: int) -> None:
        node_id, index = content_id(document, len(self.nodes) - first), len(self.nodes) - first
        start = len(self.text)
        problem = self.line(part.problem)
        spans = tuple(self.line(words) for words in part.resolution)
        group, value = part.condition or (None, None)
        place = len(self.nodes)
        actionable = bool(spans) if part.actionable is None else part.actionable
        node = HelpNode(
            node_id=node_id, document_id=document, parent_id=parent, index=index, depth=depth,
            problem=part.problem, problem_span=problem, problem_phrase=part.problem.casefold(),
            condition=value, condition_span=None, condition_kind=None, condition_value=value,
            condition_group=group, group_question=part.question, resolution_spans=spans,
            carried_spans=(), start=start, end=start, actionable=actionable,
            why_not=None if actionable else part.why_not, audience=part.audience,
            origin="heading", rule="made", confidence=1.0,
        )  # fmt: skip
        self.nodes.append(node)
        self.links += [(node_id, title) for title in part.links]
        for below in part.parts:
            self.edge(node_id, content_id(document, len(self.nodes) - first), HelpEdgeKind.CHILD)
            self.node(below, document, node_id, depth + 1, first)
        self.nodes[place] = dataclasses.replace(node, end=len(self.text))

    def edge(self, source: str, target: str, kind: HelpEdgeKind) -> None:
        self.edges.append(
            HelpEdge(content_id(source, target, kind), source, target, kind, None, None)
        )

    def graph(self, intents: Sequence[tuple[str, str]]) -> HelpGraph:
        roots = {page.title: page.root_id for page in self.pages.values()}
        for source, title in self.links:
            self.edge(source, roots[title], HelpEdgeKind.REFERENCE)
        order = sorted(self.nodes, key=lambda node: (node.document_id, node.index))
        said = tuple(
            HelpIntent(
                content_id(node.node_id, text), node.document_id, node.node_id, text, "question",
                "rule", "made",
            )
            for problem, text in intents
            for node in order
            if node.problem == problem
        )  # fmt: skip
        return HelpGraph(order, self.pages, self.edges, said, self._components(), self.texts)

    def _components(self) -> dict[str, str]:
        found = {node.node_id: node.node_id for node in self.nodes}
        for _ in self.nodes:
            for edge in self.edges:
                if edge.target_id is not None:
                    least = min(found[edge.source_id], found[edge.target_id])
                    found[edge.source_id] = found[edge.target_id] = least
        return found
