"""Which node an utterance is about: relevance, and continuity with what is talked of."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from graphwright.dialogue.conditions import Choice
from graphwright.dialogue.search import IntentSearch, RankedNode, SearchResult
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.view import GraphView
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import AUXILIARIES, FUNCTION_WORDS, QUESTION_WORDS
from graphwright.ids import content_id

_JOIN = r"(?:and also|and|also|plus)\b,?\s+"
_WISH = re.compile(rf"(?<=[?.!\n])\s+(?:{_JOIN})?|[,;]?\s+\b{_JOIN}(?=\w)", re.IGNORECASE)
_WISHERS = QUESTION_WORDS | AUXILIARIES | {"i", "my"}
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

    def select(self, text: str, focus: int | None, told: Sequence[int] = ()) -> Selection:
        """Return the nodes for a text: of the part that is talked of, unless others are better."""
        whole = self._heard(self._search.search(text), told)
        if focus is None:
            return whole
        part = self._view.graph.component(focus)
        within = self._heard(self._search.search(text, part), told)
        if not within.nodes or not whole.nodes:
            return whole
        stays = within.nodes[0].score + self._settings.staying >= whole.nodes[0].score
        return Selection(within.nodes, max(within.known, whole.known)) if stays else whole

    def _heard(self, found: SearchResult, told: Sequence[int]) -> Selection:
        nodes = [one for one in found.nodes if self._view.is_heard(one.row)]
        left = tuple(one for one in nodes if one.row not in told)
        lost = bool(found.nodes) and not left
        return Selection(left, 0.0 if lost else found.known)

    def topics(self, nodes: Sequence[RankedNode]) -> list[RankedNode]:
        """Return the best node of each page, pages that differ by product alone as one."""
        best: dict[str, RankedNode] = {}
        for node in nodes:
            document = self._view.node(node.row).document_id
            best.setdefault(self._view.product_group(node.row) or document, node)
        return list(best.values())

    def which(self, nodes: Sequence[RankedNode]) -> Choice:
        """Return the choice between the nodes that an utterance may be about."""
        rows = {self._view.node(one.row).node_id: (one.row,) for one in nodes}
        labels = {name: self._label(found[0]) for name, found in rows.items()}
        shown = list(labels.values())
        for name, found in rows.items():
            if shown.count(labels[name]) > 1:
                labels[name] = f"{labels[name]} ({self._view.title(self._view.root(found[0]))})"
        return Choice(f"intent:{content_id(*rows)}", rows, labels, None, None)

    def _label(self, row: int) -> str:
        page = self._view.graph.pages.get(self._view.node(row).document_id)
        grouped = self._view.product_group(row) is not None
        is_root = self._view.graph.parent(row) is None
        topic = page.topic if page is not None and grouped and is_root else None
        return topic or self._view.title(row)


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
