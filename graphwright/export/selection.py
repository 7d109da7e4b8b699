"""Which rows of a snapshot an export holds, read a few at a time.

What an export may show is decided by the snapshot that it is given: one that holds visible rows
only gives an export of these. Nothing but its tables is read.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from graphwright.errors import SnapshotError
from graphwright.graph.manifest import REBUILD
from graphwright.graph.snapshot import Snapshot
from graphwright.tables import TABLES, DocumentVersion, Layer, Table, table_of
from graphwright.tables.declare import NoDefault

Row = dict[str, Any]

ROWS_AT_ONCE = 4096
"""Rows that are in memory as Python values: some ten megabytes of evidence."""


class Layers(StrEnum):
    """Which facts are exported."""

    KNOWLEDGE = "knowledge"
    ALL = "all"


@dataclasses.dataclass(frozen=True)
class Selection:
    """A snapshot, the layers of its facts that are wanted, and whether passages are.

    Tables have the columns that are declared now: one that a snapshot is older than holds its
    default. Of facts of other layers than knowledge only their steps and references are left out;
    entities are all there, whatever facts they stand in.
    """

    snapshot: Snapshot
    layers: Layers = Layers.KNOWLEDGE
    texts: bool = False

    @property
    def tables(self) -> tuple[str, ...]:
        """Return the names of the tables that the export holds, in order."""
        wanted = {"chunks": self.texts, "procedure_steps": self.layers is Layers.ALL}
        return tuple(name for name in self._sources if wanted.get(name, True))

    def schema(self, name: str) -> pa.Schema:
        """Return the Arrow schema of a table, without the notes on its columns."""
        fields = self._sources[name].schema if name == "documents" else TABLES[name].schema
        return pa.schema([field.with_nullable(True).remove_metadata() for field in fields])

    def batches(self, name: str, rows: int = ROWS_AT_ONCE) -> Iterator[pa.RecordBatch]:
        """Yield a table's rows in its order, at most ``rows`` at once."""
        start = 0
        for whole in self._sources[name].to_batches(max_chunksize=rows):
            batch = _complete(whole, self.schema(name), TABLES.get(name))
            yield batch if (kept := self._kept(name, batch, start)) is None else batch.filter(kept)
            start += whole.num_rows

    def rows(self, name: str) -> Iterator[Row]:
        """Yield a table's rows in its order."""
        for batch in self.batches(name):
            yield from batch.to_pylist()

    def rows_below(self, upper: str, lower: str, key: str) -> Iterator[tuple[Row, Iterable[Row]]]:
        """Yield each row of a table with the rows of another that name it by ``key``.

        Both are in order of the key, so neither is held in memory. Raises ``SnapshotError`` where
        a row names one that there is not.
        """
        groups = itertools.groupby(self.rows(lower), key=lambda row: row[key])
        found, group = next(groups, (None, ()))
        for row in self.rows(upper):
            if row[key] != found:
                yield row, ()
                continue
            yield row, group
            found, group = next(groups, (None, ()))
        if found is not None:
            raise SnapshotError(
                f"A row of {lower} in snapshot {self.snapshot.id} names the {key} {found!r}, which "
                f"{upper} does not hold.",
                remedy=REBUILD,
            )

    @cached_property
    def _sources(self) -> dict[str, pa.Table]:
        snapshot = self.snapshot
        return {
            "documents": snapshot.documents,
            "document_versions": table_of(DocumentVersion).from_rows(snapshot.versions.values()),
            "chunks": snapshot.chunks,
            "entities": snapshot.entities,
            "entity_aliases": snapshot.aliases,
            "entity_merges": snapshot.merges,
            "entity_broader": snapshot.broader,
            "relations": snapshot.relations,
            "evidence": snapshot.evidence,
            "procedure_steps": snapshot.procedure_steps,
        }

    def _kept(self, name: str, batch: pa.RecordBatch, start: int) -> pa.Array | None:
        """Return which rows of a batch, the first of which is row ``start``, are exported."""
        if self.layers is Layers.ALL or name not in ("relations", "evidence"):
            return None
        rows = np.arange(start, start + batch.num_rows)
        if name == "evidence":  # has the layer of its triple; what counts is that of its fact
            starts = self.snapshot.evidence_starts
            rows = np.searchsorted(starts, rows, side="right") - 1
        return pa.array(self._knowledge[rows])

    @cached_property
    def _knowledge(self) -> np.ndarray:
        """Return which relations are of the layer knowledge: a byte for each of them."""
        return self.snapshot.graph.in_layer(Layer.KNOWLEDGE)


def _complete(batch: pa.RecordBatch, schema: pa.Schema, table: Table | None) -> pa.RecordBatch:
    """Return a batch with all columns of a schema, those that it lacks with their default."""
    defaults = {column.name: column.default for column in (table.columns if table else ())}
    columns = []
    for field in schema:
        if field.name in batch.schema.names:
            columns.append(batch.column(field.name).cast(field.type))
            continue
        if defaults[field.name] is NoDefault.NONE:
            raise SnapshotError(
                f"A table of the snapshot lacks the column {field.name!r}.", remedy=REBUILD
            )
        columns.append(pa.array([defaults[field.name]] * batch.num_rows, field.type))
    return pa.RecordBatch.from_arrays(columns, schema=schema)
