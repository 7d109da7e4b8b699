"""The benchmark over tickets: gains by hand, and what it leaves out so that nothing leaks."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
import ticket_hostile
import ticket_links
import ticket_scale
import tickets as benchmark

from graphwright.documents.tickets.raw import Markup
from graphwright.tables import ImplicitTicketLink


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


def test_a_draw_of_links_is_by_keys_and_verdicts_are_known():
    links = [ImplicitTicketLink(f"T-{n}", "T-9", 0.95, 1, 0.91, "m") for n in range(8)]
    drawn = ticket_links.drawn(links, 3)
    assert drawn == ticket_links.drawn(links[::-1], 3) == ticket_links.drawn(links, 8)[:3]
    verdicts = ticket_links.read_verdicts()
    assert {said for pairs in verdicts.values() for said in pairs.values()} <= {
        *ticket_links.RIGHT,
        "other",
    }
    assert all(one < other for pairs in verdicts.values() for one, other in pairs)


def test_made_up_tickets_are_the_same_each_time_and_link_to_earlier_ones():
    issues = ticket_scale.made_up(40)
    assert issues == ticket_scale.made_up(40)
    assert issues[:20] == ticket_scale.made_up(20)
    targets = {
        issue["key"]: link["outwardIssue"]["key"]
        for issue in issues
        for link in issue["fields"]["issuelinks"]
    }
    assert targets
    assert all(int(target[5:]) < int(key[5:]) for key, target in targets.items())


def test_hostile_texts_have_the_length_asked_for_and_are_read_within_a_limit():
    texts = dict(ticket_hostile.texts(3_000))
    assert all(0 < len(text) <= 3_001 for text in texts.values())
    clock, became = ticket_hostile.limited(Markup.JIRA, texts["mixed lines"], 60)
    assert clock.keys() == {"mask", "parse", "tree", "role", "chunk"}
    assert "chunks" in became


def test_half_of_the_questions_that_are_timed_name_a_ticket():
    asked = []
    opened = SimpleNamespace(ask=asked.append)
    found = ticket_scale.ask_times(
        SimpleNamespace(tickets=lambda: opened), ticket_scale.made_up(80)
    )
    assert len(set(asked)) == 2 * ticket_scale.ASKED
    assert sum("MADE-" in question for question in set(asked)) == ticket_scale.ASKED
    assert found.keys() == {f"{n}_p{s}_ms" for n in ("named", "told", "all") for s in (50, 90)}
