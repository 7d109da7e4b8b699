"""Words that a hyphen joins, and nouns with their identifiers: one word, one subject."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from extraction_texts import Extracted

Extract = Callable[[str], Extracted]


def test_a_prefix_that_denies_stays_with_its_word(extract: Extract) -> None:
    found = extract("The quota is non-numeric.").rule("adjective")
    assert found == {("quota", "be", "non-numeric")}


@pytest.mark.parametrize(
    "object_", ["non-public gate", "public gate", "up-to-date list", "high-water mark"]
)
def test_a_name_keeps_its_hyphens(extract: Extract, object_: str) -> None:
    assert extract(f"The guards watch the {object_}.").rule("object") == {
        ("guards", "watch", object_)
    }


def test_an_identifier_behind_its_noun_makes_one_subject(extract: Extract) -> None:
    found = extract("The technical parameter sc_name used in this form needs to be the name.")
    assert ("technical parameter sc_name", "be", "name") in found.rule("copula")
