"""What was measured of a step's units, kept beside the data: seconds, tokens and the like.

A measured number is no data: it differs from build to build, so it stands in the lake's cache and
never in a table. A file a bucket, replaced where the bucket is; a unit that was kept or renamed has
what was measured in the build that worked on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.store.folder import LOCAL_FILES
from graphwright.store.lake import Lake


class Measures:
    """Named numbers of each unit, in a folder of the cache."""

    def __init__(self, folder: str, columns: Mapping[str, pa.DataType]) -> None:
        self._folder = folder
        self._schema = pa.schema([("unit", pa.string()), *columns.items()])

    def note(
        self,
        lake: Lake,
        step: str,
        bucket: int,
        units: Sequence[str],
        measured: Mapping[str, tuple[Any, ...]],
    ) -> None:
        """Keep the numbers of the bucket's units, new over old; other units' are dropped."""
        path = self._path(lake, step, bucket)
        known = self._read(path)
        kept = {u: m for u in units if (m := measured.get(u, known.get(u))) is not None}
        if kept == known:
            return
        rows = [
            dict(zip(self._schema.names, (u, *m), strict=True)) for u, m in sorted(kept.items())
        ]
        with LOCAL_FILES.replacing(path) as temporary:
            pq.write_table(pa.Table.from_pylist(rows, schema=self._schema), temporary)

    def of_step(self, lake: Lake, step: str) -> dict[str, tuple[Any, ...]]:
        """Return each unit's numbers, in the order of the columns."""
        found: dict[str, tuple[Any, ...]] = {}
        for path in LOCAL_FILES.paths(lake.cache / self._folder / step, "[0-9]*.parquet"):
            found |= self._read(path)
        return found

    def _path(self, lake: Lake, step: str, bucket: int) -> Path:
        return lake.cache / self._folder / step / f"{bucket:04d}.parquet"

    def _read(self, path: Path) -> dict[str, tuple[Any, ...]]:
        try:
            table = pq.ParquetFile(path).read().cast(self._schema)
        except (OSError, pa.ArrowException, ValueError):
            return {}  # Absent or damaged: measured again when the units are worked on.
        columns = [table[name].to_pylist() for name in self._schema.names]
        return {unit: tuple(numbers) for unit, *numbers in zip(*columns, strict=True)}
