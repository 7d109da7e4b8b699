"""A reviewer's session: what waits, what is written, what is taken back, what is foreseen."""

from __future__ import annotations

from pathlib import Path

import pytest
from graph_rows import GraphRows
from review_lake import pair, reviewed

from graphwright.entities.decisions import load_decisions
from graphwright.errors import RequestError, SettingsError
from graphwright.project import Project
from graphwright.review.decisions_file import decide_one, decide_two
from graphwright.review.names_seen import see_names
from graphwright.review.session import ReviewSession, Verdict, keys_of
from graphwright.tables import NameGroup


@pytest.fixture
def project(tmp_path: Path) -> Project:
    rows = GraphRows()
    for place, name in enumerate(("ape", "bee", "cat", "dog")):
        for number in range(4 - place):
            rows.fact(name, "have", f"part {number}", path=f"{place}-{number}.md")
    rows.fact("ape", "see", "bee", path="z.md")
    pairs = [pair("ape", "bee"), pair("bee", "cat"), pair("ape", "cat"), pair("cat", "dog")]
    return reviewed(tmp_path / "team", rows, pairs)


def _waiting(session: ReviewSession) -> list[str]:
    return [f"{one.name} {one.other}" for one in session.waiting()]


def test_decisions_are_written_with_author_and_day_and_wait_no_more(project: Project) -> None:
    session = project.review("anna")
    assert _waiting(session) == ["ape bee", "ape cat", "bee cat", "cat dog"]
    session.decide(("ape", "bee"), Verdict.SAME)
    session.decide(("cat", "dog"), Verdict.DIFFERENT)
    first, second = load_decisions(session.path)
    assert (first.must_link, first.author) == (("ape", "bee"), "anna")
    assert second.cannot_link == ("cat", "dog")
    assert len(first.date or "") == len("2026-11-24")
    assert _waiting(session) == ["ape cat", "bee cat"]


def test_what_follows_of_two_decisions_does_not_wait(project: Project) -> None:
    session = project.review()
    session.decide(("ape", "bee"), Verdict.SAME)
    session.decide(("bee", "cat"), Verdict.SAME)
    assert _waiting(session) == ["cat dog"]


def test_what_is_skipped_waits_in_the_next_session(project: Project) -> None:
    session = project.review()
    session.decide(("ape", "bee"), Verdict.SKIP)
    assert "ape bee" not in _waiting(session)
    assert not session.path.exists()
    assert "ape bee" in _waiting(project.review())


def test_undo_leaves_the_bytes_that_were_there(project: Project) -> None:
    session = project.review()
    held = b"# of the team\r\n- drop: fox\r\n# the end, without a line break"
    session.path.write_bytes(held)
    for verdict in (Verdict.SAME, Verdict.SKIP, Verdict.DIFFERENT):
        session.decide(keys_of(session.waiting()[0]), verdict)
    for _ in range(3):
        session.undo()
    assert session.path.read_bytes() == held
    assert len(_waiting(session)) == 4
    with pytest.raises(RequestError, match="Nothing was done"):
        session.undo()


def test_undo_of_the_first_decision_removes_the_file(project: Project) -> None:
    session = project.review()
    session.decide(("ape", "bee"), Verdict.SAME)
    session.undo()
    assert not session.path.exists()


def test_undo_removes_its_own_decision_where_another_person_wrote_since(project: Project) -> None:
    mine = project.review("anna")
    mine.decide(("ape", "bee"), Verdict.SAME)
    project.review("ben").decide(("cat", "dog"), Verdict.DIFFERENT)
    mine.undo()
    [left] = load_decisions(mine.path)
    assert (left.cannot_link, left.author) == (("cat", "dog"), "ben")


def test_undo_says_where_the_decision_is_gone(project: Project) -> None:
    session = project.review("anna")
    session.decide(("ape", "bee"), Verdict.SAME)
    decide_two(project.settings, "ape", "bee")
    with pytest.raises(SettingsError, match=r"not in .* any more as it was written"):
        session.undo()
    assert load_decisions(session.path)[0].cannot_link == ("ape", "bee")


def test_a_pair_that_another_decided_is_refused(project: Project) -> None:
    session = project.review()
    decide_one(project.settings, "bee", "ape")
    with pytest.raises(RequestError, match="do not wait"):
        session.decide(("ape", "bee"), Verdict.DIFFERENT)
    with pytest.raises(RequestError, match="do not wait"):
        session.decide(("ape", "gone"), Verdict.SAME)


def test_a_contradiction_is_refused_and_nothing_is_written(project: Project) -> None:
    decide_one(project.settings, "ape", "bee")
    decide_two(project.settings, "bee", "dog")
    session = project.review()
    held = session.path.read_bytes()
    session.decide(("ape", "cat"), Verdict.SAME)
    [last] = [one for one in session.waiting() if keys_of(one) == ("cat", "dog")]
    foreseen = session.foresee(last, Verdict.SAME)
    assert foreseen.effect is None
    assert "Line 2 of decisions.yaml keeps bee and dog apart" in (foreseen.refused or "")
    with pytest.raises(SettingsError, match=r"line 2: 'bee' and 'dog' must stay apart"):
        session.decide(("cat", "dog"), Verdict.SAME)
    session.undo()
    assert session.path.read_bytes() == held


def test_a_file_that_contradicts_itself_is_refused_with_its_line(project: Project) -> None:
    path = project.settings.decisions_path
    assert path is not None
    path.write_text("- must_link: [ape, bee]\n- cannot_link: [bee, ape]\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="line 2"):
        project.review()


def test_a_session_needs_a_file(project: Project) -> None:
    bare = project.settings.model_copy(update={"decisions": None})
    with pytest.raises(SettingsError, match="Set decisions in sources"):
        Project(project.root, given=bare).review()


def test_the_effect_counts_the_facts_of_the_thing_that_would_be(project: Project) -> None:
    session = project.review()
    effect = session.foresee(session.waiting()[0], Verdict.SAME).effect
    assert effect is not None
    [joined] = effect.joined
    assert joined.names == ("ape", "bee")
    # Four facts and three, of which three say the same; and one tells of both.
    assert (joined.facts_before, joined.facts, joined.inner, joined.sentences) == (8, 4, 1, 7)
    different = session.foresee(session.waiting()[0], Verdict.DIFFERENT).effect
    assert different is not None
    assert different.is_none


def test_the_effect_names_what_falls_apart_and_what_is_met(tmp_path: Path) -> None:
    rows = GraphRows()
    for name in ("log page", "logpage", "journal page"):
        rows.fact(name, "show", "text", path=f"{name}.md")
    group = NameGroup("logpage", "log page", "same letters", 1.0, "why")
    pairs = [
        pair("journal page", "log page", 0.6, "group"),
        pair("log page", "logpage", 0.99),
        pair("journal page", "logpage", 0.2, "beside"),
    ]
    project = reviewed(tmp_path / "team", rows, pairs, [group])
    (project.settings.decisions_path or tmp_path).write_text(
        "- rename: log page\n  to: Log\n", encoding="utf-8"
    )
    session = project.review()
    [waiting] = session.waiting()
    effect = session.foresee(waiting, Verdict.SAME).effect
    assert effect is not None
    assert effect.parted == (("log", "log page", "logpage"),)
    assert effect.meets == ("line 1: rename log page and Log",)


def test_both_names_are_seen_with_quotes_and_neighbours(project: Project) -> None:
    both = see_names(project.lake, "ape", "bee")
    assert (both.first.mentions, both.other.documents) == (5, 4)
    assert len(both.first.quotes) == 3
    quote = both.first.quotes[0]
    shown = quote.text[quote.name_start - quote.start : quote.name_end - quote.start]
    assert shown == "ape"
    assert both.shared == ("part 0", "part 1", "part 2")
    assert set(both.first.alone) == {"bee", "part 3"}
