"""Where a user stands: addresses, elements and names, what is certain and what is only near."""

from __future__ import annotations

import pytest
from guidance_lake import HOME

from graphwright.errors import NotFoundError
from graphwright.guidance.opened_applications import OpenedApplications
from graphwright.guidance.seen import SeenElement, SeenField, SeenPage
from graphwright.guidance.standing import Standing


def label(desk: OpenedApplications, row: int | None) -> str | None:
    return None if row is None else desk.graph.states[row].label


@pytest.mark.parametrize(
    ("at", "how", "state"),
    [
        (f"{HOME}/orders", Standing.ADDRESS, "Orders"),
        (f"{HOME}/orders/?colour=2", Standing.NEAREST, "Orders"),
        ("/admin/queues/new", Standing.ADDRESS, "Create a queue"),
        (f"{HOME}/orders/4711", Standing.NEAREST, "Order"),
        ("queues", Standing.NAME, "Queues"),
        ("Admin > Users", Standing.NAME, "Users"),
    ],
)
def test_what_is_known(desk: OpenedApplications, at: str, how: Standing, state: str) -> None:
    place = desk.locator.place(at)
    assert (place.how, label(desk, place.row)) == (how, state)
    assert place.application == "desk"
    assert (place.note is not None) == (how == Standing.NEAREST)


@pytest.mark.parametrize(
    "at",
    [
        "https://elsewhere.example/orders",
        "http://[broken",
        "javascript://x",
        f"{HOME}/nothing/like/this",
        "no such state",
        "<script>alert(1)</script>",
        "\x00",
        "http://user:hunter2@elsewhere.example/?token=hunter2",
        "x" * 20_000,
    ],
)
def test_what_is_unknown_is_said(desk: OpenedApplications, at: str) -> None:
    place = desk.locator.place(at)
    assert place.how == Standing.UNKNOWN
    assert place.note
    assert "hunter2" not in place.note
    assert len(place.note) < 500


def test_a_state_is_named_by_its_id(desk: OpenedApplications) -> None:
    for row, state in enumerate(desk.graph.states):
        place = desk.locator.place(state.state_id)
        assert (place.row, place.how) == (row, Standing.STATE)


def test_without_a_place_it_is_the_home_page_of_the_application(desk: OpenedApplications) -> None:
    assert desk.locator.place(None).row is None
    assert label(desk, desk.locator.place(" ", "desk").row) == "Start"


def test_an_unknown_application_is_an_error_that_names_those_there_are(
    desk: OpenedApplications,
) -> None:
    with pytest.raises(NotFoundError, match="'desk'"):
        desk.locator.place(None, "payroll")


def test_elements_tell_a_dialog_from_its_page(desk: OpenedApplications) -> None:
    """The address of the dialog is that of the page behind it."""
    page = SeenPage(
        address=f"{HOME}/orders/*",
        dialogs=("Cancel this order?",),
        elements=(
            SeenElement(role="button", name="Cancel the order"),
            SeenElement(role="link", name="Keep it"),
        ),
        fields=(SeenField(label="Reason"),),
    )
    place = desk.locator.place_of_page(page)
    assert place.row is not None
    assert "Cancel this order?" in desk.graph.states[place.row].label


def test_a_page_that_is_a_little_different_is_its_nearest(desk: OpenedApplications) -> None:
    page = SeenPage(
        address=f"{HOME}/admin/queues/new",
        elements=(
            SeenElement(role="button", name="Create queue"),
            SeenElement(role="link", name="Start"),
        ),
        fields=(SeenField(label="Queue name"), SeenField(label="Colour")),
    )
    place = desk.locator.place_of_page(page)
    assert label(desk, place.row) == "Create a queue"
    assert place.how == Standing.NEAREST
    assert place.note is not None


def test_a_page_of_another_origin_is_none_of_ours(desk: OpenedApplications) -> None:
    place = desk.locator.place_of_page(SeenPage(address="https://elsewhere.example/"))
    assert (place.row, place.how) == (None, Standing.UNKNOWN)
