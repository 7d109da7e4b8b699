"""What the server of worker processes imports beforehand: less for a small change."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from graph_rows import GraphRows

from dagster_project.build import _needed_by_workers
from graphwright.steps.slow_modules import FOR_PARSING, SLOW_MODULES
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, SourceDocument


def documents(count: int) -> list[SourceDocument]:
    rows = GraphRows()
    rows.fact("Ledgerline", "use", "Millrace")
    (one,) = rows.rows()["source_documents"]
    assert isinstance(one, SourceDocument)
    return [dataclasses.replace(one, document_id=f"d{n:03}") for n in range(count)]


def test_a_small_change_needs_what_parses_only(tmp_path: Path) -> None:
    lake, many = Lake(tmp_path), documents(60)
    assert _needed_by_workers(lake, many) == SLOW_MODULES  # a first build
    assert _needed_by_workers(lake, many[:3]) == FOR_PARSING
    path = lake.write("source_documents", TABLES["source_documents"].from_rows(many), key="k")
    edited = [dataclasses.replace(many[0], sha256="other"), *many[1:]]
    assert _needed_by_workers(lake, edited) == FOR_PARSING
    path.write_bytes(b"damaged")
    assert _needed_by_workers(lake, many) == SLOW_MODULES
