"""Issues of Jira's REST interface, as a search or one request returns them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from graphwright.documents.tickets.exports.json_values import (
    Record,
    list_of,
    record_of,
    text_of,
    words_of,
)
from graphwright.documents.tickets.exports.people import People, is_person
from graphwright.documents.tickets.exports.rich_text import is_rich_text, rich_text
from graphwright.documents.tickets.raw import (
    FieldKind,
    Markup,
    RawComment,
    RawField,
    RawLink,
    RawTicket,
    Standard,
    standard_field,
)
from graphwright.documents.tickets.times import in_utc

STANDARD: Mapping[str, Standard] = {
    "project": Standard.PROJECT,
    "issuetype": Standard.TYPE,
    "status": Standard.STATUS,
    "resolution": Standard.RESOLUTION,
    "priority": Standard.PRIORITY,
    "components": Standard.COMPONENTS,
    "labels": Standard.LABELS,
    "versions": Standard.VERSIONS,
    "fixVersions": Standard.FIX_VERSIONS,
    "environment": Standard.ENVIRONMENT,
    "attachment": Standard.ATTACHMENTS,
    "created": Standard.CREATED,
    "updated": Standard.UPDATED,
    "resolutiondate": Standard.RESOLVED,
    "reporter": Standard.REPORTER,
    "assignee": Standard.ASSIGNEE,
}
"""By the names of Jira's own fields."""
_NO_FIELDS = frozenset({"summary", "description", "comment", "issuelinks", "parent", "subtasks"})
"""Fields that are parts of a ticket of their own."""
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}")
_LONG = 200


def is_issue(record: Record) -> bool:
    """Say whether an object is an issue of Jira."""
    return isinstance(record.get("fields"), dict) and ("key" in record or "id" in record)


def read_issue(record: Record, names: Mapping[str, str]) -> RawTicket:
    """Return a ticket; ``names`` are those of custom fields by their ids.

    Raises ``ValueError`` where the issue has no key.
    """
    key = text_of(record.get("key")).strip()
    if not key:
        raise ValueError("the issue has no 'key'")
    fields, people = record_of(record.get("fields")), People()
    found = tuple(_fields(fields, names, people))
    comments = tuple(_comments(fields.get("comment"), people))
    return RawTicket(
        key=key,
        title=text_of(fields.get("summary")),
        description=_text(fields.get("description")),
        markup=Markup.JIRA,
        fields=found,
        links=tuple(_links(fields)),
        comments=comments,
        people=people.all,
    )


def _text(value: object) -> str:
    """Return a text in Jira's markup, which Jira's cloud has as a tree."""
    return rich_text(value) if is_rich_text(value) else text_of(value)


def _fields(fields: Record, names: Mapping[str, str], people: People) -> Iterator[RawField]:
    for identifier, value in fields.items():
        if identifier in _NO_FIELDS or value is None:
            continue
        standard = STANDARD.get(identifier)
        if standard in (Standard.REPORTER, Standard.ASSIGNEE):
            yield standard_field(standard, identifier, people.identity(value))
        elif standard is Standard.PROJECT:
            yield standard_field(standard, identifier, *_project(value))
        elif standard is not None:
            yield standard_field(standard, identifier, *_words(value))
        else:
            yield _own_field(names.get(identifier) or identifier, value, people)


def _project(value: object) -> list[str]:
    record = record_of(value)
    return list(words_of(record.get("key") or record.get("name") or value))


def _words(value: object) -> list[str]:
    return [rich_text(value)] if is_rich_text(value) else list(words_of(value))


def _own_field(name: str, value: object, people: People) -> RawField:
    """Return a field of which only the values say what it is."""
    among = [part for part in (value if isinstance(value, list) else [value]) if part is not None]
    if among and all(map(is_person, among)):
        found = tuple(identity for part in among if (identity := people.identity(part)))
        return RawField(name, found, kind=FieldKind.PERSON)
    words = tuple(_words(value))
    if words and all(map(_TIME.match, words)):
        return RawField(name, tuple(in_utc(w) or w for w in words), kind=FieldKind.TIME)
    is_text = any("\n" in word or len(word) > _LONG for word in words)
    return RawField(name, words, kind=FieldKind.TEXT if is_text else FieldKind.CHOICE)


def _links(fields: Record) -> Iterator[RawLink]:
    for link in map(record_of, list_of(fields.get("issuelinks"))):
        kind = record_of(link.get("type"))
        for direction in ("outward", "inward"):
            key = text_of(record_of(link.get(f"{direction}Issue")).get("key")).strip()
            name = text_of(kind.get(direction)) or text_of(kind.get("name"))
            if key:
                yield RawLink(name, direction, key)
    yield from _above_and_below(fields)


def _above_and_below(fields: Record) -> Iterator[RawLink]:
    """Yield the links to the parent (outward) and to subtasks (inward)."""
    parents = [fields.get("parent")]
    for name, direction, values in (
        ("parent", "outward", parents),
        ("subtask", "inward", list_of(fields.get("subtasks"))),
    ):
        for value in values:
            key = text_of(value) or text_of(record_of(value).get("key"))
            if key.strip():
                yield RawLink(name, direction, key.strip())


def _comments(value: object, people: People) -> Iterator[RawComment]:
    found = value if isinstance(value, list) else record_of(value).get("comments")
    for comment in map(record_of, list_of(found)):
        created = text_of(comment.get("created"))
        yield RawComment(
            _text(comment.get("body")),
            people.identity(comment.get("author")),
            in_utc(created) or created or None,
        )
