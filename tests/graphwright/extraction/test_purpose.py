from __future__ import annotations

import pytest

SENTENCES = [
    (
        "The service creates a key to encrypt the passwords.",
        "purpose",
        {("service", "create key to encrypt", "passwords")},
    ),
    (
        "To track the status of the order, you can send a request.",
        "purpose",
        {("request", "be sent to track", "status of the order")},
    ),
    (
        "The library provides a simple way to convert the formats.",
        "purpose",
        {("library", "provide simple way to convert", "formats")},
    ),
    (
        "The vehicle uses a combination of sensors, cameras, and maps.",
        "of_conjunct",
        {
            ("vehicle", "use combination of", "cameras"),
            ("vehicle", "use combination of", "maps"),
        },
    ),
    (
        "Storytelling relies on the use of vivid imagery and descriptive language.",
        "of_conjunct",
        {("Storytelling", "rely on use of", "descriptive language")},
    ),
]


@pytest.mark.parametrize(("sentence", "rule", "facts"), SENTENCES)
def test_purposes_and_joined_nouns(extract, sentence, rule, facts):
    assert extract(sentence).rule(rule) == facts


def test_letting_somebody_do_it_is_no_purpose(extract):
    assert not extract("The platform allows developers to build applications.").rule("purpose")


def test_having_no_object_serves_nothing(extract):
    assert not extract("The service restarts to free the memory.").rule("purpose")
