"""What differs between two snapshots, and why: documents, entities and relations as rows.

States and actions of web applications too, where either snapshot has any.

A function of the two snapshots and of what they were made from; nothing of it depends on when or
how they were published. The queries are in ``difference_queries`` and ``application_queries``, the
log in ``log``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from graphwright.errors import SnapshotError
from graphwright.graph.arrow_file import open_arrow
from graphwright.graph.manifest import REBUILD
from graphwright.publish.history.application_queries import (
    APPLICATION_CHANGES,
    APPLICATION_STEPS,
    APPLICATION_TABLES,
)
from graphwright.publish.history.difference_queries import CHANGES, STEPS
from graphwright.publish.history.origin import (
    DOCUMENTS,
    PARSED,
    Origin,
    ValueChange,
    labels,
    setting_changes,
    version_changes,
)
from graphwright.publish.history.reasons import Reason
from graphwright.store.queries import open_database
from graphwright.tables import TABLES

SCHEMA = pa.schema(
    [
        (name, pa.string())
        for name in ("thing", "change", "id", "name", "reason", "cause", "before", "after")
    ]
)
"""A difference: a document, entity or relation that was added, removed, edited or moved."""

THINGS = ("document", "entity", "relation")
OF_APPLICATIONS = ("state", "action")
"""Further things, that are told of only where any differs."""
KINDS = ("added", "removed", "edited", "moved")
"""How a thing may differ; only a document can be moved."""

Counts = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Thing to kind of change to reason to number."""

_TABLES = {
    "entities": ("entity_id", "name", "key", "type", "definition", "seed"),
    "relations": (
        "relation_id",
        "subject_id",
        "object_id",
        "text",
        "support_count",
        "document_count",
        "confidence",
    ),
    "evidence": ("relation_id", "document_id"),
    "entity_merges": ("alias_key", "target_key", "tier", "accepted", "reason"),
}
_VIEWS = {"entity_merges": "merges"}
_UNRECORDED = "it is not recorded what one of the two snapshots was made from"
_UNEXPLAINED = "no document, merge, version or setting explains it (an LLM that answered anew may)"


@dataclasses.dataclass(frozen=True, slots=True)
class Side:
    """A snapshot's folder and, where it is recorded, what it was made from."""

    folder: Path
    origin: Origin | None


@dataclasses.dataclass(frozen=True, slots=True)
class Difference:
    """What differs: rows of ``SCHEMA``, and a line for each version and setting that differs.

    ``old`` and ``new`` are the ids of the snapshots, where they are kept ones.
    """

    rows: pa.Table
    versions: tuple[str, ...]
    settings: tuple[str, ...]
    old: str = ""
    new: str = ""

    def counts(self) -> Counts:
        """Return thing to change to reason to number of rows, in order of the rows."""
        counted: dict[str, dict[str, dict[str, int]]] = {
            thing: {kind: {} for kind in KINDS} for thing in THINGS
        }
        columns = (self.rows[name].to_pylist() for name in ("thing", "change", "reason"))
        for thing, change, reason in zip(*columns, strict=True):
            kinds = counted.setdefault(thing, {kind: {} for kind in KINDS})
            reasons = kinds[change]
            reasons[reason] = reasons.get(reason, 0) + 1
        return counted


def compare(old: Side, new: Side, *, threads: int = 1) -> Difference:
    """Return what changed from one snapshot to the other.

    Raises ``SnapshotError`` where a file of either cannot be read.
    """
    versions: list[ValueChange] = []
    settings: list[ValueChange] = []
    if old.origin and new.origin:
        versions = version_changes(old.origin, new.origin)
        settings = setting_changes(old.origin, new.origin)
    recorded = bool(old.origin and new.origin)
    fallback = _fallback(_of_the_graph(versions), _of_the_graph(settings), recorded=recorded)
    with open_database(threads=threads) as connection:
        for prefix, side in (("old", old), ("new", new)):
            _register(connection, prefix, side)
        for step in (*STEPS, *APPLICATION_STEPS):
            _run(connection, step, {"parsed": PARSED, **fallback})
        found = (connection.sql(query).to_arrow_table() for query in (CHANGES, APPLICATION_CHANGES))
        rows = pa.concat_tables(rows.cast(SCHEMA) for rows in found)
    return Difference(
        rows.combine_chunks(),
        tuple(change.line for change in versions),
        tuple(change.line for change in settings),
    )


def _of_the_graph(changes: list[ValueChange]) -> list[str]:
    """Return the lines of what can change an entity or relation."""
    return [change.line for change in changes if not change.concerns_vectors_only]


def _fallback(versions: list[str], settings: list[str], *, recorded: bool) -> dict[str, str]:
    """Return the reason and cause of what neither a document nor a merge explains."""
    if versions:
        reason, cause = Reason.VERSION_CHANGED, "; ".join([*versions, *settings])
    elif settings:
        reason, cause = Reason.SETTING_CHANGED, "; ".join(settings)
    else:
        reason, cause = Reason.NOT_KNOWN, _UNEXPLAINED if recorded else _UNRECORDED
    return {"else_reason": reason.value, "else_cause": cause}


def _register(connection: duckdb.DuckDBPyConnection, prefix: str, side: Side) -> None:
    try:
        for table, columns in _TABLES.items():
            opened = open_arrow(side.folder / f"{table}.arrow").select(list(columns))
            connection.register(f"{prefix}_{_VIEWS.get(table, table)}", opened)
        connection.register(f"{prefix}_documents", _documents(side))
        for table, columns in APPLICATION_TABLES.items():
            connection.register(f"{prefix}_{table}", _of_applications(side, table, columns))
    except (OSError, KeyError, pa.ArrowException) as error:
        raise SnapshotError(
            f"Snapshot {side.folder} cannot be compared: {error}.", remedy=REBUILD
        ) from error


def _of_applications(side: Side, table: str, columns: Sequence[str]) -> pa.Table:
    """Return columns of a table of applications; a snapshot without any has no file of it."""
    path = side.folder / f"{table}.arrow"
    opened = open_arrow(path) if path.exists() else TABLES[table].empty()
    return opened.select(list(columns))


def _documents(side: Side) -> pa.Table:
    """Return the documents of the origin; without one those of the snapshot, without hashes."""
    if side.origin:
        return side.origin.documents
    table = open_arrow(side.folder / "documents.arrow")
    columns: dict[str, Any] = {name: table[name] for name in ("document_id", "uri", "title")}
    columns |= {"label": labels(table), "status": pa.array([PARSED] * len(table), pa.string())}
    empty = pa.nulls(len(table), pa.string())
    return pa.table([columns.get(name, empty) for name in DOCUMENTS.names], schema=DOCUMENTS)


def _run(connection: duckdb.DuckDBPyConnection, query: str, parameters: dict[str, str]) -> None:
    used = {name: value for name, value in parameters.items() if f"${name}" in query}
    connection.execute(query, used)
