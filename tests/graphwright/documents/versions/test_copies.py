"""Copies: texts that have two thirds of their pieces in common, in whatever order they come."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.documents.versions.copies import (
    SHARE,
    Groups,
    are_alike,
    join_copies,
    pieces_of,
    words_of,
)

POLICY = (
    "The clerk files every invoice. The manager approves every order above 500 EUR."
    " The treasury pays on Thursdays. Ledgerline keeps the journal."
)


def groups_of(texts: dict[str, str]) -> dict[str, str]:
    groups = Groups()
    join_copies({name: pieces_of(text) for name, text in texts.items()}, groups)
    return {name: groups.find(name) for name in texts}


@pytest.mark.parametrize(
    "copy",
    [
        POLICY,
        POLICY.upper(),
        POLICY.replace(". ", ".\n\n"),
        f"Berlin office\n\n{POLICY}\n\nPrinted on 3 May 2023.",
        f"{POLICY}\nPage 1 of 1",
    ],
    ids=["equal", "capitals", "paragraphs", "header and footer", "page number"],
)
def test_what_is_a_copy(copy: str) -> None:
    assert groups_of({"a": POLICY, "b": copy}) == {"a": "a", "b": "a"}


def test_a_text_of_which_half_is_new_is_no_copy() -> None:
    new = POLICY.replace("500 EUR", "800 EUR").replace("Ledgerline keeps the journal.", "")
    assert groups_of({"a": POLICY, "b": new}) == {"a": "a", "b": "b"}


def test_a_page_that_quotes_another_whole_is_no_copy_of_it() -> None:
    notice = "The company owns the trademark."
    own = [f"Machine {n} feeds the long line {n} in hall {n} all day." for n in range(3)]
    texts = {"notice": notice, **{f"page{n}": f"{text} {notice}" for n, text in enumerate(own)}}
    assert groups_of(texts) == {name: name for name in texts}


def test_documents_without_words_are_no_copies() -> None:
    assert groups_of({"a": "", "b": "", "c": "***", "d": "***"}) == {x: x for x in "abcd"}


def test_a_copy_of_a_copy_is_one() -> None:
    lines = [f"Line {number} of the manual" for number in range(12)]
    texts = {str(n): "\n".join(lines[n : n + 9]) for n in range(3)}
    assert set(groups_of(texts).values()) == {"0"}


documents = st.dictionaries(
    st.sampled_from("abcdefgh"),
    st.dictionaries(st.integers(0, 12), st.integers(1, 9), max_size=8),
)


@settings(max_examples=300, deadline=None)
@given(documents, st.randoms(use_true_random=False))
def test_the_same_as_comparing_all_with_all(
    found: dict[str, dict[int, int]], chance: random.Random
) -> None:
    lengths = {piece: length for pieces in found.values() for piece, length in pieces.items()}
    texts = {name: {piece: lengths[piece] for piece in pieces} for name, pieces in found.items()}
    expected = Groups()
    for one, other in itertools.combinations(sorted(texts), 2):
        common = sum(lengths[piece] for piece in texts[one].keys() & texts[other].keys())
        longer = max(sum(texts[one].values()), sum(texts[other].values()))
        if common and common * SHARE[1] >= longer * SHARE[0]:
            expected.join(one, other)
    shuffled = list(texts.items())
    chance.shuffle(shuffled)
    groups = Groups()
    join_copies(dict(shuffled), groups)
    assert {n: groups.find(n) for n in texts} == {n: expected.find(n) for n in texts}


def test_thousands_of_near_copies_and_of_filled_forms() -> None:
    form = "\n".join(f"Field {number} of the form" for number in range(20))
    copies = {f"copy{n:04}": f"{form}\nNumber {n}" for n in range(1500)}
    filled = {
        f"filled{n:04}": form + "\n" + "\n".join(f"Answer {n} to {k}" for k in range(40))
        for n in range(1500)
    }
    found = groups_of(copies | filled)
    assert {found[name] for name in copies} == {"copy0000"}
    assert all(found[name] == name for name in filled)


def test_alike_texts() -> None:
    old = words_of("Hotel costs above 100 EUR a night need the manager's approval.")
    new = words_of("Hotel costs above 150 EUR a night need the manager's approval. So do flights.")
    minutes = words_of("Attendees: Kim. The board chose a supplier of steel. Kim asks for offers.")
    assert are_alike(old, new)
    assert not are_alike(old, minutes)
    assert not are_alike(old, ())


@given(st.text("aZ_9 .,:!\n\t\r\x1f\x00-é"))
def test_the_short_way_through_ascii_leads_to_the_same_pieces(text: str) -> None:
    letter = "aµ"  # as a word of its own, it is a piece that no other can be
    found, longer = pieces_of(text), pieces_of(f"{text}\n{letter}")
    assert longer == found | pieces_of(letter)
