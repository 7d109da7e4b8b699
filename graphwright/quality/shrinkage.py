"""Whether a collection has lost documents since it was last published, and what is said of it.

A source that is not there looks like one that was emptied: a share that is not mounted, a pattern
with a typing error, a server that answers no request. So a loss beyond the limits of the settings
stops a publication until somebody says that it is meant. What was published is read from the
published snapshot, and nothing is kept beside it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.errors import LakeError, SnapshotError
from graphwright.graph.arrow_file import open_arrow
from graphwright.graph.pointer import read_pointer, snapshots_root
from graphwright.settings import CheckSettings, Settings
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument

SHRINKING_CHECK = "no_collection_shrinks"
"""Name of the check, at each of ``COUNTED``."""

COUNTED = ("source_documents", "parsed_documents")
"""Tables whose documents are counted: what can be read, before anything is made of it, and what
has text, before anything is published of it."""

ALLOW_IN_DAGSTER = "resources.publication.config.allow_shrinking: true"


@dataclasses.dataclass(frozen=True, slots=True)
class Shrunken:
    """A collection with fewer documents than are published of it, beyond what may be lost.

    ``allowed`` is the share that may be lost; ``in_sources`` says whether the settings still have
    the collection.
    """

    collection: str
    published: int
    now: int
    allowed: float
    in_sources: bool

    def __str__(self) -> str:
        """Return the finding as a sentence."""
        lost = (self.published - self.now) / self.published
        gone = "" if self.in_sources else ", which the sources do not name any more,"
        return (
            f"Collection {self.collection!r}{gone} has {self.now:,} documents that can be read, "
            f"but {self.published:,} are published: {lost:.1%} are lost, and at most "
            f"{self.allowed:.1%} may be (checks.lost_share)."
        )


def shrunken(root: Path, now: Mapping[str, int], settings: Settings) -> tuple[Shrunken, ...]:
    """Return the collections that have lost too many documents, by name.

    ``root`` is the lake's folder, ``now`` the number of documents by collection.
    """
    limits, named = settings.checks, {collection.name for collection in settings.collections}
    empty = not any(now.values())
    return tuple(
        Shrunken(name, before, now.get(name, 0), limits.lost_share, name in named)
        for name, before in sorted(_published(root).items())
        if _is_too_much(before, before - now.get(name, 0), limits, empty=empty)
    )


def readable_documents(documents: Iterable[SourceDocument]) -> Mapping[str, int]:
    """Return the number of documents by collection, without those that cannot be read."""
    return Counter(document.collection for document in documents if document.problem is None)


def documents_in(lake: Lake, table: str) -> Mapping[str, int]:
    """Return the number of documents by collection that one of ``COUNTED`` holds now.

    Raises ``LakeError`` where a file is damaged.
    """
    columns = ["collection", "problem"] if table == "source_documents" else ["collection"]
    counts: Counter[str] = Counter()
    for path in lake.paths(table):
        rows = lake.read_file(table, path, columns)
        if "problem" in columns:
            rows = rows.filter(pc.is_null(rows["problem"]))
        counts.update(_counted(rows))
    return counts


def refuse_shrinking(root: Path, now: Mapping[str, int], settings: Settings) -> None:
    """Raise ``LakeError`` where a collection has lost too many documents; see ``shrunken``."""
    if found := shrunken(root, now, settings):
        raise shrinking_refusal([str(collection) for collection in found])


def shrinking_refusal(findings: Sequence[str]) -> LakeError:
    """Return the error of a publication that lost documents stop; it is also what a plan says."""
    return LakeError(
        " ".join(["Nothing is published, because documents would be lost.", *findings]),
        remedy="Bring the source back: is it mounted, are its folder and patterns right? If the "
        "documents are gone on purpose, build with --allow-shrinking, or in Dagster with "
        f"{ALLOW_IN_DAGSTER}. What was published before stays.",
    )


def _is_too_much(before: int, lost: int, limits: CheckSettings, *, empty: bool) -> bool:
    """Whether a collection has lost too much; ``empty`` says that no collection has any left."""
    return lost > limits.lost_share * before and (empty or lost >= limits.lost_documents)


def _published(root: Path) -> Mapping[str, int]:
    """Return the number of published documents by collection; none where nothing is published.

    Of a snapshot that cannot be read the one before it tells: a build makes the damaged one anew.
    """
    for snapshot in _newest_first(root):
        try:
            return _counted(open_arrow(snapshots_root(root) / snapshot / "documents.arrow"))
        except (OSError, KeyError, pa.ArrowException):
            continue
    return {}


def _newest_first(root: Path) -> Iterable[str]:
    """Return the published snapshots; all there are where the pointer to them is damaged."""
    try:
        pointer = read_pointer(root)
    except SnapshotError:
        folders = [path for path in snapshots_root(root).iterdir() if path.is_dir()]
        return [path.name for path in sorted(folders, key=lambda p: (-p.stat().st_mtime_ns, p))]
    if pointer is None:
        return ()
    others = [snapshot for snapshot in pointer.history if snapshot != pointer.current]
    return (pointer.current, *reversed(others))


def _counted(rows: pa.Table) -> Mapping[str, int]:
    counts = pc.value_counts(rows["collection"])
    return {entry["values"]: entry["counts"] for entry in counts.to_pylist()}
