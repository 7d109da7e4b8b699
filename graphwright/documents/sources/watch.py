"""What changed at the sources since they were last listed, for the price of a listing.

A file whose size and modification time are as they were is taken to be the same; only others are
read. Documents behind URLs are not asked for: they are compared when a build reads them. The
listing itself is in ``discover``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from graphwright.documents.sources.discover import facts_of, find, known_tickets, tickets_of
from graphwright.documents.sources.exports import settled
from graphwright.documents.sources.registry import is_local, source_of
from graphwright.documents.sources.source import Found, Stat
from graphwright.ids import document_id, fingerprint
from graphwright.settings import Collection, Settings
from graphwright.tables import SourceDocument


@dataclasses.dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file of the sources, not read; ``stat`` is ``None`` where reading it will say why."""

    collection: str
    found: Found
    stat: Stat | None = None


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


def scan(settings: Settings, ours: Sequence[Path] = ()) -> dict[str, ScannedFile]:
    """Return every local file of the sources by document id, without reading any.

    What lies in ``ours`` is none of them, as for ``discover``.

    Raises ``SourceError`` where a folder is missing.
    """
    return {
        document_id(collection.name, found.path): ScannedFile(collection.name, found, _stat(found))
        for collection in settings.collections
        for found in find(collection, ours)
    }


def _stat(found: Found) -> Stat | None:
    try:
        return source_of(found.location).stat(found.location)
    except (OSError, ValueError):
        return None


def listing_fingerprint(seen: Mapping[str, ScannedFile]) -> str:
    """Return what stands for a listing: ids, sizes and times."""
    rows = ((key, *_size_and_time(s), s.found.problem) for key, s in seen.items())
    return fingerprint(sorted(rows))


def compare_scan(
    settings: Settings, seen: Mapping[str, ScannedFile], known: Sequence[SourceDocument]
) -> Comparison:
    """Compare a listing with the documents that were known; read what looks different."""
    before = {row.document_id: row for row in known}
    limit = settings.parse.max_bytes
    exported = {c.name: c for c in settings.collections if c.kind == "tickets"}
    now = {
        key: _content(entry, before.get(key), limit)
        for key, entry in seen.items()
        if entry.collection not in exported
    }
    tickets = _tickets(exported, seen, known, limit)
    now |= {row.document_id: (row.sha256, row.problem) for row in tickets}
    arrived = {row.document_id: row.collection for row in tickets}
    collections = {collection.name for collection in settings.collections}
    for key, row in before.items():
        if not is_local(row.location) and row.collection in collections:
            now.setdefault(key, (row.sha256, row.problem))
    changes = count_changes(
        known,
        {key: (arrived.get(key) or _collection(key, seen, before), *now[key]) for key in now},
    )
    fresh = [
        key
        for key, entry in seen.items()
        if (changes.get(entry.collection) is not None and entry.collection in exported)
        or (key in now and (key not in before or now[key] != _known(before[key])))
    ]
    stats = [stat for key in fresh if (stat := seen[key].stat) is not None]
    times = [stat.arrived for stat in stats if stat.arrived is not None]
    return Comparison(fingerprint(sorted(now.items())), changes, min(times, default=None))


def _tickets(
    collections: Mapping[str, Collection],
    seen: Mapping[str, ScannedFile],
    known: Sequence[SourceDocument],
    limit: int,
) -> list[SourceDocument]:
    """Return the tickets of the exports: only reading these says which there are."""
    rows: list[SourceDocument] = []
    for name, collection in collections.items():
        files = [entry.found for entry in seen.values() if entry.collection == name]
        rows += tickets_of(collection, files, limit)
    deltas = {name for name, collection in collections.items() if collection.mode == "delta"}
    return settled(rows, known_tickets(known, deltas))


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


def _collection(
    key: str, seen: Mapping[str, ScannedFile], before: Mapping[str, SourceDocument]
) -> str:
    return seen[key].collection if key in seen else before[key].collection


def _size_and_time(entry: ScannedFile) -> tuple[int, str | None]:
    return (0, None) if entry.stat is None else (entry.stat.size, entry.stat.modified)


def _content(entry: ScannedFile, row: SourceDocument | None, limit: int) -> tuple[str, str | None]:
    """Return a file's hash and problem: those that are known where it looks as it did."""
    seen = _size_and_time(entry)
    # Without a time it may have changed at its size: it is read.
    same = row is not None and row.modified is not None and (row.size, row.modified) == seen
    if row is not None and same and row.problem is None and entry.found.problem is None:
        return _known(row)
    facts = facts_of(entry.found, limit)
    return facts.sha256, facts.problem
