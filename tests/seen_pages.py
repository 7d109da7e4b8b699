"""Captures and observations made by hand: as short as what a test says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphwright.applications.capture import Capture, CapturedField
from graphwright.applications.identity import capture_id, state_identity
from graphwright.applications.observation import Observation, ObservedAction, ObservedState
from graphwright.tables.applications import (
    ActionKind,
    ActionOutcome,
    CrawlStatus,
    UiElement,
)

HOME = "http://desk.test/"


def link(name: str, href: str, region: str = "main", *path: str, column: str | None = None):
    """Return a link."""
    return _element("link", name, region, path, href, column)


def button(name: str, region: str = "main", *path: str, column: str | None = None):
    """Return a button."""
    return _element("button", name, region, path, None, column)


def _element(
    role: str,
    name: str,
    region: str,
    path: Sequence[str],
    href: str | None,
    column: str | None,
) -> UiElement:
    key = "/".join((role, region, *path, name, href or "", column or ""))
    return UiElement(key, role, name, region, tuple(path), href, column, "role", None)


def field(label: str, type_: str = "text", options: Sequence[str] = ()) -> CapturedField:
    """Return a field outside of forms."""
    return CapturedField(label, None, label, type_, tuple(options), False, None, "main")


def page(template: str, *shown: UiElement | CapturedField, **said: object) -> Capture:
    """Return a page of elements and fields; ``said`` are title, headings, dialogs and the like."""
    plain: dict[str, object] = {
        "title": "",
        "headings": (),
        "dialogs": (),
        "menus": (),
        "tabs": (),
        "texts": (),
    }
    return Capture(
        template=template,
        elements=tuple(one for one in shown if isinstance(one, UiElement)),
        fields=tuple(one for one in shown if isinstance(one, CapturedField)),
        **(plain | said),  # type: ignore[arg-type]
    )


def identity(capture: Capture) -> str:
    """Return the identity of a page of the application ``desk``."""
    return state_identity("desk", capture)


def observed(
    *pages: Capture, actions: Sequence[tuple[Capture, UiElement, Capture]] = (), **depths: int
) -> Observation:
    """Return an observation of pages, the first the home page, with actions that were done.

    Depth is a page's place, unless it has a title and ``depths`` says one for that.
    """
    captures: Mapping[str, Capture] = {capture_id("desk", one): one for one in pages}
    states = tuple(
        ObservedState(
            identity=identity(one),
            capture=capture_id("desk", one),
            address=HOME.rstrip("/") + one.template,
            replay=(),
            depth=depths.get(one.title, at),
            scripts="",
            explored=True,
            boxes={},
        )
        for at, one in enumerate(pages)
    )
    done = tuple(
        ObservedAction(
            identity(source),
            element.key,
            ActionKind.OPEN,
            ActionOutcome.DONE,
            identity(target),
            None,
            None,
        )
        for source, element, target in actions
    )
    return Observation(
        "desk", HOME, states[0].identity, CrawlStatus.COMPLETE, captures, states, done
    )
