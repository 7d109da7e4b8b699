"""Finding an entity by a name as somebody writes it: the sorted table of all names.

Case-insensitive and exact (SAP, Algorithm 2, line 4), in three levels: canonical names, then
aliases, then normalised keys. Near names, for messages, are found by spelling.
"""

from __future__ import annotations

import difflib
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.entities.normalise import normalise
from graphwright.graph.arrow_file import RowReader
from graphwright.graph.sorted_column import find_rows

_CANONICAL, _ALIAS, _KEY = range(3)
_CANDIDATES = 2_000
_COLUMNS = pa.schema([("name", pa.string()), ("level", pa.int8()), ("entity", pa.int32())])


def fold(name: str) -> str:
    """Return a name without case and with single spaces."""
    return " ".join(name.casefold().split())


def names_table(entities: pa.Table, aliases: pa.Table, alias_rows: pa.Array[Any]) -> pa.Table:
    """Return every folded name with its level and entity row, sorted, without repetition.

    ``alias_rows`` holds the entity row of each row of ``aliases``.
    """
    of_entities = np.arange(entities.num_rows, dtype=np.int32)
    of_aliases = alias_rows.to_numpy().astype(np.int32)
    parts = [
        _level(_folded(entities["name"]), _CANONICAL, of_entities),
        _level(entities["key"], _KEY, of_entities),
        _level(_folded(aliases["alias"]), _ALIAS, of_aliases),
        _level(aliases["alias_key"], _KEY, of_aliases),
    ]
    order = [(column, "ascending") for column in _COLUMNS.names]
    rows = pa.concat_tables(parts).sort_by(order).combine_chunks()
    return rows.filter(pa.array(_differs_from_before(rows))).combine_chunks()


def _level(names: pa.ChunkedArray[Any], level: int, rows: np.ndarray) -> pa.Table:
    levels = np.full(len(rows), level, dtype=np.int8)
    return pa.table([names.cast(pa.string()), levels, rows], schema=_COLUMNS)


def _folded(names: pa.ChunkedArray[Any]) -> pa.ChunkedArray[Any]:
    parts = [pa.array(map(fold, part.to_pylist()), pa.string()) for part in names.chunks]
    return pa.chunked_array(parts, pa.string())


def _differs_from_before(rows: pa.Table) -> np.ndarray:
    """Return for each of some sorted rows whether it is another than the one before it."""
    same = np.ones(max(len(rows) - 1, 0), dtype=bool)
    for column in rows.columns:
        same &= np.asarray(pc.equal(column.slice(1), column.slice(0, len(same))))
    return np.concatenate([np.ones(len(rows) - len(same), dtype=bool), ~same])


class NameIndex:
    """The opened table of names."""

    def __init__(self, table: pa.Table) -> None:
        """Take the table that ``names_table`` made."""
        self._table = table
        self._names = table["name"]
        self._rows = RowReader(table)

    def find(self, name: str) -> list[int]:
        """Return the entity rows that a name stands for, ascending; empty where none does.

        The first level with a hit answers, so a canonical name wins over an alias of another.
        """
        folded_name, key = fold(name), normalise(name)
        folded = self._hits(folded_name)
        for level in (_CANONICAL, _ALIAS):
            rows = sorted({row for hit, row in folded if hit == level})
            if rows:
                return rows
        by_key = folded if key == folded_name else self._hits(key)
        return sorted({row for hit, row in by_key if hit == _KEY})

    @property
    def folded(self) -> pa.ChunkedArray[Any]:
        """Return all names as they are compared, sorted."""
        return self._names

    def near(self, name: str, count: int = 5) -> list[int]:
        """Return up to ``count`` entity rows whose names are spelt like ``name``, nearest first."""
        wanted = fold(name)
        pool = self._spelling_pool(wanted)
        spellings = difflib.get_close_matches(wanted, list(pool), n=count, cutoff=0.5)
        rows = dict.fromkeys(row for spelling in spellings for row in pool[spelling])
        return list(rows)[:count]

    def _hits(self, name: str) -> list[tuple[int, int]]:
        rows = find_rows(self._names, name)
        if not rows:
            return []
        levels, entities = (self._rows.values(column, rows) for column in ("level", "entity"))
        return list(zip(levels, entities, strict=True))

    def _spelling_pool(self, wanted: str) -> dict[str, list[int]]:
        """Return names worth comparing: those that share a word, or start, with the wanted one."""
        names = self._table["name"]
        mask = pc.starts_with(names, wanted[:2])
        for word in wanted.split():
            if len(word) > 2:
                mask = pc.or_(mask, pc.match_substring(names, word))
        part: list[dict[str, Any]] = self._table.filter(mask).slice(0, _CANDIDATES).to_pylist()
        pool: dict[str, list[int]] = {}
        for record in part:
            pool.setdefault(record["name"], []).append(record["entity"])
        return pool
