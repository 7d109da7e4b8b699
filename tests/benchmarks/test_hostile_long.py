"""The suites of damaged lakes and of questions, each with a build of its own."""

from __future__ import annotations

import pytest

from benchmarks import hostile_damage, hostile_questions


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_damaged_lake_heals_or_says_what_to_do() -> None:
    found = list(hostile_damage.cases())
    assert len(found) >= 40
    assert [case for case in found if not case[1]] == []


@pytest.mark.long
@pytest.mark.timeout(600)
def test_no_question_raises_or_invents() -> None:
    found = list(hostile_questions.cases())
    assert len(found) >= 60
    assert [case for case in found if not case[1]] == []
