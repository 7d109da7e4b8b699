"""Pronouns whose own sentence tells what they stand for, or leaves it open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from extraction_texts import Extracted

Extract = Callable[[str], Extracted]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "You've set up the beacon so that it sends the tide level to Oslo.",
            ("beacon", "send", "tide level"),
        ),
        ("If the barrel is broken, it loses the beer.", ("barrel", "lose", "beer")),
        ("The brewery stores barrels in its own cellar.", ("brewery", "have", "cellar")),
    ],
)
def test_the_one_noun_that_fits_is_meant(
    extract: Extract, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in extract(text).facts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # the cooper, the brewery or the barrel
        ("The cooper sells the brewery a barrel before you fill it with ale.", {"it"}),
        ("You can send the key with a letter that names its dark red seal.", {"its"}),
        # not the last plural alone
        ("Pens and inks are stored as sets, because they need boxes.", {"sets"}),
    ],
)
def test_what_is_open_is_no_fact(extract: Extract, text: str, words: set[str]) -> None:
    found = extract(text).triples
    assert found
    assert not any(words & {t.subject, t.object} for t in found if t.predicate != "be stored as")


def test_a_condition_keeps_its_pronoun(extract: Extract) -> None:
    facts = extract("Barrels are sold if they are defined in the ledger.").facts
    assert ("Barrels", "be defined in", "ledger") not in facts


@pytest.mark.parametrize(
    "text",
    [
        "The guests praise the brewery's choice.",
        "The form references the barrel, enabling the barrel's manipulation.",
        "The clerk prints today's rates.",
    ],
)
def test_acts_counts_and_days_are_no_possession(extract: Extract, text: str) -> None:
    assert not extract(text).rule("possessive")
