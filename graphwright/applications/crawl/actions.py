"""The actions of a state: what each is by its form, and what has become of it so far."""

from __future__ import annotations

import dataclasses
import re

from graphwright.applications.capture import ElementPlace, Reading
from graphwright.applications.crawl.addresses import (
    ends_session,
    is_download,
    is_web,
    origin_of,
    path_and_query,
    without_fragment,
)
from graphwright.applications.crawl.wire import WirePolicy
from graphwright.applications.crawl.work import Landing, Result, Step
from graphwright.settings import ApplicationSettings
from graphwright.tables.applications import EDITOR, ActionKind, ActionOutcome, UiElement

_MENU_ROLES = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio", "menubar", "menu"})


@dataclasses.dataclass
class Action:
    """An action of a state while it is crawled; without an outcome it is open.

    ``address`` is what it opens where it is a link into the application; ``order`` its place.
    """

    state: str
    element: UiElement
    place: ElementPlace
    kind: ActionKind
    address: str | None = None
    outcome: ActionOutcome | None = None
    landing: Landing | None = None
    target: str | None = None
    request: str | None = None
    detail: str | None = None
    doubled: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Return state and element."""
        return (self.state, self.element.key)

    @property
    def is_open(self) -> bool:
        """Whether nothing is known of it yet."""
        return self.outcome is None

    @property
    def step(self) -> Step:
        """Return it as a step on a way."""
        return Step(self.state, self.element.key, self.place)

    def leave(self, reason: str | None) -> None:
        """Say that it is not tried, and why."""
        self.outcome, self.detail = ActionOutcome.NOT_TRIED, reason

    def deny(self, kind: ActionKind, reason: str) -> None:
        """Say that it is never tried."""
        self.kind, self.outcome, self.detail = kind, ActionOutcome.DENIED, reason

    def take(self, result: Result, outcome: ActionOutcome | None = None) -> None:
        """Take in what came of it; ``outcome`` takes the place of that of the result."""
        self.kind = result.kind or self.kind
        self.outcome = outcome or result.outcome
        self.landing, self.request, self.detail = result.landing, result.request, result.detail
        self.target = result.landing.identity if result.landing else None
        self.doubled = result.doubled

    def infer(self, target: str) -> None:
        """Say where it leads, as others like it do."""
        self.outcome, self.target, self.detail = ActionOutcome.INFERRED, target, None

    def forget_reading(self) -> None:
        """Keep of the state that it led to only which one it is."""
        self.landing = None


class Forms:
    """What actions are by their form alone, in one application."""

    def __init__(self, settings: ApplicationSettings) -> None:
        self._policy = WirePolicy(settings)
        self._exclude = [re.compile(pattern, re.IGNORECASE) for pattern in settings.exclude]
        self._sandbox = settings.sandbox

    def actions_of(self, state: str, reading: Reading) -> list[Action]:
        """Return the actions of a page in its order; those that are never tried are decided."""
        made = []
        for element in reading.capture.elements:
            place = reading.places[element.key]
            action = Action(state, element, place, _kind_of(element))
            if element.region == EDITOR:
                action.deny(ActionKind.EDIT, "it changes what a field holds")
            elif place.address is not None:
                self._follow(action, place.address, reading.address)
            made.append(action)
        return made

    def is_excluded(self, address: str) -> bool:
        """Say whether a pattern of the settings leaves an address out."""
        return any(pattern.search(path_and_query(address)) for pattern in self._exclude)

    def _follow(self, action: Action, address: str, page: str) -> None:
        if address.lower().startswith("javascript:") or _stays(address, page):
            return
        if not is_web(address):
            action.deny(ActionKind.EXTERNAL, "it opens another program")
        elif not self._policy.is_inside(address):
            host = (origin_of(address) or ("", "unknown", 0))[1]
            action.deny(ActionKind.EXTERNAL, f"another origin: {host}")
        elif ends_session(address):
            action.deny(ActionKind.LOGOUT, "it ends the session")
        elif not self._sandbox and self._policy.is_denied(address):
            action.deny(ActionKind.COMMIT, "its address is known to write")
        elif is_download(address):
            action.deny(ActionKind.DOWNLOAD, "a file, which is not taken")
        elif self.is_excluded(address):
            action.deny(action.kind, "excluded by the settings")
        elif action.element.frame is None:  # a link inside a frame leaves the page around it
            action.address = address


def _stays(address: str, page: str) -> bool:
    """Say whether a link names a place on its own page: scripts then say what it does."""
    return (
        "#" in address
        and without_fragment(address) == without_fragment(page)
        and (not address.partition("#")[2].startswith(("/", "!")))
    )


def _kind_of(element: UiElement) -> ActionKind:
    if element.column is not None:
        return ActionKind.ROW
    if element.role == "tab":
        return ActionKind.TAB
    if element.role in _MENU_ROLES and element.href is None:
        return ActionKind.MENU
    return ActionKind.OPEN
