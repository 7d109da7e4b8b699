"""People as trackers write them: a name, or an object with account, name and address."""

from __future__ import annotations

from graphwright.documents.tickets.exports.json_values import Record, record_of, text_of
from graphwright.documents.tickets.raw import RawPerson

_IDENTITIES = ("accountId", "login", "name", "key", "emailAddress", "email", "displayName")
"""Keys that tell people apart, the surest first."""
_SHOWN = ("displayName", "real_name", "login", "name", "emailAddress", "email")
_ALL = tuple(dict.fromkeys((*_IDENTITIES, *_SHOWN)))
_MARKS = ("accountId", "login", "emailAddress", "displayName", "real_name")
"""Keys that only people have."""


class People:
    """Gathers the people whom one ticket names."""

    def __init__(self) -> None:
        self._found: dict[str, RawPerson] = {}

    def identity(self, value: object) -> str | None:
        """Return what stands for a person in fields and comments; None where there is none."""
        person = _person(record_of(value)) if isinstance(value, dict) else _named(text_of(value))
        if person is None:
            return None
        self._found.setdefault(person.identity, person)
        return person.identity

    @property
    def all(self) -> tuple[RawPerson, ...]:
        """Return everybody, in order of identity."""
        return tuple(self._found[name] for name in sorted(self._found))


def is_person(value: object) -> bool:
    """Say whether an object of a tracker is a person."""
    return any(text_of(record_of(value).get(mark)) for mark in _MARKS)


def _person(record: Record) -> RawPerson | None:
    names = {key: text for key in _ALL if (text := text_of(record.get(key)).strip())}
    identity = next((names[key] for key in _IDENTITIES if key in names), None)
    if identity is None:
        return None
    shown = next((names[key] for key in _SHOWN if key in names), identity)
    return RawPerson(identity, shown, tuple(sorted(set(names.values()))))


def _named(name: str) -> RawPerson | None:
    name = name.strip()
    return RawPerson(name, name, (name,)) if name else None
