"""Issues of GitHub, as its REST interface and its command line write them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.documents.tickets.exports.json_values import (
    Record,
    list_of,
    record_of,
    text_of,
    words_of,
)
from graphwright.documents.tickets.exports.people import People
from graphwright.documents.tickets.raw import (
    Markup,
    RawComment,
    RawField,
    RawTicket,
    Standard,
    standard_field,
)
from graphwright.documents.tickets.times import in_utc

_REPOSITORY = re.compile(r"https?://(?:api\.)?[^/]+/(?:repos/)?([^/\s]+/[^/\s]+)(?:/|$)")
_CAPITAL = re.compile(r"[A-Z]")


def is_github(record: Record) -> bool:
    """Say whether an object is an issue of GitHub."""
    return isinstance(record.get("number"), int) and "title" in record


def read_github(record: Record) -> RawTicket:
    """Return a ticket; the two interfaces differ in how they write words of a key."""
    record = {_CAPITAL.sub(lambda m: f"_{m[0].lower()}", key): v for key, v in record.items()}
    url = text_of(record.get("html_url")) or text_of(record.get("url")) or None
    repository = _repository(record, url)
    people = People()
    return RawTicket(
        key=f"{repository}#{record['number']}",
        title=text_of(record.get("title")),
        description=text_of(record.get("body")),
        markup=Markup.MARKDOWN,
        fields=tuple(_fields(record, repository, people)),
        comments=tuple(_comments(record, people)),
        url=url,
        people=people.all,
    )


def _repository(record: Record, url: str | None) -> str:
    """Return owner and name of the repository; nothing where the issue does not say."""
    for address in (text_of(record.get("repository_url")), url or ""):
        found = _REPOSITORY.match(address)
        if found:
            return found[1]
    return ""


def _fields(record: Record, repository: str, people: People) -> Iterator[RawField]:
    kind = record_of(record.get("type")).get("name") or record.get("issue_type")
    if not kind and "pull_request" in record:
        kind = "Pull request"
    assignees = list_of(record.get("assignees")) or [record.get("assignee")]
    yield standard_field(Standard.PROJECT, "repository", repository)
    yield standard_field(Standard.TYPE, "type", *words_of(kind))
    yield standard_field(Standard.STATUS, "state", *words_of(record.get("state")))
    yield standard_field(Standard.RESOLUTION, "state_reason", *words_of(record.get("state_reason")))
    yield standard_field(Standard.LABELS, "labels", *words_of(record.get("labels")))
    yield standard_field(Standard.FIX_VERSIONS, "milestone", *words_of(record.get("milestone")))
    yield standard_field(Standard.CREATED, "created_at", text_of(record.get("created_at")))
    yield standard_field(Standard.UPDATED, "updated_at", text_of(record.get("updated_at")))
    yield standard_field(Standard.RESOLVED, "closed_at", text_of(record.get("closed_at")))
    author = record.get("user") or record.get("author")
    yield standard_field(Standard.REPORTER, "user", people.identity(author))
    yield standard_field(Standard.ASSIGNEE, "assignees", *map(people.identity, assignees))


def _comments(record: Record, people: People) -> Iterator[RawComment]:
    for comment in map(record_of, list_of(record.get("comments"))):
        author = comment.get("user") or comment.get("author")
        created = text_of(comment.get("created_at")) or text_of(comment.get("createdAt"))
        yield RawComment(text_of(comment.get("body")), people.identity(author), in_utc(created))
