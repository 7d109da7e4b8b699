"""Which node an utterance is about: relevance, and continuity with what is talked of."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Sequence

from graphwright.dialogue.conditions import Choice
from graphwright.dialogue.search import IntentSearch, RankedNode, SearchResult
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.view import GraphView, naming_words
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import AUXILIARIES, FUNCTION_WORDS, QUESTION_WORDS
from graphwright.ids import content_id

_JOIN = r"(?:and also|and|also|plus)\b,?\s+"
_WISH = re.compile(rf"(?<=[?.!\n])\s+(?:{_JOIN})?|[,;]?\s+\b{_JOIN}(?=\w)", re.IGNORECASE)
_WISHERS = QUESTION_WORDS | AUXILIARIES | {"i", "my"}
_LINKED, _PART = 0.5, 0.1
"""Shares of what a node gains by being near: one link away, and joined by more links."""
_NODES = 20
_LEAST_WORDS = 2
"""Words that name something which a wish of its own has at least."""


@dataclasses.dataclass(frozen=True, slots=True)
class Selection:
    """The nodes that are left, best first, the probability that the pages know the problem."""

    nodes: tuple[RankedNode, ...]
    known: float


class Selector:
    """Searches for what an utterance is about, as one reader may hear it."""

    def __init__(self, view: GraphView, search: IntentSearch, settings: DialogueSettings) -> None:
        self._view, self._search, self._settings = view, search, settings

    def select(
        self, text: str, focus: int | None, told: Sequence[int] = (), most: int = _NODES
    ) -> Selection:
        """Return the nodes for a text: of the part that is talked of, unless others are better.

        They are the best ``most`` of all without those that were ``told``.
        """
        whole = self._named(text, self._heard(self._search.search(text, k=most), told), told)
        if focus is None:
            return whole
        part = self._view.graph.component(focus)
        within = self._heard(self._search.search(text, part), told)
        if not within.nodes or not whole.nodes:
            return whole
        near = self._nearer(within.nodes, focus)
        stays = near[0].score >= whole.nodes[0].score
        # Of all that is searched: a part's best node may stand out for being one of few.
        return Selection(near, whole.known) if stays else whole

    def _named(self, text: str, found: Selection, told: Sequence[int]) -> Selection:
        """Return a selection led by the group of products whose topic is all that a text names.

        Other pages have such words too, but of those only the products leave something to ask. So
        is one led by the page whose title is all that is named, where the search is not sure.
        """
        words = naming_words(text)
        unsure = found.known < self._settings.sure_from
        titles = self._view.titles.get(words, ()) if unsure else ()
        rows = self._view.topics.get(words) or titles
        if len(rows) != 1 or rows[0] in told:
            return found
        first = found.nodes[0].score if found.nodes else 0.0
        others = tuple(one for one in found.nodes if one.row != rows[0])
        named = RankedNode(rows[0], first)
        return Selection((named, *others), max(found.known, self._settings.sure_from))

    def _nearer(self, nodes: Sequence[RankedNode], focus: int) -> tuple[RankedNode, ...]:
        """Return nodes with what they gain by being near what is talked of, best first.

        Links may join all pages into one part, so nearness counts: the page itself, then what a
        link of it leads to, then the rest of the part.
        """
        root = self._view.root(focus)
        linked = set(self._view.references(root)) | set(self._view.references(focus))
        gained = []
        for one in nodes:
            above = self._view.root(one.row)
            near = 1.0 if above == root else _LINKED if above in linked else _PART
            added = near * self._settings.staying
            gained.append(dataclasses.replace(one, score=one.score + added))
        return tuple(sorted(gained, key=lambda one: -one.score))

    def _heard(self, found: SearchResult, told: Sequence[int]) -> Selection:
        nodes = [one for one in found.nodes if self._view.is_heard(one.row)]
        left = tuple(one for one in nodes if one.row not in told)
        lost = bool(found.nodes) and not left
        return Selection(left, 0.0 if lost else found.known)

    def nearest(self, found: Selection, offered: Sequence[int]) -> int:
        """Return the best node of the topics that were offered, else the best of all."""
        topics = {self._topic(row) for row in offered}
        rows = [one.row for one in found.nodes]
        return next((row for row in rows if self._topic(row) in topics), rows[0])

    def _topic(self, row: int) -> str:
        return self._view.product_group(row) or self._view.node(row).document_id

    def topics(self, nodes: Sequence[RankedNode], refused: Sequence[int] = ()) -> list[RankedNode]:
        """Return the best problem of each page, pages that differ by product alone as one.

        Pages of nodes that were ``refused`` are left out.
        """
        best: dict[str, RankedNode] = {}
        out = {self._topic(row) for row in refused}
        for node in [one for one in nodes if self._topic(one.row) not in out]:
            problem = dataclasses.replace(node, row=self._problem(node.row))
            best.setdefault(self._topic(node.row), problem)
        return list(best.values())

    def which(self, nodes: Sequence[RankedNode], among: Sequence[RankedNode]) -> Choice:
        """Return the choice between the problems that an utterance may be about.

        ``among`` are all the nodes that are near it: where of pages that differ by product one
        alone is, it goes by its own title.
        """
        near = {self._view.node(one.row).document_id for one in among}
        rows = {self._view.node(one.row).node_id: (one.row,) for one in nodes}
        labels = {name: self._label(found[0], near) for name, found in rows.items()}
        for name, (row,) in rows.items():
            if (root := self._view.root(row)) != row:
                labels[name] = f"{labels[name]} ({self._view.title(root)})"
        return Choice(f"intent:{content_id(*rows)}", rows, labels, None, None)

    def _problem(self, row: int) -> int:
        """Return the nearest node at or above one that is no condition: "If ..." is no problem."""
        above = self._view.graph.parent(row)
        while above is not None and self._view.node(row).condition is not None:
            row, above = above, self._view.graph.parent(above)
        return row

    def _label(self, row: int, near: Collection[str]) -> str:
        page = self._view.graph.pages.get(self._view.node(row).document_id)
        group = self._view.product_group(row)
        if page is None or group is None or self._view.graph.parent(row) is not None:
            return self._view.title(row)
        pages = [self._view.node(one).document_id for one in self._view.product_pages(group)]
        is_clear = sum(one in near for one in pages) == 1
        return self._view.title(row) if is_clear else page.topic or self._view.title(row)


def wishes(text: str) -> list[str]:
    """Return the wishes of a text, if they are several: each asks or states something itself."""
    found: list[str] = []
    for piece in _WISH.split(text):
        words = piece.split()
        begins = bool(words) and words[0].casefold().split("'")[0] in _WISHERS
        if begins or not found:
            found.append(piece)
        else:
            found[-1] = f"{found[-1]} {piece}"
    own = [one for one in found if len(set(terms(one)) - FUNCTION_WORDS) >= _LEAST_WORDS]
    return own if len(own) > 1 else []
