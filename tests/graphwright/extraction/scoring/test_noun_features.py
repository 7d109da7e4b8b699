from __future__ import annotations

import pytest

from graphwright.extraction.standalone import read_texts


def _features(nlp, text: str, rule: str) -> set[str]:
    """Return the features of all triples that a rule reads from a text."""
    (read,) = read_texts(nlp, [text])
    return {feature for triple, found in read.triples(nlp.vocab) if triple.rule == rule
            for feature in found}  # fmt: skip


@pytest.mark.parametrize(
    ("feature", "rule", "text", "other"),
    [
        (
            "vague_kind",
            "example",
            "The vault has benefits such as key rotation.",
            "The vault supports databases such as HANA.",
        ),
        (
            "by_including",
            "example",
            "The lake keeps relational databases, including Oracle and HANA.",
            "The clerk checks databases such as HANA.",
        ),
        (
            "half_of",
            "copula",
            "Kyma is a bundle of tools, libraries and keys.",
            "Kyma is a bundle of tools.",
        ),
        ("general_kind", "copula", "Kyma is a unit that grows.", "Kyma is a runtime that grows."),
        (
            "supposed_state",
            "copula",
            "Restart the tool if the request is an error message.",
            "The request is an error message.",
        ),
        (
            "noun_under_verb",
            "noun_preposition",
            "The access logs are placed in the application container in the archive folder.",
            "The folder on the disk holds the key.",
        ),
        (
            "from_under_verb",
            "noun_preposition",
            "The access logs are placed in the application container from the archive folder.",
            "The message from the gateway holds a key.",
        ),
    ],
)
def test_features_of_nouns(nlp, feature, rule, text, other):
    assert feature in _features(nlp, text, rule)
    without = _features(nlp, other, rule)
    assert without
    assert feature not in without
