from __future__ import annotations

import pytest

from graphwright.extraction.scoring.repeated_heading import stems

THRESHOLD = 0.6


@pytest.mark.parametrize(
    ("heading", "step", "triple"),
    [
        (
            "Creating Service Instances",
            "Create the service instance.",
            ("involve creating", "service instance"),
        ),
        (
            "Creating a Business Role with Restrictions",
            "Create a business role.",
            ("involve creating", "business role"),
        ),
        ("Ledger Configuration", "Configure your ledger.", ("involve configuring", "ledger")),
        (
            "Assigning Audit Roles to User Groups",
            "Assign the audit role to a user group.",
            ("involve assigning to", "user group"),
        ),
    ],
)
def test_a_step_that_repeats_its_heading_says_nothing(extract, heading, step, triple):
    assert extract(f"# {heading}\n{step}\n").triple(heading, *triple).confidence < THRESHOLD


@pytest.mark.parametrize(
    ("step", "triple"),
    [
        (
            "Create the service instance in the control center.",
            ("involve creating in", "control center"),
        ),
        ("Create an audit role.", ("involve creating", "audit role")),
        ("Restart the old gateway.", ("involve restarting", "old gateway")),
    ],
)
def test_a_step_that_adds_something_stays(extract, step, triple):
    heading = "Creating Service Instances"
    assert extract(f"# {heading}\n{step}\n").triple(heading, *triple).confidence >= THRESHOLD


@pytest.mark.parametrize(
    "words",
    [
        ("create", "creates", "creating", "created", "creation"),
        ("configure", "configuring", "configuration"),
        ("manage", "managing", "management"),
        ("map", "mapping", "maps"),
        ("setting", "settings", "set"),
        ("entry", "entries"),
        ("add", "adding"),
    ],
)
def test_forms_of_a_word_have_one_stem(words):
    assert len(stems(words)) == 1


def test_words_that_say_nothing_have_no_stem():
    assert stems(["the", "your", "new", "of"]) == frozenset()
    assert stems(["roles", "rules"]) != stems(["roles"])
