"""A reviewer's way through the queue: what is next, decisions one by one, and taking them back."""

from __future__ import annotations

import dataclasses
import datetime
import threading
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from graphwright.entities.decisions import (
    Decision,
    chain_between,
    load_decisions,
    together_links,
)
from graphwright.errors import RequestError
from graphwright.review.decisions_file import (
    Said,
    Written,
    add_pair,
    decisions_path,
    take_back,
)
from graphwright.review.effect import Effect, Trial
from graphwright.tables import DecisionKind, ReviewPair, rows_of

if TYPE_CHECKING:
    from graphwright.settings import Settings
    from graphwright.store.lake import Lake

PairKeys = tuple[str, str]
"""The normal forms of both names, in alphabetical order."""


class Verdict(StrEnum):
    """What a reviewer can say of a pair."""

    SAME = "same"
    DIFFERENT = "different"
    SKIP = "skip"


_KINDS = {
    Verdict.SAME: DecisionKind.MUST_LINK,
    Verdict.DIFFERENT: DecisionKind.CANNOT_LINK,
}


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """A pair that was looked at in this session; ``written`` is None where it was skipped."""

    pair: ReviewPair
    verdict: Verdict
    written: Written | None


@dataclasses.dataclass(frozen=True, slots=True)
class Foreseen:
    """What a verdict would do, or why it is refused."""

    effect: Effect | None
    refused: str | None = None


class ReviewSession:
    """The queue of a lake's last build, with what was decided since; safe between threads.

    ``author`` is written with each decision. Who reviews beside another meets the other's
    decisions as soon as they are in the file.
    """

    def __init__(self, lake: Lake, settings: Settings, author: str | None = None) -> None:
        """Raise ``SettingsError`` where no decisions file is named, or the file is wrong."""
        self.path: Path = decisions_path(settings)
        load_decisions(self.path)
        self.lake, self.settings, self.author = lake, settings, author
        self._lock = threading.RLock()
        self._done: list[Done] = []
        self._read: tuple[tuple[object, ...], list[ReviewPair], Trial] | None = None

    @property
    def last(self) -> Done | None:
        """The pair that was looked at last, which ``undo`` brings back."""
        return self._done[-1] if self._done else None

    def waiting(self) -> list[ReviewPair]:
        """Return the pairs that are neither decided nor skipped, those that matter most first.

        Raises ``LakeError`` where nothing was built, ``SettingsError`` where the file is wrong.
        """
        with self._lock:
            skipped = {keys_of(done.pair) for done in self._done}
            decisions = load_decisions(self.path)
            links = together_links(decisions)
            apart = _apart(decisions)
            return [
                pair
                for pair in self._built()[0]
                if keys_of(pair) not in skipped
                and keys_of(pair) not in apart
                and not chain_between(links, pair.name_key, pair.other_key)
            ]

    def foresee(self, pair: ReviewPair, verdict: Verdict | str) -> Foreseen:
        """Return what ``SAME`` or ``DIFFERENT`` would do at the next build; nothing is written."""
        verdict = Verdict(verdict)
        decisions = load_decisions(self.path)
        more = Decision(**{_KINDS[verdict].value: (pair.name, pair.other)})
        if chain := self._refusal(decisions, pair, verdict):
            return Foreseen(None, chain)
        with self._lock:
            trial = self._built()[1]
        return Foreseen(trial.effect(decisions, more))

    def _refusal(self, decisions: list[Decision], pair: ReviewPair, verdict: Verdict) -> str | None:
        first, other = keys_of(pair)
        joined = chain_between(together_links(decisions), first, other)
        if verdict is Verdict.DIFFERENT and joined:
            lines = ", ".join(map(str, sorted(set(joined))))
            return f"Line(s) {lines} of {self.path.name} make them one."
        if verdict is Verdict.SAME and (first, other) in _apart(decisions):
            return f"{self.path.name} keeps them apart."
        if verdict is Verdict.SAME:
            more = Decision(must_link=(pair.name, pair.other))
            links = together_links([*decisions, more])
            for one in decisions:
                if one.kind is DecisionKind.CANNOT_LINK:
                    kept = _pairs_of(one)
                    if any(chain_between(links, *keys) for keys in kept):
                        return (
                            f"Line {one.line} of {self.path.name} keeps {' and '.join(one.names)} "
                            "apart, and other lines would then make them one."
                        )
        return None

    def decide(self, keys: PairKeys, verdict: Verdict | str) -> Done:
        """Write a verdict on a pair of the queue, or skip the pair until the session ends.

        Raises ``RequestError``, ``invalid``, for a pair that does not wait, and ``SettingsError``
        where the decision contradicts another; then nothing is written.
        """
        verdict = Verdict(verdict)
        with self._lock:
            pair = next((one for one in self.waiting() if keys_of(one) == keys), None)
            if pair is None:
                raise RequestError(
                    f"{keys[0]!r} and {keys[1]!r} do not wait for a decision.",
                    code="invalid",
                    remedy="Somebody decided them, or a build has changed the queue: go on to the "
                    "next pair.",
                )
            written = None
            if verdict is not Verdict.SKIP:
                today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
                said = Said(self.author, today)
                written = add_pair(self.settings, _KINDS[verdict], pair.name, pair.other, said)
            done = Done(pair, verdict, written)
            self._done.append(done)
            return done

    def undo(self) -> Done:
        """Take back what was done last in this session, and return it; its pair waits again.

        Exactly what was written goes. Raises ``RequestError``, ``invalid``, where nothing was done,
        and ``SettingsError`` where the decision is not in the file any more as it was written.
        """
        with self._lock:
            if not self._done:
                raise RequestError(
                    "Nothing was done in this session that could be taken back.",
                    code="invalid",
                    remedy="Take an earlier decision back with graphwright merge or unmerge.",
                )
            done = self._done.pop()
            if done.written is not None:
                take_back(done.written)
            return done

    def _built(self) -> tuple[list[ReviewPair], Trial]:
        """Return the queue and the names of the last build, read again after each build."""
        lake = self.lake
        tables = ("review_queue", "name_pairs", "entity_merges")
        stamp = tuple(lake.state(lake.path(table)) for table in tables)
        if self._read is None or self._read[0] != stamp:
            pairs = rows_of(ReviewPair, lake.read("review_queue"))
            self._read = stamp, pairs, Trial(lake)
        return self._read[1:]


def keys_of(pair: ReviewPair) -> PairKeys:
    """Return the keys of a pair."""
    return pair.name_key, pair.other_key


def _pairs_of(decision: Decision) -> list[PairKeys]:
    keys = sorted(set(decision.keys))
    return [(one, other) for place, one in enumerate(keys) for other in keys[place + 1 :]]


def _apart(decisions: list[Decision]) -> set[PairKeys]:
    return {
        keys for one in decisions if one.kind is DecisionKind.CANNOT_LINK for keys in _pairs_of(one)
    }
