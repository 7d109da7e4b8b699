"""Two projects in one process: nothing of one shows in the other, or in the environment."""

from __future__ import annotations

import os
from pathlib import Path

import dagster as dg
import pytest
from tiny_project import BUCKETS, Tiny, copy_of, new_project

from dagster_project.definitions import definitions_of
from graphwright.settings import load_settings


def partitions(tiny: Tiny) -> int:
    graph = definitions_of(tiny.project).resolve_asset_graph()
    definition = graph.get(dg.AssetKey("chunks")).partitions_def
    assert definition is not None
    return len(definition.get_partition_keys())


@pytest.mark.long
def test_two_projects_build_side_by_side(tiny_built: Tiny, tmp_path: Path) -> None:
    before = dict(os.environ)
    first = copy_of(tiny_built, tmp_path / "first")
    second = new_project(tmp_path / "second", {"platform/a.txt": "Millrace hosts Ledgerline."})
    (second.root / "handbook").mkdir()
    second.settings(buckets=2)
    report = second.project.build()
    assert report.rows["parsed_documents"] == 1
    first.write("handbook/new.txt", "The clerk books the payment.")
    again = first.project.build()
    assert again.rows["parsed_documents"] == 4
    assert second.project.build().run_id is None  # nothing of it changed
    assert (partitions(first), partitions(second)) == (BUCKETS, 2)
    assert load_settings(first.lake / "sources.yaml").buckets == BUCKETS
    assert dict(os.environ) == before
