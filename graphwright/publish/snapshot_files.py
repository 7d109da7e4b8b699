"""Making the files of a snapshot in a folder from the lake's tables.

Everything that a reader looks up by position is laid out for it here: row i of a vector file is
row i of its table, edges are pairs of rows, evidence is grouped by relation. Tables are Arrow
files without compression, which a reader maps into memory: opening costs nothing, and a reader
holds only the pages that it touches. Choosing the folder and publishing it is in ``publish``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from graphwright.errors import SnapshotError
from graphwright.graph.arrow_file import write_arrow
from graphwright.graph.lexical_index import indexed_text, save_index
from graphwright.graph.manifest import FORMAT_VERSION, FileEntry, Manifest, describe_file
from graphwright.graph.name_index import names_table
from graphwright.graph.topology import make_incidence
from graphwright.graph.vector_file import write_vectors
from graphwright.tables import TABLES

TablePaths = Mapping[str, Sequence[Path]]
"""Table name to its Parquet files: one for a whole table, one a bucket for a bucketed one."""

DOCUMENT_COLUMNS = ("document_id", "collection", "path", "uri", "format", "title")
WHOLE = (
    "chunks",
    "entities",
    "entity_aliases",
    "entity_merges",
    "relations",
    "evidence",
)
EMBEDDED = {"entity": "entities", "chunk": "chunks", "relation": "relations"}
_IDS = {"entities": "entity_id", "chunks": "chunk_id", "relations": "relation_id"}
REQUIRED = ("parsed_documents", *WHOLE, "entity_chunks", *(f"{k}_embeddings" for k in EMBEDDED))
"""The tables that a snapshot is made from."""


def write_snapshot_files(
    folder: Path, tables: TablePaths, settings_fingerprint: str, embedder_fingerprint: str
) -> Manifest:
    """Write every file of a snapshot but its manifest to ``folder`` and return the manifest.

    Raises ``SnapshotError`` where a table is absent or the tables contradict each other.
    """
    check_paths(tables)
    kept = {name: read_table(tables, name) for name in WHOLE}
    kept["documents"] = read_table(tables, "parsed_documents", DOCUMENT_COLUMNS)
    links = read_table(tables, "entity_chunks")
    with ThreadPoolExecutor(1) as beside:
        # Copying vectors leaves the interpreter free for the words of names and chunks.
        vectors = beside.submit(_write_all_vectors, folder, tables, kept, embedder_fingerprint)
        made = kept | {"names": _names(kept)}
        for name, table in made.items():
            write_arrow(folder / f"{name}.arrow", table)
        _write_edges(folder, kept, links)
        _write_lexical(folder, kept["documents"], kept["chunks"])
        dimensions = vectors.result()
    counts = {name: table.num_rows for name, table in made.items()}
    counts["entity_chunks"] = links.num_rows
    return Manifest(
        format=FORMAT_VERSION,
        settings=settings_fingerprint,
        embedder=embedder_fingerprint,
        dimensions=dimensions,
        counts=counts,
        files=_describe(folder, counts),
    )


def check_paths(tables: TablePaths) -> None:
    """Raise ``SnapshotError`` where a required table is not named or a file of one is absent."""
    for name in REQUIRED:
        if name not in tables:
            raise SnapshotError(
                f"A snapshot needs the table {name}, found {sorted(tables)}.",
                remedy="Build the lake before publishing it.",
            )
        if not tables[name] or (len(tables[name]) > 1 and not TABLES[name].bucketed):
            raise SnapshotError(
                f"Table {name} has {len(tables[name])} files.", remedy="Build the lake again."
            )
        for path in tables[name]:
            if not path.is_file():
                raise SnapshotError(
                    f"Table {name} has no file at {path}.", remedy="Build the lake again."
                )


def read_table(tables: TablePaths, name: str, columns: Sequence[str] | None = None) -> pa.Table:
    """Return a table's rows from all its files, in key order, without field metadata."""
    declared = TABLES[name]
    wanted = list(columns or declared.schema.names)
    schema = pa.schema([pa.field(n, declared.schema.field(n).type) for n in wanted])
    parts = [_read_parquet(path, name, schema) for path in tables[name]]
    table = pa.concat_tables([schema.empty_table(), *parts])
    return table.sort_by([(column, "ascending") for column in declared.key]).combine_chunks()


def _read_parquet(path: Path, name: str, schema: pa.Schema) -> pa.Table:
    try:
        return pq.ParquetFile(path).read(columns=schema.names).select(schema.names).cast(schema)
    except (pa.ArrowException, OSError, KeyError) as error:
        raise SnapshotError(
            f"{path} is not readable as the table {name}: {error}.", remedy="Build the lake again."
        ) from error


def positions(values: pa.ChunkedArray[Any], ids: pa.ChunkedArray[Any], what: str) -> pa.Array[Any]:
    """Return the row of each value in ``ids``; raise ``SnapshotError`` where one is not there."""
    rows: Any = pc.index_in(values, value_set=ids)
    if rows.null_count:
        missing = pc.filter(values, pc.is_null(rows))
        raise SnapshotError(
            f"{what}: {rows.null_count} of {len(values)} rows point to nothing, "
            f"such as {missing[0].as_py()!r}.",
            remedy="Build the lake again; nothing was published.",
        )
    combined: pa.Array[Any] = rows.combine_chunks()
    return combined


def _names(kept: Mapping[str, pa.Table]) -> pa.Table:
    aliases, entities = kept["entity_aliases"], kept["entities"]
    rows = positions(aliases["entity_id"], entities["entity_id"], "entity_aliases.entity_id")
    return names_table(entities, aliases, rows)


def _write_edges(folder: Path, kept: Mapping[str, pa.Table], links: pa.Table) -> None:
    """Write edges as pairs of rows, those at each entity, and where evidence starts."""
    entities, relations = kept["entities"]["entity_id"], kept["relations"]
    subjects = positions(relations["subject_id"], entities, "relations.subject_id")
    objects = positions(relations["object_id"], entities, "relations.object_id")
    relation_edges = _pairs(subjects, objects)
    mentioned = positions(links["entity_id"], entities, "entity_chunks.entity_id")
    chunks = positions(links["chunk_id"], kept["chunks"]["chunk_id"], "entity_chunks.chunk_id")
    chunk_edges = _pairs(mentioned, chunks)
    incidence = make_incidence(
        entities=len(entities),
        relation_edges=relation_edges,
        confidence=relations["confidence"].to_numpy(),
        support=relations["support_count"].to_numpy(),
        chunk_edges=chunk_edges,
        mentions=links["mention_count"].to_numpy(),
    )
    positions(kept["evidence"]["chunk_id"], kept["chunks"]["chunk_id"], "evidence.chunk_id")
    arrays = {
        "relation_edges": relation_edges,
        "chunk_edges": chunk_edges,
        "incidence": incidence.edges,
        "incidence_starts": incidence.starts,
        "evidence_starts": _evidence_starts(relations, kept["evidence"]),
    }
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array, allow_pickle=False)


def _pairs(left: pa.Array[Any], right: pa.Array[Any]) -> np.ndarray:
    return np.column_stack([left.to_numpy(), right.to_numpy()]).astype("<i4")


def _evidence_starts(relations: pa.Table, evidence: pa.Table) -> np.ndarray:
    """Return n + 1 offsets: evidence of relation i is rows [i] to [i + 1]; both are in id order."""
    ids = relations["relation_id"]
    rows = positions(evidence["relation_id"], ids, "evidence.relation_id").to_numpy()
    counts = np.bincount(rows, minlength=len(ids))
    if len(ids) and not counts.all():
        bare = ids[int(np.argmin(counts))].as_py()
        raise SnapshotError(
            f"{int((counts == 0).sum())} relations have no evidence, such as {bare!r}.",
            remedy="Build the lake again; nothing was published.",
        )
    return np.concatenate([[0], np.cumsum(counts)]).astype("<i8")


def _write_lexical(folder: Path, documents: pa.Table, chunks: pa.Table) -> None:
    rows = positions(chunks["document_id"], documents["document_id"], "chunks.document_id")
    titles = documents["title"].take(rows)
    columns = (titles, *(chunks[name] for name in ("heading_path", "table_header", "text")))
    parts = zip(*(column.to_pylist() for column in columns), strict=True)
    save_index(folder / "bm25", (indexed_text(*part) for part in parts))


def _write_all_vectors(
    folder: Path, tables: TablePaths, kept: Mapping[str, pa.Table], embedder_fingerprint: str
) -> int:
    sizes = set()
    for kind, table in EMBEDDED.items():
        ids = kept[table][_IDS[table]]
        paths = tables[f"{kind}_embeddings"]
        sizes.add(write_vectors(folder / f"{kind}_vectors.npy", ids, paths, embedder_fingerprint))
    found = sorted(sizes - {0})
    if len(found) > 1:
        raise SnapshotError(
            f"Vectors of {len(found)} sizes were found: {found}.",
            remedy="Build the embeddings again with one model.",
        )
    return found[0] if found else 0


def _describe(folder: Path, counts: Mapping[str, int]) -> dict[str, FileEntry]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    rows = {f"{name}.arrow": count for name, count in counts.items()}
    rows |= {f"{kind}_vectors.npy": counts[table] for kind, table in EMBEDDED.items()}
    names = {path: path.relative_to(folder).as_posix() for path in files}
    return {name: describe_file(path, rows.get(name, 0)) for path, name in names.items()}
