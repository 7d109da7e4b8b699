"""The tables of a made-up graph of any size, as a snapshot is published from them.

Rows are made by DuckDB from their number alone, a part at a time, so memory is flat. Few entities
are met often (hubs), words of passages are as frequent as in a language (rank times frequency is
constant), vectors of entities and chunks are drawn at random. Those of relations are drawn from a
few thousand: a relation's is only compared with its question's, and files of the tables stay small.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from synthetic_graph import declared

from graphwright.publish.snapshot_files import REQUIRED
from graphwright.tables import TABLES

_ROWS = 250_000
"""Rows that are made at once."""

_POOL = 4096
"""Different vectors of relations."""

_VOCABULARY = 50_000
_WORDS_PER_CHUNK = 160
_WORDS = ("order", "invoice", "supplier", "approval", "ledger", "plant", "contract", "ticket",
          "portal", "user", "role", "report", "batch", "price", "stock", "budget", "project",
          "vendor", "payment", "shipment", "account", "material", "process")  # fmt: skip

_MACROS = f"""
CREATE MACRO id(kind, n) AS printf('%09x', n) || left(md5(kind || n), 15);
CREATE MACRO drawn(n, salt) AS (hash(n, salt) >> 11) / 9007199254740992.0;
CREATE MACRO hub(n, salt, many) AS CAST(floor(many * pow(drawn(n, salt), 1 / 0.6)) AS BIGINT);
CREATE MACRO one(n, salt, many) AS CAST(floor(many * drawn(n, salt)) AS BIGINT);
CREATE MACRO frequent(n, salt) AS {list(_WORDS)}[1 + one(n, salt, {len(_WORDS)})];
CREATE MACRO ranked(rank) AS
    CASE WHEN rank <= {len(_WORDS)} THEN {list(_WORDS)}[rank] ELSE printf('w%x', rank) END;
CREATE MACRO word(n, salt) AS ranked(CAST(floor(pow({_VOCABULARY}, drawn(n, salt))) AS BIGINT));
CREATE MACRO name(n) AS frequent(n, 1) || ' ' || frequent(n, 2) || printf(' %x', n);
CREATE MACRO title(n) AS frequent(n, 3) || ' ' || frequent(n, 4);
CREATE MACRO subject_of(n) AS one(n, 5, getvariable('nodes'));
CREATE MACRO object_of(n) AS hub(n, 6, getvariable('nodes'));
CREATE MACRO chunk_of(n) AS one(n, 7, getvariable('chunks'));
CREATE MACRO fact(n) AS name(subject_of(n)) || ' require ' || name(object_of(n));
CREATE MACRO confidence_of(n) AS 0.6 + 0.4 * drawn(n, 8);
"""

_PAIRS = """
CREATE TABLE {table} AS SELECT row_number() OVER (ORDER BY entity, chunk) - 1 AS n, entity, chunk
FROM (SELECT DISTINCT hub(range, {salt}, getvariable('nodes')) AS entity,
          one(range, {salt} + 1, getvariable('chunks')) AS chunk FROM range({count}))
"""

_SELECTS = {
    "parsed_documents": """
        SELECT id('document', n) AS document_id, 'synthetic' AS collection, n || '.md' AS path,
            n || '.md' AS uri, 'md' AS format, 'dependency' AS extractor, title(n) AS title,
            'ok' AS status""",
    "chunks": """
        SELECT id('chunk', n) AS chunk_id, id('document', n) AS document_id, 0 AS "index",
            list_aggregate(list_transform(range({words}), lambda i: word(n * {words} + i, 9)),
                'string_agg', ' ') AS text,
            0 AS start, length(text) AS "end", md5(text) AS text_hash,
            [title(n)] AS heading_path""",
    "entities": """
        SELECT id('entity', n) AS entity_id, name(n) AS name, name(n) AS key, 'Concept' AS type,
            1 AS mention_count, 1 AS document_count, true AS concept""",
    "entity_aliases": """
        SELECT id('entity', n) AS entity_id, upper(name(n)) AS alias, name(n) AS alias_key,
            'exact' AS tier, 1 AS mention_count""",
    "relations": """
        SELECT id('relation', n) AS relation_id, id('entity', subject_of(n)) AS subject_id,
            name(subject_of(n)) AS subject, 'require' AS predicate,
            id('entity', object_of(n)) AS object_id, name(object_of(n)) AS object, fact(n) AS text,
            1 AS support_count, 1 AS document_count, confidence_of(n) AS confidence,
            'knowledge' AS layer""",
    "evidence": """
        SELECT id('evidence', n) AS evidence_id, id('relation', n) AS relation_id,
            id('triple', n) AS triple_id, id('document', chunk_of(n)) AS document_id,
            'synthetic' AS collection, title(chunk_of(n)) AS title, chunk_of(n) || '.md' AS uri,
            [title(chunk_of(n))] AS heading_path, id('chunk', chunk_of(n)) AS chunk_id,
            id('sentence', n) AS sentence_id,
            'The ' || fact(n) || ' as ' || word(n, 10) || ' ' || word(n, 11) || '.' AS quote,
            0 AS start, length(quote) AS "end",
            'dependency' AS extractor, 'svo' AS rule, '1' AS version,
            confidence_of(n) AS confidence, 'knowledge' AS layer""",
    "entity_chunks": """
        SELECT id('entity', entity) AS entity_id, id('chunk', chunk) AS chunk_id,
            id('document', chunk) AS document_id, 1 AS mention_count""",
    "name_mentions": """
        SELECT id('entity', entity) AS entity_id, id('chunk', chunk) AS chunk_id,
            id('document', chunk) AS document_id, 1 AS mention_count,
            CASE WHEN n % 2 = 0 THEN 'text' WHEN n % 8 = 1 THEN 'section' ELSE 'heading' END
                AS reason""",
}


@dataclasses.dataclass(frozen=True)
class MadeUpGraph:
    """How many of each a made-up graph has; mentions and names are pairs drawn, equals once."""

    nodes: int
    chunks: int
    relations: int
    mentions: int
    names: int

    def tables(self) -> Iterator[tuple[str, pa.Table]]:
        """Yield the rows of each table, part by part, in key order."""
        with duckdb.connect() as connection:
            connection.execute(f"SET VARIABLE nodes = {self.nodes}")
            connection.execute(f"SET VARIABLE chunks = {self.chunks}")
            connection.execute(_MACROS)
            for name, (source, count) in self._sources(connection).items():
                select = _SELECTS[name].format(words=_WORDS_PER_CHUNK)
                for first in range(0, count, _ROWS):
                    last = min(first + _ROWS, count)
                    rows = source.format(first=first, last=last)
                    made = connection.sql(f"{select} FROM {rows} ORDER BY n")
                    yield name, declared(made.to_arrow_table(), TABLES[name].schema)

    def _sources(self, connection: duckdb.DuckDBPyConnection) -> Mapping[str, tuple[str, int]]:
        """Return for each table the rows that it is made from, by their numbers, and how many."""
        counted = "(SELECT range AS n FROM range({first}, {last}))"
        sizes = dict.fromkeys(("parsed_documents", "chunks"), self.chunks)
        sizes |= dict.fromkeys(("entities", "entity_aliases"), self.nodes)
        sizes |= dict.fromkeys(("relations", "evidence"), self.relations)
        sources = {name: (counted, count) for name, count in sizes.items()}
        drawn = {"entity_chunks": (self.mentions, 20), "name_mentions": (self.names, 30)}
        for name, (count, salt) in drawn.items():
            connection.execute(_PAIRS.format(table=name, salt=salt, count=count))
            [[pairs]] = connection.sql(f"SELECT count(*) FROM {name}").fetchall()
            sources[name] = (f"(SELECT * FROM {name} WHERE n >= {{first}} AND n < {{last}})", pairs)
        return sources

    def vectors(self, model: str, size: int) -> Iterator[tuple[str, pa.Table]]:
        """Yield the vectors of each kind, part by part, in key order."""
        pool = _drawn(np.random.default_rng(0), _POOL, size)
        sizes = {"entity": self.nodes, "chunk": self.chunks, "relation": self.relations}
        for kind, count in sizes.items():
            generator = np.random.default_rng(count)
            for first in range(0, count, _ROWS):
                rows = min(_ROWS, count - first)
                some = (
                    [pool[i] for i in generator.integers(_POOL, size=rows).tolist()]
                    if kind == "relation"
                    else _drawn(generator, rows, size)
                )
                yield f"{kind}_embeddings", _embedded(kind, first, some, model)


def _drawn(generator: np.random.Generator, rows: int, size: int) -> list[bytes]:
    vectors = generator.standard_normal((rows, size), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return [vector.tobytes() for vector in vectors]


def _embedded(kind: str, first: int, vectors: list[bytes], model: str) -> pa.Table:
    with duckdb.connect() as connection:
        connection.execute(_MACROS)
        numbers = f"range({first}, {first + len(vectors)})"
        ids = connection.sql(f"SELECT id('{kind}', range) AS id FROM {numbers} ORDER BY range")
        id_column = ids.to_arrow_table()["id"].combine_chunks()
    empty, models = [pa.array([text] * len(vectors)) for text in ("", model)]
    schema = TABLES[f"{kind}_embeddings"].schema
    return pa.table([id_column, empty, models, pa.array(vectors, pa.binary())], schema.names).cast(
        schema
    )


def write_tables(graph: MadeUpGraph, folder: Path, model: str, size: int) -> dict[str, list[Path]]:
    """Write the graph's tables as Parquet; vectors are of a model, of so many dimensions."""
    folder.mkdir(parents=True)
    paths = {name: [folder / f"{name}.parquet"] for name in REQUIRED}
    for name in REQUIRED:
        pq.write_table(TABLES[name].empty(), paths[name][0])  # where no row follows
    writers: dict[str, pq.ParquetWriter] = {}
    try:
        for parts in (graph.tables(), graph.vectors(model, size)):
            for name, rows in parts:
                if name not in writers:
                    writers[name] = pq.ParquetWriter(
                        paths[name][0], rows.schema, dictionary_pagesize_limit=1 << 25
                    )
                writers[name].write_table(rows)
    finally:
        for writer in writers.values():
            writer.close()
    return paths
