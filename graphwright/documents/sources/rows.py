"""A document that was found, as a row: with what reading it told, or with its problem."""

from __future__ import annotations

import dataclasses
from pathlib import PurePosixPath
from urllib.parse import quote

from graphwright.documents.sources.source import Content, Found
from graphwright.errors import without_credentials
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import Collection
from graphwright.tables import SourceDocument


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """What reading a document once tells about it."""

    size: int = 0
    modified: str | None = None
    sha256: str = ""
    format: str | None = None
    problem: str | None = None


def content_facts(content: Content, limit: int) -> Facts:
    """Return the facts of a document that was read, of which no more than ``limit`` bytes count."""
    size = len(content.data)
    if size > limit:
        return Facts(size, content.modified, format=content.format, problem=larger_than(limit))
    return Facts(size, content.modified, sha256_bytes(content.data), content.format)


def larger_than(limit: int) -> str:
    """Return the problem of a document of more bytes."""
    return f"is larger than {limit:,} bytes"


def storable(found: Found) -> Found:
    """Return a document whose names every table can hold.

    Bytes that are not UTF-8, and NUL, are spelled out, and then they are its problem.
    """
    path, location = spelled_out(found.path), spelled_out(found.location)
    if (path, location) == (found.path, found.location):
        return found
    uri = None if found.uri is None else spelled_out(found.uri)
    return Found(path, location, uri, found.problem or "its name is not valid UTF-8, or has a NUL")


def spelled_out(text: str) -> str:
    """Return a text with what no table can hold spelled out."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")


def row_of(collection: Collection, found: Found, facts: Facts) -> SourceDocument:
    """Return the row of a document."""
    return SourceDocument(
        document_id=document_id(collection.name, found.path),
        collection=collection.name,
        path=found.path,
        uri=_uri(collection, found),
        location=without_credentials(found.location),
        format=facts.format or PurePosixPath(found.path).suffix.removeprefix(".").lower(),
        extractor=collection.extractor,
        size=facts.size,
        modified=facts.modified,
        sha256=facts.sha256,
        problem=facts.problem,
    )


def _uri(collection: Collection, found: Found) -> str:
    """Return what a citation shows; without a base URI the path, never this machine's folders."""
    if collection.base_uri is None:
        return found.uri or found.path
    return f"{collection.base_uri.rstrip('/')}/{quote(found.path)}"
