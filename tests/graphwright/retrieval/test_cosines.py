"""Searching by codes gives what reading every vector gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.vector_codes import VectorCodes, code_files, write_codes
from graphwright.retrieval.cosines import Cosines
from graphwright.retrieval.explanation import ScoreList
from graphwright.retrieval.ranking import top


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("codes")


def make(folder: Path, seed: int, *, spread: float, repeated: bool) -> tuple[np.ndarray, Path]:
    """Return unit vectors, near one another where ``spread`` is small, some of them twice."""
    generator = np.random.default_rng(seed)
    rows = generator.normal(size=16) + spread * generator.normal(size=(300, 16))
    if repeated:
        rows[150:] = rows[generator.integers(150, size=150)]
    vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")
    file = folder / f"some-{seed}_vectors.npy"
    np.save(file, vectors)
    write_codes(file)
    return vectors, file


cases = st.tuples(
    st.integers(0, 10_000), st.sampled_from([0.001, 0.1, 10.0]), st.booleans(), st.integers(1, 40)
)


@given(cases, st.booleans())
def test_the_best_are_those_of_reading_every_vector(
    folder: Path, case: tuple[int, float, bool, int], lifted: bool
) -> None:
    seed, spread, repeated, count = case
    vectors, file = make(folder, seed, spread=spread, repeated=repeated)
    query, plus = vectors[seed % 300], np.linspace(0, 0.2, 300)[::-1] if lifted else None
    coded, read = (Cosines(vectors, query, c) for c in (VectorCodes.open(file), None))
    assert coded.top(count, plus) == read.top(count, plus)
    exact = read.values if plus is None else read.values + plus
    rank = ScoreList(
        lambda: coded.values if plus is None else coded.values + plus,
        lambda score, most: coded.settle_near(score, most, plus),
    )
    row = top(exact, count)[-1][0]
    assert rank.at(row).rank == 1 + int(np.count_nonzero(exact > exact[row]))


@given(cases)
def test_a_score_that_many_are_better_than_is_left_inexact(
    folder: Path, case: tuple[int, float, bool, int]
) -> None:
    seed, spread, repeated, most = case
    vectors, file = make(folder, seed, spread=spread, repeated=repeated)
    coded = Cosines(vectors, vectors[seed % 300], VectorCodes.open(file))
    exact = Cosines(vectors, vectors[seed % 300]).values
    for score in (float(np.median(exact)), float(exact.max())):
        better = int(np.count_nonzero(exact > score))
        if coded.settle_near(score, most):
            assert int(np.count_nonzero(coded.values > score)) == better
        else:
            assert better >= most


@given(cases)
def test_codes_are_off_by_no_more_than_they_say(
    folder: Path, case: tuple[int, float, bool, int]
) -> None:
    seed, spread, repeated, _ = case
    vectors, file = make(folder, seed, spread=spread, repeated=repeated)
    query = np.random.default_rng(seed).normal(size=16).astype("<f4")
    query /= np.linalg.norm(query)
    about, slack = VectorCodes.open(file).scan(query)
    assert (np.abs(about - np.vecdot(vectors, query)) <= slack).all()


def test_equal_vectors_give_equal_files(folder: Path) -> None:
    _, file = make(folder, 1, spread=1.0, repeated=True)
    before = [path.read_bytes() for path in code_files(file)]
    write_codes(file)
    assert [path.read_bytes() for path in code_files(file)] == before


def test_a_row_of_noughts_has_codes(folder: Path) -> None:
    file = folder / "nought_vectors.npy"
    np.save(file, np.zeros((2, 8), dtype="<f4"))
    write_codes(file)
    about, _ = VectorCodes.open(file).scan(np.ones(8, dtype=np.float32))
    assert about.tolist() == [0, 0]


@given(cases)
def test_the_best_of_each_is_that_of_reading_every_vector(
    folder: Path, case: tuple[int, float, bool, int]
) -> None:
    seed, spread, repeated, groups = case
    vectors, file = make(folder, seed, spread=spread, repeated=repeated)
    generator = np.random.default_rng(seed)
    rows, plus = generator.permutation(300)[:120], np.linspace(0, 0.2, 300)
    owners = np.sort(generator.integers(groups, size=120))
    coded = Cosines(vectors, vectors[seed % 300], VectorCodes.open(file))
    scores = np.round(Cosines(vectors, vectors[seed % 300]).values + plus, 6)
    wanted = [
        min(np.flatnonzero(owners == owner), key=lambda place: (-scores[rows[place]], rows[place]))
        for owner in np.unique(owners)
    ]
    assert coded.best_of_each(rows, owners, plus).tolist() == wanted
