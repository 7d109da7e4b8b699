"""A plan says what a build would do, and the build does no more than that."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from dagster_records import latest_metadata
from e2e_project import ADDED, DANGLING, DELETED, EDITED, MOVED, Built, Project, run_here, succeeded

from graphwright.planning.forecast import BuildForecast, forecast_build
from graphwright.settings import Settings, load_settings
from graphwright.steps.embedding import EMBEDDED
from graphwright.store.lake import Lake

BUCKET_STEPS = {
    "parse",
    "chunk",
    "annotate",
    "coreference",
    "dependency_triples",
    "llm_outlines",
    "llm_triples",
}


def plan(lake: Path, project: Project, **settings: Any) -> BuildForecast:
    """Plan a build of the project with these settings changed."""
    return forecast_build(Lake(lake), changed_settings(project, **settings))


def changed_settings(project: Project, **settings: Any) -> Settings:
    return load_settings(project.sources).model_copy(update=settings)


def busy(forecast: BuildForecast) -> set[str]:
    return {step.name for step in forecast.steps if step.why}


def test_nothing_to_do(small: Built, subset: Project) -> None:
    forecast = plan(small.lake, subset)
    assert not forecast.publishes
    assert busy(forecast) == set()
    assert forecast.seconds == 0
    printed = run_here("plan", "--sources", subset.sources, "--lake", small.lake)
    assert "Nothing has changed" in succeeded(printed).stdout


def test_changed_documents_are_named_and_counted(
    small: Built, changed: Project, changed_clean: Built
) -> None:
    forecast = plan(small.lake, changed)
    changes = forecast.changes
    assert ADDED in changes.new
    assert DANGLING in changes.new
    assert EDITED in changes.edited
    assert DELETED in changes.deleted
    assert MOVED in changes.moved
    assert not set(MOVED) & {*changes.new, *changes.deleted}
    parse = next(step for step in forecast.steps if step.name == "parse")
    assert parse.units == len(changes.new) + len(changes.edited)
    assert parse.of == sum(changed_clean.counts()[f"{k}_documents"] for k in ("parsed", "rejected"))
    assert forecast.publishes
    assert forecast.seconds is not None


def test_a_build_does_no_more_than_was_planned(
    small: Built, changed: Project, brought_up_to_date: Built
) -> None:
    steps = {step.name: step for step in plan(small.lake, changed).steps}
    tables = {
        "parse": "parsed_documents",
        "annotate": "annotations",
        "resolved_triples": "resolved_triples",
    }
    for step, table in tables.items():
        worked = latest_metadata(brought_up_to_date.lake, table)["units_worked_on"]
        assert worked <= steps[step].units < steps[step].of, step
    assert latest_metadata(brought_up_to_date.lake, "parsed_documents")["units_worked_on"] == (
        steps["parse"].units
    )


def test_a_setting_touches_what_depends_on_it(small: Built, subset: Project) -> None:
    forecast = plan(small.lake, subset, confidence_threshold=0.7)
    assert not busy(forecast) & BUCKET_STEPS
    resolve = next(step for step in forecast.steps if step.name == "resolved_triples")
    assert resolve.units == resolve.of > 0
    default = Settings.model_fields["confidence_threshold"].default
    assert resolve.why == (f"confidence_threshold: {default} -> 0.7",)
    assert {"relations", "relation_embeddings"} <= busy(forecast)
    assert "chunk_embeddings" not in busy(forecast)
    texts = {step.name: step.of for step in forecast.steps if step.unit == "texts"}
    assert texts == {table: small.counts()[table] for table in texts}


def test_a_setting_of_one_query_is_named(small: Built, subset: Project) -> None:
    parse = load_settings(subset.sources).parse
    clean = parse.clean.model_copy(update={"boilerplate": False})
    forecast = plan(small.lake, subset, parse=parse.model_copy(update={"clean": clean}))
    why = {step.name: step.why for step in forecast.steps}
    assert why["repeated_sentences"] == ("parse.clean.boilerplate: True -> False",)
    assert why["entities"] == ("follows entity_aliases",)
    assert not busy(forecast) & {*BUCKET_STEPS, "resolved_triples"}


def test_seeds_touch_no_document(small: Built, subset: Project, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.yaml"
    concept = {"name": "Dunning", "type": "Process", "aliases": ["reminder run"]}
    seeds.write_text(yaml.safe_dump({"concepts": [concept]}))
    forecast = plan(small.lake, subset, seed_concepts=str(seeds))
    assert not busy(forecast) & {*BUCKET_STEPS, "resolved_triples"}
    assert {"entity_merges", "entities", "relations"} <= busy(forecast)


def test_another_number_of_buckets_parses_nothing(small: Built, subset: Project) -> None:
    forecast = plan(small.lake, subset, buckets=7)
    assert forecast.publishes
    assert not forecast.changes.work
    parse = next(step for step in forecast.steps if step.name == "parse")
    assert parse.units == 0


def test_a_deleted_document_costs_no_parse(small: Built, subset: Project, tmp_path: Path) -> None:
    shutil.copytree(subset.root, tmp_path / "project", ignore=shutil.ignore_patterns("lake"))
    project = Project(tmp_path / "project")
    (project.documents / DELETED).unlink()
    forecast = plan(small.lake, project)
    assert forecast.changes.deleted == (DELETED,)
    assert all(s.units == 0 for s in forecast.steps if s.unit in ("documents", "chunks"))
    assert forecast.llm is None


def test_vectors_that_are_gone_are_written_again(small_copy: Built, subset: Project) -> None:
    shutil.rmtree(small_copy.lake / "milvus")
    forecast = plan(small_copy.lake, subset)
    assert busy(forecast) == set(EMBEDDED)


@pytest.mark.parametrize("prices", [{}, {"input_price": 1.0, "output_price": 2.0}])
def test_an_llm_is_told_in_calls_tokens_and_price(
    small: Built, subset: Project, prices: dict[str, float]
) -> None:
    settings = load_settings(subset.sources)
    collections = tuple(c.model_copy(update={"extractor": "both"}) for c in settings.collections)
    llm = settings.llm.model_copy(update=prices)
    forecast = plan(small.lake, subset, collections=collections, llm=llm)
    assert forecast.llm is not None
    assert forecast.llm.calls == small.counts()["chunks"]
    assert forecast.llm.input_tokens > forecast.llm.output_tokens > 0
    assert (forecast.llm.price is not None) == bool(prices)


def test_a_plan_as_json(small: Built, changed: Project) -> None:
    printed = run_here("plan", "--json", "--sources", changed.sources, "--lake", small.lake)
    record = json.loads(succeeded(printed).stdout)
    assert record["changes"]["edited"] == [EDITED]
    assert {step["name"] for step in record["steps"]} >= {"parse", "entities", "chunk_embeddings"}
