"""The benchmark over tickets: gains by hand, and what it leaves out so that nothing leaks."""

from __future__ import annotations

import json

import numpy as np
import pytest
import tickets as benchmark


def issue(key, created, title, comments=()):
    fields = {
        "summary": title,
        "description": f"{title}, see OLD-7",
        "created": created,
        "components": [],
        "labels": [],
        "comment": {"comments": [{"body": body, "created": when} for body, when in comments]},
    }
    return json.dumps({"key": key, "fields": fields})


@pytest.fixture
def folder(tmp_path):
    """Three issues, of which one duplicates another and a third is later."""
    day = "2024-01-0{}T00:00:00.000+0000".format
    tickets = [
        issue("SH-1", day(1), "lamp is dark", [("SH-2 names the gadget", day(3))]),
        issue("SH-2", day(2), "gadget fails"),
        issue("SH-3", day(4), "gadget fails"),
    ]
    (tmp_path / "tickets.jsonl").write_text("\n".join(tickets) + "\n", encoding="utf-8")
    rows = [
        "query-id\tcorpus-id\tscore\tlink",
        "SH-2\tSH-1\t1\tDuplicate",
        "SH-2\tGONE-1\t1\tBlocks",
    ]
    (tmp_path / "qrels.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path


def test_leaks_are_removed(folder, tmp_path):
    tracker = benchmark.read_tracker(folder)
    assert not any("SH-" in one.text or "OLD" in one.text for one in tracker.sections)
    questions = benchmark.read_questions(folder, {one.key: one for one in tracker.tickets})
    assert [(one.group, one.gold) for one in questions] == [
        ("Duplicate", {"SH-1"}),
        ("all links", {"SH-1"}),
    ]
    vectors = {
        one.section_id: np.eye(2, dtype=np.float32)[[int("lamp" in one.text)]]
        for one in tracker.sections
        if one.section != "comment"
    }
    measured = benchmark.Benchmark(tracker, vectors, tmp_path)
    found = measured.ranked("SH-2")
    # The later ticket of the same words is not found, nor the earlier one by its later comment.
    assert found["bm25"] == []
    assert found["tickets"] == found["sections"] == found["dense"] == ["SH-1"]
    scores = benchmark.score(measured, questions)
    assert scores["tickets"]["mrr"].tolist() == [1, 1]
    assert scores["bm25"]["mrr"].tolist() == [0, 0]


def test_gains_are_those_of_the_best_order():
    gold = frozenset("ab")
    assert benchmark.ndcg_at(["a", "b"], gold, 3) == pytest.approx(1)
    assert benchmark.ndcg_at(["x", "a", "b"], gold, 1) == 0
    assert benchmark.ndcg_at(["x", "a"], gold, 2) == pytest.approx(0.6309 / 1.6309, abs=1e-4)
