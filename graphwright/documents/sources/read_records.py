"""What the lines of an export became when they were last read, so that only new ones are read.

Reading, masking and hashing a record takes most of an export's expansion, and of 20,000 tickets
few change between two builds. A line counts as read while its own letters, what is masked and the
code that reads it are the same, and the record that it became is still kept.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.documents.sources.pages import Pages
from graphwright.documents.tickets.exports.export import LineReader, ReadTicket
from graphwright.documents.tickets.masking import Masking
from graphwright.errors import StorageError
from graphwright.ids import fingerprint
from graphwright.settings import Collection
from graphwright.store.kept_tables import keep_table, read_kept

_CODE = Code(
    (
        "graphwright.documents.tickets.exports.json_export",
        "graphwright.documents.tickets.masking",
    )
)
_SCOPE = b"graphwright.read_as"
_SCHEMA = pa.schema(
    [
        ("line", pa.string()),
        ("key", pa.string()),
        ("updated", pa.string()),
        ("url", pa.string()),
        ("size", pa.int64()),
        ("sha256", pa.string()),
    ]
)


class ReadRecords(LineReader):
    """The lines of one collection's exports that were read before, and those that are read now."""

    def __init__(self, path: Path, scope: str, sizes: Mapping[str, int]) -> None:
        """``sizes`` are those of the records that are kept; ``scope`` is how lines are read."""
        self._path, self._scope, self._sizes = path, scope, sizes
        self._now: dict[str, ReadTicket] = {}

    @classmethod
    def of(
        cls, collection: Collection, masking: Masking, pages: Pages, sizes: Mapping[str, int]
    ) -> ReadRecords:
        """Return the records of a collection; they stand beside the pages of the lake's cache."""
        salt = None if masking.salt is None else masking.salt.hex()
        scope = fingerprint([version_of(_CODE), masking.secrets, salt, collection.format])
        path = pages.folder.parent / "read_records" / f"{collection.name}.parquet"
        return cls(path, scope, sizes)

    @functools.cached_property
    def _before(self) -> dict[str, ReadTicket]:
        table = read_kept(self._path)
        if table is None or (table.schema.metadata or {}).get(_SCOPE) != self._scope.encode():
            return {}
        columns = [table[name].to_pylist() for name in _SCHEMA.names]
        return {line: ReadTicket(*rest) for line, *rest in zip(*columns, strict=True)}

    def known(self, line: str) -> ReadTicket | None:
        """Return what a line became, by its hash; None: it is to be read."""
        found = self._before.get(line)
        if found is None or self._sizes.get(found.sha256) != found.size:
            return None
        self._now[line] = found
        return found

    def add(self, line: str, ticket: ReadTicket) -> None:
        """Note what a line became."""
        self._now[line] = ticket

    def keep(self) -> None:
        """Keep what lines are now in place of what they were; where the disk refuses, nothing."""
        if not self._now or self._now == self._before:
            return
        rows = [
            (line, one.key, one.updated, one.url, one.size, one.sha256)
            for line, one in self._now.items()
        ]
        columns = [list(values) for values in zip(*rows, strict=True)]
        table = pa.table(dict(zip(_SCHEMA.names, columns, strict=True)), schema=_SCHEMA)
        try:
            keep_table(self._path, table, {_SCOPE: self._scope.encode()})
        except (OSError, StorageError):
            return  # only time is lost
