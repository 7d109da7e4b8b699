"""What a view holds of the sidecar of versions: entries of visible documents, and their names.

In the whole, a name there means a document; in a view it would mean none, and be listed as such.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import yaml

from graphwright.csv_text import csv_rows
from graphwright.documents.versions.file_names import read_path
from graphwright.documents.versions.successors import Known, Names
from graphwright.settings import VersionSettings
from graphwright.store.lake import Lake
from graphwright.tables import NOTHING_STATED, TABLES

_LISTS = ("supersedes", "superseded_by")
_NAMED = ("document_id", "collection", "path", "uri", "title")


def visible_sidecar(
    path: Path, base: Lake, visible: Collection[str], rules: VersionSettings
) -> bytes:
    """Return a sidecar without what names no visible document; its bytes, where nothing does."""
    text = path.read_text(encoding="utf-8-sig")
    means = _meaning(base, frozenset(visible), rules)
    if path.suffix.lower() == ".csv":
        return _csv(text, means).encode()
    found = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506  # makes nothing but words
    kept = [one for entry in found["documents"] if (one := _entry(entry, means)) is not None]
    if kept == found["documents"]:
        return path.read_bytes()
    return yaml.safe_dump({"documents": kept}, sort_keys=False, allow_unicode=True).encode()


_Means = Callable[[str, str | None], bool]
"""Whether a name means a visible document, in a collection or in any."""


def _meaning(base: Lake, visible: frozenset[str], rules: VersionSettings) -> _Means:
    names = Names(_known(base, rules))

    def means(name: str, collection: str | None) -> bool:
        return any(one.document_id in visible for one in names.find(name.strip(), collection))

    return means


def _known(base: Lake, rules: VersionSettings) -> Iterator[Known]:
    """Yield all documents, also those that could not be read: their names are told as well."""
    for table in ("parsed_documents", "rejected_documents"):
        columns = [name for name in _NAMED if name in TABLES[table].schema.names]
        for path in base.paths(table):
            for row in base.read_file(table, path, columns).to_pylist():
                named = {"title": row["path"], **row}
                yield Known(**named, stated=NOTHING_STATED, named=read_path(row["path"], rules))


def _entry(entry: Any, means: _Means) -> Any:
    """Return an entry with the names of visible documents, or None where it is of none."""
    fields = dict(entry) if isinstance(entry, dict) else {}
    document, collection = fields.get("document"), fields.get("collection")
    known = collection if isinstance(collection, str) else None
    if not isinstance(document, str) or not means(document, known):
        return None
    for name in _LISTS:
        if name in fields:
            said = fields[name] if isinstance(fields[name], list) else [fields[name]]
            kept = [one for one in said if isinstance(one, str) and means(one, known)]
            if kept != said:
                fields[name] = kept
            if not kept:
                del fields[name]
    return fields


def _csv(text: str, means: _Means) -> str:
    reader = csv_rows(text)
    header = next(reader)
    names = [name.strip().lower().replace(" ", "_").replace("-", "_") for name in header]
    rows = list(reader)
    kept = []
    for row in rows:
        fields: dict[str, Any] = dict(zip(names, row, strict=False))
        for name in _LISTS:
            if name in fields:
                said = fields[name].replace("|", ";").split(";")
                fields[name] = [part.strip() for part in said if part.strip()]
        collection = fields.get("collection") or None
        found = _entry({**fields, "collection": collection}, means)
        if found is not None:
            lists = {name: ";".join(found.get(name, [])) for name in _LISTS}
            kept.append([lists.get(name, cell) for name, cell in zip(names, row, strict=False)])
    if kept == rows:
        return text
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([header, *kept])
    return out.getvalue()
