"""Parts that can be exchanged, by name: how a setting chooses one of several kinds of a thing.

A seam (storage, executor, vector store, embedder, LLM provider, ...) is a ``Protocol`` that says
what a part must do, and one ``Registry`` of the kinds there are. A second kind is a module that
fits the protocol and one line that registers it; no caller changes. A setting that chooses one
lists the names again, to refuse others where it is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from graphwright.errors import SettingsError

Member = TypeVar("Member")


class Registry(Generic[Member]):
    """The kinds of one thing, each under its name.

    ``what`` says in messages what is chosen, best by its setting: "embedding.provider". A member
    that is slow to import is registered as a function that imports it when it is called.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._members: dict[str, Member] = {}

    def register(self, name: str, member: Member) -> Member:
        """Add a member and return it. Raises ``ValueError`` where the name is taken by another."""
        if self._members.setdefault(name, member) is not member:
            raise ValueError(f"{self.what} has {name!r} already.")
        return member

    def get(self, name: str) -> Member:
        """Return the member of this name. Raises ``SettingsError`` that lists what there is."""
        if name not in self._members:
            there = ", ".join(map(repr, self.names)) or "nothing"
            raise SettingsError(
                f"{self.what} is {name!r}, but there is only {there}.",
                remedy="Choose one of these, or register yours under that name first.",
            )
        return self._members[name]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names there are, in alphabetic order."""
        return tuple(sorted(self._members))

    def __contains__(self, name: object) -> bool:
        """Say whether there is a member of this name."""
        return name in self._members

    def __iter__(self) -> Iterator[tuple[str, Member]]:
        """Yield name and member, in the order of registration."""
        return iter(self._members.items())
