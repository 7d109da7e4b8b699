from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.entities.name_dictionary import Name, NameDictionary, words_of

NAMES = [
    Name("Porcupine Tree", 0, "band"),
    Name("tree", 0, "tree"),
    Name("purchase order", 2, "order"),
    Name("S/4HANA", 0, "s4"),
    Name("C++", 0, "cpp"),
    Name("C", 0, "c"),
    Name("mercury", 0, "planet"),
    Name("Mercury", 1, "car"),
    Name("Dome", 0, "roof"),
    Name("dome", 0, "album"),
    Name("!!!", 0, "silent"),
]
names = st.lists(st.sampled_from(["a", "b", "c", "ab"]), min_size=1, max_size=3).map(" ".join)


def found(text: str) -> list[str]:
    dictionary = NameDictionary(NAMES)
    return [id_ for name in dictionary.find(words_of(text)) for id_ in dictionary.meant[name]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A tree by Porcupine Tree.", ["tree", "band"]),
        ("porcupine-\ntree", ["band"]),
        ("Porcupine trees", []),
        ("Use S/4HANA or C++, not C.", ["s4", "cpp", "c"]),
        ("Mercury is hot", ["planet"]),  # a canonical name before an alias of another
        ("the dome", ["album", "roof"]),  # two entities of one name
        ("", []),
        ("!!!", []),
    ],
)
def test_what_a_text_names(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_a_heading_names_an_entity_by_its_key_too() -> None:
    dictionary = NameDictionary(NAMES)
    assert dictionary.whole("Purchase Orders") == "purchase order"
    assert dictionary.whole("The orders") is None
    assert dictionary.whole("") is None


@given(
    st.lists(names, max_size=8), st.lists(st.sampled_from(["a", "b", "c", "ab", "d"]), max_size=12)
)
def test_no_longer_name_starts_where_one_was_found(known: list[str], words: list[str]) -> None:
    dictionary = NameDictionary(Name(name, 0, name) for name in known)
    position, expected = 0, []
    while position < len(words):
        longest = max(
            (n for n in range(1, 4) if " ".join(words[position : position + n]) in known
             and position + n <= len(words)),
            default=0,
        )  # fmt: skip
        if longest:
            expected.append(" ".join(words[position : position + longest]))
        position += max(longest, 1)
    assert list(dictionary.find(words)) == expected


@given(st.lists(names, max_size=8), st.lists(names, max_size=8), st.lists(names, max_size=6))
def test_texts_are_read_alike_where_the_digest_is_equal(
    one: list[str], other: list[str], texts: list[str]
) -> None:
    first, second = (NameDictionary(Name(n, 0, n) for n in known) for known in (one, other))
    words = [words_of(text) for text in texts]
    vocabulary = {word for text in words for word in text}
    if first.digest_within(vocabulary) == second.digest_within(vocabulary):
        assert [list(first.find(w)) for w in words] == [list(second.find(w)) for w in words]
