"""Exports in JSON: a search, a list, one ticket, or a ticket a line; broken ones as far as whole.

Which tracker wrote a record is told from its keys.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from graphwright.documents.tickets.exports.bugzilla import is_bug, read_bug
from graphwright.documents.tickets.exports.export import BrokenRecord, Export, LineReader
from graphwright.documents.tickets.exports.github import is_github, read_github
from graphwright.documents.tickets.exports.jira import is_issue, read_issue
from graphwright.documents.tickets.exports.json_values import Record, record_of, text_of
from graphwright.documents.tickets.raw import RawTicket, ordered
from graphwright.ids import sha256_text

_Reader = Callable[[Record, Mapping[str, str]], RawTicket]
TRACKERS: Mapping[str, tuple[Callable[[Record], bool], _Reader]] = {
    "jira": (is_issue, read_issue),
    "github": (is_github, lambda record, _: read_github(record)),
    "bugzilla": (is_bug, lambda record, _: read_bug(record)),
}
"""By the name of the format: what tells a record, and what reads it."""

_LISTS = ("issues", "bugs", "items")
_LIST_BEGINS = re.compile(rf'"(?:{"|".join(_LISTS)})"\s*:\s*\[')
_NEXT_RECORD = re.compile(r"\}\s*,\s*(?=\{)")
_KEY = re.compile(r'"(?:key|number|id)"\s*:\s*"?([\w#/.-]{1,100})')
_DECODER = json.JSONDecoder()
_MOST_ATTEMPTS = 20_000
"""Places after a broken record at which the next one is looked for."""


def read_json_export(text: str, tracker: str, before: LineReader | None = None) -> Export:
    """Return the tickets of an export; ``tracker`` is a name of ``TRACKERS``, or ``auto``.

    Of an export with a ticket a line, those lines are not read that are known from ``before``.
    """
    reading = _Reading(tracker, before or LineReader())
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return reading.of_broken(text, error)
    return reading.of_value(value)


class _Reading:
    """Reads the records of one export."""

    def __init__(self, tracker: str, before: LineReader) -> None:
        self._before = before
        chosen = TRACKERS if tracker == "auto" else {tracker: TRACKERS[tracker]}
        self._readers = tuple(chosen.values())
        self._named = " or ".join(chosen)
        self._names: Mapping[str, str] = {}
        self.export = Export()
        self._records = 0

    def of_value(self, value: Any) -> Export:
        record = record_of(value)
        names = record_of(record.get("names"))
        self._names = {key: name for key, name in names.items() if isinstance(name, str)}
        lists = (record[name] for name in _LISTS if isinstance(record.get(name), list))
        among = value if isinstance(value, list) else next(lists, [value])
        for entry in among:
            self._take(entry)
        return self._finished()

    def of_broken(self, text: str, error: Exception) -> Export:
        """Read a text that is no one value of JSON: a value a line, or a list that breaks."""
        lines = [line for line in text.split("\n") if line.strip()]
        if sum(_is_whole(line) for line in lines[:20]) >= min(len(lines), 20) / 2 > 0:
            return self._of_lines(lines)
        begins = _LIST_BEGINS.search(text)
        stripped = text.lstrip()
        if begins is None and not stripped.startswith("["):
            self.export.problem = f"is no JSON: {_said(error)}"
            return self.export
        place = begins.end() if begins is not None else text.index("[") + 1
        self._of_list(text, place)
        return self._finished()

    def _of_lines(self, lines: list[str]) -> Export:
        for number, line in enumerate(lines, 1):
            digest = sha256_text(line)
            known = self._before.known(digest)
            if known is not None:
                self.export.tickets.append(known)
                self._records += 1
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError) as error:
                if number == len(lines):
                    self.export.problem = self._breaks_off()
                else:
                    self._broken(f"is no JSON: {_said(error)}", line[:2000])
                continue
            self._take(value, digest)
        return self._finished()

    def _of_list(self, text: str, place: int) -> None:
        """Read the entries of a list one by one; behind a broken one look for the next ticket."""
        while True:
            while place < len(text) and text[place] in ", \t\r\n":
                place += 1
            if place >= len(text) or text[place] == "]":
                break
            try:
                value, place = _DECODER.raw_decode(text, place)
            except (ValueError, RecursionError) as error:
                following = self._next_ticket(text, place)
                if following is None:
                    break
                self._broken(f"is no JSON: {_said(error)}", text[place : place + 2000])
                place = following
                continue
            self._take(value)
        if place >= len(text) or text[place] != "]":
            self.export.problem = self._breaks_off()

    def _breaks_off(self) -> str:
        return f"breaks off after {self._records:,} whole record(s); they were read"

    def _next_ticket(self, text: str, place: int) -> int | None:
        """Return where the next record begins that is a ticket."""
        for attempt, found in enumerate(_NEXT_RECORD.finditer(text, place)):
            if attempt == _MOST_ATTEMPTS:
                break
            try:
                value, _ = _DECODER.raw_decode(text, found.end())
            except (ValueError, RecursionError):
                continue
            if self._reader_of(record_of(value)) is not None:
                return found.end()
        return None

    def _reader_of(self, record: Record) -> _Reader | None:
        return next((read for fits, read in self._readers if fits(record)), None)

    def _take(self, value: Any, line: str = "") -> None:
        record = record_of(value)
        reader = self._reader_of(record)
        if reader is None:
            found = f"keys {', '.join(sorted(record)[:6])}" if record else type(value).__name__
            self._broken(f"is no ticket of {self._named} ({found})", str(record.get("key") or ""))
            return
        try:
            ticket = ordered(reader(record, self._names))
            self.export.tickets.append(dataclasses.replace(ticket, line=line) if line else ticket)
            self._records += 1
        except (ValueError, TypeError, RecursionError) as error:
            self._broken(f"cannot be read: {_said(error)}", text_of(record.get("key")))

    def _broken(self, reason: str, text: str) -> None:
        self._records += 1
        key = _KEY.search(text)
        place = f"record {self._records}"
        self.export.broken.append(BrokenRecord(place, reason, key[1] if key else None))

    def _finished(self) -> Export:
        """Return the export; where no record is a ticket, that is the problem of the whole."""
        export = self.export
        if export.broken and not export.tickets:
            export.problem = (
                f"holds {len(export.broken):,} record(s) and no ticket: the first "
                f"{export.broken[0].reason}"
            )
            export.broken = []
        return export


def _is_whole(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _said(error: Exception) -> str:
    return "it nests too deep" if isinstance(error, RecursionError) else str(error)[:200]
