"""How near each ticket is to what is searched for, signal by signal, and what each is worth.

A signal is compared with its own mean and spread over the tickets that may be found, so a cosine
and a BM25 score count in the same unit, and what a ticket lacks is unknown: it neither helps nor
harms. The best node of a section counts, not their sum: many comments are no merit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.ticket_texts import Part, TicketTexts
from graphwright.retrieval.ranking import cosines_of
from graphwright.ticket_retrieval.probe import Probe, day_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_NEAR_DAYS, _FAR_DAYS = 30.0, 365.0
_LEAST_SPREAD = 1e-9


@dataclasses.dataclass(frozen=True, slots=True)
class SignalWeights:
    """What each signal is worth, in standard deviations of it.

    Fitted with a listwise softmax loss, duplicates counting four times, on the even half of two
    trackers' linked tickets (``benchmarks/tickets.py`` prints both halves); one set serves every
    corpus.
    """

    title_title: float = 0.45
    title_body: float = 0.47
    body_title: float = 0.52
    body_body: float = 0.16
    words_short: float = 0.22
    words_long: float = 0.11
    comment_short: float = 0.14
    comment_long: float = 0.13
    components: float = 0.08
    labels: float = 0.08
    near_in_time: float = 0.23
    far_in_time: float = 0.54


WEIGHTS = SignalWeights()


@dataclasses.dataclass(frozen=True)
class Signal:
    """A signal's raw value for each ticket, NaN where it is unknown.

    ``part`` and ``cosines`` (one a vector of the part) say where a cosine comes from.
    """

    name: str
    values: Floats
    part: Part | None = None
    cosines: NDArray[np.float32] | None = None


class Signals:
    """Computes the signals of tickets for a probe."""

    def __init__(self, texts: TicketTexts) -> None:
        """Take what tickets are compared by."""
        self._texts = texts
        tickets = texts.graph.tickets
        self.days: Floats = np.array([day_of(ticket.created) for ticket in tickets])
        self._components = _Overlap([ticket.components for ticket in tickets])
        self._labels = _Overlap([ticket.labels for ticket in tickets])

    def of(self, probe: Probe) -> Iterator[Signal]:
        """Yield the signals that can be told of a probe."""
        yield from self._cosines(probe)
        yield from self._words(probe)
        if probe.components:
            yield Signal("components", self._components.with_(probe.components))
        if probe.labels:
            yield Signal("labels", self._labels.with_(probe.labels))
        if probe.created is not None:
            apart = np.abs(self.days - day_of(probe.created))
            yield Signal("near_in_time", np.exp(-apart / _NEAR_DAYS))
            yield Signal("far_in_time", np.exp(-apart / _FAR_DAYS))

    def _cosines(self, probe: Probe) -> Iterator[Signal]:
        asked = {Part.TITLE: probe.title, Part.BODY: probe.body}
        for of_probe, queries in asked.items():
            if not len(queries):
                continue
            for part, there in self._texts.vectors.items():
                name = f"{of_probe.name}_{part.name}".lower()
                cosines = np.max([cosines_of(there.values, query) for query in queries], axis=0)
                yield Signal(name, there.best(cosines), part, cosines)

    def _words(self, probe: Probe) -> Iterator[Signal]:
        texts = self._texts
        for length, text in (("short", probe.short), ("long", probe.long)):
            if text:
                yield Signal(f"words_{length}", texts.words.scores(text).astype(np.float64))
                said = texts.comment_words.scores(text)
                yield Signal(f"comment_{length}", texts.best_comment(said, probe.hidden))


class _Overlap:
    """Values of a field of several values, and how many of them tickets share with others."""

    def __init__(self, held: list[tuple[str, ...]]) -> None:
        self._rows: dict[str, list[int]] = {}
        for row, values in enumerate(held):
            for value in sorted(set(values)):
                self._rows.setdefault(value, []).append(row)
        self._counts = np.array([len(set(values)) for values in held], dtype=np.float64)

    def with_(self, asked: frozenset[str]) -> Floats:
        """Return the Jaccard overlap of each ticket's values with some; NaN where it has none."""
        shared = np.zeros(len(self._counts))
        for value in sorted(asked):
            shared[self._rows.get(value, [])] += 1
        overlap: Floats = shared / (len(asked) + self._counts - shared)
        overlap[self._counts == 0] = np.nan
        return overlap


def standardised(values: Floats, among: NDArray[np.bool_]) -> Floats:
    """Return values in standard deviations from their mean over ``among``; 0 where unknown."""
    known = np.isfinite(values)
    over = values[known & among]
    spread = float(over.std()) if len(over) else 0.0
    if spread < _LEAST_SPREAD:
        return np.zeros(len(values))
    found: Floats = np.where(known, (np.nan_to_num(values) - over.mean()) / spread, 0.0)
    return found


def weights_by_name(weights: SignalWeights) -> Mapping[str, float]:
    """Return the weights by the names of their signals."""
    return dataclasses.asdict(weights)
