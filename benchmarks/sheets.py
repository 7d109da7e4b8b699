"""Measure readers of large workbooks beside ours: the same rows, how fast, in how much memory.

    .venv/bin/python benchmarks/sheets.py [WORKBOOK ...] [--rows 20000 200000] [--timeout S]
                                          [--memory MB]

Read are the workbooks named (default: those of ``examples``), tables of orders as
``large_tables`` makes them, workbooks made here whose values are hard to show (dates, durations,
rich text, a million empty rows, ...) and the hostile ones of ``benchmarks/hostile_files``. Each
reader gets each workbook in a process of its own, under the limits given (default: those of a
build):

- ``ours``: what a build reads workbooks with that are too large for Docling;
- ``openpyxl``: its read-only mode, with the values that formulas had when saved;
- ``calamine``: python-calamine, row by row; numbers that are whole are shown without ``.0``,
  since it gives every number as a float.

A library that is not installed is skipped. Shown are seconds of processor time, megabytes of peak
memory above that of the idle process, and how many rows are not as ours; then the first that
differs. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import hashlib
import importlib.util
import io
import itertools
import json
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))  # where it is imported as a package
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # as a script, only this folder is on

import openpyxl
from large_tables import write_table
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import MAC_EPOCH

from benchmarks.hostile import peak_memory
from benchmarks.hostile_files.case import Bait
from benchmarks.hostile_files.workbooks import CASES
from benchmarks.hostile_files.zips import cell, xlsx
from graphwright.documents.office.sheet_rows import sheet_rows, workbook_values
from graphwright.documents.office.workbook import sheets
from graphwright.execution.workers import TaskFailure, run_tasks

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
_EXACT = 1e15
"""Whole numbers below are exact as floats, and are shown as such."""
_LONG = 20_000
Row = tuple[str, int, list[str]]
"""Name of a visible sheet, number of the row from 0, texts of its cells up to the last filled."""


def ours(data: bytes) -> Iterator[Row]:
    """Read with ``sheet_rows``."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        values = workbook_values(package)
        for sheet in sheets(package):
            if sheet.visible:
                for number, texts in sheet_rows(package, sheet.part, values):
                    yield sheet.name, number, texts


def by_openpyxl(data: bytes) -> Iterator[Row]:
    """Read with openpyxl's read-only mode; what a sheet says of its size is not believed."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    for sheet in book.worksheets:
        if sheet.sheet_state == "visible":
            sheet.reset_dimensions()
            rows = sheet.iter_rows(values_only=True)
            yield from _filled(
                sheet.title, (["" if v is None else str(v) for v in r] for r in rows)
            )


def by_calamine(data: bytes) -> Iterator[Row]:
    """Read with python-calamine, whose rows begin at the first filled one."""
    from python_calamine import CalamineWorkbook, SheetVisibleEnum  # noqa: PLC0415  # may be absent

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    for known in book.sheets_metadata:
        if known.visible == SheetVisibleEnum.Visible:
            sheet = book.get_sheet_by_name(known.name)
            first = sheet.start[0] if sheet.start is not None else 0
            yield from _filled(known.name, (list(map(_shown, r)) for r in sheet.iter_rows()), first)


def _filled(name: str, rows: Iterable[list[str]], first: int = 0) -> Iterator[Row]:
    for number, texts in enumerate(rows, first):
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            yield name, number, texts


def _shown(value: Any) -> str:
    """Return a value of calamine as near to ours as its type allows."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return str(int(value))
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return f"{value} 00:00:00"
    return str(value)


READERS: dict[str, tuple[str, Callable[[bytes], Iterator[Row]]]] = {
    "ours": ("graphwright", ours),
    "openpyxl": ("openpyxl", by_openpyxl),
    "calamine": ("python_calamine", by_calamine),
}
"""By name: the package that it needs, and the function."""


@dataclasses.dataclass(frozen=True)
class Work:
    """One workbook for one reader; the rows are written to ``out`` where that is given."""

    reader: str
    path: Path
    out: Path | None = None


@dataclasses.dataclass(frozen=True)
class Reading:
    """What one reading took: ``end`` is how it ended, ``rows`` how many there were."""

    end: str
    rows: int = 0
    seconds: float = 0.0
    mb: int = 0


def read(work: Work) -> Reading:
    """Read a workbook in a process of its own."""
    reader = READERS[work.reader][1]
    list(reader(xlsx(f"<sheetData><row r='1'>{cell('A1', 'warm')}</row></sheetData>")))
    data = work.path.read_bytes()
    idle = peak_memory("self")
    started, count, end = time.process_time(), 0, "read"
    try:
        if work.out is None:
            count = sum(1 for _ in reader(data))
        else:
            with work.out.open("w", encoding="utf-8", errors="backslashreplace") as lines:
                lines.writelines(_line(row) for row in reader(data))
    except MemoryError:
        raise
    except BaseException as error:  # noqa: BLE001  # a panic of Rust is no Exception
        end = f"{type(error).__name__}: {' '.join(str(error).split())}"
    seconds = time.process_time() - started
    return Reading(end, count, seconds, peak_memory("self") - idle)


def _line(row: Row) -> str:
    """Return a row in one line; of a long one what stands for it."""
    line = json.dumps(row, ensure_ascii=False)
    if len(line) > _LONG:
        line = hashlib.sha256(line.encode("utf-8", "backslashreplace")).hexdigest()
    return f"{line}\n"


def difference(one: Path, two: Path) -> tuple[int, str]:
    """Return how many rows of two files differ, and from where on the first of them does."""
    count, first = 0, ""
    with one.open(encoding="utf-8") as left, two.open(encoding="utf-8") as right:
        for a, b in itertools.zip_longest(left, right, fillvalue="nothing\n"):
            if a != b:
                count += 1
                pairs = enumerate(zip(a, b, strict=False))
                start = max(next((n for n, (x, y) in pairs if x != y), 0) - 12, 0)
                first = first or f"{a.strip()[start:][:60]} <> {b.strip()[start:][:60]}"
    return count, first


class Comparison:
    """Gives workbooks to all readers that are installed."""

    def __init__(self, folder: Path, timeout: float, memory: int) -> None:
        self._folder, self._timeout, self._memory = folder, timeout, memory
        self.names = [n for n, (needs, _) in READERS.items() if importlib.util.find_spec(needs)]

    def run(self, path: Path) -> Iterator[dict[str, Any]]:
        """Yield a line for each reader."""
        outs = {name: self._folder / f"{name}.rows" for name in self.names}
        for name in self.names:
            found = self._run(Work(name, path))
            line = {"workbook": path.name, "reader": name, **dataclasses.asdict(found)}
            line["seconds"] = round(found.seconds, 2)
            outs[name].write_text("")
            if found.end == "read":
                self._run(Work(name, path, outs[name]))
            line["differ"], line["first"] = difference(outs["ours"], outs[name])
            yield line

    def _run(self, work: Work) -> Reading:
        answers = run_tasks(
            read,
            [work],
            workers=1,
            timeout_seconds=self._timeout,
            memory_mb=self._memory,
            max_tasks=1,
        )
        _, answer = next(iter(answers))
        if isinstance(answer, TaskFailure):
            return Reading(f"ended: {answer.kind}")
        return answer


def values_to_show() -> dict[str, Callable[[Path], None]]:
    """Return workbooks of values that readers show in different ways, by name."""
    days = [datetime.datetime(2025, 3, 9, 14, 30), datetime.date(1900, 2, 28), datetime.time(7, 5)]
    rich = CellRichText("Press ", TextBlock(InlineFont(b=True), "Save"), " twice")
    rows: list[list[Any]] = [
        ["Kind", "Value"],
        ["dates", *days, datetime.timedelta(hours=30, minutes=5)],
        ["numbers", 7, 7.5, 0.1 + 0.2, 1e21, 123456789012345678, -0.0, 1e-7],
        ["words", rich, "line\none", "  spaced  ", "_x000D_end", "ü\u200b"],
        ["signs", True, False, "TRUE", "#N/A", "=1/0"],
        [],
        [None, None, "indented"],
    ]

    def write(path: Path) -> None:
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.create_sheet("Hidden").sheet_state = "hidden"
        book.create_sheet("Second")["C4"] = "lone"
        book.save(path)

    def write_1904(path: Path) -> None:
        book = openpyxl.Workbook()
        book.epoch = MAC_EPOCH
        book.active.append([days[0]])
        book.save(path)

    def packed(sheet: str) -> Callable[[Path], None]:
        return lambda path: path.write_bytes(xlsx(sheet)) and None

    head = f'<row r="1">{cell("A1", "Item")}</row>'
    empty = "".join(f'<row r="{n}" ht="15"/>' for n in range(2, 1_000_001))
    last = f'<row r="1000001">{cell("A1000001", "end")}</row>'
    return {
        "values.xlsx": write,
        "dates_of_1904.xlsx": write_1904,
        "million_empty_rows.xlsx": packed(f"<sheetData>{head}{empty}{last}</sheetData>"),
        "too_small_dimension.xlsx": packed(
            f'<dimension ref="A1:A1"/><sheetData>{head}<row r="2">{cell("D2", "far")}</row>'
            "</sheetData>"
        ),
        "rows_without_numbers.xlsx": packed(
            "<sheetData>" + "<row><c t='inlineStr'><is><t>x</t></is></c></row>" * 3 + "</sheetData>"
        ),
    }


def workbooks(named: Sequence[Path], rows: Sequence[int], folder: Path) -> Iterator[Path]:
    """Yield the workbooks to read, made in the folder where they are not there."""
    yield from named or sorted(EXAMPLES.rglob("*.xlsx"))
    for count in rows:
        path = folder / f"orders_{count}.xlsx"
        write_table(path, count)
        yield path
    for name, write in values_to_show().items():
        write(folder / name)
        yield folder / name
    bait = Bait("http://127.0.0.1:9/visit", folder / "none", "none", folder / "made")
    for case in CASES.cases:
        case.write(folder, bait)
        yield folder / case.name


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("workbooks", nargs="*", type=Path, metavar="WORKBOOK")
    parser.add_argument("--rows", type=int, nargs="*", default=[20_000, 200_000])
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--memory", type=int, default=4096)
    options = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(Path(folder), options.timeout, options.memory)
        skipped = READERS.keys() - comparison.names
        for name in sorted(skipped):
            print(f"{name} is not installed: skipped")
        print(
            f"{'workbook':34} {'reader':9} {'rows':>8} {'seconds':>8} {'MB':>6} {'differ':>7}  end"
        )
        for path in workbooks(options.workbooks, options.rows, Path(folder)):
            for line in comparison.run(path):
                found.append(line)
                print(
                    f"{line['workbook'][:34]:34} {line['reader']:9} {line['rows']:8} "
                    f"{line['seconds']:8.2f} {line['mb']:6} {line['differ']:7}  {line['end'][:60]}"
                )
                if line["first"]:
                    print(f"{'':35}{line['first']}", flush=True)
    print(json.dumps({"skipped": sorted(skipped), "readings": found}))


if __name__ == "__main__":
    main()
