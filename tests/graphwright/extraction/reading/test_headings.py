from __future__ import annotations

import pytest
from extraction_texts import parsed_of

from graphwright.extraction.reading.headings import Headings


def restrictions(*lines: str) -> list[str]:
    parsed, _ = parsed_of("\n".join((*lines, "The pump starts.")))
    spans = Headings(parsed).restricting(parsed.text.index("The pump starts."))
    return [parsed.text[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("heading", "restriction"),
    [
        ("Partner Edition Only", "Partner Edition Only"),
        ("Save a File (Linux only)", "Linux only"),
        ("2. Only for Large Ships", "Only for Large Ships"),
        ("If You Use Linux", "If You Use Linux"),
        ("Unless the Tank Is Full:", "Unless the Tank Is Full"),
        ("In Case the Tank Is Full", "In Case the Tank Is Full"),
    ],
)
def test_a_heading_restricts_its_section(heading, restriction):
    assert restrictions(f"# {heading}") == [restriction]
    assert restrictions(f"# {heading}", "## Details") == [restriction]


def topic(*lines: str) -> str:
    parsed, _ = parsed_of("\n".join((*lines, "The pump starts.")))
    span = Headings(parsed).above(parsed.text.index("The pump starts."))
    return "" if span is None else parsed.text[slice(*span)]


def test_a_heading_that_only_restricts_names_no_topic_below_one_that_does():
    assert topic("# Start the Pump", "## If You Use Linux") == "Start the Pump"
    assert topic("# Start the Pump", "## Linux Only", "### Valves") == "Valves"
    assert topic("# Pumps", "## Start the Pump (Linux only)") == "Start the Pump (Linux only)"
    assert topic("# If You Use Linux", "## Linux Only") == "Linux Only"
    assert topic("# Work of a Shift", "## When the Phone Rings") == "When the Phone Rings"


@pytest.mark.parametrize(
    "heading",
    [
        "Read Only", "Certificates (Read Only)", "Read-only", "When to Use a Pump", "Only Pumps",
        "If Needed?", "When Should I Pump", "The Only Pump", "Whenever",
    ],
)  # fmt: skip
def test_other_headings_restrict_nothing(heading):
    assert restrictions(f"# {heading}") == []


def test_a_heading_restricts_no_section_beside_its_own():
    assert restrictions("# Pumps", "## Linux Only", "## Others") == []
    assert restrictions("# Linux Only", "## If You Pump") == ["If You Pump", "Linux Only"]
