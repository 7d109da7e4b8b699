"""The step from names of entities to the chunks that hold them: all names, searched by bucket.

A new name may stand in any document, so this is a global table. Which names stand in a bucket is
kept in the lake's cache with the bucket's words, and it is searched again only where its chunks
changed, or a name came or went that all words of the bucket allow. Which entities the names mean is
asked anew each time: a decision that makes two entities one searches nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.code_versions import Code, version_of
from graphwright.entities.name_dictionary import Name, NameDictionary
from graphwright.entities.name_mentions import (
    IN_CHUNK,
    NameInChunk,
    ReadChunk,
    mentions_of,
    names_in,
    table_of_names,
    vocabulary_of,
    without_stop_names,
)
from graphwright.errors import LakeError
from graphwright.execution.workers import TaskFailure, run_tasks
from graphwright.graph.name_index import names_table
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, StepReport, Work, refresh
from graphwright.steps.base.whole_tables import WholeTablesStep
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.footer import row_count
from graphwright.store.kept_tables import keep_table, read_kept
from graphwright.store.lake import Lake
from graphwright.tables import NameMention, table_of

_MENTIONS = table_of(NameMention)
_READ = list(ReadChunk._fields)
_CODE = Code(("graphwright.entities.name_mentions", "graphwright.graph.name_index"))
_SOURCE, _NAMES = b"graphwright.source", b"graphwright.names"
_FEW_CHUNKS = 2_000
"""So many chunks are searched sooner than worker processes are started."""


class NameMentionsStep(WholeTablesStep):
    """Find the names of entities in the headings and texts of all chunks."""

    name = "name_mentions"
    inputs = ("chunks", "entities", "entity_aliases")
    outputs = ("name_mentions",)
    unit = "chunks"
    stale_reason = "it is not there, or of older input"

    @classmethod
    def of(cls, given: Given) -> NameMentionsStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings)

    def __init__(self, settings: Settings) -> None:
        self._buckets = settings.buckets
        self.causes = {"names": version_of(_CODE)}

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Search the buckets that are new, or that may hold a new name, and write the table."""
        searched = 0

        def make() -> pa.Table:
            nonlocal searched
            dictionary = read_dictionary(lake)
            found = _BucketCache(lake, self.version)
            stale = [b for b in range(self._buckets) if not found.is_current(b, dictionary)]
            searched = _search(found, stale, dictionary, work)
            found.drop_others(self._buckets)
            parts = [found.names(bucket) for bucket in range(self._buckets)]
            told = without_stop_names(mentions_of(pa.concat_tables(parts), dictionary))
            told = told.cast(_MENTIONS.schema)
            return told.sort_by([(column, "ascending") for column in _MENTIONS.key])

        report = refresh(lake, self.name, self.key(lake), make, self.causes)
        report.worked = searched
        return report


def read_dictionary(lake: Lake) -> NameDictionary:
    """Return the names of all entities of a lake: canonical names, aliases and their keys."""
    entities, aliases = lake.read("entities"), lake.read("entity_aliases")
    owners = pc.index_in(aliases["entity_id"], value_set=entities["entity_id"])
    names = names_table(entities, aliases, owners.combine_chunks())
    ids: list[str] = entities["entity_id"].to_pylist()
    columns = (names[column].to_pylist() for column in ("name", "level", "entity"))
    return NameDictionary(
        Name(name, level, ids[row]) for name, level, row in zip(*columns, strict=True)
    )


class _BucketCache:
    """What was found in each bucket, and the words that its chunks hold."""

    def __init__(self, lake: Lake, version: str) -> None:
        self._lake = lake
        self._version = version
        self._folder = lake.cache / "name_mentions"

    def chunks(self, bucket: int) -> list[ReadChunk]:
        """Return what is searched of a bucket's chunks."""
        data = self._lake.read("chunks", bucket, _READ)
        return [ReadChunk(*row) for row in zip(*(data[c].to_pylist() for c in _READ), strict=True)]

    def count(self, bucket: int) -> int:
        """Return the number of a bucket's chunks."""
        return row_count(self._lake.path("chunks", bucket))

    def is_current(self, bucket: int, dictionary: NameDictionary) -> bool:
        """Return whether what is kept of a bucket is what a search would find."""
        words = read_kept(self._words_path(bucket))
        found = read_kept(self._path(bucket))
        if words is None or found is None:
            return False
        source = self._source(bucket)
        if any(table.schema.metadata.get(_SOURCE) != source for table in (words, found)):
            return False
        names = dictionary.digest_within(words["word"].to_pylist())
        return bool(found.schema.metadata.get(_NAMES) == names.encode())

    def names(self, bucket: int) -> pa.Table:
        """Return the names that were found in a bucket, as they were kept."""
        found = read_kept(self._path(bucket))
        if found is None:
            raise LakeError(
                f"{self._path(bucket)}, which this step wrote, cannot be read.",
                remedy="See that no other program changes the lake's cache, and build again.",
            )
        return found.replace_schema_metadata(None).cast(IN_CHUNK)

    def keep(
        self, bucket: int, inside: Sequence[NameInChunk], words: list[str], names: str
    ) -> None:
        """Keep the names that were found in a bucket, its words, and what names may stand there."""
        source = self._source(bucket)
        listed = pa.table({"word": pa.array(words, pa.string())})
        found = table_of_names(inside)
        keep_table(self._words_path(bucket), listed, {_SOURCE: source})
        keep_table(self._path(bucket), found, {_SOURCE: source, _NAMES: names.encode()})

    def drop_others(self, buckets: int) -> None:
        """Delete what is kept of buckets that there are no longer."""
        expected = {place(b) for b in range(buckets) for place in (self._path, self._words_path)}
        for path in LOCAL_FILES.paths(self._folder):
            if path not in expected:
                LOCAL_FILES.delete(path)

    def _source(self, bucket: int) -> bytes:
        state = self._lake.state(self._lake.path("chunks", bucket))
        return fingerprint([self._version, state.digest if state else ""]).encode()

    def _path(self, bucket: int) -> Path:
        return self._folder / f"{bucket:04d}.parquet"

    def _words_path(self, bucket: int) -> Path:
        return self._folder / f"{bucket:04d}.words.parquet"


class _Task(NamedTuple):
    """A bucket to search."""

    bucket: int
    chunks: list[ReadChunk]


class _Found(NamedTuple):
    """What a search of a bucket gives."""

    inside: list[NameInChunk]
    words: list[str]
    names: str


def _search(
    found: _BucketCache, buckets: Sequence[int], dictionary: NameDictionary, work: Work
) -> int:
    """Search buckets, keep what is found and return the number of chunks searched."""
    rows = sum(found.count(bucket) for bucket in buckets)
    many = len(buckets) > 1 and rows > _FEW_CHUNKS  # a bucket is one task
    work.on_start(rows)

    def tasks() -> Iterator[_Task]:
        for bucket in buckets:
            yield _Task(bucket, found.chunks(bucket))

    outcomes = run_tasks(
        _search_bucket,
        tasks(),
        workers=work.workers if many else 0,
        timeout_seconds=None,
        initializer=_take_dictionary,
        initargs=(dictionary,),
    )
    for task, outcome in outcomes:
        if isinstance(outcome, TaskFailure):
            raise LakeError(
                f"The names in bucket {task.bucket} could not be searched: {outcome.message}",
                remedy="Correct the cause and build again.",
            )
        found.keep(task.bucket, *outcome)
        work.on_progress(len(task.chunks))
    return rows


_dictionary: list[NameDictionary] = []
"""The names that this process searches for."""


def _take_dictionary(dictionary: NameDictionary) -> None:
    _dictionary[:] = [dictionary]


def _search_bucket(task: _Task) -> _Found:
    (dictionary,) = _dictionary
    words = vocabulary_of(task.chunks)
    inside = [found for chunk in task.chunks for found in names_in(chunk, dictionary)]
    return _Found(inside, words, dictionary.digest_within(words))
