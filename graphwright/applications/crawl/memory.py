"""What is taken over from the last crawl: outcomes, while the state they are of is as it was.

Each state is looked at once, by the way that led to it first. Where its capture and its scripts
are what they were, what led to it and what was tried there is believed; else it is done again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence

from graphwright.applications.crawl.work import Key, Result, Tries, Work


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

    def __init__(self, results: Mapping[Key, Result], first: Mapping[str, Key]) -> None:
        self._results = results
        self._first = first
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
                if keys:
                    part.append(_part(work, keys))
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
                same = self._is_as_it_was(result)
                self._as_it_was[seen] = self._as_it_was.get(seen, True) and same

    def _is_as_it_was(self, result: Result) -> bool:
        now = result.landing
        assert now is not None
        first = self._results.get(self._first.get(now.identity, ()))
        then = first.landing if first else None
        return then is not None and (then.capture, then.scripts) == (now.capture, now.scripts)


def _part(work: Work, keys: Collection[Key]) -> Work:
    """Return of a piece of work what some keys name."""
    if not isinstance(work, Tries):
        return work
    steps = tuple(s for key, s in zip(work.keys, work.elements, strict=True) if key in keys)
    return dataclasses.replace(work, elements=steps)
