"""What changed at the sources since they were last listed, for the price of a listing.

A file whose size and modification time are as they were is taken to be the same; only others are
read. Documents behind URLs are not asked for: they are compared when a build reads them. The
listing itself and what a document is are in ``sources``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from graphwright.documents.sources.discover import Found, facts_of, find
from graphwright.documents.sources.remote import is_remote
from graphwright.ids import document_id, fingerprint
from graphwright.settings import Settings
from graphwright.tables import SourceDocument


@dataclasses.dataclass(frozen=True, slots=True)
class Seen:
    """A file of the sources, not read: ``size`` in bytes, times in ISO 8601, UTC.

    ``arrived`` is when it came to hold what it holds, or to its place, whichever is later; a file
    that is moved or copied in may have been modified years ago.
    """

    collection: str
    found: Found
    size: int = 0
    modified: str | None = None
    arrived: str | None = None


@dataclasses.dataclass(slots=True)
class Changes:
    """Documents of one collection that were added, edited and removed."""

    added: int = 0
    edited: int = 0
    removed: int = 0

    def __str__(self) -> str:
        return f"{self.added} added, {self.edited} edited, {self.removed} removed"


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """The sources against what was known of them.

    ``state`` stands for the content of all documents; ``changes`` holds each collection with any;
    ``waiting_since`` is when the first of the added and edited files arrived.
    """

    state: str
    changes: Mapping[str, Changes]
    waiting_since: str | None


def look(settings: Settings) -> dict[str, Seen]:
    """Return every local file of the sources by document id, without reading any.

    Raises ``SourceError`` where a folder is missing.
    """
    seen = {}
    for collection in settings.collections:
        if any(is_remote(url) for url in collection.urls):
            urls = tuple(url for url in collection.urls if not is_remote(url))
            collection = collection.model_copy(update={"urls": urls})  # noqa: PLW2901  # its local part
        for found in find(collection):
            seen[document_id(collection.name, found.path)] = _seen(collection.name, found)
    return seen


def listing_fingerprint(seen: Mapping[str, Seen]) -> str:
    """Return what stands for a listing: ids, sizes and times."""
    rows = ((key, s.size, s.modified, s.found.problem) for key, s in seen.items())
    return fingerprint(sorted(rows))


def compare(
    settings: Settings, seen: Mapping[str, Seen], known: Sequence[SourceDocument]
) -> Comparison:
    """Compare a listing with the documents that were known; read what looks different."""
    before = {row.document_id: row for row in known}
    limit = settings.parse.max_bytes
    now = {key: _content(entry, before.get(key), limit) for key, entry in seen.items()}
    collections = {collection.name for collection in settings.collections}
    for key, row in before.items():
        if is_remote(row.location) and row.collection in collections:
            now.setdefault(key, (row.sha256, row.problem))
    changes = count_changes(
        known, {key: (_collection(key, seen, before), *now[key]) for key in now}
    )
    fresh = [key for key in seen if key not in before or now[key] != _known(before[key])]
    times = [time for key in fresh if (time := seen[key].arrived) is not None]
    return Comparison(fingerprint(sorted(now.items())), changes, min(times, default=None))


def count_changes(
    known: Iterable[SourceDocument], now: Mapping[str, tuple[str, str, str | None]]
) -> dict[str, Changes]:
    """Return the collections with changes; ``now`` maps id to (collection, sha256, problem)."""
    before = {row.document_id: row for row in known}
    changes: dict[str, Changes] = {}
    for key, (collection, *content) in now.items():
        if key not in before:
            changes.setdefault(collection, Changes()).added += 1
        elif tuple(content) != _known(before[key]):
            changes.setdefault(collection, Changes()).edited += 1
    for key, row in before.items():
        if key not in now:
            changes.setdefault(row.collection, Changes()).removed += 1
    return dict(sorted(changes.items()))


def contents_of(
    documents: Iterable[SourceDocument],
) -> dict[str, tuple[str, str, str | None]]:
    """Return id to (collection, sha256, problem), as ``count_changes`` compares them."""
    return {d.document_id: (d.collection, d.sha256, d.problem) for d in documents}


def _known(row: SourceDocument) -> tuple[str, str | None]:
    return row.sha256, row.problem


def _collection(key: str, seen: Mapping[str, Seen], before: Mapping[str, SourceDocument]) -> str:
    return seen[key].collection if key in seen else before[key].collection


def _seen(collection: str, found: Found) -> Seen:
    try:
        status = Path(found.location).stat()
    except OSError:
        return Seen(collection, found)  # reading it will say what is wrong
    modified, arrived = _iso(status.st_mtime), _iso(status.st_ctime)
    return Seen(collection, found, status.st_size, modified, arrived)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _content(entry: Seen, row: SourceDocument | None, limit: int) -> tuple[str, str | None]:
    """Return a file's hash and problem: those that are known where it looks as it did."""
    same = row is not None and (row.size, row.modified) == (entry.size, entry.modified)
    if row is not None and same and row.problem is None and entry.found.problem is None:
        return _known(row)
    facts = facts_of(entry.found, limit)
    return facts.sha256, facts.problem
