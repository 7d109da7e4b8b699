"""The rows of ``document_versions`` and ``rejected_versions`` from what is known of documents."""

from __future__ import annotations

import dataclasses
import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal

from graphwright.documents.versions.copies import Groups, Pieces, are_alike, join_copies
from graphwright.documents.versions.sidecar import SidecarEntry
from graphwright.documents.versions.successors import (
    Families,
    Known,
    Statements,
    Successor,
    allowed,
    claims_of_names,
    last_of_each,
    statements_of,
    successors,
)
from graphwright.tables import DocumentVersion, RejectedVersion


@dataclasses.dataclass(frozen=True, slots=True)
class Texts:
    """What is compared of texts: the pieces of all documents, the words of some, by id."""

    pieces: Mapping[str, Pieces]
    words: Mapping[str, frozenset[str]]

    def alike(self, one: str, other: str) -> bool:
        """Return whether two texts are of one document."""
        return are_alike(self.words.get(one, ()), self.words.get(other, ()))


def version_rows(
    documents: Sequence[Known], families: Families, entries: Sequence[SidecarEntry], texts: Texts
) -> tuple[list[DocumentVersion], list[RejectedVersion]]:
    """Return the rows of both tables; the order of documents does not matter.

    ``families`` are theirs (``families_of``).
    """
    by_id = {known.document_id: known for known in documents}
    said = statements_of(sorted(documents, key=_order), entries)
    claims = allowed(said.claims | set(claims_of_names(families, texts.alike)), said)
    labels = {document: known.label for document, known in by_id.items()}
    found, circular = successors(claims, labels)
    stands_for = _representatives(by_id, found, texts.pieces)
    last = last_of_each(found)
    rows = []
    for document, known in by_id.items():
        days = _days(document, said, found.get(document))
        if document in found or document in stands_for or any(days):
            rows.append(
                _row(known, found.get(document), days, stands_for.get(document), last.get(document))
            )
    rejected = {row.statement_id: row for row in (*said.rejected, *circular)}
    return rows, list(rejected.values())


def _order(known: Known) -> tuple[str, str]:
    return known.collection, known.path


def _representatives(
    by_id: Mapping[str, Known], found: Mapping[str, Successor], pieces: Mapping[str, Pieces]
) -> dict[str, str]:
    """Return the document that stands for each that has copies or versions, preferably valid."""
    groups = Groups()
    join_copies(pieces, groups)
    for old, one in found.items():
        if one.new:
            groups.join(old, one.new)
    members: defaultdict[str, list[str]] = defaultdict(list)
    for document in by_id:
        members[groups.find(document)].append(document)
    first = {}
    for group in members.values():
        if len(group) > 1:
            best = min(group, key=lambda one: (one in found, _order(by_id[one])))
            first.update(dict.fromkeys(group, best))
    return first


_Days = tuple[str | None, str | None, str | None]
"""First and last day of a document, and the first day of what took its place."""


def _days(document: str, said: Statements, superseded: Successor | None) -> _Days:
    first, last = _stated(document, said, "valid_from"), _stated(document, said, "valid_to")
    after = None
    if superseded is not None and superseded.new:
        after = _stated(superseded.new, said, "valid_from")
    return first, last or _day_before(after), after


def _stated(document: str, said: Statements, name: Literal["valid_from", "valid_to"]) -> str | None:
    """Return the day that the weightiest word gives."""
    for _, stated in sorted(said.said.get(document, ()), key=lambda one: one[0]):
        day = stated.valid_from if name == "valid_from" else stated.valid_to
        if day:
            return day
    return None


def _day_before(day: str | None) -> str | None:
    if day is None or day == datetime.date.min.isoformat():
        return None
    return (datetime.date.fromisoformat(day) - datetime.timedelta(days=1)).isoformat()


def _row(
    known: Known,
    superseded: Successor | None,
    days: _Days,
    same_as: str | None,
    newest: str | None,
) -> DocumentVersion:
    claim = superseded.claim if superseded else None
    return DocumentVersion(
        document_id=known.document_id,
        collection=known.collection,
        path=known.path,
        uri=known.uri,
        title=known.title,
        same_as=same_as,
        valid_from=days[0],
        valid_to=days[1],
        superseded=superseded is not None,
        superseded_by=superseded.new if superseded else None,
        newest=newest,
        superseded_from=days[2],
        said_by=claim.word.label if claim else None,
        reason=claim.reason if claim else None,
    )
