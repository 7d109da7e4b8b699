"""Writing a snapshot for other programs: as a whole, or not at all."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from graphwright.errors import SettingsError
from graphwright.export.escapes import Escapes
from graphwright.export.graphml import write_graphml
from graphwright.export.jsonld import write_jsonld
from graphwright.export.neo4j import write_neo4j
from graphwright.export.nquads import write_nquads
from graphwright.export.parquet import foreign_keys, write_parquet
from graphwright.export.selection import Layers, Selection
from graphwright.graph.manifest import FileEntry, describe_file
from graphwright.graph.snapshot import Snapshot
from graphwright.registry import Registry
from graphwright.store.folder import LOCAL_FILES

MANIFEST_NAME = "manifest.json"
_KIND = "graphwright export"


@dataclasses.dataclass(frozen=True, slots=True)
class ExportFormat:
    """How a format is written: into a file, or into files of a folder.

    ``write`` takes what is wanted, the file or the empty folder, and what escapes texts; it returns
    how many rows of what it has written.
    """

    write: Callable[[Selection, Path, Escapes], Counter[str]]
    folder: bool = False


FORMATS: Registry[ExportFormat] = Registry("export format")
FORMATS.register("graphml", ExportFormat(write_graphml))
FORMATS.register("jsonld", ExportFormat(write_jsonld))
FORMATS.register("neo4j", ExportFormat(write_neo4j, folder=True))
FORMATS.register("nquads", ExportFormat(write_nquads))
FORMATS.register("parquet", ExportFormat(write_parquet, folder=True))


@dataclasses.dataclass(frozen=True, slots=True)
class Export:
    """What was written: a function of the snapshot and of what was asked for.

    ``counts`` are rows by table (of a table that is part of another's rows, too), ``files`` the
    files by name with bytes and SHA-256, ``replaced`` the characters that the format cannot hold,
    in whose place stands U+FFFD.
    """

    format: str
    path: Path
    snapshot_id: str
    layers: str
    texts: bool
    counts: Mapping[str, int]
    files: Mapping[str, FileEntry]
    replaced: int

    def to_dict(self) -> dict[str, Any]:
        """Return the same as plain values; the path is left out, as a manifest has none."""
        return {
            "kind": _KIND,
            "format": self.format,
            "snapshot": self.snapshot_id,
            "layers": self.layers,
            "texts": self.texts,
            "counts": dict(self.counts),
            "replaced_characters": self.replaced,
            "files": {
                name: {"bytes": entry.bytes, "sha256": entry.sha256}
                for name, entry in self.files.items()
            },
        }


def export_snapshot(
    snapshot: Snapshot, format_: str, out: Path, *, layers: str = "knowledge", texts: bool = False
) -> Export:
    """Write a snapshot in a format to a file or a folder, which an older export may be in.

    ``layers`` is "knowledge" or "all"; ``texts`` adds the passages. Rows are read a few at a time.
    Raises ``SettingsError`` for a format or layers that there are not, and for a place that holds
    something else; ``StorageError`` where it cannot be written. Then nothing there has changed.
    """
    chosen = FORMATS.get(format_)
    selection = Selection(snapshot, _layers(layers), texts)
    _check_place(out, folder=chosen.folder)
    escapes = Escapes()
    with _replacing(out, folder=chosen.folder) as temporary:
        counts = chosen.write(selection, temporary, escapes)
        files = _described(temporary, out.name)
        made = Export(
            format_, out, snapshot.id, selection.layers, texts, counts, files, escapes.replaced
        )
        if chosen.folder:
            _write_manifest(temporary, made, selection)
    return made


def _layers(name: str) -> Layers:
    try:
        return Layers(name)
    except ValueError:
        there = " and ".join(repr(one.value) for one in Layers)
        raise SettingsError(
            f"The layers to export are {name!r}, but there are {there}.",
            remedy="Choose one of these.",
        ) from None


@contextlib.contextmanager
def _replacing(out: Path, *, folder: bool) -> Iterator[Path]:
    replacing = LOCAL_FILES.replacing_folder if folder else LOCAL_FILES.replacing
    with replacing(out) as temporary:
        yield temporary


def _check_place(out: Path, *, folder: bool) -> None:
    """Raise ``SettingsError`` unless nothing would be lost but an export of before."""
    if not folder and out.is_dir():
        raise SettingsError(
            f"{out} is a folder, but this format is one file.", remedy="Name a file."
        )
    if not folder or not out.exists() or _is_export(out):
        return
    found = "a folder that holds something else" if out.is_dir() else "a file"
    raise SettingsError(
        f"{out} is {found}, but this format is a folder of its own.",
        remedy="Name a new folder, an empty one, or that of an earlier export.",
    )


def _is_export(folder: Path) -> bool:
    """Say whether a folder is empty or holds an export."""
    try:
        if not any(folder.iterdir()):
            return True
        record = json.loads((folder / MANIFEST_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(record, dict) and record.get("kind") == _KIND


def _described(written: Path, name: str) -> dict[str, FileEntry]:
    """Return what was written, by name: a folder's files, or the one file under its own name."""
    if not written.is_dir():
        return {name: describe_file(written, 0)}
    return {path.name: describe_file(path, 0) for path in sorted(written.iterdir())}


def _write_manifest(folder: Path, made: Export, selection: Selection) -> None:
    record = made.to_dict()
    if made.format == "parquet":
        record["foreign_keys"] = foreign_keys(selection)
    text = json.dumps(record, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST_NAME).write_text(text, encoding="utf-8")
