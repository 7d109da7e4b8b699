"""What a snapshot was made from: settings, versions, and the hash of every document.

It explains a difference between two snapshots ("the rules went from 3 to 4", "this document was
edited"). It stands beside the snapshots, in ``history/origins``, and is no part of a snapshot's id:
a lake without it still serves, and only its differences are explained less well.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.graph.kinds import GRAPHS
from graphwright.settings import Settings
from graphwright.store.lake import Lake, open_lake
from graphwright.store.storage import Storage
from graphwright.tables import TABLES

PARSED = "parsed"
"""Status of a document that is in the graph; any other is a ``DocumentStatus`` value."""

DOCUMENTS = pa.schema(
    [
        (name, pa.string())
        for name in ("document_id", "label", "uri", "title", "sha256", "status", "detail")
    ]
)
_META = b"graphwright.origin"
_VECTORS_ONLY = frozenset(
    {"embedding", *(one.vectors for _, graph in GRAPHS for one in graph.embedded)}
)
"""First parts of the names of settings and versions that shape vectors and nothing else."""


@dataclasses.dataclass(frozen=True, slots=True)
class Origin:
    """Settings that shape data, versions by part, and documents as ``DOCUMENTS``."""

    settings: Mapping[str, Any]
    versions: Mapping[str, str]
    documents: pa.Table


def origin_of(lake: Lake, settings: Settings) -> Origin:
    """Return what the lake's tables were made from. Raises ``LakeError`` for a damaged file."""
    documents = pa.concat_tables([*_parsed(lake), *_rejected(lake), DOCUMENTS.empty_table()])
    named = settings.for_data()
    versions = {name: v for name, v in _causes(lake).items() if name not in _flat(named)}
    return Origin(named, versions, documents.sort_by("document_id"))


def _causes(lake: Lake) -> dict[str, str]:
    """Return what shaped the tables beside their input, as their files say.

    A step's parts have names of their own; those of whole tables (their SQL) take the table's.
    """
    causes: dict[str, str] = {}
    for table, declared in TABLES.items():
        state = lake.state(paths[0]) if (paths := lake.paths(table)) else None
        named = state.causes if state else {}
        prefix = "" if declared.bucketed else f"{table}."
        causes |= {f"{prefix}{name}": value for name, value in named.items()}
    return causes


def _parsed(lake: Lake) -> Iterator[pa.Table]:
    columns = ["document_id", "collection", "path", "uri", "title", "sha256"]
    for path in lake.paths("parsed_documents"):
        table = lake.read_file("parsed_documents", path, columns)
        yield _documents(table, pa.array([PARSED] * len(table)), pa.nulls(len(table), pa.string()))


def _rejected(lake: Lake) -> Iterator[pa.Table]:
    columns = ["document_id", "collection", "path", "uri", "sha256", "status", "reason"]
    for path in lake.paths("rejected_documents"):
        table = lake.read_file("rejected_documents", path, columns)
        table = table.append_column("title", table["path"])
        yield _documents(table, table["status"], table["reason"])


def _documents(table: pa.Table, status: Any, detail: Any) -> pa.Table:
    columns = {name: table[name] for name in ("document_id", "uri", "title", "sha256")}
    columns |= {"label": labels(table), "status": status, "detail": detail}
    return pa.table([columns[name] for name in DOCUMENTS.names], schema=DOCUMENTS)


def labels(table: pa.Table) -> pa.Array[Any]:
    """Return how a person names each document: its collection and its path inside it."""
    pairs = zip(table["collection"].to_pylist(), table["path"].to_pylist(), strict=True)
    return pa.array([f"{collection}/{path}" for collection, path in pairs], pa.string())


def history_root(lake_root: Path) -> Path:
    """Return the folder of a lake's history."""
    return open_lake(lake_root).history


def origin_path(lake_root: Path, snapshot: str) -> Path:
    """Return where the origin of a snapshot is kept."""
    return history_root(lake_root) / "origins" / f"{snapshot}.parquet"


def write_origin(storage: Storage, path: Path, origin: Origin) -> None:
    """Write an origin as one Parquet file. Raises ``LakeError`` where the disk refuses."""
    record = {"settings": origin.settings, "versions": origin.versions}
    table = origin.documents.replace_schema_metadata({_META: json.dumps(record).encode()})
    with storage.replacing(path) as temporary:
        pq.write_table(table, temporary, compression="zstd")


def read_origin(path: Path) -> Origin | None:
    """Return the origin in a file, or None where there is none or it is damaged.

    An origin only explains; a difference without one says that it is not recorded.
    """
    try:
        table = pq.ParquetFile(path).read()
        record = json.loads(table.schema.metadata[_META])
        documents = table.replace_schema_metadata(None).cast(DOCUMENTS)
        return Origin(record["settings"], record["versions"], documents)
    except (OSError, pa.ArrowException, ValueError, KeyError, TypeError):
        return None


@dataclasses.dataclass(frozen=True, slots=True)
class ValueChange:
    """A version or setting that differs, by its dotted name; a value that is not set is None."""

    name: str
    before: object
    after: object

    @property
    def line(self) -> str:
        """Return the change as a person reads it."""
        before, after = ("(none)" if v is None else str(v) for v in (self.before, self.after))
        return f"{self.name}: {before} → {after}"

    @property
    def concerns_vectors_only(self) -> bool:
        """Whether no entity and no relation can follow from it."""
        return self.name.partition(".")[0] in _VECTORS_ONLY


def version_changes(old: Origin, new: Origin) -> list[ValueChange]:
    """Return each part whose version differs, by name."""
    return _changed(dict(old.versions), dict(new.versions))


def setting_changes(old: Origin, new: Origin) -> list[ValueChange]:
    """Return each setting that differs, by its dotted name."""
    return _changed(_flat(old.settings), _flat(new.settings))


def _changed(old: Mapping[str, object], new: Mapping[str, object]) -> list[ValueChange]:
    return [
        ValueChange(name, old.get(name), new.get(name))
        for name in sorted(old.keys() | new.keys())
        if old.get(name) != new.get(name)
    ]


def _flat(value: object, name: str = "") -> dict[str, object]:
    """Return settings by dotted name; collections go by their own names, not by position."""
    if isinstance(value, Mapping):
        items = list(value.items())
    elif isinstance(value, (list, tuple)) and any(isinstance(item, Mapping) for item in value):
        items = [(item["name"], item) for item in value]
    else:
        return {name: value}
    found: dict[str, object] = {}
    for key, item in items:
        found |= _flat(item, f"{name}.{key}" if name else str(key))
    return found
