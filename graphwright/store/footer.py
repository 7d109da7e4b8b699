"""What a table's file says about itself, in the metadata of its footer, and how that is written.

So data and the key of what they were made from can never differ. Nothing here knows which table a
file belongs to, or where it lies.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from graphwright.errors import DamageError
from graphwright.ids import fingerprint
from graphwright.store.checksum import UNSEALED, read_seal

_KEY = b"graphwright.key"
_UNITS = b"graphwright.units"
_COMPLETE = b"graphwright.complete"
_CAUSES = b"graphwright.causes"
_DIGEST = b"graphwright.digest"


@dataclasses.dataclass(frozen=True)
class FileState:
    """What a table file says about itself.

    ``key`` is the fingerprint of all that the file was made from; ``complete`` is false where some
    unit failed for a reason that may pass, so that the next build tries it again; ``digest`` is
    what a later step depends on: the key, the units that are in the file, and those that failed.
    ``causes`` names what else than its input shaped it (versions, models, settings), for people:
    the key covers it.
    """

    key: str
    complete: bool
    digest: str
    path: Path = dataclasses.field(repr=False)
    causes: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def units(self) -> Mapping[str, tuple[str, str]]:
        """Return the id of each unit of work in the file with (content key, identity key).

        Read from the file each time: of a large bucket they are megabytes. Raises ``LakeError``
        where the file is damaged or gone.
        """
        try:
            metadata = pq.read_schema(self.path).metadata
        except (pa.ArrowException, OSError) as error:
            raise damaged_file(self.path, error) from error
        return _units_in(metadata)


def footer_of(
    key: str,
    units: Mapping[str, tuple[str, str]],
    causes: Mapping[str, str],
    complete: bool,
    failed: Sequence[str],
) -> dict[bytes, bytes]:
    """Return the metadata of a file that is to say this of itself (``FileState``).

    It has the place of a checksum, which ``checksum.seal`` fills once the file is written.
    """
    ordered = sorted(units.items())
    return {
        **UNSEALED,
        _KEY: key.encode(),
        _UNITS: json.dumps(dict(ordered)).encode(),
        _CAUSES: json.dumps(dict(sorted(causes.items()))).encode(),
        _COMPLETE: b"1" if complete else b"0",
        _DIGEST: _digest(key, complete, ordered, failed).encode(),
    }


def read_state(path: Path) -> FileState | None:
    """Return what a file says about itself, or None where it is no file of a lake.

    Raises ``OSError`` or Arrow's errors where it cannot be read.
    """
    metadata = _footer(path).said
    if _KEY not in metadata:
        return None
    key = metadata[_KEY].decode()
    complete = metadata[_COMPLETE] == b"1"
    causes = json.loads(metadata.get(_CAUSES, b"{}"))
    if _DIGEST in metadata:
        digest = metadata[_DIGEST].decode()
        if metadata.keys() >= UNSEALED.keys():
            return FileState(key, complete, digest, path, causes)
    else:
        digest = _digest(key, complete, sorted(_units_in(metadata).items()))
    # An older form: its rows are kept, but the file is written again to have today's bytes.
    return FileState(key, complete=False, digest=digest, path=path, causes=causes)


def row_count(path: Path) -> int:
    """Return the number of rows of a file. Raises ``LakeError`` where it is damaged."""
    try:
        return _footer(path).rows
    except (pa.ArrowException, OSError) as error:
        raise damaged_file(path, error) from error


def schema_of(path: Path) -> pa.Schema:
    """Return the columns of a file, without metadata. Raises as ``read_state`` does."""
    return _footer(path).schema


@dataclasses.dataclass(frozen=True, slots=True)
class _Footer:
    """What is asked of a footer again and again; units are not in ``said`` where a digest is."""

    rows: int
    schema: pa.Schema
    said: Mapping[bytes, bytes]


_FOOTERS: dict[Path, tuple[tuple[int, ...], _Footer]] = {}
"""The footers of files as they were last read: a large one takes a millisecond or two."""


def _footer(path: Path) -> _Footer:
    status = path.stat()
    # Who damages a file may set its time back, but not that of its change.
    signature = status.st_ino, status.st_ctime_ns, *file_signature(path)
    known = _FOOTERS.get(path)
    if known is None or known[0] != signature:
        found = pq.read_metadata(path)
        schema = found.schema.to_arrow_schema()
        said = schema.metadata or {}
        if _DIGEST in said:
            said = {name: value for name, value in said.items() if name != _UNITS}
        known = signature, _Footer(found.num_rows, schema.remove_metadata(), said)
        _FOOTERS[path] = known
    return known[1]


def is_sealed(path: Path) -> bool:
    """Return whether a table's file carries a checksum, which is then that of its bytes.

    One of an older form, without, is read whole instead. Raises ``DamageError``.
    """
    try:
        if read_seal(path) is not None:
            return True
        pq.ParquetFile(path).read()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise damaged_file(path, error) from error
    return False


def file_signature(path: Path) -> tuple[int, ...]:
    """Return what tells a file from one that took its place, but not from its copy: size and time.

    Raises ``FileNotFoundError``. For records beside the data only: no table depends on it.
    """
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def damaged_file(path: Path, error: Exception) -> DamageError:
    """Return the error to raise for a file that cannot be read as a table."""
    said = " ".join(str(error).split()).rstrip(".")
    return DamageError(
        f"{path} is damaged or cannot be read as a table: {said}.",
        remedy="To have it made anew from what stands before it, build again; "
        "'graphwright verify' looks for other damage.",
    )


def _units_in(metadata: Mapping[bytes, bytes]) -> dict[str, tuple[str, str]]:
    items = json.loads(metadata[_UNITS]).items()
    return {unit: (content, identity) for unit, (content, identity) in items}


def _digest(
    key: str,
    complete: bool,
    units: Sequence[tuple[str, tuple[str, str]]],
    failed: Sequence[str] = (),
) -> str:
    return fingerprint([key, complete, units, *([list(failed)] if failed else [])])
