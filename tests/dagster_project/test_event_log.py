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
