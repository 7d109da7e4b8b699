from __future__ import annotations

import pytest

SENTENCES = [
    ("The vault stores passwords.", {("vault", "store", "passwords")}),
    (
        "The gateway exposes services, routes requests and caches answers.",
        {
            ("gateway", "expose", "services"),
            ("gateway", "route", "requests"),
            ("gateway", "cache", "answers"),
        },
    ),
    (
        "Halvorn Valves makes valves, actuators and flow meters.",
        {
            ("Halvorn Valves", "make", "valves"),
            ("Halvorn Valves", "make", "actuators"),
            ("Halvorn Valves", "make", "flow meters"),
        },
    ),
]


@pytest.mark.parametrize(("sentence", "facts"), SENTENCES)
def test_verbs_and_nouns_taken_for_each_other(extract, sentence, facts):
    assert extract(sentence).rule("object") == facts


def test_an_order_whose_verb_was_taken_for_a_name(extract):
    found = extract("# Reset\nDelete the file and restart the server.\n")
    assert found.rule("instruction") == {
        ("Reset", "involve deleting", "file"),
        ("Reset", "involve restarting", "server"),
    }


@pytest.mark.parametrize(
    "sentence",
    ["The customer relations manager.", "The sales figures.", "The operating systems course."],
)
def test_a_name_stays_a_name(extract, sentence):
    assert not extract(sentence).triples
