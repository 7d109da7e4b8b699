"""Whether documents or states were lost since the last publication, and what is said of it.

Documents are counted by collection, states by application. A source that is not there looks like
one that was emptied: a share that is not mounted, a pattern with a typing error, a server that
answers no request, a login that sees less. So a loss beyond the limits of the settings stops a
publication until somebody says that it is meant. What was published is read from the published
snapshot, and nothing is kept beside it.
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
"""Name of the check, at each of ``COUNTED`` that is of documents."""

STATES = "ui_states"

COUNTED = ("source_documents", "parsed_documents", STATES)
"""Tables that are counted: documents that can be read, before anything is made of them, and those
that have text, before anything is published of them; and the states of applications."""

REFUSING = COUNTED[1:]
"""The tables whose losses stop a publication at its end."""

ALLOW_IN_DAGSTER = "resources.publication.config.allow_shrinking: true"


@dataclasses.dataclass(frozen=True, slots=True)
class Shrunken:
    """A collection with fewer documents than are published of it, beyond what may be lost.

    Or an application with fewer states: ``what`` names both. ``allowed`` is the share that may be
    lost; ``in_sources`` says whether the settings still have the collection or application.
    """

    collection: str
    published: int
    now: int
    allowed: float
    in_sources: bool
    what: tuple[str, str] = ("Collection", "documents that can be read")

    def __str__(self) -> str:
        """Return the finding as a sentence."""
        lost = (self.published - self.now) / self.published
        gone = "" if self.in_sources else ", which the sources do not name any more,"
        whole, parts = self.what
        return (
            f"{whole} {self.collection!r}{gone} has {self.now:,} {parts}, "
            f"but {self.published:,} are published: {lost:.1%} are lost, and at most "
            f"{self.allowed:.1%} may be (checks.lost_share)."
        )


def shrinking_check(table: str) -> str:
    """Return the name of the check at one of ``COUNTED``."""
    return "no_application_shrinks" if table == STATES else SHRINKING_CHECK


def shrunken(
    root: Path, now: Mapping[str, int], settings: Settings, table: str = "parsed_documents"
) -> tuple[Shrunken, ...]:
    """Return the collections that have lost too many documents, by name.

    Of ``ui_states`` the applications that have lost too many states. ``root`` is the lake's folder,
    ``now`` the number of documents, or states, by collection, or application.
    """
    limits = settings.checks
    of_states = table == STATES
    sources = settings.applications if of_states else settings.collections
    named, empty = {source.name for source in sources}, not any(now.values())
    found = (
        Shrunken(name, before, now.get(name, 0), limits.lost_share, name in named)
        for name, before in sorted(_published(root, table).items())
        if _is_too_much(before, before - now.get(name, 0), limits, empty=empty)
    )
    if of_states:
        found = (dataclasses.replace(one, what=("Application", "states")) for one in found)
    return tuple(found)


def readable_documents(documents: Iterable[SourceDocument]) -> Mapping[str, int]:
    """Return the number of documents by collection, without those that cannot be read."""
    return Counter(document.collection for document in documents if document.problem is None)


def documents_in(lake: Lake, table: str) -> Mapping[str, int]:
    """Return the number of documents by collection that one of ``COUNTED`` holds now.

    Of ``ui_states`` the number of states by application. Raises ``LakeError`` where a file is
    damaged.
    """
    columns = ["collection", "problem"] if table == "source_documents" else [_counted_by(table)]
    counts: Counter[str] = Counter()
    for path in lake.paths(table):
        rows = lake.read_file(table, path, columns)
        if "problem" in columns:
            rows = rows.filter(pc.is_null(rows["problem"]))
        counts.update(_counted(rows, table))
    return counts


def refuse_shrinking(
    root: Path, now: Mapping[str, int], settings: Settings, table: str = "parsed_documents"
) -> None:
    """Raise ``LakeError`` where too many documents or states were lost; see ``shrunken``."""
    if found := shrunken(root, now, settings, table):
        raise shrinking_refusal([str(one) for one in found], table)


def shrinking_refusal(findings: Sequence[str], table: str = "parsed_documents") -> LakeError:
    """Return the error of a publication that lost documents stop; it is also what a plan says."""
    if table == STATES:
        return LakeError(
            " ".join(["Nothing is published, because states would be lost.", *findings]),
            remedy="Crawl again: did the application answer, and is the login still right? If the "
            "states are gone on purpose, build with --allow-shrinking, or in Dagster with "
            f"{ALLOW_IN_DAGSTER}. What was published before stays.",
        )
    return LakeError(
        " ".join(["Nothing is published, because documents would be lost.", *findings]),
        remedy="Bring the source back: is it mounted, are its folder and patterns right? If the "
        "documents are gone on purpose, build with --allow-shrinking, or in Dagster with "
        f"{ALLOW_IN_DAGSTER}. What was published before stays.",
    )


def _is_too_much(before: int, lost: int, limits: CheckSettings, *, empty: bool) -> bool:
    """Whether a collection has lost too much; ``empty`` says that no collection has any left."""
    return lost > limits.lost_share * before and (empty or lost >= limits.lost_documents)


def _published(root: Path, table: str) -> Mapping[str, int]:
    """Return the number of published documents by collection; none where nothing is published.

    A snapshot without applications has no file of states.

    Of a snapshot that cannot be read the one before it tells: a build makes the damaged one anew.
    """
    for snapshot in _newest_first(root):
        folder = snapshots_root(root) / snapshot
        name = STATES if table == STATES else "documents"
        if name == STATES and not (folder / f"{name}.arrow").exists() and folder.is_dir():
            return {}
        try:
            return _counted(open_arrow(folder / f"{name}.arrow"), table)
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


def _counted_by(table: str) -> str:
    return "application" if table == STATES else "collection"


def _counted(rows: pa.Table, table: str) -> Mapping[str, int]:
    counts = pc.value_counts(rows[_counted_by(table)])
    return {entry["values"]: entry["counts"] for entry in counts.to_pylist()}
