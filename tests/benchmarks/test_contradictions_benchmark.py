from __future__ import annotations

from benchmarks import contradictions
from benchmarks.contradictions import Stated


def said(subject: str, object_: str, *, negated: bool = False, under: str | None = None) -> Stated:
    return Stated(subject, "be", object_, negated, "", under, f"{subject} be {object_}")


def test_a_denied_fact_contradicts_the_one_under_the_same_restriction():
    plain, denied = said("pump", "on"), said("pump", "on", negated=True)
    bound = said("pump", "on", negated=True, under="if the tank is empty")
    pairs = list(contradictions.polarity_pairs([plain, denied, bound, said("fan", "on")]))
    assert [(pair.one, pair.other, pair.is_open) for pair in pairs] == [
        (plain, denied, True),
        (plain, bound, False),
    ]


def test_two_values_count_where_a_predicate_has_one_elsewhere():
    relations = [said(f"s{number}", "red") for number in range(19)]
    two = [said("s", "red"), said("s", "blue", under="in winter")]
    (pair,) = contradictions.value_pairs([*relations, *two], 0.95, 20)
    assert (pair.one, pair.other, pair.is_open) == (*two, False)
    assert list(contradictions.value_pairs([*relations, *two], 0.96, 20)) == []
    assert list(contradictions.value_pairs([*relations, *two], 0.95, 21)) == []
    assert contradictions.counts([pair], 21)["value"] == {"pairs": 1, "open": 0}
