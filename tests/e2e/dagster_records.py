"""What Dagster's instance in a lake says of the runs there."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg


@contextlib.contextmanager
def instance_of(lake: Path) -> Iterator[dg.DagsterInstance]:
    """Open the instance that builds of this lake write to."""
    with dg.DagsterInstance.from_config(str(lake / "dagster")) as instance:
        yield instance


def latest_metadata(lake: Path, asset: str) -> dict[str, Any]:
    """Return the metadata values of an asset's latest materialization."""
    with instance_of(lake) as instance:
        event = instance.get_latest_materialization_event(dg.AssetKey(asset))
        assert event is not None, f"{asset} was never materialized in {lake}."
        materialization = event.asset_materialization
        assert materialization is not None
        return {name: value.value for name, value in materialization.metadata.items()}


def dagster_environment(lake: Path, sources: Path) -> dict[str, str]:
    """Return the variables that point Dagster's own commands at a project."""
    return {
        "DAGSTER_HOME": str(lake / "dagster"),
        "GRAPHWRIGHT_LAKE": str(lake),
        "GRAPHWRIGHT_SOURCES": str(sources),
        "PYTHONPATH": os.pathsep.join(["."]),
    }
