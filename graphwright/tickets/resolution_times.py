"""How long tickets took to be resolved, in groups by a field, and how two groups differ.

The paper's section 5 compares mean, P50 and P90 of two groups. An open ticket has no time yet: it
is left out, and counted. The interval of a difference is a bootstrap's, drawn with a fixed seed.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from graphwright.errors import NotFoundError, SettingsError
from graphwright.tables.tickets import Ticket

GROUPED_BY = (
    *("project", "type", "status", "resolution", "priority", "collection", "assignee", "reporter"),
    *("components", "labels", "versions", "fix_versions"),
)
"""Fields that tickets can be grouped by."""

RESAMPLES = 2000
INTERVAL = 0.95
_SEED = 20240426
_HOUR = 3600.0
_AT_ONCE = 2_000_000
"""Numbers that one draw of the bootstrap may hold."""

Hours = NDArray[np.float64]


@dataclasses.dataclass(frozen=True, slots=True)
class ResolutionTimes:
    """Times from creation to resolution of a group's tickets, in hours; null where there is none.

    ``open`` tickets are not resolved; ``undated`` ones lack a time, or were resolved before they
    were created. Neither is part of the figures.
    """

    value: str
    resolved: int
    open: int
    undated: int
    mean: float | None
    p50: float | None
    p90: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class Difference:
    """By how many hours the first group takes longer, with the ends of its 95 % interval."""

    measure: str
    hours: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """Two groups of tickets and their differences; none where a group has fewer than two times."""

    field: str
    first: ResolutionTimes
    second: ResolutionTimes
    differences: tuple[Difference, ...]


def resolution_times(tickets: Iterable[Ticket], field: str) -> tuple[ResolutionTimes, ...]:
    """Return the times of each value of a field, the value with most tickets first.

    A ticket with several values counts under each. Raises ``SettingsError`` for an unknown field.
    """
    groups = _groups(tickets, field)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return tuple(_summary(value, members) for value, members in ordered)


def compare_resolution_times(
    tickets: Iterable[Ticket], field: str, first: str, second: str
) -> Comparison:
    """Return how the times of two values of a field differ in mean, P50 and P90.

    Raises ``NotFoundError`` where no ticket has one of the values.
    """
    groups = _groups(tickets, field)
    for value in (first, second):
        if value not in groups:
            most = sorted(groups, key=lambda one: (-len(groups[one]), one))[:10]
            raise NotFoundError(
                f"No ticket has the {field} {value!r}.",
                remedy=f"The most frequent are {', '.join(map(repr, most)) or 'none'}.",
            )
    one, other = _hours(groups[first]), _hours(groups[second])
    return Comparison(
        field=field,
        first=_summary(first, groups[first]),
        second=_summary(second, groups[second]),
        differences=_differences(one, other) if min(len(one), len(other)) > 1 else (),
    )


def _groups(tickets: Iterable[Ticket], field: str) -> dict[str, list[Ticket]]:
    """Return the tickets of each value of a field."""
    if field not in GROUPED_BY:
        raise SettingsError(
            f"Tickets cannot be grouped by {field!r}.", remedy=f"Choose {', '.join(GROUPED_BY)}."
        )
    groups: defaultdict[str, list[Ticket]] = defaultdict(list)
    for ticket in tickets:
        value = getattr(ticket, field)
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None:
                groups[one].append(ticket)
    return dict(groups)


def _summary(value: str, tickets: list[Ticket]) -> ResolutionTimes:
    hours = _hours(tickets)
    unresolved = sum(_is_open(ticket) for ticket in tickets)
    known = len(hours) > 0
    return ResolutionTimes(
        value=value,
        resolved=len(hours),
        open=unresolved,
        undated=len(tickets) - len(hours) - unresolved,
        mean=float(hours.mean()) if known else None,
        p50=float(np.percentile(hours, 50)) if known else None,
        p90=float(np.percentile(hours, 90)) if known else None,
    )


def _is_open(ticket: Ticket) -> bool:
    return ticket.resolved is None and ticket.resolution is None


def _hours(tickets: Iterable[Ticket]) -> Hours:
    """Return the hours that tickets took, ascending, of those that have both times."""
    found = [hours for ticket in tickets if (hours := _hours_of(ticket)) is not None]
    return np.sort(np.array(found, dtype=np.float64))


def _hours_of(ticket: Ticket) -> float | None:
    if ticket.created is None or ticket.resolved is None:
        return None
    try:
        created, resolved = _time(ticket.created), _time(ticket.resolved)
    except ValueError:
        return None
    hours = (resolved - created).total_seconds() / _HOUR
    return hours if hours >= 0 else None


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _differences(one: Hours, other: Hours) -> tuple[Difference, ...]:
    """Return the differences of mean, P50 and P90, with the interval of a bootstrap."""
    told, drawn = (
        _measures(one[None, :]) - _measures(other[None, :]),
        _draws(one) - _draws(other, 1),
    )
    tail = 100 * (1 - INTERVAL) / 2
    low, high = np.percentile(drawn, [tail, 100 - tail], axis=1)
    names = ("mean", "p50", "p90")
    return tuple(
        Difference(name, float(told[i, 0]), float(low[i]), float(high[i]))
        for i, name in enumerate(names)
    )


def _draws(hours: Hours, stream: int = 0) -> Hours:
    """Return the measures of resamples ``(3, RESAMPLES)``; each group has draws of its own."""
    random = np.random.default_rng([_SEED, stream])
    rows = max(1, _AT_ONCE // len(hours))
    parts = []
    for start in range(0, RESAMPLES, rows):
        size = (min(rows, RESAMPLES - start), len(hours))
        parts.append(_measures(random.choice(hours, size=size)))
    return np.concatenate(parts, axis=1)


def _measures(samples: Hours) -> Hours:
    """Return mean, P50 and P90 of each row of ``(n, times)`` as ``(3, n)``."""
    return np.stack([samples.mean(axis=1), *np.percentile(samples, [50, 90], axis=1)])
