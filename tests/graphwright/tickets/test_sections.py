from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsed_tickets import a_raw_ticket, parsed

from graphwright.documents.tickets.raw import Markup, RawField, RawTicket
from graphwright.tables import TicketSection
from graphwright.tickets.sections import Tree, leaves, read_tree
from graphwright.tickets.template import default_template
from graphwright.tickets.template_gaps import template_gaps


def tree_of(ticket: RawTicket) -> Tree:
    document, record, _ = parsed(ticket)
    return read_tree(document, record, default_template())


def texts(tree: Tree, origin: str = "") -> list[tuple[str, str]]:
    """Return name and text of the sections inside the description and the comments."""
    return [(s.section, s.text) for s in tree.sections if s.parent_id and origin in s.origin]


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        (Markup.JIRA, "h3. Steps to reproduce\n# Open the till\nh3. Expected result\nIt opens."),
        (Markup.JIRA, "*Steps to reproduce:*\nOpen the till\n\n*Expected* result: It opens."),
        (Markup.MARKDOWN, "## Steps to reproduce\nOpen the till\n## Expected result\nIt opens."),
        (
            Markup.MARKDOWN,
            "**How to reproduce**\n\nOpen the till\n\nExpected:\n\nIt opens.",
        ),
        (Markup.HTML, "<h2>Steps to Reproduce</h2><p>Open the till</p><h2>Expected</h2>It opens."),
        (Markup.PLAIN, "Steps to reproduce\n\nOpen the till\n\nEXPECTED RESULTS\n\nIt opens."),
    ],
)
def test_headings_of_every_markup_open_sections(markup: Markup, written: str) -> None:
    tree = tree_of(a_raw_ticket(written, markup=markup))
    assert texts(tree, "heading") == [
        ("steps_to_reproduce", "Open the till"),
        ("expected_result", "It opens."),
    ]


def test_an_unknown_heading_of_the_same_level_ends_a_section_and_is_a_row() -> None:
    tree = tree_of(a_raw_ticket("h3. Steps\nOpen it\nh4. Hint\nSlowly\nh3. Colours\nRed and blue"))
    assert texts(tree) == [
        ("steps_to_reproduce", "Open it\n\nHint\n\nSlowly"),
        ("details", "Red and blue"),
    ]
    assert [(r.name, r.reason) for r in tree.rejected] == [("Colours", "unknown_heading")]


def test_text_without_headings_is_read_by_its_form() -> None:
    tree = tree_of(
        a_raw_ticket(
            "The till of the shop.\n\n1. Open the till\n2. The drawer, twice\n"
            "{code}\nopen();\n{code}\n"
            "The drawer should stay open.\n\nBut it closes.\n\nTill 4.2.1, Linux 6.8\n\n"
            "ERROR: no drawer\n    at Till.open(Till.java:12)"
        )
    )
    assert [(name, text.split("\n")[0]) for name, text in texts(tree, "rule")] == [
        ("details", "The till of the shop."),
        ("steps_to_reproduce", "1. Open the till"),
        ("expected_result", "The drawer should stay open."),
        ("actual_result", "But it closes."),
        ("environment", "Till 4.2.1, Linux 6.8"),
        ("logs", "ERROR: no drawer"),
    ]
    steps = dict(texts(tree))["steps_to_reproduce"]
    assert "2. The drawer, twice" in steps
    assert steps.endswith("open();")


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (
            "h3. Problem\nIt stops.\n{code}\nopen();\n{code}",
            [("details", "It stops."), ("code", "open();")],
        ),
        (
            "h3. Expected result\nIt opens.\n{code}\nopen();\n{code}",
            [("expected_result", "It opens."), ("code", "open();")],
        ),
        (
            "h3. Expected result\nIt says:\n{code}\nopen\n{code}",
            [("expected_result", "It says:\n\nopen")],
        ),
        (
            "h3. Sample code\n{code}\nopen();\n{code}\nThe till is of the new kind.",
            [("code", "open();"), ("details", "The till is of the new kind.")],
        ),
        ("h3. How to reproduce\n{code}\nopen();\n{code}", [("code", "open();")]),
        ("h3. Current workaround\nUse a key.", [("workaround", "Use a key.")]),
        ("h3. Steps to reproduce the issue\nOpen it.", [("steps_to_reproduce", "Open it.")]),
    ],
)
def test_what_stands_under_a_heading_and_is_another_thing_is_a_part(
    written: str, found: list[tuple[str, str]]
) -> None:
    assert texts(tree_of(a_raw_ticket(written))) == found


@pytest.mark.parametrize(
    "written",
    [
        "The drawer should open slowly.\nIt does not open when we are in a hurry.",
        "* Open the drawer\n* Close the drawer\n* Lock the drawer",
        "Open the drawer with care, says the book.\nIt is old.",
    ],
)
def test_modal_verbs_negations_and_lone_orders_describe_a_problem(written: str) -> None:
    assert texts(tree_of(a_raw_ticket(written))) == []


@pytest.mark.parametrize(
    ("said", "role"),
    [
        ("Fixed in 4.2.2.", "fix"),
        ("This is still not fixed in 4.2.2.", "other"),
        ("As a workaround, restart the till.", "workaround"),
        ("The root cause is a worn spring.", "cause"),
        ("Could you attach a picture?", "question"),
        ("Thanks a lot.", "other"),
        ("Thanks for the workaround.", "other"),
        ("Closing ticket as fixed.", "fix"),
        ("The bug is still reproducible with 4.2.2.", "other"),
        ("We cannot reproduce it in 4.2.2, so we have closed it because of that.", "other"),
    ],
)
def test_a_comment_has_a_role(said: str, role: str) -> None:
    (comment,) = [s for s in tree_of(a_raw_ticket("", said)).sections if s.comment_role]
    assert (comment.comment_role, comment.text, comment.author_role) == (role, said, "reporter")


def test_fields_fill_sections_or_are_rows() -> None:
    fields = (RawField("Root Cause", ("Dust",)), RawField("Shoe size", ("44",)))
    tree = tree_of(a_raw_ticket("", fields=fields))
    assert [(s.section, s.text) for s in tree.sections] == [
        ("summary", "The till stops"),
        ("status", "Resolved"),
        ("cause", "Dust"),
    ]
    assert [(r.name, r.reason) for r in tree.rejected] == [("Shoe size", "unknown_field")]


def test_what_the_template_lacks_is_counted() -> None:
    tickets = [
        parsed(a_raw_ticket(f"h3. {words}\nOf the till", key=f"SHOP-{n}"))[:2]
        for n, words in enumerate(("Risks", "The risk", "Steps"))
    ]
    (gap,) = template_gaps(tickets, default_template())
    assert (gap.what, gap.tickets, gap.examples) == ("heading", 2, ("SHOP-0", "SHOP-1"))


LINES = st.sampled_from(
    ("h3. Steps", "h2. Colours", "*Expected:* all", "*Bold*", "Actual:", "1. Open it",
     "# Click on it", "{code}", "x = 1;", "", "It fails but not here.", "||a||b||", "|c|d|",
     "Error: no", "h4.",
     "2024-01-02 10:00:00 up", "Fixed in 1.2.3?", "- ", "_", "----", "Notes: ", "workaround")
)  # fmt: skip


@given(st.lists(LINES, max_size=9), st.lists(LINES, max_size=5), st.sampled_from(Markup))
def test_every_letter_is_in_one_leaf_or_heading_or_rejected_part(
    described: list[str], commented: list[str], markup: Markup
) -> None:
    fields = (RawField("Shoe size", ("44",)),)
    ticket = a_raw_ticket("\n".join(described), "\n".join(commented), fields=fields, markup=markup)
    document, record, _ = parsed(ticket)
    tree = read_tree(document, record, default_template())
    for section in tree.sections:
        assert section.text == document.text[section.start : section.end]
    spans = [(s.start, s.end) for s in leaves(tree.sections)]
    spans += [(s.heading_start, s.heading_end) for s in tree.sections if _has_heading(s)]
    spans += [(r.start, r.end) for r in tree.rejected if r.start is not None]
    held = sorted(place for start, end in spans for place in range(start or 0, end or 0))
    letters = [place for place, sign in enumerate(document.text) if not sign.isspace()]
    assert len(held) == len(set(held))
    assert set(letters) <= set(held)


def _has_heading(section: TicketSection) -> bool:
    return section.heading_start is not None
