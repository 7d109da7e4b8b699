"""What is asked of a browser, and what came of it: the words between explorer, crew and journal."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Sequence

from graphwright.applications.capture import ElementPlace, Reading
from graphwright.applications.crawl.exchanges import Exchange
from graphwright.tables.applications import ActionKind, ActionOutcome

Key = tuple[str, ...]
"""Names a piece of work: ``("visit", address)`` or ``("try", state, element)``."""


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """An element that is pressed on the way to a state."""

    state: str
    element: str
    place: ElementPlace
    doubled: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Route:
    """How a state is come to: an address, opened from ``referer``, and what is pressed there."""

    address: str
    referer: str | None
    steps: tuple[Step, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Visit:
    """An address to be opened, as from the page that links to it."""

    address: str
    referer: str | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        """Return the one key of the result."""
        return (("visit", self.address),)


@dataclasses.dataclass(frozen=True, slots=True)
class Tries:
    """Elements of one state to be pressed, one after the other, each from the state as it was.

    They are done by one page and are finished together.
    """

    state: str
    route: Route
    elements: tuple[Step, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        """Return the key of each element's result, in order."""
        return tuple(("try", self.state, step.element) for step in self.elements)


Work = Visit | Tries


def part_of(work: Work, keys: Collection[Key]) -> Work | None:
    """Return of a piece of work what some keys name, None where that is nothing."""
    if not isinstance(work, Tries):
        return work if work.keys[0] in keys else None
    steps = tuple(s for key, s in zip(work.keys, work.elements, strict=True) if key in keys)
    return dataclasses.replace(work, elements=steps) if steps else None


@dataclasses.dataclass(frozen=True, slots=True)
class Landing:
    """The state that something led to.

    ``capture`` is the key of its capture, ``scripts`` the digest of the scripts loaded there;
    ``reading`` is None where the state was known before; ``picture`` names the file of its picture.
    ``exchange`` is what was asked and answered on the way there, None where it was not kept.
    """

    identity: str
    capture: str
    scripts: str
    address: str
    reading: Reading | None = None
    picture: str | None = None
    exchange: Exchange | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class First:
    """How a state was first come to: the work that found it, actions from home, and the page that
    links to it where that work is a visit; what was seen there, and asked and answered on the way.
    """

    key: Key
    depth: int = 0
    referer: str | None = None
    reading: Reading | None = None
    exchange: Exchange | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """What came of a visit or of a try.

    ``kind`` is what was found out of the action's kind, None: its form says it. ``transient``
    says that another time might end otherwise, so that no later crawl takes it over. ``doubled``
    says that it took a double click.
    """

    outcome: ActionOutcome
    landing: Landing | None = None
    kind: ActionKind | None = None
    request: str | None = None
    detail: str | None = None
    transient: bool = False
    doubled: bool = False

    def without_reading(self) -> Result:
        """Return it without what only a state that is new needs."""
        if self.landing is None or self.landing.reading is None:
            return self
        landing = dataclasses.replace(self.landing, reading=None, exchange=None)
        return dataclasses.replace(self, landing=landing)

    def without_exchange(self) -> Result:
        """Return it without what was asked on the way, so that no later crawl is spared it."""
        if self.landing is None:
            return self
        return dataclasses.replace(self, landing=dataclasses.replace(self.landing, exchange=None))


Known = Callable[[str], bool]
"""Says whether a state was settled before, so that its reading is not needed."""

Onward = Callable[[Key, Result], Sequence[str]]
"""Names elements of the state that a result shows that will be pressed too: to press them while the
page is there spares it to be come to again."""


Whole = Callable[[Key], Result | None]
"""Returns what came of work in an earlier crawl, with its reading and exchange; None: not kept."""


@dataclasses.dataclass(frozen=True, slots=True)
class Earlier:
    """What is known before it is asked for, mostly from an earlier crawl: nothing by default."""

    onward: Onward = lambda _key, _result: ()
    whole: Whole = lambda _key: None
