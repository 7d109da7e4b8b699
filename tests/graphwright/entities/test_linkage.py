"""Average linkage: nearest first, means that fall, chains that are too long, and no order."""

from __future__ import annotations

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from graphwright.entities.linkage import MOST_TOGETHER, Chance, hanging_together, link_groups


def _groups(pairs: list[Chance], least: float, apart: tuple[str, str] | None = None) -> list[str]:
    groups = {name: {name} for pair in pairs for name in pair[:2]}

    def join(one: str, other: str) -> bool:
        both = groups[one] | groups[other]
        if apart is not None and both.issuperset(apart):
            return False
        groups[one] = both
        del groups[other]
        return True

    link_groups(pairs, least, join)
    return sorted("".join(sorted(group)) for group in groups.values())


def test_a_group_is_as_near_as_the_mean_of_its_pairs() -> None:
    near = [("a", "b", 0.9), ("b", "c", 0.8)]
    assert _groups(near, 0.7) == ["ab", "c"]  # (.8 + 0) / 2: a and c were not scored
    assert _groups([*near, ("a", "c", 0.6)], 0.7) == ["abc"]
    assert _groups(near, 0.85) == ["ab", "c"]
    assert _groups(near, 0.95) == ["a", "b", "c"]


def test_what_is_refused_stays_two_and_others_are_joined() -> None:
    pairs = [("a", "b", 0.9), ("b", "c", 0.8), ("a", "c", 0.8), ("d", "e", 0.7)]
    assert _groups(pairs, 0.7, apart=("a", "b")) == ["ac", "b", "de"]


def test_a_chain_that_is_too_long_is_left_alone() -> None:
    names = [f"n{at:03}" for at in range(MOST_TOGETHER + 1)]
    chain = [(one, other, 0.9) for one, other in itertools.pairwise(names)]
    assert len(_groups(chain, 0.7)) == len(names)
    assert len(_groups(chain[:-1], 0.7)) < MOST_TOGETHER
    assert len(_groups(chain, 0.95)) == len(names)


_names = st.sampled_from("abcdefgh")
_pairs = st.dictionaries(
    st.tuples(_names, _names).filter(lambda both: both[0] < both[1]),
    st.sampled_from([0.1, 0.5, 0.7, 0.75, 0.9]),
    max_size=20,
)


@given(_pairs, st.integers(0, 5))
def test_the_order_of_pairs_decides_nothing(found: dict[tuple[str, str], float], seed: int) -> None:
    pairs: list[Chance] = [(*both, chance) for both, chance in sorted(found.items())]
    mixed = [*pairs]
    random.Random(seed).shuffle(mixed)  # no secret
    assert _groups(pairs, 0.7) == _groups(mixed, 0.7)
    joined = {"".join(group) for group in map(sorted, hanging_together(pairs, 0.7))}
    assert all(any(set(group) <= set(one) for one in joined) or len(group) == 1
               for group in _groups(pairs, 0.7))  # fmt: skip
