from __future__ import annotations

from pathlib import Path

from latency_profile import PARTS, WHOLE

from benchmarks import latency
from graphwright.graph.snapshot import open_snapshot


def test_a_made_up_graph_is_a_whole_snapshot(tmp_path: Path) -> None:
    seconds = latency.make_lake(tmp_path, 60)
    snapshot = open_snapshot(tmp_path, verify=True)
    counts = snapshot.manifest.counts
    assert seconds > 0
    assert (counts["entities"], counts["relations"], counts["chunks"]) == (60, 72, 3)
    assert snapshot.entity_vectors.shape == (60, snapshot.manifest.dimensions)
    questions = latency.questions_of(snapshot, 5)
    assert len(questions) == 5
    assert snapshot.relation_rows([0])[0].subject in questions[0]


def test_the_rows_follow_from_the_size_alone() -> None:
    first, second = latency.Synthetic(50), latency.Synthetic(50)
    assert first.mentions.tolist() == second.mentions.tolist()
    assert [first.relation(n) for n in range(5)] == [second.relation(n) for n in range(5)]


def test_the_profile_times_each_part_of_the_default(tmp_path: Path) -> None:
    latency.make_lake(tmp_path, 60)
    figures = latency.measure(tmp_path, 2, parts=True)
    parts = figures["profile_ms"]
    assert isinstance(parts, dict)
    assert set(parts) == {name for name, _, _ in PARTS} | {WHOLE}
    assert parts["parse"] > 0
    assert parts[WHOLE] >= parts["facts"] >= 0
