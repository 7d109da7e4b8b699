from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.entities import likely_pairs as module
from graphwright.entities.likely_pairs import (
    LEAST_COSINE,
    NEAREST,
    likely_pairs,
    pieces_of,
    unit_rows,
    weighted,
)
from graphwright.entities.name_words import Name

_WORDS = ("harbour", "harbor", "gate", "gates", "ferry", "ferries", "ledger", "pilot", "pilots")


def _names(keys: set[str]) -> list[Name]:
    return [Name(key, key, 1, "compound") for key in sorted(keys)]


def _by_all_pieces(names: list[Name]) -> set[tuple[int, int]]:
    """Return each name with its nearest, compared with every other."""
    counts, weights = weighted([pieces_of(name.key) for name in names])
    rows = unit_rows(counts, weights).toarray()
    shared = np.asarray(counts.getnnz(axis=0)).ravel() > 1
    cosines = (rows[:, shared] @ rows[:, shared].T).astype(np.float32)
    np.fill_diagonal(cosines, 0)
    found = set()
    for one, near in enumerate(cosines):
        order = [other for other in np.argsort(-near, kind="stable") if near[other] >= LEAST_COSINE]
        found |= {(min(one, other), max(one, other)) for other in order[:NEAREST]}
    return found


@settings(deadline=None, max_examples=50)
@given(st.sets(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=3).map(" ".join), max_size=9))
def test_few_names_are_compared_by_all_their_pieces(keys: set[str]) -> None:
    names = _names(keys)
    found = set(map(tuple, module._near_letters(names).tolist()))
    assert found == _by_all_pieces(names)


def test_the_names_that_are_looked_at_for_one_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    names = _names({f"{one} {other}" for one in _WORDS for other in _WORDS if one != other})
    found = {tuple(pair) for pair in module._near_letters(names).tolist()}
    monkeypatch.setattr(module, "MOST_LOOKED_AT", 0)
    assert module._near_letters(names).tolist() == []
    monkeypatch.setattr(module, "MOST_LOOKED_AT", 60)
    # The rarest pieces of "ferry ..." are those of few names: they still bring "ferries ...".
    few = {tuple(pair) for pair in module._near_letters(names).tolist()}
    assert few
    assert len(few) < len(found)


def test_no_name_and_one_name_have_no_pairs() -> None:
    assert likely_pairs([], []).tolist() == []
    assert likely_pairs(_names({"gate"}), [[]]).tolist() == []
