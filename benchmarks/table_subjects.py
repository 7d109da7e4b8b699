"""Measure whether the facts of a table's rows are about the right row, however long the rows are.

    .venv/bin/python benchmarks/table_subjects.py [--forms csv xlsx html ...] [--tables wide ...]

Each table is made here, always the same, written in each form and taken through a build's steps
from the file to its triples: rows that fit into a chunk, rows of 93 to 10,000 columns, tickets with
a description of several chunks, cells that list hundreds of items, cells of one endless word, long
names, names merged over two rows, and rows whose first cell is empty. Shown are:

- ``relations``: accepted triples that say something of a row (rules ``table_cell`` and
  ``term_clause``);
- ``right``: the share of them whose subject is the name of the row that their object stands in, or
  which hold that name as a role, where it names several rows;
- ``cells``: the values that the table holds beside its names;
- ``found``: the share of these that are the object of a right relation;
- ``filtered``: sentences that give no triples because their row has too many columns.

The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import bisect
import csv
import dataclasses
import html
import io
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import docx
import openpyxl

from graphwright.documents.sources.discover import discover
from graphwright.extraction.resolve import resolve_triples
from graphwright.settings import Collection, LanguageSettings, Settings
from graphwright.steps.annotate import AnnotateStep
from graphwright.steps.base.step import Work
from graphwright.steps.chunk import ChunkStep
from graphwright.steps.dependency_triples import DependencyStep
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake
from graphwright.tables import BlockKind, DependencyTriple, ParsedDocument, rows_of

THRESHOLD = Settings.model_fields["confidence_threshold"].default
RULES = ("table_cell", "term_clause")


@dataclasses.dataclass(frozen=True)
class Made:
    """A table: its header, its rows, and the column whose cell names a row.

    ``merged`` says that the names of two rows in turn are one cell, where a form can say so;
    ``values`` are the cells that must each be a fact.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    key: int = 0
    merged: bool = False

    @property
    def values(self) -> dict[str, str]:
        """Return value -> name of its row; a list's items are values."""
        return {
            item: row[self.key]
            for row in self.rows
            for column, cell in enumerate(row)
            if (column != self.key and len(cell) < 80) or "; " in cell
            for item in cell.split("; ")
            if item
        }


def _wide(
    rows: int, columns: int, name: str = "Machine {}", value: str = "Regional supplier {} of Oslo"
) -> Made:
    """Rows whose cells are all different: "Regional supplier 200007 of Oslo" in row 2, column 7."""
    header = ["Machine", *(f"Property {column}" for column in range(1, columns))]

    def row(n: int) -> list[str]:
        return [value.format(f"{n + 1}{column:05}") for column in range(1, columns)]

    return Made(header, [[name.format(n + 1), *row(n)] for n in range(rows)])


def _tickets(rows: int, sentences: int) -> Made:
    header = ("Ticket", "Title", "Description", "Owner", "Due", "Team")

    def row(n: int) -> list[str]:
        text = " ".join(
            f"The technician replaced seal {n}-{part} of the pump before the test started."
            for part in range(sentences)
        )
        owner, due, team = f"Owner {n + 70}", f"2026-03-{n + 1:02}", f"Team {n + 300}"
        return [f"Ticket {n + 4000}", f"Leak {n + 100}", text, owner, due, team]

    return Made(header, [row(n) for n in range(rows)])


def _lists(rows: int, items: int) -> Made:
    def row(n: int) -> list[str]:
        listed = "; ".join(f"Spare part {n + 1}{item:04}" for item in range(items))
        return [f"Machine {n + 1}", listed, f"Owner {n + 70}"]

    return Made(("Machine", "Part", "Owner"), [row(n) for n in range(rows)])


def _endless_word(rows: int) -> Made:
    """Rows with a cell that no white space parts."""
    listed = [[f"Machine {n + 1}", f"a{n}" * 3_000, f"Owner {n + 70}"] for n in range(rows)]
    return Made(("Machine", "Checksum", "Owner"), listed)


def _without_first_cell(rows: int, columns: int) -> Made:
    wide = _wide(rows, columns)
    listed = [["", *row] for row in wide.rows]
    return Made(["Hall", *wide.header], listed, key=1)


TABLES: dict[str, Callable[[], Made]] = {
    "orders": lambda: _wide(60, 8),
    "machines": lambda: _wide(
        2, 93, value="Authorised regional supplier number {} of northern Oslo"
    ),
    "wide": lambda: _wide(4, 200),
    "too_wide": lambda: _wide(2, 10_000, value="Part {}"),
    "long_names": lambda: _wide(2, 93, "Reserve compressor of the northern production hall {}"),
    "merged": lambda: dataclasses.replace(_paired(_wide(4, 93)), merged=True),
    "no_first_cell": lambda: _without_first_cell(2, 93),
    "tickets": lambda: _tickets(12, 80),
    "lists": lambda: _lists(3, 400),
    "endless_word": lambda: _endless_word(3),
}


def _paired(made: Made) -> Made:
    """Return a table in which two rows in turn have one name."""
    names = [made.rows[n - n % 2][0] for n in range(len(made.rows))]
    rows = [[name, *row[1:]] for name, row in zip(names, made.rows, strict=True)]
    return dataclasses.replace(made, rows=rows)


def as_csv(made: Made) -> bytes:
    """Return the table as a CSV file."""
    lines = io.StringIO()
    csv.writer(lines).writerows([made.header, *made.rows])
    return lines.getvalue().encode()


def as_xlsx(made: Made) -> bytes:
    """Return the table as a workbook."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (made.header, *made.rows):
        sheet.append(list(row))
    if made.merged:
        for first in range(2, len(made.rows) + 2, 2):
            sheet.merge_cells(start_row=first, end_row=first + 1, start_column=1, end_column=1)
    return _saved(book)


def as_docx(made: Made) -> bytes:
    """Return the table as a Word file."""
    document = docx.Document()
    document.add_paragraph("The plant keeps this list.")
    table = document.add_table(rows=len(made.rows) + 1, cols=len(made.header))
    for placed, row in zip(table.rows, (made.header, *made.rows), strict=True):
        for cell, text in zip(placed.cells, row, strict=True):
            cell.text = text
    if made.merged:
        for first in range(1, len(made.rows) + 1, 2):
            table.cell(first + 1, 0).text = ""
            table.cell(first, 0).merge(table.cell(first + 1, 0))
    return _saved(document)


def as_html(made: Made) -> bytes:
    """Return the table as a page."""

    def cells() -> Iterator[str]:
        yield "".join(f"<th>{html.escape(cell)}</th>" for cell in made.header)
        for number, row in enumerate(made.rows):
            span = ' rowspan="2"' if made.merged and number % 2 == 0 else ""
            kept = row[1:] if made.merged and number % 2 else row
            first, *rest = (html.escape(cell) for cell in kept)
            yield f"<td{span}>{first}</td>" + "".join(f"<td>{cell}</td>" for cell in rest)

    rows = "".join(f"<tr>{row}</tr>" for row in cells())
    return f"<p>The plant keeps this list.</p><table>{rows}</table>".encode()


def as_markdown(made: Made) -> bytes:
    """Return the table as a Markdown page."""
    rule = ["---"] * len(made.header)
    return "".join(f"| {' | '.join(row)} |\n" for row in (made.header, rule, *made.rows)).encode()


FORMS: dict[str, Callable[[Made], bytes]] = {
    "csv": as_csv, "xlsx": as_xlsx, "html": as_html, "md": as_markdown, "docx": as_docx,
}  # fmt: skip
TOO_WIDE_FOR = {"docx": 100, "xlsx": 16_000, "html": 10_000, "md": 10_000, "csv": 10_000}
"""Columns from which on a form cannot hold a table, or no program writes it in reasonable time."""


def _saved(document: Any) -> bytes:
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


@dataclasses.dataclass(frozen=True)
class Read:
    """What a build's steps made of one file."""

    parsed: ParsedDocument
    triples: list[DependencyTriple]
    filters: list[str | None]


def read_file(name: str, data: bytes, folder: Path) -> Read | None:
    """Take a file through the steps up to its triples; None where it is rejected."""
    source = folder / "source"
    source.mkdir(parents=True)
    (source / name).write_bytes(data)
    settings = Settings(collections=(Collection(name="c", folder=str(source)),), buckets=1)
    lake = Lake(folder / "lake")
    for step in (
        ParseStep(discover(settings), settings.parse, 1),
        ChunkStep(settings.chunk),
        AnnotateStep(LanguageSettings()),
        DependencyStep(),
    ):
        step.run(lake, Work([0], workers=1))
    parsed = rows_of(ParsedDocument, lake.read("parsed_documents", 0))
    if not parsed:
        return None
    triples = rows_of(DependencyTriple, lake.read("dependency_triples", 0))
    return Read(parsed[0], triples, lake.read("sentences", 0).column("filter").to_pylist())


def score(made: Made, read: Read) -> dict[str, Any]:
    """Compare the accepted relations of a table's rows with the table."""
    resolved = resolve_triples([t for t in read.triples if t.rule in RULES], [], THRESHOLD)
    accepted = [triple for triple in resolved if triple.rejection is None]
    blocks = [b for b in read.parsed.blocks if b.kind == BlockKind.TABLE_ROW]
    starts = [block.start for block in blocks]
    names = {row: made.rows[row - 1][made.key] for row in range(1, len(made.rows) + 1)}

    def is_right(triple: Any) -> bool:
        row = bisect.bisect_right(starts, triple.object_start) - 1
        told = [triple.subject, *(q.text for q in triple.qualifiers if q.kind == "row")]
        return names.get(row) in (*told, triple.object)

    right = [triple for triple in accepted if is_right(triple)]
    values = made.values
    found = {t.object for t in right if values.get(t.object) is not None}
    return {
        "relations": len(accepted),
        "right": round(len(right) / len(accepted), 4) if accepted else None,
        "cells": len(values),
        "found": round(len(found) / len(values), 4),
        "filtered": read.filters.count("wide_table"),
    }


def run(forms: Sequence[str], tables: Sequence[str]) -> list[dict[str, Any]]:
    """Measure each table in each form, and print a line for each."""
    measured: list[dict[str, Any]] = []
    for table in tables:
        made = TABLES[table]()
        for form in forms:
            if len(made.header) > TOO_WIDE_FOR[form]:
                continue
            with tempfile.TemporaryDirectory() as folder:
                read = read_file(f"{table}.{form}", FORMS[form](made), Path(folder))
            row = {"status": "rejected"} if read is None else score(made, read)
            measured.append({"table": table, "form": form, **row})
            print(" ".join(f"{name}={value}" for name, value in measured[-1].items()), flush=True)
    return measured


def total(measured: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the shares over all tables, of relations and of cells."""
    judged = [row for row in measured if row.get("relations")]
    relations = sum(row["relations"] for row in judged)
    cells = sum(row["cells"] for row in measured if "cells" in row)
    right = sum(row["relations"] * row["right"] for row in judged)
    found = sum(row["cells"] * row["found"] for row in judged)
    return {
        "relations": relations,
        "right": round(right / relations, 4) if relations else None,
        "cells": cells,
        "found": round(found / cells, 4) if cells else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS))
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=list(TABLES))
    options = parser.parse_args()
    measured = run(options.forms, options.tables)
    print(json.dumps({"all": total(measured), "tables": measured}))


if __name__ == "__main__":
    main()
