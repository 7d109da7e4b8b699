"""What documents there are: those of every source, as rows with their hash.

Every document that a collection names is a row; one that cannot be read is a row with its problem.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from urllib.parse import quote

from graphwright.documents.sources.registry import FOLDER, is_local, read_location, source_of
from graphwright.documents.sources.source import Found, Stat, without_scheme
from graphwright.errors import ParseError, SourceError, without_credentials
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import Collection, Settings
from graphwright.tables import DocumentStatus, SourceDocument


def discover(settings: Settings) -> list[SourceDocument]:
    """Return every document of every collection, by document id.

    Raises ``SourceError`` where a folder is missing; a single document that cannot be read is a
    row with its problem.
    """
    limit = settings.parse.max_bytes
    rows = (
        _row(collection, found, limit)
        for collection in settings.collections
        for found in find(collection)
    )
    unique = {row.document_id: row for row in rows}
    return [unique[identifier] for identifier in sorted(unique)]


def with_credentials(
    documents: Iterable[SourceDocument], settings: Settings
) -> list[SourceDocument]:
    """Return documents with the user and password that the settings give their addresses.

    No table holds these, so whoever reads the bytes of a row adds them.
    """
    addresses = [
        (collection.name, without_credentials(address), address)
        for collection in settings.collections
        for address in (url.partition("#")[0].rstrip("/") for url in collection.urls)
        if without_credentials(address) != address
    ]
    return [_with_user(document, addresses) for document in documents]


def _with_user(
    document: SourceDocument, addresses: Iterable[tuple[str, str, str]]
) -> SourceDocument:
    for collection, plain, address in addresses:
        named = document.location.partition(plain)
        if document.collection == collection and not named[0] and named[2][:1] in ("", "/"):
            return dataclasses.replace(document, location=address + named[2])
    return document


def read_bytes(document: SourceDocument, max_bytes: int) -> bytes:
    """Return a document's bytes.

    Raises ``SourceError`` where they cannot be read or are not those that were found, and
    ``ParseError`` where there are more than ``max_bytes``.
    """
    data = read_location(document.location, max_bytes + 1)
    if len(data) > max_bytes:
        raise too_large(max_bytes)
    # A web page may differ each time that it is asked for; a file may not.
    if is_local(document.location) and sha256_bytes(data) != document.sha256:
        raise SourceError(
            f"{document.path} changed while the build was running.",
            remedy="Build again when the source is quiet.",
        )
    return data


def too_large(max_bytes: int) -> ParseError:
    """Return the error of a document of more bytes: how many is not in it, since none are read."""
    return ParseError(
        f"The file has more than {max_bytes:,} bytes.",
        status=DocumentStatus.TOO_LARGE,
        remedy="Raise parse.max_bytes in sources.yaml, or split the file.",
    )


def find(collection: Collection, *, local_only: bool = False) -> Iterator[Found]:
    """Yield the documents of a collection, none of them read yet.

    ``local_only`` leaves out what is not on this machine. Raises ``SourceError`` where its folder
    is missing or cannot be listed.
    """
    if collection.folder is not None:
        yield from FOLDER.find(collection, collection.folder)
        return
    for url in sorted(set(collection.urls)):
        if local_only and not is_local(url):
            continue
        try:
            source = source_of(url)
        except SourceError as error:
            uri = without_credentials(url)
            yield Found(without_scheme(uri), url, uri, str(error))
        else:
            yield from source.find(collection, url)


def _row(collection: Collection, found: Found, limit: int) -> SourceDocument:
    facts = facts_of(found, limit)
    identifier = document_id(collection.name, found.path)
    return SourceDocument(
        document_id=identifier,
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


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """What reading a document once tells about it."""

    size: int = 0
    modified: str | None = None
    sha256: str = ""
    format: str | None = None
    problem: str | None = None


def facts_of(found: Found, limit: int) -> Facts:
    """Read a document, at most ``limit`` bytes of it, and return its facts or its problem."""
    if found.problem:
        return Facts(problem=found.problem)
    try:
        source = source_of(found.location)
        seen = source.stat(found.location)
        if seen is not None and (seen.problem is not None or seen.size > limit):
            return _unread(seen, limit)
        content = source.read(found.location, limit + 1)
    except SourceError as error:
        return Facts(problem=str(error))
    except OSError as error:
        return Facts(problem=f"cannot be read: {error.strerror}")
    size, modified = len(content.data), content.modified if seen is None else seen.modified
    if seen is None and size > limit:
        return Facts(size, modified, format=content.format, problem=_too_large(limit))
    return Facts(size, modified, sha256_bytes(content.data), content.format)


def _unread(seen: Stat, limit: int) -> Facts:
    """Return the facts of a document that is known to be unreadable or too large."""
    if seen.problem is not None:
        return Facts(problem=seen.problem)
    return Facts(seen.size, seen.modified, problem=_too_large(limit))


def _too_large(limit: int) -> str:
    return f"is larger than {limit:,} bytes"
