"""What documents there are: those of every source, as rows with their hash.

Every document that a collection names is a row; one that cannot be read is a row with its problem.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection as Collected
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from graphwright.documents.sources.expanded import ExpandedExports, state_of
from graphwright.documents.sources.exports import EXPORT_SHARE, Expansion, is_ticket, settled
from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.registry import FOLDER, is_local, source_of
from graphwright.documents.sources.remote import fetch_remote
from graphwright.documents.sources.rows import (
    Facts,
    content_facts,
    larger_than,
    row_of,
    storable,
)
from graphwright.documents.sources.source import Content, Fetch, Found, Stat, without_scheme
from graphwright.errors import (
    ChangedError,
    LakeError,
    ParseError,
    SourceError,
    without_credentials,
)
from graphwright.execution.time_limit import Deadline
from graphwright.ids import sha256_bytes
from graphwright.settings import Collection, Settings
from graphwright.store.lake import Lake
from graphwright.tables import DocumentStatus, SourceDocument, rows_of

_EXPANDED = ExpandedExports()
_UNLIMITED = Fetch(Deadline(math.inf))
"""How files of this machine are read, which need no limit."""


def discover(
    settings: Settings,
    ours: Sequence[Path] = (),
    *,
    remote: Sequence[SourceDocument] | None = None,
    lake: Lake | None = None,
) -> list[SourceDocument]:
    """Return every document of every collection, by document id.

    What lies in ``ours``, such as the lake that the documents are read into, is none. ``remote``
    are those that are not of this machine, where they were just fetched (see ``fetch_remote``);
    without it they are fetched now, and their bytes are not kept. The ``lake`` keeps the records of
    tickets, and knows those that no delta names again; without it nothing is kept. Raises
    ``SourceError`` where a folder is missing; a single document that cannot be read is a row with
    its problem.
    """
    limit, pages = settings.parse.max_bytes, None if lake is None else Pages.of(lake)
    rows: list[SourceDocument] = []
    for collection in settings.collections:
        files = find(collection, ours)
        if collection.kind == "tickets":
            rows += tickets_of(collection, files, limit, pages)
        else:
            rows += (row_of(collection, found, facts_of(found, limit)) for found in files)
    rows += fetch_remote(settings) if remote is None else remote
    return settled(rows, _known_tickets(settings, lake))


def tickets_of(
    collection: Collection, files: Iterable[Found], limit: int, pages: Pages | None = None
) -> Sequence[SourceDocument]:
    """Return the rows of a collection's exports: their tickets, and what is wrong with them.

    ``limit`` is that of a document. Without ``pages``, which keep the records, exports that were
    expanded before are only read. Raises ``SettingsError`` where the salt's variable is empty.
    """
    given, most = list(files), limit * EXPORT_SHARE
    if pages is None:
        states = (state_of(found, *_content_of(found, most)) for found in given)
        rows = _EXPANDED.rows(collection, states)
        if rows is not None:
            return rows
    expansion, made, of_files = Expansion(collection, pages), list[SourceDocument](), list[str]()
    for found in given:
        content, facts = _content_of(found, most)
        of_files.append(state_of(found, content, facts))
        if content is None:
            made.append(row_of(collection, found, facts))
        else:
            made += expansion.add(found, content.data)
    made += expansion.finish()
    _EXPANDED.keep(collection, of_files, made)
    return made


def _known_tickets(settings: Settings, lake: Lake | None) -> list[SourceDocument]:
    """Return the tickets of the last observation that no later export deletes."""
    deltas = {c.name for c in settings.collections if c.kind == "tickets" and c.mode == "delta"}
    if not deltas or lake is None:
        return []
    try:
        rows = rows_of(SourceDocument, lake.read("source_documents"))
    except LakeError:
        return []  # there is none, or a damaged one, which the next build replaces
    return known_tickets(rows, deltas)


def known_tickets(known: Iterable[SourceDocument], deltas: Collected[str]) -> list[SourceDocument]:
    """Return the tickets of some collections among documents that were known."""
    return [
        row for row in known if row.collection in deltas and is_ticket(row) and row.problem is None
    ]


def read_bytes(document: SourceDocument, max_bytes: int, pages: Pages) -> bytes:
    """Return a document's bytes; of a file that grew since, such as a log, those that were found.

    Raises ``ChangedError`` where a file does not begin with these any more, ``ParseError`` where
    there are more than ``max_bytes``, and what ``bytes_now`` raises.
    """
    data = bytes_now(document, max_bytes + 1, pages)
    if document.size > max_bytes:
        raise too_large(max_bytes)
    found = data[: document.size]
    if sha256_bytes(found) != document.sha256:
        raise ChangedError(
            f"{document.path} changed while the build was running.",
            remedy="Build again when the source is quiet.",
        )
    return found


def bytes_now(document: SourceDocument, limit: int, pages: Pages) -> bytes:
    """Return at most ``limit`` bytes: of a file as it is, of all else as it was last fetched.

    Raises ``SourceError`` where they cannot be read.
    """
    if not in_cache(document):
        return source_of(document.location).read(document.location, limit, _UNLIMITED).data
    return pages.read(document.sha256)[:limit]


def in_cache(document: SourceDocument) -> bool:
    """Say whether the lake's cache has the bytes of a document, and no file of this machine."""
    return is_ticket(document) or not is_local(document.location)


def too_large(max_bytes: int) -> ParseError:
    """Return the error of a document of more bytes: how many is not in it, since none are read."""
    return ParseError(
        f"The file has more than {max_bytes:,} bytes.",
        status=DocumentStatus.TOO_LARGE,
        remedy="Raise parse.max_bytes in sources.yaml, or split the file.",
    )


def find(collection: Collection, ours: Sequence[Path] = ()) -> Iterator[Found]:
    """Yield the documents of a collection that are files of this machine, none of them read yet.

    What lies in ``ours`` is none.

    Raises ``SourceError`` where its folder is missing or cannot be listed.
    """
    if collection.folder is not None:
        yield from map(storable, FOLDER.find(collection, collection.folder, ours))
        return
    for url in sorted(set(collection.urls)):
        if is_local(url):
            yield from map(storable, _found(collection, url))


def _found(collection: Collection, url: str) -> Iterator[Found]:
    try:
        yield from source_of(url).find(collection, url)
    except ValueError:
        uri = without_credentials(url)
        yield Found(without_scheme(uri), url, uri, "cannot be read: it is no address of a file")


def facts_of(found: Found, limit: int) -> Facts:
    """Read a file, at most ``limit`` bytes of it, and return its facts or its problem."""
    content, facts = _content_of(found, limit)
    return facts if content is None else content_facts(content, limit)


def _content_of(found: Found, limit: int) -> tuple[Content | None, Facts]:
    """Return a file of at most ``limit`` bytes, or the facts of one that is not read."""
    if found.problem:
        return None, Facts(problem=found.problem)
    try:
        source = source_of(found.location)
        seen = source.stat(found.location)
        if seen is not None and (seen.problem is not None or seen.size > limit):
            return None, _unread(seen, limit)
        content = source.read(found.location, limit + 1, _UNLIMITED)
    except SourceError as error:
        return None, Facts(problem=str(error))
    except (OSError, ValueError) as error:  # the latter for what can be no name of a file
        reason = getattr(error, "strerror", None) or error
        return None, Facts(problem=f"cannot be read: {reason}")
    modified = content.modified if seen is None else seen.modified
    content = dataclasses.replace(content, modified=modified)
    if len(content.data) > limit:
        return None, content_facts(content, limit)
    return content, Facts()


def _unread(seen: Stat, limit: int) -> Facts:
    """Return the facts of a document that is known to be unreadable or too large."""
    if seen.problem is not None:
        return Facts(problem=seen.problem)
    return Facts(seen.size, seen.modified, problem=larger_than(limit))
