"""What actions are by their form alone."""

from __future__ import annotations

import dataclasses

import pytest
from seen_pages import link, page

from graphwright.applications.capture import ElementPlace, Reading
from graphwright.applications.crawl.actions import Action, Forms
from graphwright.settings import ApplicationSettings
from graphwright.tables.applications import ActionKind, ActionOutcome

HOME = "http://127.0.0.1:1/"


def action_of(address: str, frame: str | None = None, region: str = "main") -> Action:
    element = dataclasses.replace(link("Go", "/go"), frame=frame, region=region)
    places = {element.key: ElementPlace("a", address, None)}
    reading = Reading(page("/", element), HOME, places, {}, ())
    (found,) = Forms(ApplicationSettings(name="desk", home=HOME)).actions_of("state", reading)
    return found


def test_a_link_is_opened_by_its_address() -> None:
    assert action_of(f"{HOME}go").address == f"{HOME}go"


def test_a_link_inside_a_frame_is_pressed_for_its_address_alone_is_another_page() -> None:
    found = action_of(f"{HOME}go", frame="/inner")
    assert (found.address, found.is_open) == (None, True)


@pytest.mark.parametrize("frame", [None, "/inner"])
def test_a_link_elsewhere_or_out_is_never_tried_in_a_frame_or_not(frame: str | None) -> None:
    elsewhere = action_of("http://elsewhere.example/", frame)
    assert (elsewhere.kind, elsewhere.outcome) == (ActionKind.EXTERNAL, ActionOutcome.DENIED)
    out = action_of(f"{HOME}logout", frame)
    assert (out.kind, out.outcome) == (ActionKind.LOGOUT, ActionOutcome.DENIED)


def test_what_changes_what_a_field_holds_is_never_tried_and_says_why() -> None:
    found = action_of(f"{HOME}go", region="editor")
    assert (found.kind, found.outcome) == (ActionKind.EDIT, ActionOutcome.DENIED)
    assert (found.address, found.detail) == (None, "it changes what a field holds")
