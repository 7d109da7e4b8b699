"""Terms and names: words made alike, and names matched from both sides."""

from __future__ import annotations

import numpy as np
import pytest

from graphwright.guidance.name_index import NameIndex
from graphwright.guidance.terms import naming_terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How do I create a queue?", "adding new queues"),
        ("change my password", "edit passwords"),
        ("remove it", "Delete"),
        ("Where are the preferences?", "settings"),
    ],
)
def test_what_means_the_same_has_the_same_terms(one: str, other: str) -> None:
    assert set(naming_terms(one)) == set(naming_terms(other))


def test_a_question_that_names_nothing_has_no_terms() -> None:
    assert naming_terms("How do I get it?") == ()
    assert naming_terms("") == ()


def test_a_name_that_is_said_whole_is_better_than_half_of_one() -> None:
    index = NameIndex([["Queues"], ["Queue watchers"], ["Users"], []])
    match = index.match(naming_terms("where are the queues"))
    assert match.argmax() == 0
    assert match[1] > match[2] == match[3] == 0
    assert ((match >= 0) & (match <= 1)).all()


def test_nothing_asked_matches_nothing() -> None:
    assert not np.any(NameIndex([["Queues"], []]).match(()))
