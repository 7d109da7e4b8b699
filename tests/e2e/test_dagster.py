"""Dagster's side: definitions, checks before publishing, a run launched from workspace.yaml."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import dagster as dg
import pyarrow.parquet as pq
import pytest
from dagster_records import (
    dagster_environment,
    instance_of,
    latest_metadata,
    launch_build,
    metadata_of_each,
    serve,
    wait_for_run,
)
from e2e_project import BUCKETS, ROOT, Built, Project, environment, one_clear_message

from graphwright.store.lake import Lake
from graphwright.tables import TABLES

PUBLISH = dg.AssetKey("published_snapshot")


@pytest.fixture(scope="module")
def definitions() -> dg.Definitions:
    from dagster_project.definitions import defs

    loaded = defs()
    assert isinstance(loaded, dg.Definitions)
    return loaded


@pytest.fixture(scope="module")
def specs(definitions: dg.Definitions) -> dict[str, dg.AssetSpec]:
    return {s.key.to_user_string(): s for s in definitions.resolve_all_asset_specs()}


def test_definitions_load_without_a_warning(small: Built, subset: Project) -> None:
    code = "from dagster_project.definitions import defs; defs().resolve_all_job_defs()"
    loaded = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env=environment(dagster_environment(small.lake, subset.sources)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert loaded.returncode == 0, loaded.stderr
    assert loaded.stderr == ""


def test_every_table_is_an_asset_that_describes_itself(specs: dict[str, dg.AssetSpec]) -> None:
    assert set(specs) == {*TABLES, "published_snapshot", "access_views"}
    for name, table in TABLES.items():
        spec = specs[name]
        assert spec.description == table.description
        assert (spec.group_name or "").endswith(table.group)
        assert "parquet" in spec.kinds
        schema = spec.metadata["dagster/column_schema"]
        assert [column.name for column in schema.columns] == [c.name for c in table.columns]
        assert all(column.description for column in schema.columns)


def test_groups_stand_in_the_order_of_the_pipeline(specs: dict[str, dg.AssetSpec]) -> None:
    groups = [specs[name].group_name or "" for name in TABLES]
    groups.append(specs["published_snapshot"].group_name or "")
    assert sorted(set(groups)) == [*dict.fromkeys(g for g in groups)]


def test_every_asset_but_the_first_has_lineage(specs: dict[str, dg.AssetSpec]) -> None:
    roots = {name for name, spec in specs.items() if not list(spec.deps)}
    assert roots == {
        "source_documents", "seed_concepts", "seed_broader", "entity_decisions", "predicates",
        "applications",
    }  # fmt: skip


def test_every_table_has_row_counts_and_a_sample(small: Built) -> None:
    counts, told = small.counts(), metadata_of_each(small.lake, TABLES)
    for name, table in TABLES.items():
        metadata = told[name]
        assert metadata["sample"].strip(), name
        assert metadata["path"], name
        rows = metadata["rows_in_this_run" if table.bucketed else "dagster/row_count"]
        assert rows == counts[name], name


def test_buckets_have_row_counts_of_their_own(small: Built) -> None:
    with instance_of(small.lake) as instance:
        records = instance.fetch_materializations(dg.AssetKey("chunks"), limit=BUCKETS).records
    rows: dict[str | None, Any] = {}
    for record in records:
        assert record.asset_materialization is not None
        rows[record.partition_key] = record.asset_materialization.metadata[
            "dagster/row_count"
        ].value
    assert sum(rows.values()) == small.counts()["chunks"]
    for path in Lake(small.lake).paths("chunks"):
        assert rows[path.stem] == pq.read_metadata(path).num_rows


def test_pictures_and_reasons_are_shown(small: Built) -> None:
    relations = latest_metadata(small.lake, "relations")
    for picture in ("graph", "confidence", "degree"):
        assert "data:image/png;base64," in relations[picture]
    assert "low_confidence" in latest_metadata(small.lake, "rejected_triples")["counts"]


def test_blocking_checks_stand_before_publishing(definitions: dg.Definitions) -> None:
    graph = definitions.resolve_asset_graph()
    blocking = {key for key in graph.asset_check_keys if graph.get(key).blocking}
    assert {key.asset_key.to_user_string() for key in blocking} >= set(TABLES) - {"seed_concepts"}
    assert {key.asset_key for key in blocking} <= graph.get(PUBLISH).parent_keys


def test_every_check_was_run_and_the_blocking_ones_passed(
    small: Built, definitions: dg.Definitions
) -> None:
    graph = definitions.resolve_asset_graph()
    with instance_of(small.lake) as instance:
        for key in graph.asset_check_keys:
            (record,) = instance.event_log_storage.get_asset_check_execution_history(key, limit=1)
            assert record.event is not None, key
            evaluation = record.event.dagster_event.asset_check_evaluation_data  # type: ignore[union-attr]  # is a check's event
            assert evaluation.passed or not graph.get(key).blocking, key
            assert "sql" in evaluation.metadata or "failed_rows" in evaluation.metadata, key


def damage_a_quote(lake: Path) -> None:
    """Change a quote of the evidence table and keep the key that says it is up to date."""
    opened = Lake(lake)
    path = opened.path("evidence")
    state = opened.state(path)
    assert state is not None
    data = opened.read("evidence")
    quotes = data["quote"].to_pylist()
    quotes[0] = quotes[0][:-1] + "?"
    column = data.schema.get_field_index("quote")
    changed = data.set_column(column, data.schema.field(column), [quotes])
    opened.write("evidence", changed, key=state.key)


@pytest.mark.long
def test_a_failed_blocking_check_stops_publishing(
    small: Built, small_copy: Built, subset: Project
) -> None:
    damage_a_quote(small_copy.lake)
    message = one_clear_message(subset.try_build(lake=small_copy.lake))
    assert "Nothing was published" in message
    assert "evidence: " in message
    assert small_copy.snapshot_id == small.snapshot_id
    small_copy.verified()

    # A file that is no table any more is made again from what stands before it.
    Lake(small_copy.lake).path("evidence").write_bytes(b"PAR1, or so it says")
    healed = subset.build_plainly(lake=small_copy.lake)
    assert healed.hashes() == small.hashes()
    assert healed.snapshot_id == small.snapshot_id


@pytest.mark.long
def test_a_run_launched_from_the_workspace_publishes_the_same_snapshot(
    small: Built, changed: Project, changed_clean: Built, small_copy: Built, tmp_path: Path
) -> None:
    """The page's own way: its server takes the run, its daemon starts it in a process."""
    variables = dagster_environment(small_copy.lake, changed.sources)
    workspace = ["-w", str(ROOT / "workspace.yaml")]
    with serve(["dagster", "dev", *workspace], variables, tmp_path / "log", cwd=ROOT) as address:
        run_id = launch_build(address, location="graphwright")
        run = wait_for_run(small_copy.lake, run_id)
    assert run.status == dg.DagsterRunStatus.SUCCESS
    assert small_copy.snapshot_id == changed_clean.snapshot_id != small.snapshot_id
    assert small_copy.hashes() == changed_clean.hashes()
    small_copy.verified()


def test_the_build_process_leaves_its_run_in_the_lake(small: Built) -> None:
    with instance_of(small.lake) as instance:
        runs = instance.get_runs()
    assert [run.status for run in runs] == [dg.DagsterRunStatus.SUCCESS]
    assert runs[0].job_name == "build"
    assert "enabled: false" in (small.lake / "dagster" / "dagster.yaml").read_text()
