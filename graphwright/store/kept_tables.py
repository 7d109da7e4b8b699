"""Tables that a step keeps in the lake's cache, sealed: what is absent or damaged is made again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.store.checksum import UNSEALED, read_seal, seal
from graphwright.store.folder import LOCAL_FILES


def read_kept(path: Path) -> pa.Table | None:
    """Return a kept table with its metadata; None where it is absent or damaged."""
    try:
        if read_seal(path) is None:
            return None
        return pq.ParquetFile(path).read()
    except (OSError, ValueError, pa.ArrowException):
        return None


def keep_table(path: Path, table: pa.Table, metadata: Mapping[bytes, bytes]) -> None:
    """Keep a table with what tells whether it still holds, in place of the one before."""
    with LOCAL_FILES.replacing(path) as temporary:
        pq.write_table(table.replace_schema_metadata({**UNSEALED, **metadata}), temporary)
        seal(temporary)
