"""How long a unit of a step took, for the person who asks which documents are slow.

A measured time is no data: it differs from build to build, so it stands in the lake's cache and
never in a table. A file a bucket, replaced where the bucket is; units that were taken over keep
the time of the build that worked on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.lake import Lake, replacing

_SCHEMA = pa.schema([("unit", pa.string()), ("seconds", pa.float64())])


def note_times(
    lake: Lake, step: str, bucket: int, units: Sequence[str], measured: Mapping[str, float]
) -> None:
    """Keep the seconds of the bucket's units, new over old; those of other units are dropped."""
    path = _path(lake, step, bucket)
    known = _read(path)
    times = {u: s for u in units if (s := measured.get(u, known.get(u))) is not None}
    if times == known:
        return
    rows = [{"unit": unit, "seconds": seconds} for unit, seconds in sorted(times.items())]
    with replacing(path) as temporary:
        pq.write_table(pa.Table.from_pylist(rows, schema=_SCHEMA), temporary)


def slowest(lake: Lake, step: str, limit: int) -> list[tuple[str, float]]:
    """Return the units that took longest, with their seconds, slowest first."""
    times: dict[str, float] = {}
    for path in sorted((lake.cache / "timings" / step).glob("[0-9]*.parquet")):
        times |= _read(path)
    return sorted(times.items(), key=lambda item: (-item[1], item[0]))[:limit]


def _path(lake: Lake, step: str, bucket: int) -> Path:
    return lake.cache / "timings" / step / f"{bucket:04d}.parquet"


def _read(path: Path) -> dict[str, float]:
    try:
        table = pq.ParquetFile(path).read().cast(_SCHEMA)
    except (OSError, pa.ArrowException, ValueError):
        return {}  # Absent or damaged: the times are noted again when the units are worked on.
    return dict(zip(table["unit"].to_pylist(), table["seconds"].to_pylist(), strict=True))
