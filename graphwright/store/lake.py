"""The lake: where tables lie on disk, and how a file of one is replaced in one step.

A bucketed table is a folder with one Parquet file a bucket; a whole table is one file. Every file
carries, in its own metadata, the key of what it was made from, so data and key can never differ.
What goes into a table is decided elsewhere; nothing here knows a step of the pipeline.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import fcntl
import functools
import json
import os
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from graphwright.errors import LakeError
from graphwright.ids import fingerprint
from graphwright.tables import TABLES

_KEY = b"graphwright.key"
_UNITS = b"graphwright.units"
_COMPLETE = b"graphwright.complete"
_CAUSES = b"graphwright.causes"
_DIGEST = b"graphwright.digest"
_TEMPORARY = ".tmp"
_ASIDE = ".borrowed"
_ROW_GROUP = 50_000


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
            raise _damaged(self.path, error) from error
        return _units_in(metadata)


class Lake:
    """The folder that holds every table, the vectors and the published snapshots.

    It remembers what files say about themselves until they are replaced: one object serves all
    steps of a process (``open_lake``).
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._states: dict[Path, tuple[tuple[int, ...], FileState | None]] = {}

    @property
    def tables(self) -> Path:
        """Return the folder of the tables."""
        return self.root / "tables"

    @property
    def milvus(self) -> Path:
        """Return the folder of Milvus Lite's database."""
        return self.root / "milvus"

    @property
    def cache(self) -> Path:
        """Return the folder of what is costly to make again: vectors and LLM answers."""
        return self.root / "cache"

    @property
    def history(self) -> Path:
        """Return the folder that says what was published, when, and what it changed."""
        return self.root / "history"

    def path(self, table: str, bucket: int | None = None) -> Path:
        """Return the path of a whole table's file, or of one bucket's file."""
        if TABLES[table].bucketed != (bucket is not None):
            raise LakeError(f"Table {table} was asked for with bucket {bucket}.")
        if bucket is None:
            return self.tables / f"{table}.parquet"
        return self.tables / table / f"{bucket:04d}.parquet"

    def paths(self, table: str) -> list[Path]:
        """Return every file of a table that exists, in order."""
        if TABLES[table].bucketed:
            return sorted((self.tables / table).glob("[0-9]*.parquet"))
        path = self.path(table)
        return [path] if path.exists() else []

    def row_count(self, table: str) -> int:
        """Return the number of rows of a table over all its files, from their footers.

        Raises ``LakeError`` where a file is damaged.
        """
        return sum(map(_row_count, self.paths(table)))

    def state(self, path: Path) -> FileState | None:
        """Return what a file says about itself, or None where there is none.

        Raises ``LakeError`` where the file is damaged.
        """
        try:
            signature = (path.stat().st_ino, *file_signature(path))
            if path not in self._states or self._states[path][0] != signature:
                self._states[path] = (signature, _read_state(path))
        except FileNotFoundError:
            return None
        except (pa.ArrowException, OSError) as error:
            raise _damaged(path, error) from error
        return self._states[path][1]

    def read(
        self, table: str, bucket: int | None = None, columns: Sequence[str] | None = None
    ) -> pa.Table:
        """Return a table, or one bucket of it, as declared (without file metadata).

        Raises ``LakeError`` where the file is absent, damaged or of another schema.
        """
        path = self.path(table, bucket)
        if not path.exists():
            raise LakeError(
                f"Table {table} has no file {path.name} in {path.parent}.",
                remedy="Materialise the asset of that name first, or run the whole build.",
            )
        return self.read_file(table, path, columns)

    def read_file(self, table: str, path: Path, columns: Sequence[str] | None = None) -> pa.Table:
        """Return one file of a table as declared. Raises ``LakeError`` like ``read``."""
        schema = TABLES[table].schema
        wanted = schema if columns is None else pa.schema([schema.field(name) for name in columns])
        try:
            found = pq.ParquetFile(path, memory_map=False).read(columns=wanted.names)
            return found.select(wanted.names).cast(wanted)
        except (pa.ArrowException, OSError, KeyError, ValueError) as error:
            raise _damaged(path, error) from error

    def read_where(
        self, table: str, bucket: int | None, column: str, wanted: Collection[str]
    ) -> pa.Table:
        """Return the rows of a file whose ``column`` holds one of these values, in its order.

        Raises ``LakeError`` like ``read``.
        """
        found = self.read(table, bucket)
        values = pa.array(sorted(wanted), found.schema.field(column).type)
        return found.filter(pc.is_in(found[column], value_set=values))

    def write(
        self,
        table: str,
        data: pa.Table,
        *,
        bucket: int | None = None,
        key: str,
        units: Mapping[str, tuple[str, str]] | None = None,
        causes: Mapping[str, str] | None = None,
        complete: bool = True,
        failed: Sequence[str] = (),
    ) -> Path:
        """Replace one file of a table in one step, and return its path.

        ``failed`` are units whose rows say so: a retry may change them under the same key.
        ``data`` must have the declared schema and is written in the order of the table's key.
        Raises ``LakeError`` where it cannot be written; the file that was there stays then.
        """
        declared = TABLES[table]
        path = self.path(table, bucket)
        ordered = data.cast(declared.schema).sort_by([(name, "ascending") for name in declared.key])
        metadata = _metadata(key, units or {}, causes or {}, complete, failed)
        ordered = ordered.combine_chunks().replace_schema_metadata(metadata)
        with replacing(path) as temporary:
            pq.write_table(ordered, temporary, compression="zstd", row_group_size=_ROW_GROUP)
        return path

    def write_batches(
        self,
        table: str,
        batches: Iterable[pa.RecordBatch],
        *,
        key: str,
        causes: Mapping[str, str] | None = None,
    ) -> Path:
        """Do the same for a whole table from batches, of which one is in memory at a time.

        They must come in the order of the table's key; each becomes a row group of the file. Bytes
        (vectors) are not compressed: that saves a fifteenth, and every reader pays for it.
        """
        schema, path = TABLES[table].schema, self.path(table)
        packed = [field.name for field in schema if not pa.types.is_binary(field.type)]
        codecs = {name: "zstd" if name in packed else "none" for name in schema.names}
        written = schema.with_metadata(_metadata(key, {}, causes or {}, complete=True, failed=()))
        with (
            replacing(path) as temporary,
            pq.ParquetWriter(temporary, written, compression=codecs, use_dictionary=packed) as out,
        ):
            for batch in batches:
                out.write_batch(batch.cast(schema).replace_schema_metadata(written.metadata))
        return path

    def is_current(self, table: str, key: str, bucket: int | None = None) -> bool:
        """Return whether a file is there, complete, and was made from just this key."""
        try:
            state = self.state(self.path(table, bucket))
        except LakeError:
            return False  # A damaged file is made again.
        return state is not None and state.complete and state.key == key

    def aside(self, table: str) -> Path:
        """Return the folder where a step may keep links to a table's old files while it runs."""
        return self.tables / table / _ASIDE

    def drop_other_buckets(self, table: str, buckets: int) -> None:
        """Delete the files of buckets that no longer exist after a change of their number."""
        for path in self.paths(table):
            if int(path.stem) >= buckets:
                path.unlink()

    @contextlib.contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the lake for one build; the lock ends with the process, however it ends.

        Raises ``LakeError`` where another build holds it, or the folder cannot be written to.
        """
        with self._open_lock() as handle:
            _lock(handle, self.root)
            self._sweep()
            yield

    def _open_lock(self) -> IO[str]:
        path = self.root / "build.lock"
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            return path.open("a+")
        except OSError as error:
            raise _unwritable(path, error) from error

    def _sweep(self) -> None:
        """Delete the temporary files and links that a killed build left behind."""
        history = (self.history, *self.history.glob("*/"))
        folders = [self.root, self.tables, *self.tables.glob("*/"), *history, self.cache]
        for cache in self.cache.glob("*/"):
            # The answers of an LLM may be millions, in folders that hold no temporary files.
            folders += [cache] if cache.name == "llm" else [cache, *cache.glob("**/")]
        for folder in folders:
            for leftover in folder.glob(f"*{_TEMPORARY}"):
                leftover.unlink(missing_ok=True)
            shutil.rmtree(folder / _ASIDE, ignore_errors=True)


@functools.cache
def open_lake(root: Path) -> Lake:
    """Return this process's one object for a lake's folder; nothing is read or made yet."""
    return Lake(root)


def file_signature(path: Path) -> tuple[int, ...]:
    """Return what tells a file from one that took its place, but not from its copy: size and time.

    Raises ``FileNotFoundError``. For records beside the data only: no table depends on it.
    """
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _row_count(path: Path) -> int:
    try:
        return int(pq.read_metadata(path).num_rows)
    except (pa.ArrowException, OSError) as error:
        raise _damaged(path, error) from error


def _read_state(path: Path) -> FileState | None:
    metadata = pq.read_schema(path).metadata or {}
    if _KEY not in metadata:
        return None
    key = metadata[_KEY].decode()
    complete = metadata[_COMPLETE] == b"1"
    causes = json.loads(metadata.get(_CAUSES, b"{}"))
    if _DIGEST in metadata:
        return FileState(key, complete, metadata[_DIGEST].decode(), path, causes)
    # An older form: its rows are taken over, but the file is written again to have today's bytes.
    digest = _digest(key, complete, sorted(_units_in(metadata).items()))
    return FileState(key, complete=False, digest=digest, path=path, causes=causes)


def _units_in(metadata: Mapping[bytes, bytes]) -> dict[str, tuple[str, str]]:
    items = json.loads(metadata[_UNITS]).items()
    return {unit: (content, identity) for unit, (content, identity) in items}


def _metadata(
    key: str,
    units: Mapping[str, tuple[str, str]],
    causes: Mapping[str, str],
    complete: bool,
    failed: Sequence[str],
) -> dict[bytes, bytes]:
    ordered = sorted(units.items())
    return {
        _KEY: key.encode(),
        _UNITS: json.dumps(dict(ordered)).encode(),
        _CAUSES: json.dumps(dict(sorted(causes.items()))).encode(),
        _COMPLETE: b"1" if complete else b"0",
        _DIGEST: _digest(key, complete, ordered, failed).encode(),
    }


def _digest(
    key: str,
    complete: bool,
    units: Sequence[tuple[str, tuple[str, str]]],
    failed: Sequence[str] = (),
) -> str:
    return fingerprint([key, complete, units, *([list(failed)] if failed else [])])


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path that takes the place of ``path`` when the block ends well.

    The bytes are on disk before the rename, so a crash leaves the old file or the new one, whole.
    Raises ``LakeError`` where the disk refuses.
    """
    temporary = path.with_name(f"{path.name}.{os.getpid()}{_TEMPORARY}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        with temporary.open("rb") as handle:
            os.fsync(handle.fileno())
        temporary.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _lock(handle: IO[str], root: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LakeError(
            f"Another build is writing to the lake at {root}.",
            remedy="Wait until it ends, or build into another lake with --lake.",
            transient=True,
        ) from None


def _damaged(path: Path, error: Exception) -> LakeError:
    return LakeError(
        f"{path} cannot be read as a table: {error}.",
        remedy="Delete the file and build again: it will be made anew from what stands before it.",
    )


_BUSY = frozenset({errno.EBUSY, errno.EAGAIN, errno.ETIMEDOUT, errno.ESTALE, errno.ETXTBSY})
"""What a disk, a network file system most of all, answers for a while only."""


def is_full(error: OSError) -> bool:
    """Say whether a failure means that there is no room left."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _unwritable(path: Path, error: OSError) -> LakeError:
    if is_full(error):
        remedy = "Free some space and build again: it goes on where it stopped."
        return LakeError(f"The disk is full: {path} could not be written.", remedy=remedy)
    return LakeError(
        f"{path} could not be written: {error.strerror or error}.",
        remedy="See that the lake's folder can be written to, then build again.",
        transient=error.errno in _BUSY,
    )
