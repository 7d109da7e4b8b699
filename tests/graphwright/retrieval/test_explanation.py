from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphwright.retrieval.explanation import ListedScore, ScoreList


@given(st.integers(1, 700), st.integers(1, 300), st.integers(0, 10**6))
def test_a_rank_is_one_more_than_the_scores_that_are_better(
    count: int, values: int, seed: int
) -> None:
    generator = np.random.default_rng(seed)
    scores = (generator.integers(values, size=count) / values).astype(np.float32)
    listed = ScoreList(lambda: scores, deepest=500)
    for row in generator.integers(count, size=10).tolist():
        better = sum(score > scores[row] for score in scores.tolist())
        rank = 1 + better if better < 500 else None
        assert listed.at(row) == ListedScore(round(float(scores[row]), 6), rank)
