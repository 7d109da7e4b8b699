"""What a crawl saw of an application, whole: the only input of all tables of applications.

The lake keeps one for each application, replaced in one move when a crawl has come to its end. It
holds every identity that was seen, merged or not, so that the team's decisions on merges need no
new crawl.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from graphwright.applications.capture import Box, Capture
from graphwright.tables.applications import ActionKind, ActionOutcome, CrawlStatus


@dataclasses.dataclass(frozen=True, slots=True)
class ObservedState:
    """A state by its identity.

    ``capture`` is the key in ``Observation.captures``. ``address`` opens the state where ``replay``
    is empty; else the pairs of state and element key in ``replay`` lead to it from there.
    ``explored`` says whether its actions were tried.
    """

    identity: str
    capture: str
    address: str | None
    replay: tuple[tuple[str, str], ...]
    depth: int
    scripts: str
    explored: bool
    boxes: Mapping[str, Box]


@dataclasses.dataclass(frozen=True, slots=True)
class ObservedAction:
    """An action of a state, by identity of the state and key of the element."""

    state: str
    element: str
    kind: ActionKind
    outcome: ActionOutcome
    target: str | None
    request: str | None
    detail: str | None


@dataclasses.dataclass(frozen=True, slots=True)
class Observation:
    """All that the last whole crawl of an application saw, in order of identity and key."""

    application: str
    home: str
    home_state: str
    status: CrawlStatus
    captures: Mapping[str, Capture]
    states: tuple[ObservedState, ...]
    actions: tuple[ObservedAction, ...]
