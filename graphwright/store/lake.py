"""The lake: where tables lie, and how they are read and written.

A bucketed table is a folder with one Parquet file a bucket; a whole table is one file. What a file
says about itself is in ``footer``, how a file is replaced in ``storage``. What goes into a table is
decided elsewhere; nothing here knows a step of the pipeline.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from graphwright.errors import LakeError, StorageError
from graphwright.store.checksum import read_seal, seal
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.footer import (
    FileState,
    damaged_file,
    file_signature,
    footer_of,
    read_state,
    row_count,
)
from graphwright.store.storage import Storage, open_storage
from graphwright.tables import TABLES

FETCHED = "pages"
"""The folder of the cache with what was fetched: the one that is written without the lock."""
_ASIDE = ".kept"
_HOLDS = (
    "tables", "snapshots", "history", "views", "applications", "cache", "milvus", "dagster",
    "sources.yaml", "build.lock", "report.html",
)  # fmt: skip
_ROW_GROUP = 50_000


class Lake:
    """The folder that holds every table, the vectors and the published snapshots.

    It remembers what files say about themselves, and that their bytes are those written, until they
    are replaced: one object serves all steps of a process (``open_lake``), and looks at each file's
    bytes once.
    """

    def __init__(self, root: Path, storage: Storage | None = None) -> None:
        """``storage`` keeps the tables; builds name none and get a folder."""
        self.root = root
        self.storage = storage or open_storage(root)
        self._states: dict[Path, tuple[tuple[int, ...], FileState | None]] = {}
        self._seals: dict[Path, tuple[tuple[int, ...], str | None]] = {}

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
        """Return the folder of what is costly to make again: vectors and LLM answers.

        It is of this machine, whatever stores the lake: ``LOCAL_FILES`` writes there.
        """
        return self.root / "cache"

    @property
    def history(self) -> Path:
        """Return the folder that says what was published, when, and what it changed."""
        return self.root / "history"

    @property
    def views(self) -> Path:
        """Return the folder of the views: what some callers may see, each a lake of its own."""
        return self.root / "views"

    @property
    def places(self) -> list[Path]:
        """Return the lake's folder and what a lake holds, which are no documents of a source.

        The latter for a source that is the same folder, or lies below it.
        """
        return [self.root, *(self.root / name for name in _HOLDS)]

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
            return self.storage.paths(self.tables / table, "[0-9]*.parquet")
        path = self.path(table)
        return [path] if path.exists() else []

    def buckets(self, table: str) -> list[int]:
        """Return the numbers of the buckets that a bucketed table has files of, in order."""
        return [int(path.stem) for path in self.paths(table)]

    def row_count(self, table: str) -> int:
        """Return the number of rows of a table over all its files, from their footers.

        Raises ``LakeError`` where a file is damaged.
        """
        return sum(map(row_count, self.paths(table)))

    def state(self, path: Path) -> FileState | None:
        """Return what a file says about itself, or None where there is none.

        Raises ``LakeError`` where the file is damaged.
        """
        try:
            signature = _signature(path)
            if path not in self._states or self._states[path][0] != signature:
                self.checksum(path)
                self._states[path] = (signature, read_state(path))
        except FileNotFoundError:
            return None
        except (pa.ArrowException, OSError, ValueError) as error:
            raise damaged_file(path, error) from error
        return self._states[path][1]

    def checksum(self, path: Path) -> str | None:
        """Return the checksum that a table's file carries; None where it is of an older form.

        Raises ``LakeError`` where its bytes are not those that were written, or cannot be read.
        """
        try:
            signature = _signature(path)
            if path not in self._seals or self._seals[path][0] != signature:
                self._seals[path] = (signature, read_seal(path))
        except (OSError, ValueError) as error:
            raise damaged_file(path, error) from error
        return self._seals[path][1]

    def sound_paths(self, table: str) -> list[Path]:
        """Return ``paths`` for a reader that opens them by itself, such as DuckDB.

        Raises ``LakeError`` where one is damaged.
        """
        paths = self.paths(table)
        for path in paths:
            self.checksum(path)
        return paths

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
        self.checksum(path)
        try:
            found = pq.ParquetFile(path, memory_map=False).read(columns=wanted.names)
            return found.select(wanted.names).cast(wanted)
        except (pa.ArrowException, OSError, KeyError, ValueError) as error:
            raise damaged_file(path, error) from error

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
        metadata = footer_of(key, units or {}, causes or {}, complete, failed)
        ordered = ordered.combine_chunks().replace_schema_metadata(metadata)
        with self.storage.replacing(path) as temporary:
            pq.write_table(ordered, temporary, compression="zstd", row_group_size=_ROW_GROUP)
            written = seal(temporary)
        self._note_seal(path, written)
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
        written = schema.with_metadata(footer_of(key, {}, causes or {}, complete=True, failed=()))
        with self.storage.replacing(path) as temporary:
            with pq.ParquetWriter(
                temporary, written, compression=codecs, use_dictionary=packed
            ) as out:
                for batch in batches:
                    out.write_batch(batch.cast(schema).replace_schema_metadata(written.metadata))
            checksum = seal(temporary)
        self._note_seal(path, checksum)
        return path

    def _note_seal(self, path: Path, checksum: str) -> None:
        self._seals[path] = (_signature(path), checksum)

    def is_current(self, table: str, key: str, bucket: int | None = None) -> bool:
        """Return whether a file is there, complete, sealed, and was made from just this key."""
        path = self.path(table, bucket)
        try:
            state = self.state(path)
            if state is None or self.checksum(path) is None:
                return False  # Of an older form, or the seal itself is damaged.
        except LakeError:
            return False  # A damaged file is made again.
        return state.complete and state.key == key

    def aside(self, table: str) -> Path:
        """Return the folder where a step may keep links to a table's old files while it runs."""
        return self.tables / table / _ASIDE

    def drop_other_buckets(self, table: str, buckets: int) -> None:
        """Delete the files of buckets that no longer exist after a change of their number."""
        for bucket in self.buckets(table):
            if bucket >= buckets:
                self.storage.delete(self.path(table, bucket))

    @contextlib.contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the lake for one build; the lock ends with the process, however it ends.

        Raises ``LakeError`` where another build holds it, or the folder cannot be written to.
        """
        with self.storage.lock(self.root / "build.lock", wait=False) as held:
            if not held:
                raise LakeError(
                    f"Another build is writing to the lake at {self.root}.",
                    remedy="Wait until it ends, or build into another lake with --lake.",
                    transient=True,
                )
            # A disk may have lost since what was looked at for the build before.
            self._seals.clear()
            self._states.clear()
            self._sweep()
            yield

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        """Hold the lake for a moment, once no build does, to replace what builds read."""
        with self.storage.lock(self.root / "build.lock", wait=True):
            yield

    def _sweep(self) -> None:
        """Delete the temporary files and links that a killed build left behind."""
        history = (self.history, *self.history.glob("*/"))
        for folder in (self.root, self.tables, *self.tables.glob("*/"), *history):
            for leftover in self.storage.leftovers(folder):
                self.storage.delete(leftover)
            with contextlib.suppress(StorageError):  # what stays only takes room
                self.storage.delete(folder / _ASIDE)
        caches = [self.cache]
        for cache in self.cache.glob("*/"):
            if cache.name == FETCHED:
                continue  # whoever fetches does not hold the lake yet
            # The answers of an LLM may be millions, in folders that hold no temporary files.
            caches += [cache] if cache.name == "llm" else [cache, *cache.glob("**/")]
        for leftover in (found for cache in caches for found in LOCAL_FILES.leftovers(cache)):
            LOCAL_FILES.delete(leftover)


def _signature(path: Path) -> tuple[int, ...]:
    """Return what tells the file of a path from any other that was there, or will be."""
    return (path.stat().st_ino, *file_signature(path))


@functools.cache
def open_lake(root: Path) -> Lake:
    """Return this process's one object for a lake's folder; nothing is read or made yet."""
    return Lake(root)
