"""What is taken over from the last crawl: outcomes, while the state they are of is as it was.

Each state is come to once, by the way that led to it first. Where its capture and its scripts
are what they were, what led to it and what was tried there is believed; else it is done again.
Where the server answers what it did on that way, the state is not even looked at.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Collection, Mapping, Sequence

from graphwright.applications.crawl.work import First, Key, Result, Visit, Work, part_of


@dataclasses.dataclass
class Split:
    """Work that is to be done now, that waits for it, and results that need none."""

    now: list[Work] = dataclasses.field(default_factory=list)
    later: list[Work] = dataclasses.field(default_factory=list)
    taken: dict[Key, Result] = dataclasses.field(default_factory=dict)


class Memory:
    """Results of the last crawl, by key, and the key by which each state was first come to.

    ``taken`` counts the results that were taken over.
    """

    def __init__(self, results: Mapping[Key, Result], first: Mapping[str, First]) -> None:
        self._results = results
        self._first = {state: way.key for state, way in first.items()}
        self._ways = {way.key: way for way in first.values()}
        self._leading = _leading(results, self._first)
        self._ahead = deque(_visits(results, first))
        self._as_it_was: dict[str, bool] = {}
        self.taken = 0

    @property
    def captures(self) -> dict[str, str]:
        """Return the capture of each state that the last crawl knew."""
        found = ((state, self._results.get(key)) for state, key in self._first.items())
        return {state: r.landing.capture for state, r in found if r is not None and r.landing}

    def split(self, works: Sequence[Work]) -> Split:
        """Say what of some work is to be done."""
        split = Split()
        asked = {key for work in works for key in work.keys}
        looking: set[str] = set()
        for work in works:
            chosen: dict[str, list[Key]] = {"now": [], "later": []}
            for key in work.keys:
                choice = self._choose(key, asked, looking)
                if choice == "taken":
                    split.taken[key] = self._results[key]
                else:
                    chosen[choice].append(key)
            for keys, part in ((chosen["now"], split.now), (chosen["later"], split.later)):
                if (chosen_part := part_of(work, keys)) is not None:
                    part.append(chosen_part)
        self.taken += len(split.taken)
        return split

    def _choose(self, key: Key, asked: Collection[Key], looking: set[str]) -> str:
        known = self._results.get(key)
        if known is None or known.transient:
            return "now"
        if key[0] == "try" and not self._as_it_was.get(key[1], False):
            return "now"
        if known.landing is None:
            return "taken"
        target = known.landing.identity
        if target in self._as_it_was:
            return "taken" if self._as_it_was[target] else "now"
        first = self._first.get(target)
        if key == first or (first not in asked and target not in looking):
            looking.add(target)
            return "now"
        return "later"

    def note(self, results: Mapping[Key, Result]) -> None:
        """Note what was seen now, and whether it is as it was."""
        for key, result in results.items():
            before = self._results.get(key)
            seen = result.landing.identity if result.landing else None
            if before is not None and before.landing is not None:
                expected = before.landing.identity
                if seen != expected:
                    self._as_it_was[expected] = False
            if result.landing is not None and seen is not None:
                same = self.is_as_it_was(result)
                self._as_it_was[seen] = self._as_it_was.get(seen, True) and same

    def is_as_it_was(self, result: Result) -> bool:
        """Say whether a result shows a state as the last crawl first saw it."""
        now = result.landing
        if now is None:
            return False
        first = self._results.get(self._first.get(now.identity, ()))
        then = first.landing if first else None
        return then is not None and (then.capture, then.scripts) == (now.capture, now.scripts)

    def whole(self, key: Key) -> Result | None:
        """Return what work led to that found a state, with its reading and what was answered.

        None where that was not kept, or might be otherwise another time.
        """
        way, result = self._ways.get(key), self._results.get(key)
        if way is None or way.exchange is None or result is None or result.transient:
            return None
        landing = result.landing
        if landing is None or self._first.get(landing.identity) != key:
            return None
        seen = dataclasses.replace(
            landing, reading=way.reading, exchange=way.exchange, picture=None
        )
        return dataclasses.replace(result, landing=seen)

    def ahead(self, most: int) -> list[Visit]:
        """Return at most so many visits that will be asked for if all is as it was, each once.

        They are those by which states were first come to, the nearest to home first. Nothing
        while nothing that was seen is as it was.
        """
        if not any(self._as_it_was.values()):
            return []
        return [self._ahead.popleft() for _ in range(min(most, len(self._ahead)))]

    def elements_after(self, work: Work) -> int:
        """Return how many elements will be pressed after a piece of work, if all is as it was."""
        return sum(self._after(key, set()) for key in work.keys)

    def _after(self, key: Key, seen: set[Key]) -> int:
        result = self._results.get(key)
        if result is None or result.landing is None or key in seen:
            return 0
        state = result.landing.identity
        if self._first.get(state) != key:
            return 0
        seen.add(key)
        elements = self._leading.get(state, ())
        return sum(1 + self._after(("try", state, element), seen) for element in elements)

    def onward(self, key: Key, result: Result) -> tuple[str, ...]:
        """Return the elements of a state that is as it was that led to others first.

        They are known to be pressed in this crawl too, so they can be while the page is there.
        Nothing where ``key`` is not the state's own first, so that each is named once.
        """
        landing = result.landing
        if landing is None or self._first.get(landing.identity) != key:
            return ()
        return self._leading.get(landing.identity, ())


def _visits(results: Mapping[Key, Result], first: Mapping[str, First]) -> list[Visit]:
    """Return the visits, but that of the home page, by which states were first come to."""
    ways = sorted(first.values(), key=lambda way: (way.depth, way.key))
    lasting = (way for way in ways if way.key in results and not results[way.key].transient)
    return [
        Visit(way.key[1], way.referer) for way in lasting if way.key[0] == "visit" and way.depth
    ]


def _leading(results: Mapping[Key, Result], first: Mapping[str, Key]) -> dict[str, tuple[str, ...]]:
    """Return of each state the elements by which another state was first come to."""
    found: dict[str, list[str]] = {}
    for key in sorted(first.values()):
        if key[0] == "try" and key in results and not results[key].transient:
            found.setdefault(key[1], []).append(key[2])
    return {state: tuple(elements) for state, elements in found.items()}
