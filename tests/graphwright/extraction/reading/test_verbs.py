from __future__ import annotations

import pytest

from graphwright.extraction.reading.verbs import past_participle


@pytest.mark.parametrize(
    ("lemma", "participle"),
    [
        ("break", "broken"), ("rebuild", "rebuilt"), ("overwrite", "overwritten"),
        ("unbind", "unbound"), ("relay", "relayed"), ("release", "released"),
        ("mislead", "misled"), ("outline", "outlined"), ("regard", "regarded"),
        ("foresee", "foreseen"), ("apply", "applied"),
        ("understand", "understood"), ("submit", "submitted"),
    ],
)  # fmt: skip
def test_the_participle_of_a_verb(lemma, participle):
    assert past_participle(lemma) == participle
