"""A ticket in one form, whatever tracker it is from.

Its bytes, as ``record_bytes`` writes them, are the bytes of the ticket's document: their hash says
whether the ticket changed, and one that did is parsed again alone.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from graphwright.documents.tickets.times import in_utc
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus


class Markup(StrEnum):
    """How the texts of a ticket are marked up."""

    JIRA = "jira"
    MARKDOWN = "markdown"
    HTML = "html"
    PLAIN = "plain"


class FieldKind(StrEnum):
    """What the value of a field is."""

    CHOICE = "choice"
    TEXT = "text"
    TIME = "time"
    PERSON = "person"


class Standard(StrEnum):
    """What a field means in every tracker, whatever it is called there."""

    PROJECT = "project"
    TYPE = "type"
    STATUS = "status"
    RESOLUTION = "resolution"
    PRIORITY = "priority"
    COMPONENTS = "components"
    LABELS = "labels"
    VERSIONS = "versions"
    FIX_VERSIONS = "fix_versions"
    ENVIRONMENT = "environment"
    ATTACHMENTS = "attachments"
    CREATED = "created"
    UPDATED = "updated"
    RESOLVED = "resolved"
    REPORTER = "reporter"
    ASSIGNEE = "assignee"


KINDS: Mapping[Standard, FieldKind] = {
    Standard.ENVIRONMENT: FieldKind.TEXT,
    Standard.CREATED: FieldKind.TIME,
    Standard.UPDATED: FieldKind.TIME,
    Standard.RESOLVED: FieldKind.TIME,
    Standard.REPORTER: FieldKind.PERSON,
    Standard.ASSIGNEE: FieldKind.PERSON,
}
"""What is not a choice."""


@dataclasses.dataclass(frozen=True, slots=True)
class RawField:
    """A field with its values as written; a time is ISO 8601 in UTC, or as written if unknown."""

    name: str
    values: tuple[str, ...]
    standard: Standard | None = None
    kind: FieldKind = FieldKind.CHOICE


@dataclasses.dataclass(frozen=True, slots=True)
class RawLink:
    """A link that a field states, read from the ticket: 'is duplicated by', inward, ABC-1."""

    name: str
    direction: str
    key: str


@dataclasses.dataclass(frozen=True, slots=True)
class RawComment:
    """A comment; ``created`` is ISO 8601 in UTC."""

    text: str
    author: str | None = None
    created: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class RawPerson:
    """Somebody whom a ticket names: the one value that fields and comments hold, how people read
    it, and all names that the text may use."""

    identity: str
    shown: str
    names: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class RawTicket:
    """A ticket as an export has it; ``url`` is where people read it, if the export says so.

    ``people`` are those that it names; a record has none, since masking has used them by then.
    ``line`` is the hash of the line of an export that it was read from, and no part of a record.
    """

    key: str
    title: str = ""
    description: str = ""
    markup: Markup = Markup.PLAIN
    fields: tuple[RawField, ...] = ()
    links: tuple[RawLink, ...] = ()
    comments: tuple[RawComment, ...] = ()
    url: str | None = None
    people: tuple[RawPerson, ...] = ()
    line: str = ""

    def values(self, standard: Standard) -> tuple[str, ...]:
        """Return the values of a standard field; none where the ticket has it not."""
        found = (field.values for field in self.fields if field.standard == standard)
        return next(found, ())

    @property
    def updated(self) -> str | None:
        """Return when it was last changed, else when it was opened."""
        return next((v for s in (Standard.UPDATED, Standard.CREATED) for v in self.values(s)), None)


def standard_field(standard: Standard, name: str, *values: str | None) -> RawField:
    """Return a standard field under its tracker's own name; empty values are left out."""
    kind = KINDS.get(standard, FieldKind.CHOICE)
    kept = tuple(value for value in values if value and value.strip())
    if kind is FieldKind.TIME:
        kept = tuple(in_utc(value) or value for value in kept)
    return RawField(name, kept, standard, kind)


def ordered(ticket: RawTicket) -> RawTicket:
    """Return a ticket in canonical order.

    Fields by name, without those that are empty; links by what they say, each once; comments by
    time, those without one after the comment that stands before them.
    """
    fields = sorted((f for f in ticket.fields if f.values), key=lambda f: (f.name, f.values))
    links = sorted(set(ticket.links), key=lambda x: (x.name, x.direction, x.key))
    return dataclasses.replace(
        ticket, fields=tuple(fields), links=tuple(links), comments=_by_time(ticket.comments)
    )


def _by_time(comments: tuple[RawComment, ...]) -> tuple[RawComment, ...]:
    keyed: list[tuple[str, RawComment]] = []
    for comment in comments:
        before = keyed[-1][0] if keyed else ""
        keyed.append((comment.created or before, comment))
    return tuple(comment for _, comment in sorted(keyed, key=lambda entry: entry[0]))


def record_bytes(ticket: RawTicket) -> bytes:
    """Return the canonical record of a ticket."""
    record = {name: getattr(ticket, name) for name in _PLAIN} | {
        name: [_values(part) for part in getattr(ticket, name)] for name in _PARTS
    }
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


_PLAIN = ("key", "title", "description", "markup", "url")
_PARTS = ("fields", "links", "comments")


def _values(part: RawField | RawLink | RawComment) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__slots__}


def read_record(data: bytes) -> RawTicket:
    """Return the ticket of a canonical record; raise ``ParseError`` for any other bytes."""
    try:
        return _ticket(json.loads(data))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ParseError(
            f"A ticket's canonical record was expected, but this is none: {error}.",
            status=DocumentStatus.FAILED,
            remedy="Say 'kind: tickets' of the collection, with the tracker's own export.",
        ) from error


def _ticket(record: dict[str, Any]) -> RawTicket:
    return RawTicket(
        key=record["key"],
        title=record["title"],
        description=record["description"],
        markup=Markup(record["markup"]),
        fields=tuple(map(_field, record["fields"])),
        links=tuple(RawLink(**link) for link in record["links"]),
        comments=tuple(RawComment(**comment) for comment in record["comments"]),
        url=record["url"],
    )


def _field(record: dict[str, Any]) -> RawField:
    standard = record["standard"]
    return RawField(
        record["name"],
        tuple(record["values"]),
        None if standard is None else Standard(standard),
        FieldKind(record["kind"]),
    )
