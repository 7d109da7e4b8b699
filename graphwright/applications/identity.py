"""What makes two looks at an application the same state, and the ids of states and actions.

State identity (ui.md): address template, open dialogs and menus, selected tab, labels of fields,
actions outside the shell, lists folded. No free text, times, counts or contents of rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.applications.address_templates import without_name
from graphwright.applications.capture import Capture, CapturedField
from graphwright.ids import content_id, fingerprint
from graphwright.tables.applications import NOT_OF_A_PAGE, UiElement
from graphwright.tables.declare import to_record

Feature = tuple[str, ...]
"""Something that a state shows and that tells it from others."""


def state_identity(application: str, capture: Capture) -> str:
    """Return the identity of the state that a capture shows, 24 hex digits."""
    frame = (application, capture.template, capture.dialogs, capture.menus, capture.tabs)
    return content_id("ui identity", *frame, *sorted(features(capture)))


def features(capture: Capture) -> frozenset[Feature]:
    """Return the fields and actions outside the shell that tell a state from others."""
    return frozenset((*_of_fields(capture), *_of_elements(capture)))


def _of_fields(capture: Capture) -> Iterator[Feature]:
    for field in capture.fields:
        if field.region not in NOT_OF_A_PAGE:
            yield feature_of_field(field)


def _of_elements(capture: Capture) -> Iterator[Feature]:
    for element in capture.elements:
        if element.region not in NOT_OF_A_PAGE:
            yield feature_of(element)


def feature_of_field(field: CapturedField) -> Feature:
    """Return what tells a field from others."""
    return ("field", field.label, field.type)


def feature_of(element: UiElement) -> Feature:
    """Return what tells an element from others: a link's target, else its role and name."""
    if element.href is not None:
        return ("link", without_name(element.href, element.name), element.frame or "")
    return ("action", element.role, element.name, element.frame or "")


def state_id(application: str, identity: str) -> str:
    """Return the id of a state."""
    return content_id("ui state", application, identity)


def action_id(state: str, element_key: str) -> str:
    """Return the id of an action; ``state`` is the id of the state that offers it."""
    return content_id("ui action", state, element_key)


def capture_id(application: str, capture: Capture) -> str:
    """Return the hash of a canonical page of an application."""
    return content_id("ui capture", application, fingerprint(to_record(capture)))
