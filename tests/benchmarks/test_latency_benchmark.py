from __future__ import annotations

from pathlib import Path

import pytest
from latency_profile import PARTS, WHOLE

from benchmarks import latency
from graphwright.graph.snapshot import open_snapshot


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("lake")
    figures = latency.make_lake(root, latency.made_up_graph(60, chunks=9))
    assert figures["publish_peak_mb"] >= figures["publish_own_mb"] > 0
    return root


def test_a_made_up_graph_is_a_whole_snapshot(lake: Path) -> None:
    snapshot = open_snapshot(lake, verify=True)
    counts = snapshot.manifest.counts
    assert (counts["entities"], counts["relations"], counts["chunks"]) == (60, 72, 9)
    assert snapshot.entity_vectors.values.shape == (60, snapshot.manifest.dimensions)
    questions = latency.questions_of(snapshot, 5)
    assert len(questions) == 5
    assert snapshot.relation_rows([0])[0].subject in questions[0]


def test_the_rows_follow_from_the_size_alone() -> None:
    first, second = (list(latency.made_up_graph(50).tables()) for _ in range(2))
    assert [(name, rows.to_pylist()) for name, rows in first] == [
        (name, rows.to_pylist()) for name, rows in second
    ]


def test_the_profile_times_each_part_of_the_default(lake: Path) -> None:
    figures = latency.measure(lake, 2, parts=True)
    parts = figures["profile_ms"]
    assert isinstance(parts, dict)
    assert set(parts) == {name for name, _, _ in PARTS} | {WHOLE}
    assert parts["parse"] > 0
    assert parts[WHOLE] >= parts["facts"] >= 0
