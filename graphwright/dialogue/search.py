"""What finds the nodes that an utterance is about: the seam between ranking and the dialogue."""

from __future__ import annotations

import dataclasses
from typing import Protocol


@dataclasses.dataclass(frozen=True, slots=True)
class SignalRank:
    """The rank, from 1, that a signal alone would give a node's page."""

    signal: str
    rank: int


@dataclasses.dataclass(frozen=True, slots=True)
class RankedNode:
    """A node that an utterance may be about.

    ``row`` is its row in the ``HelpGraph``; ``score`` is from 0 to 1 and comparable between
    searches of one snapshot; ``intent`` is the text of it that met the utterance best, None where
    the node was found by its own words. ``ranks`` say why it stands where it does.
    """

    row: int
    score: float
    intent: str | None = None
    ranks: tuple[SignalRank, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class SearchResult:
    """Nodes in descending order of score, and how sure it is that the pages know the problem.

    ``known`` is a calibrated probability, 0 where nothing was found.
    """

    nodes: tuple[RankedNode, ...]
    known: float


class IntentSearch(Protocol):
    """Ranks nodes for an utterance; the same utterance always gives the same result."""

    def search(self, text: str, component: str | None = None, k: int = 20) -> SearchResult:
        """Return the ``k`` best nodes, of the whole graph or of one connected part of it."""
