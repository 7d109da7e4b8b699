from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.lexical_words import words, words_of_texts

_SIGNS = "aZ_9 .\n\x00-ßÄİſ٣中é\u0301\ud800"


def _each(texts: list[str]) -> list[list[str]]:
    found = words_of_texts(texts)
    listed = [found.distinct[number] for number in found.numbers]
    ends = np.cumsum(found.lengths).tolist()
    return [listed[end - size : end] for end, size in zip(ends, found.lengths, strict=True)]


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [""],
        ["", "", ""],
        ["Order", "Order"],
        ["a", "b c", "", "no end"],
        ["Größe\x00ÜBER", "x_1-Y2", "...", "中文 ok"],
        ["half \ud800 a pair", "\x7f"],
    ],
)
def test_words_of_many_texts_are_those_of_each(texts: list[str]) -> None:
    assert _each(texts) == [words(text) for text in texts]


@given(st.lists(st.text() | st.text(_SIGNS)))
def test_words_of_any_texts_are_those_of_each(texts: list[str]) -> None:
    assert _each(texts) == [words(text) for text in texts]


def test_a_word_is_listed_once() -> None:
    found = words_of_texts(["Order orders", "ORDER"])
    assert list(found.distinct) == ["order", "orders"]
    assert found.numbers.tolist() == [0, 1, 0]
    assert found.lengths.tolist() == [2, 1]
