"""The sidecar: a file beside the sources that says which documents hold, and since when.

Its form is checked here; which documents its names mean is found in ``successors``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from graphwright.csv_text import csv_entries
from graphwright.documents.sidecars.file import Sidecar
from graphwright.documents.versions.stated import field_name, stated_version
from graphwright.errors import SettingsError
from graphwright.tables import StatedVersion

_LISTS = ("supersedes", "superseded_by")
_KNOWN = frozenset(
    {"document", "collection", "version", "date", "valid_from", "valid_to", "superseded", *_LISTS}
)
_REMEDY = (
    "Give each entry a 'document' and any of collection, version, date, valid_from, valid_to,"
    " superseded, supersedes and superseded_by."
)

_SIDECAR = Sidecar("versions", "versions.sidecar", _REMEDY)


@dataclasses.dataclass(frozen=True, slots=True)
class SidecarEntry:
    """What the sidecar says of one document, by the name that it gives it.

    ``place`` is where it says so, ``problems`` what cannot be understood.
    """

    place: str
    document: str
    collection: str | None
    said: StatedVersion
    problems: tuple[str, ...]


def read_sidecar(path: Path | None) -> bytes:
    """Return the bytes of the sidecar; none without a file.

    Raises ``SettingsError`` where it cannot be read.
    """
    return _SIDECAR.read(path)


def sidecar_entries(path: Path | None, data: bytes) -> list[SidecarEntry]:
    """Return the entries of a sidecar of this name and content, in its order.

    YAML holds ``documents:`` with a list of mappings; CSV has the same columns, several names in a
    cell separated by ``;`` or ``|``. Raises ``SettingsError`` for a file that is neither.
    """
    if path is None:
        return []
    rows = _SIDECAR.rows(path, data, _from_yaml, _from_csv)
    return [_entry(f"{path.name}, {place}", fields) for place, fields in rows]


def _entry(place: str, fields: Any) -> SidecarEntry:
    if not isinstance(fields, Mapping):
        problem = f"it is {type(fields).__name__}, but a mapping was expected"
        return SidecarEntry(place, "", None, StatedVersion(), (problem,))
    fields = {field_name(key): value for key, value in fields.items()}
    said, problems = stated_version(fields)
    unknown = sorted(str(key)[:60] for key in fields if key not in _KNOWN)
    if unknown:
        problems += (f"it has {', '.join(unknown)}, which nothing here is called",)
    document, collection = fields.get("document"), fields.get("collection")
    named = document.strip() if isinstance(document, str) else ""
    if not named:
        problems += ("it names no document",)
    return SidecarEntry(
        place, named, collection if isinstance(collection, str) else None, said, problems
    )


def _from_yaml(text: str, path: Path) -> Iterator[tuple[str, Any]]:
    # As words: a date that there is not is the fault of its entry, not of the file.
    raw = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506  # makes nothing but words
    found = raw.get("documents") if isinstance(raw, dict) else None
    if not isinstance(found, list):
        raise SettingsError(
            f"The sidecar of versions {path} must hold the key 'documents' with a list below it.",
            remedy=_REMEDY,
        )
    for index, fields in enumerate(found):
        yield f"documents[{index}]", fields


def _from_csv(text: str, path: Path) -> Iterator[tuple[str, Any]]:
    reader = csv_entries(text)
    reader.fieldnames = [field_name(name) for name in reader.fieldnames or ()]
    if "document" not in reader.fieldnames:
        raise SettingsError(
            f"The sidecar of versions {path} has the columns {reader.fieldnames}, but 'document'"
            " was expected among them.",
            remedy=_REMEDY,
        )
    for row in reader:
        fields: dict[str, Any] = {
            str(key): value.strip() for key, value in row.items() if isinstance(value, str)
        }
        fields = {key: value for key, value in fields.items() if value}
        if None in row:
            fields["(cells without a column)"] = str(len(row[None]))
        for name in _LISTS:
            if name in fields:
                parts = fields[name].replace("|", ";").split(";")
                fields[name] = [part.strip() for part in parts if part.strip()]
        yield f"line {reader.line_num}", fields
