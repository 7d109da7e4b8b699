"""Answers that were given lately, as JSON, bounded by their bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar

_ENTRY_BYTES = 500
"""What an entry takes beside its answer, about."""


class Kept(Protocol):
    """What is kept: bytes, and little beside."""

    @property
    def body(self) -> bytes:
        """The bytes."""


KeptT = TypeVar("KeptT", bound=Kept)


class AnswerCache(Generic[KeptT]):
    """The answers that were asked for last, at most ``size`` bytes of them.

    A key holds all that shapes an answer, the audience too, so nothing is ever removed because it
    became wrong: a new snapshot has new keys.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, KeptT] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> KeptT | None:
        """Return the answer that is kept under a key."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: Hashable, answer: KeptT) -> None:
        """Keep an answer; those that were not asked for the longest go."""
        weight = len(answer.body) + _ENTRY_BYTES
        if weight > self._size:
            return
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = answer
            self.bytes += weight
            while self.bytes > self._size:
                _, oldest = self._kept.popitem(last=False)
                self.bytes -= len(oldest.body) + _ENTRY_BYTES
