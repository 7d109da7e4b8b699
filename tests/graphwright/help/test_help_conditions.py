"""Which nodes hold under a condition, of which kind, in which group, and what asks for it."""

from __future__ import annotations

import pytest

from graphwright.help.rows import read_page
from graphwright.tables import HelpNode
from tests.parsed_help import parsed_page

_PLATFORM = "Which operating system do you use?"
_STATE = "Which of these applies to you?"
_WAY = "Which of these do you want to use?"


def _page(*headings: str, lead: str = "Read on.") -> str:
    parts = (f"## {heading}\n\nOpen the menu. Click Start.\n" for heading in headings)
    return "\n".join((f"# Start the till\n\n{lead}\n", *parts))


def _nodes(markdown: str) -> tuple[HelpNode, ...]:
    return read_page(parsed_page(markdown)).nodes


def _said(node: HelpNode) -> tuple[str | None, str | None]:
    return node.condition_kind, node.condition_value


@pytest.mark.parametrize(
    ("headings", "expected", "question"),
    [
        (("On Windows", "macOS and Linux"), ("windows", "linux/macos"), _PLATFORM),
        (("Start it (Windows)", "Start it (Linux)"), ("windows", "linux"), _PLATFORM),
        (("Windows", "Windows (Store)"), ("windows", "windows store"), _PLATFORM),
        (("Till 2.x (newest)", "Till 1.8"), ("2.x", "1.8"), "Which version of Till do you use?"),
        (
            ("If you have a key", "If you don't have a key"),
            ("you have key", "you don't have key"),
            _STATE,
        ),
        (("If the test passes", "If not"), ("test passes", "otherwise"), _STATE),
        (
            ("For business accounts", "For personal accounts"),
            ("business accounts", "personal accounts"),
            "Which of these are you?",
        ),
        (
            ("Find a bill of the shop for guests", "Find a bill of the shop for members"),
            ("guests", "members"),
            _STATE,
        ),
        (("Using the menu", "Using the keyboard"), ("menu", "keyboard"), _WAY),
    ],
)
def test_siblings_that_exclude_each_other_are_conditions(
    headings: tuple[str, str], expected: tuple[str, str], question: str
) -> None:
    nodes = _nodes(_page(*headings))[1:]
    assert tuple(node.condition_value for node in nodes) == expected
    assert {node.group_question for node in nodes} == {question}
    assert len({node.condition_group for node in nodes}) == 1


@pytest.mark.parametrize(
    "headings",
    [
        ("Step 1", "Step 2"),
        ("Install the driver", "Restart the till"),
        ("For example", "For more information"),
        ("Cannot open the drawer in the shop", "Cannot open the drawer in the office"),
        ("If you need help", "Restart the till"),
        ("These tills are supported", "These tills are supported with a key"),
    ],
)
def test_problems_steps_and_advice_are_no_conditions(headings: tuple[str, ...]) -> None:
    assert {node.condition for node in _nodes(_page(*headings))} == {None}


@pytest.mark.parametrize(
    "headings",
    [
        ("If your board is not detected", "If the upload fails"),
        ("If you see a red light", "If the drawer is stuck"),
    ],
)
def test_clauses_that_do_not_exclude_each_other_are_conditions_of_no_group(
    headings: tuple[str, ...],
) -> None:
    nodes = _nodes(_page(*headings))[1:]
    assert tuple(node.condition for node in nodes) == headings
    assert {node.condition_group for node in nodes} == {None}


@pytest.mark.parametrize(
    ("said", "conditions"),
    [
        ("Read on.", ["Parcel Express", "UPS Saver"]),
        ("A parcel goes express, ups and saver.", [None, None]),
    ],
)
def test_names_in_a_first_column_exclude_each_other(
    said: str, conditions: list[str | None]
) -> None:
    table = "| Service | What it does |\n|---|---|\n"
    said_of = "It arrives on the next day."
    rows = f"| Parcel Express | {said_of} |\n| UPS Saver | {said_of} |\n"
    nodes = _nodes(f"# Send a box\n\n{said}\n\n{table}{rows}")[1:]
    assert [node.condition for node in nodes] == conditions


def test_a_lead_in_that_lets_the_reader_choose_asks_in_its_own_words() -> None:
    nodes = _nodes(_page("Cash desk", "Kiosk", lead="Select your till:"))[1:]
    assert [node.condition for node in nodes] == ["Cash desk", "Kiosk"]
    assert {node.group_question for node in nodes} == {"Select your till"}


def test_what_a_lead_in_depends_on_tells_the_kind() -> None:
    lead = "What you may do depends on your role:"
    nodes = _nodes(_page("Owners", "Guests", lead=lead))[1:]
    assert {node.condition_kind for node in nodes} == {"role"}


def test_a_lead_in_behind_a_term_lets_the_reader_choose_too() -> None:
    nodes = _nodes(
        """
        # Start the till

        Select your device:

        - **Phone**: Open the shop.
        - **Desk**: It depends on who cleans it:
          - If you clean it, press Start.
          - If Ann cleans it, call her.
        """
    )
    below = nodes[-2:]
    assert [node.condition for node in below] == ["If you clean it", "If Ann cleans it"]
    assert below[0].condition_group == below[1].condition_group is not None


def test_equal_conditions_of_two_branches_are_of_two_groups() -> None:
    branch = "### Windows\n\nClick Start.\n\n### Linux\n\nRun the command.\n"
    nodes = _nodes(f"# Till\n\nRead on.\n\n## Install\n\n{branch}\n## Remove\n\n{branch}")
    windows = [node for node in nodes if node.condition_value == "windows"]
    assert len(windows) == 2
    assert len({node.condition_group for node in windows}) == 2


def test_a_condition_is_words_of_the_page() -> None:
    page = parsed_page(_page("Stop the service (Windows)"))
    node = read_page(page).nodes[1]
    assert node.condition_span is not None
    assert page.text[node.condition_span.start : node.condition_span.end] == "Windows"
    assert _said(node) == ("platform", "windows")
