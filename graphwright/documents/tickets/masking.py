"""A ticket as it may be stored: addresses and secrets masked, people as salted hashes.

It is done before anything is written, so every offset is one of the masked text.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import re
from collections.abc import Callable, Mapping

from graphwright.documents.tickets.raw import FieldKind, RawComment, RawField, RawTicket
from graphwright.documents.tickets.secrets import without_secrets

_HASH_LENGTH = 12
"""Hex digits of a person's hash: among a million people two share one with a chance of .002."""
_MENTIONED = re.compile(r"\[~(?:accountid:)?([^\]\n]{1,200})\]")


@dataclasses.dataclass(frozen=True, slots=True)
class Masking:
    """What is masked; ``salt`` of None keeps names."""

    secrets: bool = True
    salt: bytes | None = b""

    def hashed(self, name: str) -> str:
        """Return what stands for a person: the same for the same name and salt."""
        if self.salt is None:
            return name
        digest = hmac.new(self.salt, name.encode("utf-8", "backslashreplace"), hashlib.sha256)
        return f"person-{digest.hexdigest()[:_HASH_LENGTH]}"


def masked(ticket: RawTicket, masking: Masking) -> RawTicket:
    """Return a ticket without what may not be stored.

    In its texts those people are hashed whom it names: by mentions, and by full names.
    """
    people = _people(ticket, masking)
    text = _texts(ticket, masking, people)
    return dataclasses.replace(
        ticket,
        title=text(ticket.title),
        description=text(ticket.description),
        fields=tuple(_field(field, people, text) for field in ticket.fields),
        comments=tuple(
            RawComment(text(c.text), people.get(c.author or "", c.author), c.created)
            for c in ticket.comments
        ),
        url=None if ticket.url is None else text(ticket.url),
        people=(),
    )


def _people(ticket: RawTicket, masking: Masking) -> Mapping[str, str]:
    """Return what stands for each person, by identity."""
    return {
        person.identity: person.shown if masking.salt is None else masking.hashed(person.identity)
        for person in ticket.people
    }


def _field(field: RawField, people: Mapping[str, str], text: Callable[[str], str]) -> RawField:
    if field.kind is FieldKind.PERSON:
        values = tuple(people.get(value, value) for value in field.values)
    else:
        values = tuple(map(text, field.values))
    name = text(field.name)
    if (name, values) == (field.name, field.values):
        return field
    return dataclasses.replace(field, name=name, values=values)


def _texts(ticket: RawTicket, masking: Masking, people: Mapping[str, str]) -> Callable[[str], str]:
    """Return what masks a text of the ticket."""
    if masking.salt is None:
        return without_secrets if masking.secrets else lambda text: text
    names = {
        name: people[person.identity]
        for person in ticket.people
        for name in person.names
        if " " in name.strip()
    }
    names |= {
        f"@{name}": people[person.identity] for person in ticket.people for name in person.names
    }
    named = _any_of(names)

    def hashed(text: str) -> str:
        if "[~" in text:
            text = _MENTIONED.sub(lambda m: people.get(m[1]) or masking.hashed(m[1]), text)
        if named is not None:
            text = named.sub(lambda m: names[m[0]], text)
        return without_secrets(text) if masking.secrets else text

    return hashed


def _any_of(names: Mapping[str, str]) -> re.Pattern[str] | None:
    """Return a pattern of whole names, the longest first; None where there is no name."""
    if not names:
        return None
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w@])(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
