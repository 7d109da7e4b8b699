"""How long a unit of a step took, for the person who asks which documents are slow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from graphwright.steps.measures import Measures
from graphwright.store.lake import Lake

_TIMES = Measures("timings", {"seconds": pa.float64()})


def note_times(
    lake: Lake, step: str, bucket: int, units: Sequence[str], measured: Mapping[str, float]
) -> None:
    """Keep the seconds of the bucket's units, new over old; those of other units are dropped."""
    _TIMES.note(lake, step, bucket, units, {unit: (s,) for unit, s in measured.items()})


def slowest(lake: Lake, step: str, limit: int) -> list[tuple[str, float]]:
    """Return the units that took longest, with their seconds, slowest first."""
    times = {unit: float(seconds) for unit, (seconds,) in _TIMES.of_step(lake, step).items()}
    return sorted(times.items(), key=lambda item: (-item[1], item[0]))[:limit]
