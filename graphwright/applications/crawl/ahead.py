"""Work done before it is asked for: so a page is opened once, and a recrawl waits for no level.

What the last crawl remembers says which addresses will be opened, and which elements of a page will
be pressed, if all is as it was; of a page that is new the explorer foresees what will be pressed.
What comes of that is held until the explorer asks for it; what it never asks for is forgotten, so
that what is crawled shows nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from graphwright.applications.crawl.explorer import Explorer
from graphwright.applications.crawl.memory import Memory
from graphwright.applications.crawl.work import Earlier, Key, Result, Work, part_of

MOST_HELD = 100
"""Results up to which looks go ahead, each held with what its page shows."""

MOST_FORESEEN = 300
"""Results of what was foreseen that are held."""

Finished = Callable[[Key], Result | None]
"""Returns what a journal has of a key, or None."""

Note = Callable[[Mapping[Key, Result]], None]
"""Takes in results that count."""


class Ahead:
    """The results of a crawl that are finished and were not asked for yet.

    ``note`` is told of all that was asked for or remembered; of what was foreseen once it is asked
    for, and only if it was done where the explorer comes to its state: of pages that are one state
    an element may do another thing on each. ``most`` is 0 where nothing is done ahead, as in an
    application that a crawl may change: there what a page shows depends on what was done before.
    """

    def __init__(
        self,
        memory: Memory,
        explorer: Explorer,
        finished: Finished,
        note: Note,
        most: int = MOST_HELD,
    ) -> None:
        self._memory, self._explorer = memory, explorer
        self._finished, self._note = finished, note
        self._most = most
        self._held: dict[Key, Result] = {}
        self._asked: set[Key] = set()
        self._origins: dict[Key, Key] = {}
        self._foreseen: dict[Key, Result] = {}

    def plan(self, works: Sequence[Work]) -> list[Work]:
        """Return what is to be done now for some work, what keeps a page longest first.

        What is finished is left out, and what will be asked for later is added.
        """
        keys = [key for work in works for key in work.keys]
        self._asked.update(keys)
        self._held |= {key: known for key in keys if (known := self._finished(key)) is not None}
        self._accept(keys)
        parts = (part_of(work, [k for k in work.keys if k not in self._held]) for work in works)
        new = [work for work in parts if work is not None]
        if new:
            new += self._later(self._most - len(new) - len(self._held))
        return sorted(new, key=self._memory.elements_after, reverse=True)

    def _accept(self, keys: Sequence[Key]) -> None:
        """Take what was foreseen of what is asked for now, and let go what will not be."""
        accepted = {
            key: self._foreseen[key]
            for key in keys
            if key in self._foreseen and key not in self._held
            if self._explorer.states[key[1]].first == self._origins[key]
        }
        if accepted:
            self._note(accepted)
        self._held |= accepted
        for key in accepted:
            del self._origins[key]
        waits = self._explorer.awaits
        self._foreseen = {
            k: r for k, r in self._foreseen.items() if k not in self._asked and waits(k)
        }

    def _later(self, most: int) -> list[Work]:
        """Return at most so many visits that will be asked for, none that the settings exclude."""
        return [
            work
            for work in self._memory.ahead(max(0, most))
            if work.keys[0] not in self._asked
            and self._finished(work.keys[0]) is None
            and not self._explorer.is_excluded(work.address)
        ]

    @property
    def earlier(self) -> Earlier:
        """Return what spares a page to be opened, or to be opened again."""
        return Earlier(self._onward, self._memory.whole) if self._most else Earlier()

    def _onward(self, key: Key, result: Result) -> Sequence[str]:
        if key in self._origins and key not in self._asked:
            return ()  # it may not count
        if self._memory.is_as_it_was(result):
            return self._memory.onward(key, result)
        if key not in self._asked or len(self._foreseen) >= MOST_FORESEEN:
            return ()
        foreseen = self._explorer.foresee(key, result, len(self._origins))
        self._origins |= dict.fromkeys(foreseen, key)
        return [element for _, _, element in foreseen]

    def add(self, found: Mapping[Key, Result]) -> None:
        """Hold what came of a piece of work until it is asked for."""
        ahead = {key for key in found if self._origins.get(key) in found}
        self._foreseen.update((key, found[key]) for key in ahead)
        certain = {key: result for key, result in found.items() if key not in ahead}
        self._note(certain)
        self._held |= certain

    def take(self, works: Sequence[Work]) -> dict[Key, Result]:
        """Return the results of some work, all finished; a reading that is not needed is left out.

        A state may have become known since a page was looked at ahead.
        """
        keys = [key for work in works for key in work.keys]
        return {key: self._as_now(self._held.pop(key)) for key in keys}

    def _as_now(self, result: Result) -> Result:
        landing = result.landing
        known = landing is not None and self._explorer.known(landing.identity)
        return result.without_reading() if known else result
