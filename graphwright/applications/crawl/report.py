"""What a crawl has to say of itself: counts, limits and times. None of it stands in a table."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping
from typing import Any

from graphwright.applications.observation import Observation
from graphwright.tables.applications import ActionKind, ActionOutcome

FAILED = "failed"
"""The status of a crawl that came to no end; in the lake the last whole one still stands."""
_LIMIT = "limit: "


@dataclasses.dataclass(frozen=True)
class CrawlReport:
    """The end of one crawl.

    ``outcomes`` counts actions by ``ActionOutcome``; ``limited`` those that a limit left, by its
    name. ``tried`` are visits and tries that a browser did, ``spared`` those that it need not do as
    the server answers what it did before, ``taken_over`` those that an earlier crawl had done,
    ``resumed`` those of this crawl before it was killed. ``unlisted`` are requests
    that pages made when they opened and that were stopped: method and path. ``tools`` counts
    what only changes what a field holds, and is never pressed. ``error`` says why a crawl came to
    no end.
    """

    application: str
    status: str
    states: int
    outcomes: Mapping[str, int]
    limited: Mapping[str, int]
    tried: int
    taken_over: int
    resumed: int
    seconds: float
    browsers: int
    spared: int = 0
    unlisted: tuple[str, ...] = ()
    tools: int = 0
    error: str | None = None

    @classmethod
    def failed(cls, application: str, error: str) -> CrawlReport:
        """Return the report of a crawl that came to no end."""
        return cls(application, FAILED, 0, {}, {}, 0, 0, 0, 0.0, 0, error=error)

    @property
    def seconds_a_state(self) -> float:
        """Return how long the crawl took for each state."""
        return self.seconds / max(1, self.states)

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {**dataclasses.asdict(self), "seconds_a_state": round(self.seconds_a_state, 3)}


def outcomes_of(observation: Observation) -> dict[str, int]:
    """Return how many actions have each outcome, in the order of outcomes."""
    counted = Counter(action.outcome for action in observation.actions)
    return {outcome.value: counted[outcome] for outcome in ActionOutcome}


def tools_of(observation: Observation) -> int:
    """Return how many elements were met that only change what a field holds."""
    return sum(action.kind is ActionKind.EDIT for action in observation.actions)


def limited_of(observation: Observation) -> dict[str, int]:
    """Return how many actions each limit left."""
    details = (action.detail or "" for action in observation.actions)
    return dict(
        sorted(Counter(d.removeprefix(_LIMIT) for d in details if d.startswith(_LIMIT)).items())
    )
