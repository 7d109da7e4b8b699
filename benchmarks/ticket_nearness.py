"""From which cosine on a found ticket answers: what ``tickets.py --nearness`` measures.

Each ticket that a link of duplicates or clones leaves asks with its title, and with title and
description, as ``graphwright tickets ask`` does. It is asked twice: as it stands, where the answer
is right if a gold ticket is among the first that the answerer looks through; and with the gold
tickets withheld, and all that is linked to them, where the right answer is that these tickets do
not hold it. Strangers are the titles of another tracker. A threshold keeps a share of the right
answers, and refuses a share of the withheld questions and of the strangers. The least cosine that
is served is the highest one, in steps of .01, that keeps 95 % of the right answers of the even
half; the odd half confirms. The first row keeps all, as without a threshold.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from graphwright.graph.ticket_texts import TicketTexts
from graphwright.ticket_retrieval.answer import TICKETS_TRIED
from graphwright.ticket_retrieval.probe import Probe, newest, probe_of_question
from graphwright.ticket_retrieval.question_reading import RuleReader
from graphwright.ticket_retrieval.ticket_strategies import TicketsStrategy, TicketStrategyParts
from graphwright.tickets.template import default_template
from graphwright.vectors.embedder import Embedder

SAME = ("Duplicate", "Cloners", "all links")
"""Links to tickets of the same problem; a folder without types of links has all of them."""
KEEPS = 0.95
STEPS = [0.0, *(round(0.60 + 0.01 * step, 2) for step in range(26))]


Links = Mapping[str, frozenset[str]]
"""By key of a ticket, those that links lead to."""


@dataclasses.dataclass(frozen=True)
class Asked:
    """What was asked, in which way, and the best cosine of what was found; ``kind`` says of what.

    ``right``: a gold ticket is among the first; ``withheld`` and ``stranger``: there is none.
    """

    way: str
    kind: str
    even: bool
    cosine: float


class Nearness:
    """The default strategy over one tracker, asked by words."""

    def __init__(self, texts: TicketTexts, embedder: Embedder) -> None:
        self._texts, self._graph, self._embedder = texts, texts.graph, embedder
        self._strategy = TicketsStrategy(TicketStrategyParts(texts))
        self._reader = RuleReader(texts.graph, list(default_template().sections.values()))
        self._newest = newest(texts)

    def of_question(
        self, key: str, description: str, gold: frozenset[str], joined: Links, *, even: bool
    ) -> Iterator[Asked]:
        """Yield what a ticket finds with its gold tickets and without all that links join."""
        row = self._graph.row(key)
        assert row is not None
        ticket = self._graph.tickets[row]
        hidden = frozenset(self._joined(key, joined)) - {row}
        wanted = {self._graph.row(one) for one in gold}
        for way, text in (("title", ticket.title), ("whole", f"{ticket.title}\n{description}")):
            probe = dataclasses.replace(
                self._probe(text, ticket.created), own=row, before=ticket.created
            )
            found = self._strategy.rank(probe, TICKETS_TRIED)
            if wanted & {one.row for one in found}:
                near = max(one.cosine or 0 for one in found)
                yield Asked(way, "right", even, near)
            yield self._asked(way, "withheld", dataclasses.replace(probe, excluded=hidden), even)

    def of_stranger(self, title: str, *, even: bool) -> Asked:
        """Return what a title of another tracker finds."""
        return self._asked("title", "stranger", self._probe(title, self._newest), even)

    def _asked(self, way: str, kind: str, probe: Probe, even: bool) -> Asked:
        found = self._strategy.rank(probe, TICKETS_TRIED)
        return Asked(way, kind, even, max((one.cosine or 0 for one in found), default=0.0))

    def _probe(self, text: str, asked: str | None) -> Probe:
        return probe_of_question(self._reader(text), self._embedder, asked=asked)

    def _joined(self, key: str, joined: Links) -> Iterator[int]:
        """Yield what two links from a ticket lead to, in either direction."""
        reached = {key}
        for _ in range(2):
            reached |= {two for one in reached for two in joined.get(one, ())}
        for one in reached:
            row = self._graph.row(one)
            if row is not None:
                yield row


def least_that_keeps(asked: Sequence[Asked]) -> float:
    """Return the highest threshold that keeps enough right answers of the even half."""
    right = [one for one in asked if one.even and one.kind == "right"]
    ways = sorted({one.way for one in right})
    by_way = [np.array([one.cosine for one in right if one.way == way]) for way in ways]
    return max(step for step in STEPS if all((one >= step).mean() >= KEEPS for one in by_way))


def print_nearness(asked: Sequence[Asked]) -> None:
    """Print a table for each way and half, and as JSON the threshold with its shares."""
    print(f"{'':14}" + "".join(f"{step:>6}" for step in STEPS[:1] + STEPS[1::2]))
    least = least_that_keeps(asked)
    at_least: dict[str, float] = {}
    for way, kind, even in sorted({(one.way, one.kind, one.even) for one in asked}):
        some = [one.cosine for one in asked if (one.way, one.kind, one.even) == (way, kind, even)]
        cosines, kept = np.array(some), kind == "right"
        told = f"{way} {kind} {'even' if even else 'odd'}"
        print(f"{told}, {len(some)}: {'kept' if kept else 'refused'}")
        shares = (_share(cosines, step, kept=kept) for step in STEPS[:1] + STEPS[1::2])
        print(f"{'':14}" + "".join(f"{share:6.2f}" for share in shares))
        at_least[told] = round(_share(cosines, least, kept=kept), 4)
    print(json.dumps({"least_cosine": least, **at_least}))


def _share(cosines: np.ndarray, step: float, *, kept: bool) -> float:
    return float(((cosines >= step) == kept).mean())


def same_of(folder: Path) -> Links:
    """Return by key the tickets that it states to be its duplicates or clones."""
    found: dict[str, frozenset[str]] = {}
    for asker, target, kind in _stated(folder):
        if kind in SAME:
            found[asker] = found.get(asker, frozenset()) | {target}
    return found


def joined_of(folder: Path) -> Links:
    """Return by key the tickets that any link joins with it, whichever of both states it."""
    found: dict[str, frozenset[str]] = {}
    for asker, target, _ in _stated(folder):
        found[asker] = found.get(asker, frozenset()) | {target}
        found[target] = found.get(target, frozenset()) | {asker}
    return found


def _stated(folder: Path) -> Iterator[tuple[str, str, str]]:
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        asker, target, score, *kind = line.split("\t")
        if float(score) > 0 and asker != target:
            yield asker, target, kind[0] if kind else SAME[-1]
