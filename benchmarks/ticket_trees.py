"""The tickets of a folder as a build reads them, without what would give a link away.

A folder holds the tickets: tickets.jsonl (Jira's issues) or corpus.jsonl (_id, title, text). Each
is parsed and read as a tree, and its pieces are embedded, as a build does. Keys are taken out of
all texts before, so that no text names the tested link.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ticket_sections import parsed_issue

from graphwright.settings import EmbeddingSettings
from graphwright.tables.tickets import SectionPiece, Ticket, TicketSection
from graphwright.tickets.rows import read_ticket
from graphwright.tickets.template import default_template
from graphwright.vectors.embedder import make_embedder

_KEY = re.compile(r"\b[A-Z][A-Z0-9]+-\d+\b")

Vectors = dict[str, NDArray[np.float32]]
"""By section id, the vectors of its pieces ``(pieces, dimensions)``."""


@dataclasses.dataclass
class Tracker:
    """The tickets of a folder, their sections, and when what stands in a comment was written."""

    name: str
    tickets: list[Ticket] = dataclasses.field(default_factory=list)
    sections: list[TicketSection] = dataclasses.field(default_factory=list)
    pieces: list[SectionPiece] = dataclasses.field(default_factory=list)
    written: dict[str, str] = dataclasses.field(default_factory=dict)
    timed: bool = True

    def add(self, issue: Mapping[str, Any]) -> None:
        """Add an issue of Jira."""
        document, record = parsed_issue(issue)
        rows = read_ticket(document, record, default_template())
        self.tickets.append(rows.ticket)
        self.sections += rows.sections
        self.pieces += rows.windows
        for comment in record.comments:
            inside = (one for one in rows.sections if comment.start <= one.start < comment.end)
            self.written |= {one.section_id: comment.created or "" for one in inside}


def without_keys(text: str | None) -> str:
    """Return a text without keys of tickets."""
    return _KEY.sub("", (text or "").replace("\r", ""))


def read_tracker(folder: Path) -> Tracker:
    """Return the tickets of a folder."""
    jira = folder / "tickets.jsonl"
    tracker = Tracker(folder.name, timed=jira.is_file())
    for issue in jsonl(jira) if tracker.timed else map(_issue, jsonl(folder / "corpus.jsonl")):
        tracker.add(_masked(issue))
    return tracker


def _issue(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a corpus as an issue; a time that cannot be read is none."""
    fields = {"summary": row["title"], "description": row["text"]}
    with contextlib.suppress(ValueError):
        moment = datetime.datetime.strptime(row.get("created") or "", "%d/%b/%y %H:%M")
        fields["created"] = moment.replace(tzinfo=datetime.UTC).isoformat()
    return {"key": row["_id"], "fields": fields}


def _masked(issue: Mapping[str, Any]) -> dict[str, Any]:
    fields = dict(issue["fields"])
    for name in ("summary", "description"):
        fields[name] = without_keys(fields[name])
    said = fields.get("comment", {}).get("comments", ())
    fields["comment"] = {"comments": [{**one, "body": without_keys(one["body"])} for one in said]}
    return {**issue, "fields": fields}


def jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file of JSON lines."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


class TextVectors:
    """Vectors of texts without keys; a file keeps those that were made before."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._kept: dict[str, NDArray[np.float32]] = {}
        if path is not None and path.is_file():
            with np.load(path) as file:
                self._kept = dict(zip(file["texts"].tolist(), file["vectors"], strict=True))

    def of(self, pieces: Iterable[SectionPiece]) -> Vectors:
        """Return the vectors of pieces by their section."""
        texts = [(one.section_id, without_keys(one.text)) for one in pieces]
        self._embed({text for _, text in texts})
        found: defaultdict[str, list[NDArray[np.float32]]] = defaultdict(list)
        for section, text in texts:
            found[section].append(self._kept[_hash(text)])
        return {section: np.array(vectors) for section, vectors in found.items()}

    def _embed(self, texts: set[str]) -> None:
        new = sorted(text for text in texts if _hash(text) not in self._kept)
        if not new:
            return
        vectors = make_embedder(EmbeddingSettings(), 2).embed_passages(new)
        self._kept.update(zip(map(_hash, new), vectors, strict=True))
        if self._path is not None:
            kept = np.array(list(self._kept.values()))
            np.savez(self._path, texts=np.array(list(self._kept)), vectors=kept)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
