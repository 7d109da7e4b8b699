from __future__ import annotations

import numpy as np
import pytest

from benchmarks import word_coverage
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings

STOP_WORDS = frozenset({"the", "of", "a"})


def as_written(word: str) -> frozenset[str]:
    return frozenset([word])


@pytest.fixture(scope="module")
def forms() -> word_coverage.BaseForms:
    return word_coverage.BaseForms(load_pipeline(LanguageSettings()))


@pytest.mark.parametrize(
    ("word", "base"),
    [("emerges", "emerge"), ("known", "know"), ("butterflies", "butterfly"), ("mice", "mouse")],
)
def test_an_inflected_word_has_its_base_form(
    word: str, base: str, forms: word_coverage.BaseForms
) -> None:
    assert {word, base} <= forms(word)


def test_words_of_different_meaning_share_no_form(forms: word_coverage.BaseForms) -> None:
    assert forms("wing").isdisjoint(forms("win"))


def test_content_words_are_distinct_and_hold_no_stop_word() -> None:
    assert word_coverage.content_words("The size of the Size, a colour.", STOP_WORDS) == [
        "size",
        "colour",
    ]


def test_coverage_is_the_share_of_words_that_are_held() -> None:
    held = word_coverage.forms_in(["eggs on leaves", "green"], as_written)
    assert word_coverage.coverage(["eggs", "green", "round", "leaf"], held, as_written) == 0.5
    assert word_coverage.coverage([], held, as_written) == 0.0


def test_coverage_compares_base_forms(forms: word_coverage.BaseForms) -> None:
    held = word_coverage.forms_in(["adult emerge from chrysalis"], forms)
    assert word_coverage.coverage(["adults", "emerges", "wings"], held, forms) == pytest.approx(
        2 / 3
    )


@pytest.mark.parametrize(
    ("scores", "labels", "expected"),
    [
        ([0.1, 0.9], [False, True], 1.0),
        ([0.9, 0.1], [False, True], 0.0),
        ([0.5, 0.5], [False, True], 0.5),
        # Positives .8 and .4 against negatives .6, .4 and .2: 3 + 1.5 of 6 pairs.
        ([0.8, 0.4, 0.6, 0.4, 0.2], [True, True, False, False, False], 0.75),
    ],
)
def test_area_under_curve(scores: list[float], labels: list[bool], expected: float) -> None:
    found = word_coverage.area_under_curve(np.array(scores), np.array(labels))
    assert found == pytest.approx(expected)


def test_area_under_curve_needs_both_labels() -> None:
    assert np.isnan(word_coverage.area_under_curve(np.array([0.5]), np.array([True])))


def test_the_threshold_lets_through_as_many_as_are_true() -> None:
    scores, labels = np.array([0.2, 0.9, 0.5, 0.7]), np.array([True, True, False, False])
    assert word_coverage.matching_threshold(scores, labels) == 0.7
