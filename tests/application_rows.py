"""Small observations of made-up applications, for tests of what follows a crawl."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from graphwright.applications.capture import Box, Capture, CapturedField
from graphwright.applications.observation import Observation, ObservedAction, ObservedState
from graphwright.tables import ActionKind, ActionOutcome, CrawlStatus, UiElement


@dataclasses.dataclass(frozen=True)
class Link:
    """A link of a made-up page: what it is called, and the name of the page that it opens.

    ``target`` is None where nothing is known of it; ``menu`` are the menus above it.
    """

    name: str
    target: str | None
    menu: tuple[str, ...] = ()
    kind: ActionKind = ActionKind.OPEN
    outcome: ActionOutcome = ActionOutcome.DONE
    request: str | None = None


@dataclasses.dataclass(frozen=True)
class Page:
    """A made-up page by its address template, with its links and the labels of its fields."""

    template: str
    title: str
    links: tuple[Link, ...] = ()
    fields: tuple[str, ...] = ()
    tabs: tuple[str, ...] = ()
    dialogs: tuple[str, ...] = ()


SHOP: Mapping[str, Page] = {
    "home": Page(
        "/",
        "Start",
        (
            Link("Orders", "orders", menu=("Shop",)),
            Link("Settings", "settings", menu=("Admin",)),
            Link("Log out", None, kind=ActionKind.LOGOUT, outcome=ActionOutcome.DENIED),
        ),
    ),
    "orders": Page("/orders", "Orders", (Link("Open", "order", kind=ActionKind.ROW),)),
    "order": Page(
        "/orders/{id}",
        "Order",
        (
            Link("Start", "home"),
            Link(
                "Save",
                None,
                kind=ActionKind.COMMIT,
                outcome=ActionOutcome.BLOCKED,
                request="POST /o",
            ),
        ),
        fields=("Customer", "Note"),
    ),
    "settings": Page("/settings", "Settings", (Link("Start", "home"),), fields=("Time zone",)),
}
"""A shop of four pages: a list, an item with a form that saves, and settings."""


def observation(
    name: str = "shop",
    pages: Mapping[str, Page] = SHOP,
    *,
    home: str = "home",
    address: str = "http://127.0.0.1:8000",
    status: CrawlStatus = CrawlStatus.COMPLETE,
) -> Observation:
    """Return what a crawl of some pages would have seen; identities are the names of the pages."""
    depths = _depths(pages, home)
    states = [
        ObservedState(
            identity=page,
            capture=f"capture of {page}",
            address=f"{address}{pages[page].template}",
            replay=(),
            depth=depths[page],
            scripts="scripts",
            explored=True,
            boxes={key_of(link): Box(10, 20 * at, 80, 16) for at, link in enumerate(seen.links)},
        )
        for page, seen in sorted(pages.items())
    ]
    return Observation(
        application=name,
        home=f"{address}/",
        home_state=home,
        status=status,
        captures={f"capture of {page}": capture(seen) for page, seen in sorted(pages.items())},
        states=tuple(states),
        actions=tuple(_actions(pages)),
    )


def capture(page: Page) -> Capture:
    """Return a made-up page in canonical form."""
    return Capture(
        template=page.template,
        title=page.title,
        headings=(page.title,),
        dialogs=page.dialogs,
        menus=(),
        tabs=page.tabs,
        texts=(),
        elements=tuple(map(_element, page.links)),
        fields=tuple(_field(label) for label in page.fields),
    )


def key_of(link: Link) -> str:
    """Return the key of a link's element."""
    return " > ".join((*link.menu, link.name))


def _element(link: Link) -> UiElement:
    region = "shell" if link.menu else "main"
    role = "button" if link.kind == ActionKind.COMMIT else "link"
    return UiElement(key_of(link), role, link.name, region, link.menu, None, None, "role", None)


def _field(label: str) -> CapturedField:
    return CapturedField(f"field {label}", "Form", label, "text", (), False, None, "main")


def _actions(pages: Mapping[str, Page]) -> Sequence[ObservedAction]:
    found = [
        ObservedAction(page, key_of(link), link.kind, link.outcome, link.target, link.request, None)
        for page, seen in pages.items()
        for link in seen.links
    ]
    return sorted(found, key=lambda action: (action.state, action.element))


def _depths(pages: Mapping[str, Page], home: str) -> Mapping[str, int]:
    depths, ahead = {home: 0}, [home]
    while ahead:
        page = ahead.pop(0)
        for link in pages[page].links:
            if link.target is not None and link.target not in depths:
                depths[link.target] = depths[page] + 1
                ahead.append(link.target)
    return {page: depths.get(page, len(pages)) for page in pages}
