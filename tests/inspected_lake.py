"""A lake made of rows, without a pipeline: every table, some of them empty."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pyarrow as pa
from graph_rows import GraphRows, build, write_rows

from graphwright.store.lake import Lake
from graphwright.tables import TABLES

HOSTILE = '<script>alert(1)</script> & "quotes" | `ticks` \x1b[31m'

_made: dict[str, Path] = {}


def make_lake(root: Path, *facts: tuple[str, str, str]) -> Lake:
    """Write a lake of one bucket with these facts, and one of hostile names."""
    rows = GraphRows()
    for fact in (*facts, (HOSTILE, "use", "Filter")):
        rows.fact(*fact)
    rows.fact("Mail", "go to", "Manager", rejection="low_confidence")
    return lake_of(root, rows.rows())


def lake_of(root: Path, rows: Mapping[str, Sequence[object]]) -> Lake:
    """Write a lake of one bucket with these rows and the global tables that follow from them.

    Equal rows are made into tables once in a process; each lake is a copy of its own.
    """
    key = repr(sorted(rows.items()))
    if key not in _made:
        _made[key] = _make(Path(tempfile.mkdtemp(dir=_kept().name)), rows)
    shutil.copytree(_made[key], root)
    return Lake(root)


@cache
def _kept() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of what was made, which ends with the process."""
    return tempfile.TemporaryDirectory(prefix="graphwright-lakes-")


def _make(folder: Path, rows: Mapping[str, Sequence[object]]) -> Path:
    made = build(write_rows(folder, rows), folder)
    lake = Lake(folder / "lake")
    for name, table in TABLES.items():
        parts = [lake.read_file(name, path) for path in made.get(name, [])]
        data = pa.concat_tables([*parts, table.empty()])
        lake.write(name, data, bucket=0 if table.bucketed else None, key="1")
    return lake.root
