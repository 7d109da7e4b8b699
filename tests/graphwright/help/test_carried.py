"""Warnings, prerequisites and limits that are carried to the nodes they govern."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.help.rows import read_page
from tests.parsed_help import parsed_page

_PAGE = """
    # Update the till

    The update takes an hour.

    > [!WARNING]
    > The update erases all bills.

    ## Before you begin

    - A cable for the till
    - The key of the drawer

    ## On Windows

    You must be an administrator of Windows. Click **Start**.

    ### Restart the printer

    Press the button.

    ## On Linux

    Note: the Linux service must be stopped. Run the command.
    """


def _carried(markdown: str) -> dict[str, str]:
    page = parsed_page(markdown)
    return {
        node.problem: " ".join(page.text[span.start : span.end] for span in node.carried_spans)
        for node in read_page(page).nodes
    }


def test_warnings_of_the_page_and_prerequisites_beside_it_reach_each_branch() -> None:
    carried = _carried(_PAGE)
    for problem in ("On Windows", "On Linux", "Restart the printer"):
        assert "erases all bills" in carried[problem]
        assert "The key of the drawer" in carried[problem]
    assert "takes an hour" not in carried["On Linux"]


def test_a_limit_of_a_branch_reaches_what_is_below_it_and_no_other_branch() -> None:
    carried = _carried(_PAGE)
    assert "administrator of Windows" in carried["Restart the printer"]
    assert "administrator" not in carried["On Linux"]
    assert "Linux service" not in carried["On Windows"] + carried["Restart the printer"]


def test_a_notice_elsewhere_that_names_the_problem_is_carried() -> None:
    carried = _carried(
        "# Till\n\nIt is grey.\n\n## Replace the paper roll\n\nOpen the lid.\n\n"
        "## Safety\n\nWarning: you must wear gloves to replace a paper roll. Keep it dry.\n"
    )
    assert "gloves" in carried["Replace the paper roll"]
    assert "Keep it dry" not in carried["Replace the paper roll"]


_SYSTEMS = ("Windows", "macOS", "Linux", "Android")


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(_SYSTEMS), min_size=2, max_size=4, unique=True),
    st.integers(0, 2),
    st.sampled_from(("Note: you must stop {}.", "Important: {} is required.", "You'll need {}.")),
)
def test_nothing_of_a_branch_under_another_condition_is_carried(
    systems: list[str], depth: int, notice: str
) -> None:
    parts = ["# Update the till\n\nWarning: it takes an hour.\n"]
    for system in systems:
        parts.append(f"## {system}\n\nClick Start.\n")
        parts += [
            f"{'#' * (3 + at)} Update the till part {at}\n\nClick it.\n" for at in range(depth)
        ]
        parts.append(notice.format(f"update of the till part service{system}") + "\n")
    page = parsed_page("\n".join(parts))
    at = ""
    for node in read_page(page).nodes:
        at = node.problem if node.problem in systems else at
        said = " ".join(page.text[span.start : span.end] for span in node.carried_spans)
        assert "takes an hour" in said or not node.depth
        assert not [other for other in systems if other != at and f"service{other}" in said]
