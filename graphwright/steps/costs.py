"""What the steps of earlier builds took, kept beside the data, to say what a build will take.

Times are of this machine and no data: they stand in the lake's cache and shape nothing.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Sequence
from pathlib import Path

from graphwright.store.folder import LOCAL_FILES
from graphwright.store.lake import Lake


@dataclasses.dataclass(frozen=True, slots=True)
class Sample:
    """One run of a step: units of work (documents, chunks, texts, rows) and the seconds."""

    units: int
    seconds: float


@dataclasses.dataclass(frozen=True, slots=True)
class Cost:
    """The smallest and the largest run of a step that are known: its start, and its pace."""

    small: Sample
    large: Sample

    def of(self, units: int) -> float:
        """Return the seconds that this many units would take."""
        span = self.large.units - self.small.units
        if span == 0:
            return self.large.seconds * units / self.large.units
        pace = max(0.0, (self.large.seconds - self.small.seconds) / span)
        return max(0.0, self.small.seconds + pace * (units - self.small.units))


def read_costs(lake: Lake) -> dict[str, Cost]:
    """Return what is known, by step; nothing where the record is absent or damaged."""
    try:
        record = json.loads(_path(lake).read_text(encoding="utf-8"))
        return {
            name: _cost([Sample(int(units), float(seconds)) for units, seconds in pairs])
            for name, pairs in dict(record).items()
        }
    except (OSError, ValueError, TypeError):
        return {}


def note_cost(lake: Lake, step: str, units: int, seconds: float) -> None:
    """Keep what a step took. Raises ``LakeError`` where the record cannot be written."""
    if units == 0:
        return
    costs, sample = read_costs(lake), Sample(units, round(seconds, 3))
    known = costs.get(step)
    # Of two runs of one size the later counts: the machine and the code may have changed.
    others = [s for s in (known.small, known.large) if s.units != units] if known else []
    costs[step] = _cost([*others, sample])
    record = {
        name: [dataclasses.astuple(cost.small), dataclasses.astuple(cost.large)]
        for name, cost in sorted(costs.items())
    }
    with LOCAL_FILES.replacing(_path(lake)) as temporary:
        temporary.write_text(json.dumps(record, indent=1), encoding="utf-8")


def _cost(samples: Sequence[Sample]) -> Cost:
    ordered = sorted(samples, key=lambda sample: sample.units)
    return Cost(ordered[0], ordered[-1])


@dataclasses.dataclass(slots=True)
class Stopwatch:
    """Seconds since it was made."""

    started: float = dataclasses.field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Return the seconds until now."""
        return time.monotonic() - self.started


def _path(lake: Lake) -> Path:
    return lake.cache / "costs.json"
