"""Verdicts of an LLM: what is asked about, what is joined, and what stands above a verdict."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.entities.verdict_groups import groups_by_verdict, open_pairs
from graphwright.tables import LlmNameVerdict, NameGroup, NamePair

Declared = dict[str, tuple[str | None, str | None]]


def _pair(one: str, other: str, score: float = 0.5, guard: str | None = None,
          tier: str = "scored") -> NamePair:  # fmt: skip
    return NamePair(one, other, tier, score, guard, "", None)


def _said(one: str, other: str, verdict: str | None = "same", score: float = 0.5) -> LlmNameVerdict:
    return LlmNameVerdict(one, other, score, "names-1 m", verdict, "why", None, None)


def _group(name: str, target: str) -> NameGroup:
    return NameGroup(name, target, "same letters", 1.0, "why")


def _joined(
    verdicts: Sequence[LlmNameVerdict],
    pairs: Sequence[NamePair] = (),
    groups: Sequence[NameGroup] = (),
    declared: Declared | None = None,
) -> dict[str, str]:
    mentions = {"a": 1, "b": 2, "c": 3, "d": 4}
    found = groups_by_verdict(verdicts, pairs, groups, declared or {}, mentions)
    assert {row.tier for row in found} <= {"llm"}
    return {row.name_key: row.target_key for row in found}


def test_scored_pairs_that_nothing_stopped_are_asked_once_for_two_groups() -> None:
    pairs = [
        _pair("a", "b", 0.4),
        _pair("a", "c", 0.6),
        _pair("a", "d", 0.7, "beside"),
        _pair("b", "d", 0.7, tier="same letters"),
        _pair("b", "c", 0.9),
    ]
    found = open_pairs(pairs, [_group("b", "c")])
    assert [(one.name_key, one.other_key) for one in found] == [("a", "c")]


def test_what_is_said_to_be_one_is_joined_and_named_by_what_is_written_most() -> None:
    assert _joined([_said("a", "b"), _said("b", "c")]) == {"a": "c", "b": "c"}
    assert _joined([_said("a", "b")], groups=[_group("b", "d")]) == {"a": "d"}


@pytest.mark.parametrize("verdict", ["different", "unsure", None])
def test_another_verdict_joins_nothing(verdict: str | None) -> None:
    assert _joined([_said("a", "b", verdict)]) == {}


def test_a_verdict_keeps_groups_apart_that_others_would_join() -> None:
    said = [_said("a", "b"), _said("b", "c", score=0.4), _said("a", "c", "different", 0.3)]
    assert _joined(said) == {"a": "b"}


@pytest.mark.parametrize("guard", ["decision", "beside", "ends", "numbers", "seeds", "type"])
def test_a_guard_stands_above_a_verdict_for_whole_groups(guard: str) -> None:
    pairs = [_pair("a", "d", 0.5, guard)]
    assert _joined([_said("a", "b")], pairs, [_group("d", "b")]) == {}


@pytest.mark.parametrize("guard", ["identifier", "signs", "several things", "group"])
def test_a_guard_that_tells_nothing_of_both_does_not(guard: str) -> None:
    pairs = [_pair("a", "d", 0.5, guard)]
    assert _joined([_said("a", "b")], pairs, [_group("d", "b")]) == {"a": "b"}


def test_seeds_and_types_stand_above_verdicts_also_over_others() -> None:
    seeds: Declared = {"a": ("a", "System"), "c": ("c", "System")}
    assert _joined([_said("a", "b"), _said("b", "c", score=0.4)], declared=seeds) == {"b": "a"}
    types: Declared = {"a": (None, "Role"), "b": (None, "System")}
    assert _joined([_said("a", "b")], declared=types) == {}


_KEYS = "abcdef"
_PAIRS = list(itertools.combinations(_KEYS, 2))


@given(
    st.dictionaries(st.sampled_from(_PAIRS), st.sampled_from(["same", "different", "unsure"])),
    st.sets(st.sampled_from(_PAIRS)),
    st.randoms(use_true_random=False),
)
def test_no_order_matters_and_nothing_is_joined_that_is_apart(
    said: dict[tuple[str, str], str], apart: set[tuple[str, str]], random: object
) -> None:
    verdicts = [_said(*keys, verdict) for keys, verdict in said.items()]
    pairs = [_pair(*keys, guard="beside") for keys in apart]
    found = _joined(verdicts, pairs)
    random.shuffle(verdicts)  # type: ignore[attr-defined]
    random.shuffle(pairs)  # type: ignore[attr-defined]
    assert _joined(verdicts, pairs) == found
    assert not set(found) & set(found.values())
    different = {keys for keys, verdict in said.items() if verdict == "different"}
    for one, other in apart | different:
        assert found.get(one, one) != found.get(other, other)
