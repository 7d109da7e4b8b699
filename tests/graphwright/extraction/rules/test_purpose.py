from __future__ import annotations

import pytest

SENTENCES = [
    (
        "Choose the Plan page to display and change a budget.",
        "purpose",
        {
            ("Plan page", "be used to display", "budget"),
            ("Plan page", "be used to change", "budget"),
        },
    ),
    (
        "The service creates a key to encrypt the passwords.",
        "purpose",
        {("service", "create to encrypt", "passwords")},
    ),
    (
        "To track the status of the order, you can send a request.",
        "purpose",
        {("request", "be sent to track", "status of the order")},
    ),
    (
        "The library provides a simple way to convert the formats.",
        "purpose",
        {("library", "allow to convert", "formats")},
    ),
    (
        "To create these arrangements, you need the administrator role.",
        "purpose",
        {("administrator role", "be needed to create", "arrangements")},
    ),
    (
        "To leverage the generator, you have to install the new plugin.",
        "purpose",
        {("plugin", "be installed to leverage", "generator")},
    ),
    (
        "You can use the profiler tool to schedule and monitor heap dumps.",
        "purpose",
        {
            ("profiler tool", "be used to schedule", "heap dumps"),
            ("profiler tool", "be used to monitor", "heap dumps"),
        },
    ),
    (
        "If you want to connect to the test system, use the profiler tool.",
        "purpose",
        {("profiler tool", "be used to connect to", "test system")},
    ),
    (
        "If you do not want to connect to the test system, use the profiler tool.",
        "purpose",
        set(),
    ),
    (
        "If you want to delete a business role, see the administrator guide.",
        "purpose",
        set(),
    ),
    (
        "You can use the profiler tool for analyzing memory leaks.",
        "purpose",
        {("profiler tool", "be used for analyzing", "memory leaks")},
    ),
    (
        "To log on to the test system, enter the password.",
        "purpose",
        {("password", "be used to log on to", "test system")},
    ),
    (
        "The profiler tool enables you to work with heap dumps.",
        "enabling",
        {("profiler tool", "allow to work with", "heap dumps")},
    ),
    (
        "The profiler tool enables you to create snapshots and to delete heap dumps.",
        "enabling",
        {
            ("profiler tool", "allow to create", "snapshots"),
            ("profiler tool", "allow to delete", "heap dumps"),
        },
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


def test_a_wish_is_a_purpose_and_no_condition(extract):
    found = extract("If you want to connect to the test system, use the profiler tool.")
    triple = found.triple("profiler tool", "be used to connect to", "test system")
    assert triple.condition is None
