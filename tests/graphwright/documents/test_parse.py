"""Bytes of documents to rows, and every failure to a row."""

from __future__ import annotations

import dataclasses
import io
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from document_builders import SETTINGS, book, parse, saved, source

from graphwright.documents.parse import (
    LIBRARIES,
    Parsed,
    ParseTask,
    parse_document,
    parse_task,
    rejected_from_failure,
)
from graphwright.documents.sources.discover import discover
from graphwright.errors import ParseError
from graphwright.execution.workers import TaskFailure, run_tasks
from graphwright.settings import ParseSettings, parse_settings
from graphwright.tables import ParsedDocument, RejectedDocument, table_of

SHARED = Path(__file__).parents[4] / "shared" / "data" / "documents"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared documents are absent")
def test_pdf_lines_become_paragraphs_with_page_and_box() -> None:
    data = (SHARED / "docling_tests/tests/data/pdf/sources/multi_page.pdf").read_bytes()
    parsed = parse("w.pdf", data)
    assert parsed.pages == 5
    assert "the invention of the typewriter in the mid-19th century. Patented" in parsed.text
    assert all(b.page and b.box and b.box_unit == "pt" for b in parsed.blocks)
    for block in parsed.blocks:
        left, top, right, bottom = block.box or ()
        assert 0 <= left < right
        assert 0 <= top < bottom


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared documents are absent")
@pytest.mark.parametrize(
    "page", ["10-concepts/regions-for-the-kyma-environment-557ec3a.md", "index.md"]
)
def test_real_pages_hold_no_markup(page: str) -> None:
    parsed = parse("p.md", (SHARED / "sap_btp_docs/docs" / page).read_bytes())
    assert not any(
        mark in parsed.text for mark in ("<!--", "<td", "](", "\\_", "**", "&amp;", "sap-ot")
    )


def test_a_document_without_text_is_empty() -> None:
    with pytest.raises(ParseError, match="no text \\(1 image") as caught:
        parse("a.html", "<body><img src=x></body>")
    assert caught.value.status == "empty"


def test_a_text_that_a_small_file_repeats_without_end_is_refused() -> None:
    data = book(300)
    settings = ParseSettings(max_bytes=len(data))
    short = parse_document(source("a.xlsx", data), data, settings)[0].text
    assert len(short) < len(data)
    workbook = openpyxl.load_workbook(io.BytesIO(data))
    for row in workbook.worksheets[0].iter_rows(min_row=2):
        row[0].value = "the same long name of a thing " * 50
    repeated = saved(workbook)
    with pytest.raises(ParseError, match="text has more than") as caught:
        parse_document(source("a.xlsx", repeated), repeated, ParseSettings(max_bytes=len(repeated)))
    assert caught.value.status == "too_large"


def test_too_many_bytes_are_refused() -> None:
    with pytest.raises(ParseError, match="more than 4 bytes") as caught:
        parse_document(source("a.txt", b"abcde"), b"abcde", ParseSettings(max_bytes=4))
    assert caught.value.status == "too_large"


def stored(folder: Path, name: str, data: bytes) -> ParseTask:
    path = folder / name
    path.write_bytes(data)
    return ParseTask(source(name, data, str(path)), SETTINGS)


def test_tasks_give_a_row_for_every_document(tmp_path: Path) -> None:
    good = stored(tmp_path, "a.md", b"# A\n\ntext")
    gone = ParseTask(dataclasses.replace(good.document, location=str(tmp_path / "b.md")), SETTINGS)
    changed = stored(tmp_path, "c.md", b"before")
    Path(changed.document.location).write_bytes(b"after")
    unreadable = ParseTask(dataclasses.replace(good.document, problem="cannot be read"), SETTINGS)
    large = ParseTask(dataclasses.replace(good.document, size=10**9), SETTINGS)
    picture = stored(tmp_path, "d.png", b"\x89PNG")
    tasks = [good, gone, changed, unreadable, large, picture]
    answers = run_tasks(parse_task, tasks, workers=1, timeout_seconds=120, memory_mb=4096)
    rows = [answer.row for _, answer in answers if isinstance(answer, Parsed)]
    assert isinstance(rows[0], ParsedDocument)
    table_of(ParsedDocument).from_rows(rows[:1])
    rejected = [row for row in rows[1:] if isinstance(row, RejectedDocument)]
    assert [row.status for row in rejected] == [*["unreadable"] * 3, "too_large", "unsupported"]
    assert all(row.reason and row.remedy and row.remedy not in row.reason for row in rejected)
    table_of(RejectedDocument).from_rows(
        [dataclasses.replace(r, document_id=str(i)) for i, r in enumerate(rejected)]
    )


def test_a_file_past_the_limit_says_so_and_which_setting_to_raise(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("eleven bytes")
    raw = {"collections": [{"name": "c", "folder": "."}], "parse": {"max_bytes": 10}}
    settings = parse_settings(raw, origin=tmp_path / "sources.yaml")
    (found,) = discover(settings)
    row = parse_task(ParseTask(found, settings.parse)).row
    assert isinstance(row, RejectedDocument)
    assert (row.status, row.reason) == ("too_large", "The file has more than 10 bytes.")
    assert "parse.max_bytes" in row.remedy


@pytest.mark.parametrize(
    ("kind", "status"),
    [("timeout", "timeout"), ("memory", "too_large"), ("crash", "crash"), ("error", "failed")],
)
def test_failures_of_tasks_are_rows(kind: str, status: str) -> None:
    row = rejected_from_failure(source("a.md", b"x"), TaskFailure(kind, "It went wrong."))
    assert (row.status, row.reason) == (status, "It went wrong.")
    assert row.remedy


@pytest.mark.parametrize("name", ["docling-slim-2", "openpyxl", "python-docx", "unicode-"])
def test_the_libraries_name_what_reads_a_document(name: str) -> None:
    assert name in LIBRARIES


def test_the_same_bytes_give_the_same_document() -> None:
    data = book(3)
    assert parse("p.xlsx", data) == parse("p.xlsx", data)


def test_no_parser_is_loaded_by_importing_the_package() -> None:
    code = (
        "import sys, graphwright.documents.parse, graphwright.documents.chunk\n"
        "print([m for m in ('docling', 'docling_core', 'torch', 'pypdfium2', 'markdown_it',"
        " 'openpyxl', 'requests') if m in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"
