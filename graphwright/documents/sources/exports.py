"""Exports of trackers expanded to tickets: each is a row of its own, with its canonical record.

An export is read once, whatever it holds. The records of its tickets are masked before they are
kept in the lake's cache, named by their hash, as pages of the web are; the export itself is not.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from urllib.parse import quote

from graphwright.documents.blocks.encoding import decode
from graphwright.documents.sources.formats import TICKET
from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.read_records import ReadRecords
from graphwright.documents.sources.rows import Facts, row_of, spelled_out
from graphwright.documents.sources.source import Found
from graphwright.documents.tickets.exports.bugzilla import read_bugzilla_xml
from graphwright.documents.tickets.exports.csv_export import read_csv_export
from graphwright.documents.tickets.exports.export import BrokenRecord, Export, ReadTicket
from graphwright.documents.tickets.exports.json_export import TRACKERS, read_json_export
from graphwright.documents.tickets.exports.mail_export import Mail, read_mails, threads
from graphwright.documents.tickets.masking import Masking, masked
from graphwright.documents.tickets.raw import RawTicket, ordered, record_bytes
from graphwright.errors import SettingsError
from graphwright.ids import sha256_bytes
from graphwright.settings import Collection
from graphwright.tables import SourceDocument

EXPORT_SHARE = 20
"""How many times ``parse.max_bytes`` an export may have: it is no document, but many."""
_SUFFIXES = {
    "json": "json", "jsonl": "json", "ndjson": "json", "csv": "csv", "tsv": "csv",
    "mbox": "mail", "eml": "mail", "xml": "xml",
}  # fmt: skip
_READ_AS = {"jira": "json", "github": "json", "bugzilla": "json", "csv": "csv", "mail": "mail"}


class Expansion:
    """Expands the exports of one collection; ``pages`` keep the records, where they are given."""

    def __init__(self, collection: Collection, pages: Pages | None) -> None:
        """Raise ``SettingsError`` where the variable of the salt is empty."""
        self._collection = collection
        self._masking = masking_of(collection)
        self._pages = pages
        self._kept = {} if pages is None else pages.sizes()
        self._read_before = (
            None if pages is None else ReadRecords.of(collection, self._masking, pages, self._kept)
        )
        self._mails: list[tuple[Mail, Found]] = []

    def add(self, found: Found, data: bytes) -> Iterator[SourceDocument]:
        """Yield the rows of an export; messages wait for those of all others."""
        kind = self._kind(found)
        if kind == "mail":
            yield from self._add_mails(found, data)
            return
        export = self._read(kind, data)
        tickets = list(export.once())
        if export.problem is not None:
            yield self.problem(found, export.problem)
        for broken in export.broken:
            yield self._broken(found, broken)
        yield from self._members(found, tickets)

    def finish(self) -> Iterator[SourceDocument]:
        """Yield the threads of all messages, each as one of the file of its first message."""
        places: dict[Mail, Found] = {}
        for mail, found in sorted(self._mails, key=lambda entry: entry[1].path):
            places.setdefault(mail, found)
        for first, ticket in threads(places):
            yield from self._members(places[first], [ticket])
        if self._read_before is not None:
            self._read_before.keep()

    def problem(self, found: Found, reason: str) -> SourceDocument:
        """Return the row of an export that is not whole, or is none."""
        facts = Facts(format=TICKET.name, problem=spelled_out(f"The export {reason}."))
        return row_of(self._collection, found, facts)

    def _kind(self, found: Found) -> str | None:
        """Return how an export is read: by its suffix, or as the settings say."""
        suffix = PurePosixPath(found.path).suffix.removeprefix(".").lower()
        by_suffix, chosen = _SUFFIXES.get(suffix), self._collection.format
        if chosen == "auto" or (chosen == "bugzilla" and by_suffix == "xml"):
            return by_suffix
        return _READ_AS[chosen]

    def _read(self, kind: str | None, data: bytes) -> Export:
        chosen = self._collection.format
        if not data.strip():
            return Export(problem="is empty")
        if kind == "json":
            tracker = chosen if chosen in TRACKERS else "auto"
            return read_json_export(decode(data)[0], tracker, self._read_before)
        if kind == "csv":
            columns = {str(part): name for part, name in self._collection.columns.items()}
            return read_csv_export(data, columns)
        if kind == "xml":
            return read_bugzilla_xml(data)
        expected = ", ".join(sorted(_SUFFIXES))
        return Export(problem=f"has none of the suffixes {expected}, and no 'format' is set")

    def _add_mails(self, found: Found, data: bytes) -> Iterator[SourceDocument]:
        for mail in read_mails(data):
            if isinstance(mail, BrokenRecord):
                yield self._broken(found, mail)
            else:
                self._mails.append((mail, found))

    def _broken(self, found: Found, broken: BrokenRecord) -> SourceDocument:
        place = f"{found.path}/{broken.place}"
        about = f"{broken.place} of the export" + (f" ({broken.key})" if broken.key else "")
        member = dataclasses.replace(found, path=spelled_out(place))
        problem = spelled_out(f"{about[0].upper()}{about[1:]} {broken.reason}.")
        return row_of(self._collection, member, Facts(format=TICKET.name, problem=problem))

    def _members(
        self, found: Found, tickets: Iterable[RawTicket | ReadTicket]
    ) -> Iterator[SourceDocument]:
        for ticket in tickets:
            one = ticket if isinstance(ticket, ReadTicket) else self._recorded(ticket)
            facts = Facts(one.size, one.updated, one.sha256, TICKET.name)
            member = Found(
                spelled_out(one.key),
                f"{found.location}#{quote(one.key)}",
                None if one.url is None else spelled_out(one.url),
            )
            yield row_of(self._collection, member, facts)

    def _recorded(self, ticket: RawTicket) -> ReadTicket:
        """Return a ticket whose masked record is kept, if anything is."""
        # Names may stand in another order once they are hashed.
        ready = ordered(masked(ticket, self._masking))
        data = record_bytes(ready)
        digest = sha256_bytes(data)
        if self._pages is not None and self._kept.get(digest) != len(data):
            self._pages.keep(data, digest)
        read = ReadTicket(ready.key, ready.updated, ready.url, len(data), digest)
        if self._read_before is not None and ticket.line:
            self._read_before.add(ticket.line, read)
        return read


def masking_of(collection: Collection) -> Masking:
    """Return what of a collection's tickets is masked.

    Without a salt of their own, people are salted by the collection's name: the same in every
    build, and guessable by who knows it. Raises ``SettingsError`` where the variable is empty.
    """
    if collection.names == "keep":
        return Masking(collection.masking, None)
    if collection.salt_env is None:
        return Masking(collection.masking, f"graphwright:{collection.name}".encode())
    salt = os.environ.get(collection.salt_env, "")
    if not salt:
        raise SettingsError(
            f"Collection {collection.name!r} salts the hashes of people with the environment"
            f" variable {collection.salt_env}, which is empty.",
            remedy="Set it, to the same value in each build, or leave out 'salt_env'.",
        )
    return Masking(collection.masking, salt.encode())


def is_ticket(row: SourceDocument) -> bool:
    """Say whether a row is a ticket of an export, or what of one could not be read."""
    return row.format == TICKET.name


def settled(
    rows: Sequence[SourceDocument], known: Sequence[SourceDocument] = ()
) -> list[SourceDocument]:
    """Return one row for each document, by id: of a ticket in several exports the latest.

    Later is what was updated later, then what stands in the export whose name is later. ``known``
    are tickets of earlier builds of collections whose exports are deltas: they stay, unless a
    ticket found now is as late, or stands in the very export that they are of.
    """
    unique: dict[str, SourceDocument] = {}
    for row in rows:
        before = unique.get(row.document_id)
        if before is None or _age(row) >= _age(before):
            unique[row.document_id] = row
    for row in known:
        now = unique.get(row.document_id)
        if now is None or (_age(row) > _age(now) and _export(row) != _export(now)):
            unique[row.document_id] = row
    return [unique[identifier] for identifier in sorted(unique)]


def _age(row: SourceDocument) -> tuple[str, str]:
    return (row.modified or "", row.location) if is_ticket(row) else ("", "")


def _export(row: SourceDocument) -> str:
    return row.location.rpartition("#")[0]
