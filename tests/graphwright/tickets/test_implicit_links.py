"""Implicit links: exact whatever the blocks, none of forms; thresholds of the package."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.settings import EmbeddingSettings
from graphwright.tickets import implicit_links as module
from graphwright.tickets.implicit_links import Threshold, implicit_links, thresholds


def unit_vectors(seed: int, count: int, copies: int) -> np.ndarray:
    """Return vectors in a plane's corner, of which one has so many equals."""
    made = np.abs(np.random.default_rng(seed).normal(size=(count, 3))) + 0.2
    made[:copies] = made[:1]
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


def slow_links(vectors: np.ndarray, threshold: Threshold) -> set[tuple[int, int]]:
    """Return the pairs that the definition gives, one by one."""
    exact = vectors.astype(np.float64)
    near = {
        row: [
            other
            for other in range(len(exact))
            if other != row and round(float(exact[row] @ exact[other]), 6) >= threshold.theta
        ]
        for row in range(len(exact))
    }
    return {
        (row, other)
        for row, others in near.items()
        for other in others
        if row < other and max(len(near[row]), len(near[other])) <= threshold.most_near
    }


@settings(deadline=None, max_examples=40)
@given(
    seed=st.integers(0, 1000),
    count=st.integers(0, 40),
    copies=st.integers(0, 12),
    theta=st.floats(0.9, 0.999),
    most=st.integers(1, 8),
    block=st.sampled_from([1, 7, 1024]),
)
def test_links_are_those_of_the_definition_in_any_blocks(seed, count, copies, theta, most, block):
    vectors = unit_vectors(seed, count, min(copies, count))
    threshold = Threshold("m", theta, most, "made up")
    ids = [f"{row:03}" for row in range(count)]
    kept, module._BLOCK = module._BLOCK, block
    try:
        found = implicit_links(ids, vectors, threshold, "m")
    finally:
        module._BLOCK = kept
    assert {(int(one.source_id), int(one.target_id)) for one in found} == slow_links(
        vectors, threshold
    )
    assert [(one.source_id, one.target_id) for one in found] == sorted(
        (one.source_id, one.target_id) for one in found
    )
    assert all(1 <= one.rank <= most and one.cosine >= theta for one in found)


def test_titles_of_a_form_make_no_links_and_their_pairs_are_not_held():
    vectors = unit_vectors(1, 1500, 1490)  # two blocks
    assert (
        implicit_links([f"{n:04}" for n in range(1500)], vectors, Threshold("m", 1.0, 5, ""), "m")
        == []
    )
    assert len(module._near(vectors, Threshold("m", 0.9999, 5, ""))[0]) <= 1500 * 5


def test_the_model_of_the_default_has_a_threshold_with_its_origin():
    known = thresholds()[EmbeddingSettings().model]
    assert 0.5 < known.theta < 1
    assert known.most_near >= 1
    assert "queries" in known.origin
