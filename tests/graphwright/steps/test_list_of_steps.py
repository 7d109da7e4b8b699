"""The one list of steps: what it reads is made before, and every declared table is made."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from graphwright.extraction.extractors import EVERY, EXTRACTORS, NO_EXTRACTOR
from graphwright.settings import CleanSettings, Collection, ParseSettings, Settings
from graphwright.settings.collections import Extractor
from graphwright.steps.base.step import Given, Work
from graphwright.steps.pipeline import LLM_STEPS, PIPELINE, WARMED_UP, Pipeline
from graphwright.steps.publishing import SNAPSHOT
from graphwright.store.lake import Lake
from graphwright.tables import TABLES


def test_each_table_and_the_snapshot_are_made_by_one_step() -> None:
    made = [output for declared in PIPELINE for output in declared.outputs]
    assert sorted(made) == sorted([*TABLES, SNAPSHOT])


def test_what_a_step_reads_is_made_before_it() -> None:
    made: set[str] = set()
    for declared in PIPELINE:
        assert set(declared.inputs) <= made, declared.name
        made |= set(declared.outputs)


def test_tables_are_declared_in_the_order_of_the_pipeline() -> None:
    step_of = {o: n for n, declared in enumerate(PIPELINE) for o in declared.outputs}
    places = [step_of[table] for table in TABLES]
    assert places == sorted(places)


def test_a_step_says_of_itself_what_its_line_says(tmp_path: Path) -> None:
    plain = Settings(collections=(Collection(name="c", folder="c"),))
    steps = list(Pipeline(Given(Lake(tmp_path), plain, documents=())))
    said = [(step.name, step.inputs, step.outputs) for step in steps]
    assert said == [(line.name, line.inputs, line.outputs) for line in PIPELINE]
    assert len({step.name for step in steps}) == len(steps)
    for step in steps:
        assert step.bucketed == all(o in TABLES and TABLES[o].bucketed for o in step.outputs)


def test_a_collection_can_ask_for_each_extractor_and_for_all() -> None:
    assert set(get_args(Extractor)) == {*EXTRACTORS.names, EVERY, NO_EXTRACTOR}
    for name, extractor in EXTRACTORS:
        assert extractor.table in TABLES
        assert [extractor.is_asked(asked) for asked in (name, EVERY, NO_EXTRACTOR)] == [
            True,
            True,
            False,
        ]


def test_what_is_known_of_steps_follows_from_their_classes() -> None:
    assert LLM_STEPS == ("llm_ticket_sections", "llm_help_nodes", "llm_outlines", "llm_triples")
    assert {"parsed_documents", "annotations", "coreference_chains"} <= WARMED_UP
    assert "chunks" not in WARMED_UP


def test_a_table_that_its_setting_does_not_want_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = Lake(tmp_path)
    for table in ("parsed_documents", "sentences"):
        lake.write(table, TABLES[table].empty(), bucket=0, key="k")
    lake.write("document_versions", TABLES["document_versions"].empty(), key="k")
    monkeypatch.delattr("graphwright.steps.sql_table.run_select")  # nothing is asked
    parse = ParseSettings(clean=CleanSettings(boilerplate=False))
    unwanted = Settings(collections=(Collection(name="c", folder="c"),), buckets=1, parse=parse)
    step = Pipeline(Given(lake, unwanted, documents=())).step("repeated_sentences")
    assert step.causes["parse.clean.boilerplate"] == "False"
    assert step.run(lake, Work()).total("repeated_sentences") == 0
    assert step.is_current(lake)
