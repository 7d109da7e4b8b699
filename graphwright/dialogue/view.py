"""The graph of help pages as one reader may hear it: what is for others is not there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from graphwright.dialogue.settings import DialogueSettings
from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import FUNCTION_WORDS
from graphwright.tables import HelpNode


def naming_words(text: str) -> frozenset[str]:
    """Return the words of a text that name something."""
    return frozenset(terms(text)) - FUNCTION_WORDS


class GraphView:
    """A ``HelpGraph`` without the nodes that the reader must not hear."""

    def __init__(self, graph: HelpGraph, settings: DialogueSettings) -> None:
        self.graph = graph
        self._audiences = {one.casefold() for one in settings.audiences}

    def node(self, row: int) -> HelpNode:
        """Return the node of a row."""
        return self.graph.nodes[row]

    def is_heard(self, row: int) -> bool:
        """Return whether the node is for this reader."""
        audience = self.graph.nodes[row].audience
        return audience is None or audience.strip().casefold() in self._audiences

    def heard(self, rows: Sequence[int]) -> tuple[int, ...]:
        """Return those of some rows that are for this reader."""
        return tuple(row for row in rows if self.is_heard(row))

    def children(self, row: int) -> tuple[int, ...]:
        """Return the rows of a node's children."""
        return self.heard(self.graph.children(row))

    def references(self, row: int) -> tuple[int, ...]:
        """Return the rows of the roots that a node's links lead to."""
        return self.heard(self.graph.references(row))

    def path(self, row: int) -> tuple[int, ...]:
        """Return the rows from the page's root down to a node."""
        above = self.graph.parent(row)
        return (row,) if above is None else (*self.path(above), row)

    def root(self, row: int) -> int:
        """Return the row of the root of a node's page."""
        return self.path(row)[0]

    @cached_property
    def _groups(self) -> dict[str, tuple[int, ...]]:
        return {name: self.heard(rows) for name, rows in self.graph.groups.items()}

    @cached_property
    def topics(self) -> dict[frozenset[str], tuple[int, ...]]:
        """Roots of the first page of each group of products, by the words that name its topic."""
        found: defaultdict[frozenset[str], list[int]] = defaultdict(list)
        for rows in filter(None, self._groups.values()):
            page = self.graph.pages[self.node(rows[0]).document_id]
            found[naming_words(page.topic or "")].append(rows[0])
        return {words: tuple(rows) for words, rows in found.items()}

    @cached_property
    def titles(self) -> dict[frozenset[str], tuple[int, ...]]:
        """Roots of pages by the words of their titles that name something."""
        found: defaultdict[frozenset[str], list[int]] = defaultdict(list)
        for row in range(len(self.graph.nodes)):
            if self.graph.parent(row) is None and self.is_heard(row):
                found[naming_words(self.title(row))].append(row)
        return {words: tuple(rows) for words, rows in found.items() if words}

    def product_group(self, row: int) -> str | None:
        """Return the group of pages that differ by product alone in which a node's page is."""
        page = self.graph.pages.get(self.node(row).document_id)
        group = page.group_id if page is not None else None
        return group if group is not None and len(self._groups[group]) > 1 else None

    def product_pages(self, group: str) -> tuple[int, ...]:
        """Return the rows of the roots of a group's pages."""
        return self._groups.get(group, ())

    def product(self, row: int) -> str:
        """Return the product that a node's page is about; its title where none is known."""
        page = self.graph.pages[self.node(row).document_id]
        return page.product or page.title

    def title(self, row: int) -> str:
        """Return what a node is called in an option."""
        return self.node(row).problem or self.node(row).problem_phrase
