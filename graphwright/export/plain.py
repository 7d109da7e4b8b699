"""Rows as formats without nesting hold them: lists as JSON, documents with their versions."""

from __future__ import annotations

import json
from collections.abc import Iterator

from graphwright.export.selection import Row, Selection

_OF_VERSION = ("valid_from", "valid_to", "superseded", "superseded_by")


def json_field(value: object) -> str:
    """Return a list or a row as one line of JSON in ASCII, which no format needs to change."""
    return json.dumps(value, separators=(",", ":"))


def joined_versions(selection: Selection) -> Iterator[Row]:
    """Yield documents with what is known of their time; most have no version, and no more than
    ``superseded``."""
    versions = selection.snapshot.versions
    for row in selection.rows("documents"):
        version = versions.get(row["document_id"])
        known = {name: getattr(version, name) for name in _OF_VERSION} if version else {}
        yield {**row, "superseded": False, **known}
