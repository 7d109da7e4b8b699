"""Which documents of a snapshot hold on a day, and what is told of those that do not.

No build knows a day: what took another's place, and first and last days, are data; whether they
are past is asked here, of the day of a question.
"""

from __future__ import annotations

import dataclasses
import datetime
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.tables import DocumentVersion

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.snapshot import Snapshot

    Mask = NDArray[np.bool_]


def holds(version: DocumentVersion, day: datetime.date) -> bool:
    """Return whether a document holds on a day: begun, not ended, and no other in its place."""
    on = day.isoformat()
    if (version.valid_from or on) > on or (version.valid_to or on) < on:
        return False
    return not version.superseded or (version.superseded_from or on) > on


@dataclasses.dataclass(frozen=True, slots=True)
class Outdated:
    """The documents that do not hold, and the chunks and relations that only they have, by row."""

    documents: frozenset[str]
    chunks: Mask
    relations: Mask


class Validity:
    """What of a snapshot holds on a day.

    ``as_of`` is the day, or None for the day of each question; ``leave_out`` says whether what does
    not hold is left out of answers, instead of being ranked below.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        as_of: datetime.date | None = None,
        *,
        leave_out: bool = False,
        today: Callable[[], datetime.date] = datetime.date.today,
    ) -> None:
        self.leave_out = leave_out
        self._snapshot = snapshot
        self._as_of, self._today = as_of, today
        self._found: tuple[datetime.date, Outdated | None] | None = None

    def outdated(self) -> Outdated | None:
        """Return what does not hold on the day, or None where all does; kept until the next day."""
        day = self._as_of or self._today()
        if self._found is None or self._found[0] != day:
            self._found = (day, _outdated(self._snapshot, day))
        return self._found[1]

    @cached_property
    def repeated(self) -> dict[int, tuple[str, str]]:
        """The chunks that copies or versions of their document repeat; see ``repeated_chunks``."""
        return repeated_chunks(self._snapshot)

    def documents(self) -> frozenset[str]:
        """Return the ids of the documents that do not hold."""
        found = self.outdated()
        return found.documents if found else frozenset()


def _outdated(snapshot: Snapshot, day: datetime.date) -> Outdated | None:
    documents = frozenset(
        document for document, version in snapshot.versions.items() if not holds(version, day)
    )
    if not documents:
        return None
    wanted = pa.array(sorted(documents), pa.string())

    def of(table: pa.Table) -> Mask:
        mask: Mask = pc.is_in(table["document_id"], value_set=wanted).to_numpy()
        return mask

    evidence = of(snapshot.evidence)
    relations = np.zeros(snapshot.relations.num_rows, dtype=np.bool_)
    if len(relations):  # each has evidence, so no part is empty
        relations[:] = np.bitwise_and.reduceat(evidence, snapshot.evidence_starts[:-1])
    return Outdated(documents, of(snapshot.chunks), relations)


def repeated_chunks(snapshot: Snapshot) -> dict[int, tuple[str, str]]:
    """Return the chunks of copies and versions by row, with what is equal for equal texts of one.

    A chunk whose text no copy or version of its document has is not there.
    """
    groups = {v.document_id: v.same_as for v in snapshot.versions.values() if v.same_as}
    if not groups:
        return {}
    of_copies = pc.is_in(
        snapshot.chunks["document_id"], value_set=pa.array(sorted(groups), pa.string())
    )
    rows = np.flatnonzero(of_copies.to_numpy()).tolist()
    found = snapshot.chunks.select(["document_id", "text_hash"]).take(rows).to_pylist()
    keys = [(groups[chunk["document_id"]] or "", chunk["text_hash"]) for chunk in found]
    times = Counter(keys)
    return {row: key for row, key in zip(rows, keys, strict=True) if times[key] > 1}


def version_note(snapshot: Snapshot, document_id: str) -> str:
    """Return what is to be told of a document's version in a line; empty where nothing is."""
    version = snapshot.versions.get(document_id)
    if version is None:
        return ""
    parts = []
    if version.superseded:
        # One that lies in an archive under another name may still be a copy of one that holds.
        by = snapshot.versions.get(version.newest or version.same_as or "")
        named = f" by {by.title} ({by.path})" if by and by is not version else ""
        parts.append(f"superseded{named}")
    if version.valid_from:
        parts.append(f"valid from {version.valid_from}")
    if version.valid_to:
        parts.append(f"valid until {version.valid_to}")
    return ", ".join(parts)
