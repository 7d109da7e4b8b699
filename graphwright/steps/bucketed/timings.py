"""How long a unit of a step took, for the person who asks which documents are slow."""

from __future__ import annotations

import pyarrow as pa

from graphwright.steps.bucketed.measures import Measures
from graphwright.store.lake import Lake

TIMINGS = Measures("timings", {"seconds": pa.float64()})
"""Seconds of each unit."""


def slowest(lake: Lake, step: str, limit: int) -> list[tuple[str, float]]:
    """Return the units that took longest, with their seconds, slowest first."""
    times = {unit: float(seconds) for unit, (seconds,) in TIMINGS.of_step(lake, step).items()}
    return sorted(times.items(), key=lambda item: (-item[1], item[0]))[:limit]
