"""Exports in CSV: a ticket a row, by a map of columns; Jira's own columns are known.

A column may stand several times, as Jira writes one for each comment and label.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from graphwright.documents.text.delimited import delimited_rows
from graphwright.documents.tickets.exports.export import BrokenRecord, Export
from graphwright.documents.tickets.exports.people import People
from graphwright.documents.tickets.raw import (
    KINDS,
    FieldKind,
    Markup,
    RawComment,
    RawField,
    RawLink,
    RawTicket,
    Standard,
    ordered,
    standard_field,
)
from graphwright.documents.tickets.times import in_utc

KEY, TITLE, DESCRIPTION, COMMENTS, URL = "key", "title", "description", "comments", "url"
PARTS = (KEY, TITLE, DESCRIPTION, COMMENTS, URL, *(standard.value for standard in Standard))
"""What a map of columns can name."""

_USUAL: Mapping[str, tuple[str, ...]] = {
    KEY: ("issue key", "key", "ticket id", "ticket", "bug id", "number", "id"),
    TITLE: ("summary", "title", "subject", "short description"),
    DESCRIPTION: ("description", "body", "details"),
    COMMENTS: ("comment", "comments"),
    URL: ("url", "link"),
    Standard.PROJECT: ("project key", "project", "product", "repository"),
    Standard.TYPE: ("issue type", "type"),
    Standard.STATUS: ("status", "state"),
    Standard.RESOLUTION: ("resolution",),
    Standard.PRIORITY: ("priority",),
    Standard.COMPONENTS: ("component/s", "component", "components"),
    Standard.LABELS: ("labels", "label", "tags", "keywords"),
    Standard.VERSIONS: ("affects version/s", "affects versions", "version", "versions"),
    Standard.FIX_VERSIONS: ("fix version/s", "fix versions", "target milestone"),
    Standard.ENVIRONMENT: ("environment",),
    Standard.ATTACHMENTS: ("attachment", "attachments"),
    Standard.CREATED: ("created", "opened", "creation date", "created at"),
    Standard.UPDATED: ("updated", "changed", "updated at", "last modified"),
    Standard.RESOLVED: ("resolved", "closed", "closed at", "resolution date"),
    Standard.REPORTER: ("reporter", "creator", "opened by", "requester"),
    Standard.ASSIGNEE: ("assignee", "assigned to"),
}
"""What trackers call a column, in lower case, the surest first."""
_LINK = re.compile(r"(inward|outward) issue link \((.+)\)", re.IGNORECASE)
_CUSTOM = re.compile(r"custom field \((.+)\)", re.IGNORECASE)
_DATED = re.compile(r"([^;\n]{6,40});([^;\n]{0,200});(.*)", re.DOTALL)
"""A comment as Jira writes it: when, who, what."""
_LONG = 200

Columns = Mapping[str, Sequence[int]]


def read_csv_export(data: bytes, chosen: Mapping[str, str]) -> Export:
    """Return the tickets of a CSV; ``chosen`` names the columns of some of ``PARTS``."""
    export = Export()
    rows, _ = delimited_rows(data)
    try:
        header = [name.strip() for name in next(rows, [])]
        columns = _columns(header, chosen)
        for number, row in enumerate(rows, 2):
            if any(cell.strip() for cell in row):
                _take(_Row(header, columns, row), number, export)
    except csv.Error as error:
        whole = len(export.tickets)
        export.problem = f"cannot be read after {whole:,} row(s); they were read: {error}"
    except LookupError as error:
        export.problem = str(error.args[0])
    return export


def _columns(header: Sequence[str], chosen: Mapping[str, str]) -> Columns:
    """Return the positions of each part's columns; raise ``LookupError`` where one is missing."""
    places: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(header):
        places[name.lower()].append(number)
    found: dict[str, Sequence[int]] = {}
    shown = ", ".join(repr(name) for name in dict.fromkeys(header))[:400]
    for part, name in chosen.items():
        if name.strip().lower() not in places:
            raise LookupError(f"has no column {name!r}, which 'columns' maps to {part!r}: {shown}")
        found[part] = places[name.strip().lower()]
    for part, names in _USUAL.items():
        usual = next((places[name] for name in names if name in places), None)
        if part not in found and usual is not None:
            found[str(part)] = usual
    if KEY not in found:
        raise LookupError(f"has no column of keys; map one with 'columns: {{key: ...}}': {shown}")
    return found


def _take(row: _Row, number: int, export: Export) -> None:
    if row.first(KEY):
        export.tickets.append(ordered(row.ticket()))
    else:
        export.broken.append(BrokenRecord(f"row {number}", "has no key"))


class _Row:
    """A row of the CSV, read by the map of columns."""

    def __init__(self, header: Sequence[str], columns: Columns, cells: Sequence[str]) -> None:
        self._header, self._columns, self._cells = header, columns, cells
        self._people = People()

    def values(self, part: str) -> list[str]:
        """Return the cells of a part that hold text."""
        at = self._columns.get(part, ())
        return [self._cells[n] for n in at if n < len(self._cells) and self._cells[n].strip()]

    def first(self, part: str) -> str:
        """Return the first cell of a part that holds text."""
        return next(iter(self.values(part)), "")

    def ticket(self) -> RawTicket:
        """Return the ticket."""
        fields, links = tuple(self._fields()), tuple(self._links())
        comments = tuple(map(self._comment, self.values(COMMENTS)))
        is_jira = "issue key" in (name.lower() for name in self._header)
        return RawTicket(
            key=self.first(KEY).strip(),
            title=self.first(TITLE),
            description="\n\n".join(self.values(DESCRIPTION)),
            markup=Markup.JIRA if is_jira else Markup.PLAIN,
            fields=fields,
            links=links,
            comments=comments,
            url=self.first(URL) or None,
            people=self._people.all,
        )

    def _fields(self) -> Iterator[RawField]:
        for standard in Standard:
            values: list[str | None] = list(self.values(standard))
            if KINDS.get(standard) is FieldKind.PERSON:
                values = [self._people.identity(value) for value in values]
            elif standard is Standard.LABELS and len(values) == 1 and values[0] is not None:
                values = list(re.split(r"[,;]\s*|\s+", values[0]))
            if values:
                yield standard_field(standard, self._name(standard), *values)
        for name, values_ in self._others().items():
            is_text = any("\n" in value or len(value) > _LONG for value in values_)
            kind = FieldKind.TEXT if is_text else FieldKind.CHOICE
            yield RawField(name, tuple(values_), kind=kind)

    def _name(self, part: str) -> str:
        return self._header[self._columns[part][0]]

    def _others(self) -> dict[str, list[str]]:
        """Return the cells that the map of columns does not take, by the name of their column."""
        taken = {number for places in self._columns.values() for number in places}
        found: dict[str, list[str]] = defaultdict(list)
        for number, name in enumerate(self._header[: len(self._cells)]):
            if number not in taken and not _LINK.fullmatch(name) and self._cells[number].strip():
                custom = _CUSTOM.fullmatch(name)
                found[custom[1] if custom else name or f"column {number + 1}"].append(
                    self._cells[number]
                )
        return found

    def _links(self) -> Iterator[RawLink]:
        for number, name in enumerate(self._header[: len(self._cells)]):
            link = _LINK.fullmatch(name)
            if link and self._cells[number].strip():
                yield RawLink(link[2], link[1].lower(), self._cells[number].strip())

    def _comment(self, cell: str) -> RawComment:
        dated = _DATED.fullmatch(cell)
        created = in_utc(dated[1]) if dated else None
        if dated is None or created is None:
            return RawComment(cell)
        return RawComment(dated[3], self._people.identity(dated[2]), created)
