import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.llm.reading.folded_text import fold


def find(text: str, phrase: str) -> list[str]:
    return [text[a:b] for a, b in fold(text).spans_of(phrase, (0, len(text)))]


@pytest.mark.parametrize(
    ("text", "phrase", "found"),
    [
        ("The Purchase\n  Order is open.", "purchase order", ["Purchase\n  Order"]),
        ("It\u2019s the buyer\u2019s.", "buyer's", ["buyer\u2019s"]),
        ("A long\u2013term plan", "long-term", ["long\u2013term"]),
        ("the \ufb01nal o\ufb03ce", "final office", ["\ufb01nal o\ufb03ce"]),
        ("the co\u00adoperation", "cooperation", ["co\u00adoperation"]),
        ("Caf\u00e9 M\u00fcller", "Cafe\u0301 Mu\u0308ller", ["Caf\u00e9 M\u00fcller"]),
        ("Cafe\u0301 Muller", "Caf\u00e9", ["Cafe\u0301"]),
        ("STRASSE and Stra\u00dfe", "stra\u00dfe", ["STRASSE", "Stra\u00dfe"]),
        ("start the cart", "art", []),
        ("Caf\u00e9", "Caf", []),
        ("Cafe\u0301", "Cafe", []),
        ("art, art; Art", "art", ["art", "art", "Art"]),
        ("a\u00a0b", "a b", ["a\u00a0b"]),
        ("Wait\u2026", "wait.", []),
        ("Wait\u2026", "wait...", ["Wait\u2026"]),
        ("anything", "  ", []),
        ("anything", "\u200b", []),
        ("version 2.10 and 2.1", "2.1", ["2.1"]),
    ],
)
def test_words_are_found_as_written(text: str, phrase: str, found: list[str]) -> None:
    # "2.1" does not stand in "2.10": a digit follows.
    assert find(text, phrase) == found


def test_only_places_inside_the_span_count() -> None:
    text = "order and order"
    assert fold(text).spans_of("order", (6, len(text))) == [(10, 15)]


@given(st.text(max_size=80), st.data())
def test_what_is_found_folds_to_what_was_looked_for(text: str, data: st.DataObject) -> None:
    low = data.draw(st.integers(0, len(text)))
    high = data.draw(st.integers(low, len(text)))
    phrase = text[low:high]
    wanted = fold(phrase.strip()).characters.strip()
    for start, end in fold(text).spans_of(phrase, (0, len(text))):
        assert fold(text[start:end]).characters.strip() == wanted


words = st.lists(st.text("abcdeXYZ\u00e9\u00df", min_size=1, max_size=6), min_size=1, max_size=12)


@given(words, st.data())
def test_any_run_of_words_is_found_where_it_stands(tokens: list[str], data: st.DataObject) -> None:
    low = data.draw(st.integers(0, len(tokens) - 1))
    high = data.draw(st.integers(low + 1, len(tokens)))
    text, phrase = "  \n".join(tokens), " ".join(tokens[low:high]).upper()
    start = sum(len(token) + 3 for token in tokens[:low])
    end = start + sum(len(token) + 3 for token in tokens[low:high]) - 3
    assert (start, end) in fold(text).spans_of(phrase, (0, len(text)))
