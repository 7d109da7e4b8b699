"""Measure what a table of many rows takes from its file to its chunks, as CSV and as XLSX.

    .venv/bin/python benchmarks/large_tables.py [--rows 2000 20000 200000] [--forms csv xlsx]

Each table is one file of orders with eight columns (half a dozen words, numbers and dates a row),
made here and always the same. It goes through a build's steps, parse and chunk, with the limits
that a build has by default: so a table that is too large is rejected, and the line says why.
Seconds are by the clock with the start of the workers; ``peak_mb`` is that of this process and
its worker together, in the step that takes more. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))  # where it is imported as a package

import openpyxl
from formats import Memory

from graphwright.documents.sources.discover import discover
from graphwright.settings import Collection, Settings
from graphwright.steps.base.step import Work
from graphwright.steps.chunk import ChunkStep
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake

HEADER = ("Order", "Supplier", "City", "Item", "Quantity", "Amount", "Date", "Remark")
FORMS = ("csv", "xlsx")
_CITIES = ("Oslo", "Rome", "Bern", "Porto", "Graz")
_ITEMS = ("copper wire", "steel nail", "oak board", "glass pane", "rubber seal")
_REMARKS = ("", "", "The clerk approves it.", "Partial delivery, rest by rail", "Paid in advance")


def rows_of_orders(count: int) -> Iterator[tuple[object, ...]]:
    """Yield the header and ``count`` rows of orders, always the same."""
    yield HEADER
    chance = random.Random(7)
    for number in range(count):
        yield (
            f"PO-{number:07}",
            f"Supplier {chance.randrange(900)}",
            chance.choice(_CITIES),
            chance.choice(_ITEMS),
            chance.randrange(1, 500),
            round(chance.uniform(1, 90_000), 2),
            f"2026-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}",
            chance.choice(_REMARKS),
        )


def write_table(path: Path, count: int) -> None:
    """Write the rows as the format that the path's suffix names."""
    if path.suffix == ".csv":
        lines = io.StringIO()
        csv.writer(lines).writerows(rows_of_orders(count))
        path.write_text(lines.getvalue(), "utf-8")
        return
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Orders")
    for row in rows_of_orders(count):
        sheet.append(row)
    book.save(path)


def measure(form: str, count: int, folder: Path) -> dict[str, Any]:
    """Parse and chunk one table of ``count`` rows; return what that takes and gives."""
    source = folder / "source"
    source.mkdir()
    path = source / f"orders.{form}"
    write_table(path, count)
    settings = Settings(collections=(Collection(name="c", folder=str(source)),), buckets=1)
    lake = Lake(folder / "lake")
    found: dict[str, Any] = {"form": form, "rows": count, "mb": _mb(path)}
    peaks = []
    for name, step in (
        ("parse", ParseStep(discover(settings), settings.parse, 1)),
        ("chunk", ChunkStep(settings.chunk)),
    ):
        with Memory() as memory:
            started = time.perf_counter()
            step.run(lake, Work([0], workers=1))
            found[f"{name}_seconds"] = round(time.perf_counter() - started, 1)
        peaks.append(memory.peak_mb)
    return {**found, "peak_mb": max(peaks), **_what_it_gave(lake)}


def _what_it_gave(lake: Lake) -> dict[str, Any]:
    """Return the status of the one document, and the number and size of its chunks."""
    rejected = lake.read("rejected_documents", 0).to_pylist()
    if rejected:
        return {"status": rejected[0]["status"], "reason": rejected[0]["reason"]}
    parsed = lake.read("parsed_documents", 0)
    chunks = lake.read("chunks", 0).column("text").to_pylist()
    return {
        "status": parsed.column("status")[0].as_py(),
        "blocks": len(parsed.column("blocks")[0]),
        "chunks": len(chunks),
        "longest_chunk": max(map(len, chunks)),
        "table_mb": _mb(lake.path("parsed_documents", 0)),
    }


def _mb(path: Path) -> float:
    return round(path.stat().st_size / 1e6, 2)


def run(forms: Sequence[str], sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Measure each form at each size, and print a line for each."""
    found = []
    for form in forms:
        for count in sizes:
            with tempfile.TemporaryDirectory() as folder:
                found.append(measure(form, count, Path(folder)))
            print(" ".join(f"{name}={value}" for name, value in found[-1].items()), flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[2_000, 20_000, 200_000])
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS))
    options = parser.parse_args()
    print(json.dumps({"tables": run(options.forms, options.rows)}))


if __name__ == "__main__":
    main()
