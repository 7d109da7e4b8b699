"""The jobs beside the whole build: one collection, publish only, check, rollback."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import dagster as dg
import pyarrow as pa
from tiny_project import PARSE, Tiny, copy_of, why

from assets import pipeline_checks
from assets.checks import WAITING_CHECK
from dagster_project.definitions import defs
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument, rows_of


def only_collections(*names: str) -> dict[str, Any]:
    return {"ops": {"source_documents": {"config": {"collections": list(names)}}}}


def texts(lake: Lake) -> dict[str, str]:
    """Return path to text of every parsed document."""
    tables = [lake.read_file("parsed_documents", path) for path in lake.paths("parsed_documents")]
    return {row.path: row.text for row in rows_of(ParsedDocument, pa.concat_tables(tables))}


def test_one_collection_is_taken_up_and_the_others_stay(tiny: Tiny) -> None:
    tiny.write("handbook/travel.txt", "The travel desk books trains.")
    tiny.write("platform/ledgerline.txt", "Ledgerline keeps the journal entries.")
    before = texts(tiny.opened)
    with tiny.instance() as instance:
        config = only_collections("handbook")
        result = tiny.run(instance, "build_collection", only=PARSE, config=config)
        assert result.success, why(result)
        run = instance.get_run_by_id(result.run_id)
    after = texts(tiny.opened)
    assert "trains" in after["travel.txt"]
    assert after["ledgerline.txt"] == before["ledgerline.txt"]
    assert run is not None
    assert "graphwright.changed/handbook" in run.tags
    assert "graphwright.changed/platform" not in run.tags


def test_a_collection_that_is_not_there_is_named(tiny: Tiny) -> None:
    with tiny.instance() as instance:
        result = tiny.run(
            instance,
            "build_collection",
            only=["source_documents"],
            config=only_collections("handbok"),
        )
    assert not result.success
    assert "There is no collection handbok; there are handbook, platform" in why(result)


def test_one_collection_alone_is_no_first_build(tiny: Tiny) -> None:
    tiny.opened.path("source_documents").unlink()
    with tiny.instance() as instance:
        result = tiny.run(
            instance,
            "build_collection",
            only=["source_documents"],
            config=only_collections("handbook"),
        )
    assert not result.success
    assert "Run the job 'build' once" in why(result)


def test_publishing_alone_needs_no_history_makes_no_table_and_stops_at_a_failed_check(
    tiny: Tiny,
) -> None:
    before, snapshot = tiny.hashes(), tiny.snapshot
    with tiny.instance() as instance:
        shutil.rmtree(tiny.opened.history)  # it is no condition of publishing
        result = tiny.run(instance, "publish", tags={})
        assert result.success, why(result)
        made = {e.asset_key for e in result.all_events if e.is_step_materialization}
        assert made == {dg.AssetKey("published_snapshot")}
        assert (tiny.hashes(), tiny.snapshot) == (before, snapshot)

        damage_a_quote(tiny.opened)
        result = tiny.run(instance, "publish", tags={})
    assert not result.success
    assert not any(e.is_step_materialization for e in result.all_events)
    assert tiny.snapshot == snapshot


def test_the_snapshot_alone_is_not_published_where_a_check_fails(tiny: Tiny) -> None:
    snapshot = tiny.snapshot
    damage_a_quote(tiny.opened)
    with tiny.instance() as instance:
        result = tiny.run(instance, only=["published_snapshot"], tags={})
    assert not result.success
    assert "Nothing was published, because a check failed: evidence: " in why(result)
    assert tiny.snapshot == snapshot


def damage_a_quote(lake: Lake) -> None:
    """Change a quote and keep the key that says that the table is up to date."""
    state = lake.state(lake.path("evidence"))
    assert state is not None
    data = lake.read("evidence")
    quotes = data["quote"].to_pylist()
    column = data.schema.get_field_index("quote")
    changed = data.set_column(column, data.schema.field(column), [["?", *quotes[1:]]])
    lake.write("evidence", changed, key=state.key)


def test_rolling_back_points_readers_to_the_snapshot_of_the_config(
    tiny_built: Tiny, edited: Tiny, tmp_path: Path
) -> None:
    def config(snapshot: str) -> dict[str, Any]:
        return {"ops": {"point_to_snapshot": {"config": {"snapshot": snapshot}}}}

    first, second = tiny_built.snapshot, edited.snapshot
    assert first != second
    tiny = copy_of(edited, tmp_path / "project")
    with tiny.instance() as instance:
        assert tiny.run(instance, "rollback", tags={}, config=config(first)).success
        assert tiny.snapshot == first
        (seen,) = instance.fetch_observations(dg.AssetKey("published_snapshot"), limit=1).records
        assert seen.asset_observation is not None
        noted = {k: v.value for k, v in seen.asset_observation.metadata.items()}
        assert noted == {"rolled_back_to": first, "rolled_back_from": second}

        result = tiny.run(instance, "rollback", tags={}, config=config("no-such-snapshot"))
        assert not result.success
        assert "There is no snapshot 'no-such-snapshot'" in why(result)
    assert tiny.snapshot == first


def rollback_job() -> dg.JobDefinition:
    return defs().resolve_job_def("rollback")


def test_a_rollback_waits_for_no_build(tiny_built: Tiny, edited: Tiny, tmp_path: Path) -> None:
    tiny = copy_of(edited, tmp_path / "project")
    tiny.settings(runs={"wait_seconds": 0})
    first = tiny_built.snapshot
    config = {"ops": {"point_to_snapshot": {"config": {"snapshot": first}}}}
    with tiny.environment(), tiny.instance() as instance, tiny.opened.exclusive():
        job = dg.reconstructable(rollback_job)
        assert dg.execute_job(job, instance=instance, run_config=config).success
    assert tiny.snapshot == first


def test_a_document_that_waits_too_long_is_a_warning_of_the_job_check(tiny: Tiny) -> None:
    tiny.settings(checks={"waiting_hours": 1e-9})
    assert ask_the_check(tiny).passed  # all is built
    tiny.write("handbook/travel.txt", "The travel desk books trains.")
    with tiny.instance() as instance:
        result = tiny.run(instance, "check", tags={})
    assert result.success, why(result)
    found = [e for e in result.get_asset_check_evaluations() if e.check_name == WAITING_CHECK]
    (late,) = found
    assert not late.passed
    assert late.severity is dg.AssetCheckSeverity.WARN
    assert late.metadata["handbook"].value == "0 added, 1 edited, 0 removed"
    tiny.settings(checks={"waiting_hours": 24})
    assert ask_the_check(tiny).passed


def ask_the_check(tiny: Tiny) -> dg.AssetCheckResult:
    resources = {name: tiny.resources[name] for name in ("lake", "sources")}
    *_, waiting = pipeline_checks(tiny.project.settings)
    result: dg.AssetCheckResult = waiting(**resources)
    return result
