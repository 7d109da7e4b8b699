from __future__ import annotations

import pytest
from extraction_texts import parsed_of

from graphwright.extraction.reading.whole_names import whole_names


def named(text: str) -> list[str]:
    parsed, _ = parsed_of(text)
    return [parsed.text[mark.start : mark.end] for mark in whole_names(parsed)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The Alder Kiln, small edition bakes.", ["Alder Kiln, small edition"]),
        ("To use Moor Works, basic plan, pay.", ["Moor Works, basic plan"]),
        ("However, basic plan holders pay.", []),
        ("In Moor Works, the basic plan is free.", []),
        ("Berth Planning and Towage (BPT) sends pilots.", ["Berth Planning and Towage"]),
        (
            "North Berth Planning and Towage (BPT) is old. Berth Planning and Towage is new.",
            ["Berth Planning and Towage", "Berth Planning and Towage"],
        ),
        ("Berth Planning and Towage sends pilots.", []),
        ("Berth Planning and Towage (XY) sends pilots.", []),
    ],
)
def test_names_with_a_comma_or_and(text, names):
    assert named(text) == names


def test_a_heading_tells_a_name_with_and():
    assert named("# Ferry Booking and Tolls\nOpen Ferry Booking and Tolls.") == (
        ["Ferry Booking and Tolls"] * 2
    )
    assert named("# Roles and Keys\nRoles and Keys Plan holds roles and keys.") == []
    assert named("# Ferry Tolls and how to pay\nFerry Tolls and how to pay.") == []
