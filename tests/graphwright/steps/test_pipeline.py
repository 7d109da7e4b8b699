"""The one list of steps: what it reads is made before, and every declared table is made."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from graphwright import settings as settings_module
from graphwright.extraction.extractors import EVERY, EXTRACTORS
from graphwright.settings import Collection, Settings
from graphwright.steps.pipeline import PIPELINE, Pipeline
from graphwright.steps.publishing import SNAPSHOT
from graphwright.steps.step import Given
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
    assert set(get_args(settings_module.Extractor)) == {*EXTRACTORS.names, EVERY}
    for name, extractor in EXTRACTORS:
        assert extractor.table in TABLES
        assert [extractor.is_asked(asked) for asked in (name, EVERY, "other")] == [
            True,
            True,
            False,
        ]
