"""What makes a unit of work new: everything that its result is made from, and nothing else."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from graph_rows import GraphRows

from graphwright.settings import LlmSettings, ParseSettings
from graphwright.steps.base.llm_session import LlmSession
from graphwright.steps.llm.triples import LlmStep
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, SourceDocument


def source(**changes: object) -> SourceDocument:
    rows = GraphRows()
    rows.fact("Ledgerline", "use", "Millrace")
    (document,) = rows.rows()["source_documents"]
    assert isinstance(document, SourceDocument)
    return dataclasses.replace(document, **changes)  # type: ignore[arg-type]


def parse_keys(document: SourceDocument, lake: Lake) -> tuple[str, str]:
    (unit,) = ParseStep([document], ParseSettings(), 1).units(lake, 0)
    return unit.content_key, unit.identity_key


def test_the_form_that_a_server_states_is_content(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    plain, page = source(format="txt"), source(format="html")
    assert parse_keys(plain, lake)[0] != parse_keys(page, lake)[0]
    same = source(format="htm")
    assert parse_keys(page, lake)[0] == parse_keys(same, lake)[0]
    assert parse_keys(page, lake)[1] != parse_keys(same, lake)[1]


def test_place_and_address_are_names_only(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    here, there = source(), source(uri="https://elsewhere.test/a.md", location="/other/a.md")
    assert parse_keys(here, lake)[0] == parse_keys(there, lake)[0]
    assert parse_keys(here, lake)[1] != parse_keys(there, lake)[1]


def llm_keys(folder: Path, header: str | None, row_name: str | None = None) -> set[str]:
    """Return the keys of a table's second chunk, whose header stands in the chunk before."""
    rows = GraphRows()
    rows.fact("Ledgerline", "use", "Millrace")
    made = rows.rows()
    lake = Lake(folder)
    asked = {
        "parsed_documents": {"extractor": "llm"},
        "chunks": {"table_header": header, "row_name": row_name},
        "sentences": {},
        "llm_outlines": {},
        "llm_entities": {},
    }
    for table, changes in asked.items():
        units = {row.chunk_id: ("parse", "place") for row in made["sentences"]}  # type: ignore[attr-defined]
        changed = [dataclasses.replace(row, **changes) for row in made[table]]  # type: ignore[type-var]
        data = TABLES[table].from_rows(changed)
        lake.write(table, data, bucket=0, key="k", units=units if table == "sentences" else None)
    step = LlmStep(LlmSession(LlmSettings(), lake), {"test": "triples"})
    return {unit.content_key for unit in step.units(lake, 0)}


def test_a_table_header_above_a_chunk_is_content_for_the_llm(tmp_path: Path) -> None:
    owner, buyer = llm_keys(tmp_path / "1", "system | owner"), llm_keys(tmp_path / "2", "buyer")
    assert len(owner) == 1
    assert owner != buyer
    assert llm_keys(tmp_path / "3", "buyer") == buyer
    assert llm_keys(tmp_path / "4", "buyer", "Press 7") != buyer


def test_where_no_document_asks_an_llm_its_tables_depend_on_no_text(tmp_path: Path) -> None:
    def bucket_key(extractor: str, text: str) -> str:
        lake = Lake(tmp_path / extractor / text)
        rows = GraphRows()
        rows.fact("Ledgerline", "use", "Millrace")
        made = rows.rows()
        for table in LlmStep.inputs:
            changes = {"extractor": extractor} if table == "parsed_documents" else {}
            changed = [dataclasses.replace(row, **changes) for row in made.get(table, ())]  # type: ignore[type-var]
            lake.write(table, TABLES[table].from_rows(changed), bucket=0, key=text)
        step = LlmStep(LlmSession(LlmSettings(), lake), {"test": "triples"})
        return step.bucket_key(lake, 0)

    assert bucket_key("dependency", "before") == bucket_key("dependency", "after")
    assert bucket_key("both", "before") != bucket_key("both", "after")
