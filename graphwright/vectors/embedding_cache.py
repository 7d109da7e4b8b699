"""Embed only what was never embedded: a cache of vectors by model and text, and tables from it.

The cache is a folder of Arrow IPC files (``segments``), one folder a model. A segment appears
whole, so a killed build finds all finished blocks again and never half a one. Vectors are read from
memory-mapped files, so memory does not grow with the cache. Which texts there are is in
``embedding_texts``; how they are embedded is in ``embedder``.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc

from graphwright.errors import DamageError, LakeError
from graphwright.ids import content_id, sha256_bytes
from graphwright.store.folder import LOCAL_FILES
from graphwright.vectors.vector_column import as_binary

if TYPE_CHECKING:
    from graphwright.vectors.embedder import Embedder, Progress, Vectors

BLOCK_TEXTS = 16_384
BLOCK_CHARACTERS = 600_000
"""A block ends at either bound: about ten seconds of work, which is what a kill can cost. The more
texts it has, the more are of one token count, and so in one batch."""

_BATCH_ROWS = 4096
_MANY_SEGMENTS = 16


@dataclasses.dataclass(frozen=True)
class EmbedCounts:
    """What ``ensure`` found and did, in distinct texts."""

    wanted: int
    known: int
    embedded: int


@dataclasses.dataclass(frozen=True)
class _Part:
    """A record batch of a segment: its hashes, and its vectors ``(n, d)`` still on disk."""

    path: Path
    hashes: pa.Array
    vectors: Vectors


class EmbeddingCache:
    """Vectors that were made before, in a folder that one process at a time writes to.

    Give each kind (entities, chunks, relations) its own folder when they are built at once.
    Every method raises ``LakeError`` for a file that cannot be read or written.
    """

    def __init__(self, folder: Path, shared: Sequence[Path] = ()) -> None:
        """``shared`` are folders of other caches, which are read too and never written to."""
        self._folder = folder
        self._shared = shared
        self._opened: dict[Path, list[_Part]] = {}
        self._damaged: set[Path] = set()
        self._of_others: dict[str, list[_Part]] = {}

    def ensure(
        self,
        embedder: Embedder,
        texts: pa.Table,
        on_progress: Progress | None = None,
        *,
        missing: pa.Table | None = None,
    ) -> EmbedCounts:
        """Embed each distinct text of ``texts`` (``TEXTS_SCHEMA``) that has no vector yet.

        Every finished block is on disk before the next begins. ``on_progress`` gets the number
        of texts embedded since its last call; ``missing`` tells how many there will be, and may be
        given where it was asked before.
        """
        wanted = pc.count_distinct(texts["text_hash"]).as_py()
        if missing is None:
            missing = self.missing(embedder.fingerprint, texts)
        self._drop_useless(embedder.fingerprint)
        for block in _blocks(missing):
            vectors = embedder.embed_passages(block["text"].to_pylist(), on_progress)
            self._write(embedder.fingerprint, block["text_hash"], vectors)
        return EmbedCounts(wanted, wanted - missing.num_rows, missing.num_rows)

    def missing(self, model: str, texts: pa.Table) -> pa.Table:
        """Return the rows of distinct texts that have no vector yet, in order of hash.

        That order mixes long and short texts, so that progress is even.
        """
        known = _hashes(self._parts(model))
        distinct = pc.unique(texts["text_hash"])
        unknown = distinct.filter(pc.invert(pc.is_in(distinct, value_set=known)))
        unknown = unknown.take(pc.sort_indices(unknown))
        return texts.take(pc.index_in(unknown, value_set=texts["text_hash"].combine_chunks()))

    def batches(self, model: str, texts: pa.Table, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        """Yield the embeddings of ``texts`` in order of id, some thousand rows a batch.

        ``schema`` is that of a table of the dataclass ``Embedding``. Raises ``LakeError`` when a
        text has no vector: call ``ensure`` first.
        """
        parts = self._parts(model)
        ordered = texts.select(["id", "text_hash"]).sort_by("id")
        places = pc.index_in(ordered["text_hash"], value_set=_hashes(parts))
        if places.null_count:
            raise LakeError(
                f"{places.null_count} of {ordered.num_rows} texts have no vector of {model} in "
                f"{self._folder}.",
                remedy="Build the embeddings again: what is missing is embedded.",
            )
        positions = places.to_numpy()
        for start in range(0, ordered.num_rows, _BATCH_ROWS):
            rows = ordered.slice(start, _BATCH_ROWS).combine_chunks()
            vectors = _gather(parts, positions[start : start + _BATCH_ROWS])
            columns = [
                rows["id"].combine_chunks(),
                rows["text_hash"].combine_chunks(),
                pa.repeat(model, rows.num_rows),
                as_binary(vectors),
            ]
            yield pa.record_batch(columns, schema=schema)

    def tidy(self, model: str, texts: pa.Table) -> int:
        """Drop the vectors of texts that are not in ``texts``; return how many were dropped.

        Does so, in one new segment, only when more than half are unwanted or the files are many:
        a document that goes and comes back mostly finds its vectors again.
        """
        parts = self._own_parts(model)
        known = pc.unique(_hashes(parts))
        kept = pc.is_in(known, value_set=texts["text_hash"].combine_chunks())
        unwanted = len(known) - int(pc.sum(kept).as_py() or 0)
        files = {part.path for part in parts}
        if unwanted * 2 <= len(known) and len(files) <= _MANY_SEGMENTS:
            return 0
        wanted = known.filter(kept)
        wanted = wanted.take(pc.sort_indices(wanted))
        positions = pc.index_in(wanted, value_set=_hashes(parts)).to_numpy()
        merged = self._write(model, wanted, _Gathered(parts, positions))
        for path in sorted(files - {merged}):
            LOCAL_FILES.delete(path)
        return unwanted

    def models(self) -> list[str]:
        """Return the fingerprints of the models that have vectors here."""
        if not self._folder.is_dir():
            return []
        return sorted(path.name for path in self._folder.iterdir() if path.is_dir())

    def _drop_useless(self, model: str) -> None:
        """Delete what is of no use: files of a killed build, and damaged ones."""
        for path in (*LOCAL_FILES.leftovers(self._folder / _folder_name(model)), *self._damaged):
            LOCAL_FILES.delete(path)
        self._damaged.clear()

    def _parts(self, model: str) -> list[_Part]:
        """Return what the segments hold: its own, and those of the caches that are shared."""
        return [*self._own_parts(model), *self._shared_parts(model)]

    def _shared_parts(self, model: str) -> list[_Part]:
        """Return what the shared caches held when they were first looked at.

        Its owner may drop a segment at any time: what is open stays, what is gone is missing.
        """
        if model not in self._of_others:
            found: list[_Part] = []
            folders = [folder / _folder_name(model) for folder in self._shared]
            for path in itertools.chain.from_iterable(
                LOCAL_FILES.paths(folder, "*.arrow") for folder in folders
            ):
                with contextlib.suppress(LakeError, OSError):
                    found += open_segment(path)
            self._of_others[model] = found
        return self._of_others[model]

    def _own_parts(self, model: str) -> list[_Part]:
        """Return what the segments hold, each read once; the texts of a damaged one are missing."""
        paths = LOCAL_FILES.paths(self._folder / _folder_name(model), "*.arrow")
        for path in paths:
            if path not in self._opened:
                try:
                    self._opened[path] = open_segment(path)
                except DamageError:
                    self._opened[path] = []
                    self._damaged.add(path)
        return [part for path in paths for part in self._opened[path]]

    def _write(
        self, model: str, hashes: pa.Array | pa.ChunkedArray, vectors: Vectors | _Gathered
    ) -> Path | None:
        """Write a segment atomically; its name is a function of what is in it."""
        if len(hashes) == 0:
            return None
        folder = self._folder / _folder_name(model)
        column = hashes if isinstance(hashes, pa.Array) else hashes.combine_chunks()
        path = folder / f"{_segment_name(column, _slices(vectors))}.arrow"
        with LOCAL_FILES.replacing(path) as temporary, temporary.open("wb") as file:
            _write_rows(file, column, vectors)
        self._opened.pop(path, None)
        return path


@dataclasses.dataclass(frozen=True)
class _Gathered:
    """Rows of several parts as if they were one matrix; slices are read when asked for."""

    parts: Sequence[_Part]
    positions: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.positions), self.parts[0].vectors.shape[1]

    def __getitem__(self, rows: slice) -> Vectors:
        return _gather(self.parts, self.positions[rows])


def _blocks(texts: pa.Table) -> Iterator[pa.Table]:
    """Cut rows into blocks of at most ``BLOCK_TEXTS`` rows and about ``BLOCK_CHARACTERS``."""
    lengths = pc.utf8_length(texts["text"]).to_numpy()
    start, size = 0, 0
    for position, length in enumerate(lengths):
        full = size + length > BLOCK_CHARACTERS or position - start >= BLOCK_TEXTS
        if full and position > start:
            yield texts.slice(start, position - start)
            start, size = position, 0
        size += length
    if start < texts.num_rows:
        yield texts.slice(start)


def _folder_name(model: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", model):
        raise LakeError(f"The model fingerprint {model!r} cannot name a folder.")
    return model


def _hashes(parts: Sequence[_Part]) -> pa.Array:
    return pa.chunked_array([part.hashes for part in parts], type=pa.string()).combine_chunks()


def _bytes_of(strings: pa.Array) -> bytes:
    """Return the strings' bytes one after another (all of one length: hashes)."""
    offsets = np.frombuffer(strings.buffers()[1], dtype=np.int32)
    first, last = offsets[strings.offset], offsets[strings.offset + len(strings)]
    return memoryview(strings.buffers()[2])[first:last].tobytes()


def _gather(parts: Sequence[_Part], positions: np.ndarray) -> Vectors:
    """Return the vectors at positions that count through all parts."""
    vectors = np.empty((len(positions), parts[0].vectors.shape[1]), dtype=np.float32)
    ends = np.cumsum([len(part.vectors) for part in parts])
    # In order, so that each part is looked at once, for what is wanted of it.
    order = np.argsort(positions, kind="stable")
    bounds = np.searchsorted(positions[order], ends)
    start = 0
    for part, end, bound in zip(parts, ends, bounds, strict=True):
        here = order[start:bound]
        vectors[here] = part.vectors[positions[here] - (end - len(part.vectors))]
        start = bound
    return vectors


def _write_rows(file: Any, hashes: pa.Array, vectors: Vectors | _Gathered) -> None:
    rows, dimensions = vectors.shape
    width = pa.binary(dimensions * 4)
    schema = pa.schema([("text_hash", pa.string()), ("vector", width)])
    with pa.ipc.new_file(file, schema) as writer:
        for start, rows_of_batch in zip(range(0, rows, _BATCH_ROWS), _slices(vectors), strict=True):
            part = np.ascontiguousarray(rows_of_batch, dtype="<f4")
            column = pa.FixedSizeBinaryArray.from_buffers(
                width, len(part), [None, pa.py_buffer(part)]
            )
            keys = hashes.slice(start, len(part))
            writer.write_batch(pa.record_batch([keys, column], schema=schema))


def open_segment(path: Path) -> list[_Part]:
    """Open a segment; its vectors stay on disk until they are read.

    Raises ``DamageError`` where it is not what its name, a hash of its content, says, and
    ``LakeError`` where it may not be read. The name of one that an older version wrote tells of its
    texts alone.
    """
    try:
        with pa.memory_map(str(path)) as file:
            batches = pa.ipc.open_file(file).read_all().to_batches()
        for batch in batches:
            batch.validate(full=True)
        parts = [_Part(path, b["text_hash"], _fixed_vectors(b["vector"])) for b in batches]
        named = (_segment_name(_hashes(parts), (part.vectors for part in parts)), _old_name(parts))
    except PermissionError as error:
        raise LakeError(
            f"The file of vectors {path} cannot be read: {error.strerror}.",
            remedy="Allow reading it, or delete it: the next build embeds its texts again.",
        ) from error
    except (OSError, KeyError, ValueError, TypeError, AttributeError) as error:  # Arrow's too
        raise _damaged(path, str(error)) from error
    if path.stem not in named:
        raise _damaged(path, "its content is not that of its name")
    return parts


def _damaged(path: Path, problem: str) -> DamageError:
    return DamageError(
        f"The file of vectors {path} is damaged: {problem}.",
        remedy="Delete it: the next build embeds its texts again.",
    )


def _segment_name(hashes: pa.Array, vectors: Iterable[Vectors]) -> str:
    digest = hashlib.sha256()
    for part in vectors:
        digest.update(np.ascontiguousarray(part, dtype="<f4").data)
    return content_id(sha256_bytes(_bytes_of(hashes)), digest.hexdigest())


def _old_name(parts: Sequence[_Part]) -> str:
    return content_id(sha256_bytes(_bytes_of(_hashes(parts))))


def _slices(vectors: Vectors | _Gathered) -> Iterator[Vectors]:
    for start in range(0, vectors.shape[0], _BATCH_ROWS):
        yield vectors[start : start + _BATCH_ROWS]


def _fixed_vectors(column: pa.Array) -> Vectors:
    values = np.frombuffer(column.buffers()[1], dtype="<f4")
    return values.reshape(-1, column.type.byte_width // 4)[column.offset :][: len(column)]
