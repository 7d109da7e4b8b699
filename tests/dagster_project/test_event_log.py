"""Dagster's record in the lake holds what Dagster's own storage would hold."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest

from dagster_project.environment import dagster_home


def test_what_belongs_to_no_run_is_recorded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, key = str(dagster_home(tmp_path)), dg.AssetKey("published_snapshot")
    monkeypatch.setenv("DAGSTER_HOME", home)
    with dg.DagsterInstance.from_config(home) as instance:
        instance.report_runless_asset_event(dg.AssetObservation(key))
        assert len(instance.fetch_observations(key, limit=5).records) == 1


@pytest.mark.parametrize(
    "home",
    ["{home: {env: DAGSTER_HOME}}", "\n    home:\n      env: DAGSTER_HOME"],
)
def test_the_record_of_a_lake_of_an_earlier_version_is_read_where_it_lies(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    settings = dagster_home(tmp_path) / "dagster.yaml"
    said = settings.read_text(encoding="utf-8")
    named = "  class: LakeEventLog\n"
    assert named in said
    settings.write_text(said.replace(named, f"{named}  config: {home}\n"), encoding="utf-8")
    with dg.DagsterInstance.from_config(str(dagster_home(tmp_path))) as instance:
        instance.report_runless_asset_event(dg.AssetObservation(dg.AssetKey("chunks")))
    assert (settings.parent / "history" / "runs").is_dir()
