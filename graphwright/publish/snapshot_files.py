"""Making the files of a snapshot in a folder from the lake's tables.

Everything that a reader looks up by position is laid out for it here: vectors are in the order of
their table's rows, edges are pairs of rows, evidence is grouped by relation. Tables are Arrow
files without compression, which a reader maps into memory: opening costs nothing, and a reader
holds only the pages that it touches. Choosing the folder and publishing it is in ``publish``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from graphwright.errors import SnapshotError
from graphwright.graph.arrow_file import write_arrow
from graphwright.graph.kinds import (
    APPLICATION_GRAPH,
    HELP_GRAPH,
    KNOWLEDGE_GRAPH,
    TICKET_GRAPH,
    EdgeKind,
    GraphKind,
)
from graphwright.graph.lexical_index import indexed_text, save_index
from graphwright.graph.linked_documents import link_documents, write_links
from graphwright.graph.manifest import FORMAT_VERSION, FileEntry, Manifest, describe_file
from graphwright.graph.name_index import names_table
from graphwright.graph.topology import layer_codes, make_incidence, rank_edges
from graphwright.graph.vector_codes import LEAST_ROWS, write_codes
from graphwright.graph.vector_file import open_vectors, rows_file, write_vectors
from graphwright.publish.application_files import (
    ApplicationFilesMade,
    has_applications,
    write_application_files,
)
from graphwright.publish.help_files import HelpFilesMade, has_help, write_help_files
from graphwright.publish.mapped_tables import TablePaths, map_for_now, map_table
from graphwright.publish.row_positions import positions
from graphwright.publish.ticket_files import (
    TicketFilesMade,
    has_tickets,
    write_ticket_files,
)
from graphwright.tables import TABLES

Rows = NDArray[np.int64]

_LINK_ENDS = ("document_id", "target_document_id")

DOCUMENT_COLUMNS = ("document_id", "collection", "path", "uri", "format", "title")

_COPIED_AT_ONCE = 2
_HASHED_AT_ONCE = 2

REQUIRED = KNOWLEDGE_GRAPH.required
"""The tables that a snapshot of the knowledge graph is made from."""


def write_snapshot_files(
    folder: Path,
    tables: TablePaths,
    settings_fingerprint: str,
    embedder_fingerprint: str,
    graph: GraphKind = KNOWLEDGE_GRAPH,
) -> Manifest:
    """Write every file of a snapshot but its manifest to ``folder`` and return the manifest.

    Names, evidence and the lexical index are those of entities, relations and chunks: ``graph``
    must have these tables. Where ``tables`` names those of tickets, help pages or applications,
    their files lie beside these. Raises ``SnapshotError`` where a table is absent or the tables
    contradict each other.
    """
    check_paths(tables, graph)
    kept = {name: map_table(folder, tables, name) for name in graph.published}
    documents = map_table(
        folder, tables, graph.documents, file="documents", columns=DOCUMENT_COLUMNS
    )
    kept["documents"] = documents
    pairs_only = _map_pairs(folder, tables, graph)
    links = map_for_now(folder, tables, graph.links, _LINK_ENDS)
    with ThreadPoolExecutor(_COPIED_AT_ONCE) as beside:
        # Copying vectors leaves the interpreter free for the words of names, chunks and tickets.
        vectors = beside.submit(
            _write_all_vectors, folder, graph, tables, kept, embedder_fingerprint
        )
        tickets = _write_tickets(folder, tables, embedder_fingerprint, beside)
        help_ = _write_help(folder, tables, embedder_fingerprint)
        applications = _write_applications(folder, tables, embedder_fingerprint)
        made = kept | {"names": _names(kept)}
        write_arrow(folder / "names.arrow", made["names"])
        _write_edges(folder, graph, kept | pairs_only)
        _write_evidence_starts(folder, kept)
        _write_lexical(folder, documents, kept["chunks"])
        _write_links(folder, documents, kept["chunks"], links)
        copied = {vectors.result(), tickets.dimensions.result()}
        dimensions = _one_size(copied | {help_.dimensions, *applications.dimensions})
    counts = {name: table.num_rows for name, table in (made | pairs_only).items()}
    counts |= {**tickets.counts, **help_.counts, **applications.counts}
    return Manifest(
        format=FORMAT_VERSION,
        settings=settings_fingerprint,
        embedder=embedder_fingerprint,
        dimensions=dimensions,
        counts=counts,
        files=_describe(folder, counts),
    )


def _write_tickets(
    folder: Path, tables: TablePaths, embedder: str, beside: Executor
) -> TicketFilesMade:
    if not has_tickets(tables):
        return TicketFilesMade({}, beside.submit(lambda: 0))
    check_paths(tables, TICKET_GRAPH)
    return write_ticket_files(folder, tables, embedder, beside)


def _write_help(folder: Path, tables: TablePaths, embedder: str) -> HelpFilesMade:
    if not has_help(tables):
        return HelpFilesMade({}, 0)
    check_paths(tables, HELP_GRAPH)
    return write_help_files(folder, tables, embedder)


def _write_applications(folder: Path, tables: TablePaths, embedder: str) -> ApplicationFilesMade:
    if not has_applications(tables):
        return ApplicationFilesMade({}, frozenset())
    check_paths(tables, APPLICATION_GRAPH)
    return write_application_files(folder, tables, embedder)


def check_paths(tables: TablePaths, graph: GraphKind = KNOWLEDGE_GRAPH) -> None:
    """Raise ``SnapshotError`` where a required table is not named or a file of one is absent."""
    for name in graph.required:
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


def _map_pairs(folder: Path, tables: TablePaths, graph: GraphKind) -> dict[str, pa.Table]:
    """Return what edges need of the tables that the snapshot does not hold, in key order."""
    columns: dict[str, dict[str, None]] = {}
    for edge in graph.edges:
        if not edge.kept:
            ends = (edge.source.column, edge.target.column)
            needed = dict.fromkeys((*ends, *edge.weights, *edge.filtered))
            columns.setdefault(edge.table, {}).update(needed)
    pairs = {}
    for name, needed in columns.items():
        pairs[name] = map_for_now(folder, tables, name, list(needed))
    return pairs


def _names(kept: Mapping[str, pa.Table]) -> pa.Table:
    aliases, entities = kept["entity_aliases"], kept["entities"]
    rows = positions(aliases["entity_id"], entities["entity_id"], "entity_aliases.entity_id")
    return names_table(entities, aliases, rows)


def _write_edges(folder: Path, graph: GraphKind, rows: Mapping[str, pa.Table]) -> None:
    """Write each kind of edges as pairs of rows, and those at each node of the first kind."""
    ids = {node: rows[node.table][node.key] for node in graph.nodes}
    first, ranked = graph.nodes[0], []
    for edge in graph.edges:
        table, nodes = _rows_of_kind(rows, edge), (edge.source.node, edge.target.node)
        ends = [
            positions(table[end.column], ids[end.node], f"{edge.table}.{end.column}").to_numpy()
            for end in (edge.source, edge.target)
        ]
        pairs = np.column_stack(ends).astype("<i4")
        np.save(folder / f"{edge.file}.npy", pairs, allow_pickle=False)
        if edge.layer is not None:
            codes = [layer_codes(part.to_pylist()) for part in table[edge.layer].chunks]
            joined = np.concatenate([layer_codes([]), *codes])
            np.save(folder / f"{edge.layers_file}.npy", joined, allow_pickle=False)
        if edge.hop:
            ranked.append(rank_edges(edge, pairs, table, both_ends=nodes == (first, first)))
    incidence = make_incidence(len(ids[first]), ranked)
    np.save(folder / "incidence.npy", incidence.edges, allow_pickle=False)
    np.save(folder / "incidence_starts.npy", incidence.starts, allow_pickle=False)


def _rows_of_kind(rows: Mapping[str, pa.Table], edge: EdgeKind) -> pa.Table:
    if edge.where is None:
        return rows[edge.table]
    column, value = edge.where
    return rows[edge.table].filter(pc.equal(rows[edge.table][column], value))


def _write_evidence_starts(folder: Path, kept: Mapping[str, pa.Table]) -> None:
    """Write n + 1 offsets: evidence of relation i is rows [i] to [i + 1]; both are in id order."""
    ids, evidence = kept["relations"]["relation_id"], kept["evidence"]
    chunks = kept["chunks"]["chunk_id"]
    stated_in = positions(evidence["chunk_id"], chunks, "evidence.chunk_id").to_numpy()
    rows = positions(evidence["relation_id"], ids, "evidence.relation_id").to_numpy()
    _write_stated(folder, len(chunks), stated_in, rows)
    counts = np.bincount(rows, minlength=len(ids))
    if len(ids) and not counts.all():
        bare = ids[int(np.argmin(counts))].as_py()
        raise SnapshotError(
            f"{int((counts == 0).sum())} relations have no evidence, such as {bare!r}.",
            remedy="Build the lake again; nothing was published.",
        )
    starts = np.concatenate([[0], np.cumsum(counts)]).astype("<i8")
    np.save(folder / "evidence_starts.npy", starts, allow_pickle=False)


def _write_stated(folder: Path, chunks: int, stated_in: Rows, relations: Rows) -> None:
    """Write the relations that each chunk states: those of chunk i are rows [i] to [i + 1]."""
    count = int(relations.max(initial=0)) + 1
    pairs = np.unique(stated_in.astype(np.int64) * count + relations)
    starts = np.concatenate([[0], np.cumsum(np.bincount(pairs // count, minlength=chunks))])
    np.save(folder / "stated.npy", (pairs % count).astype("<i4"), allow_pickle=False)
    np.save(folder / "stated_starts.npy", starts.astype("<i8"), allow_pickle=False)


def _write_links(folder: Path, documents: pa.Table, chunks: pa.Table, links: pa.Table) -> None:
    """Write which documents link to which; a link to what is not in the snapshot is left out."""
    ids = documents["document_id"]
    known = links.filter(pc.is_in(links["target_document_id"], value_set=ids))
    sources, targets = (
        positions(known[end], ids, f"document_links.{end}").to_numpy() for end in _LINK_ENDS
    )
    owners = positions(chunks["document_id"], ids, "chunks.document_id").to_numpy()
    write_links(folder, link_documents(sources, targets, owners, len(ids)))


def _write_lexical(folder: Path, documents: pa.Table, chunks: pa.Table) -> None:
    rows = positions(chunks["document_id"], documents["document_id"], "chunks.document_id")
    titles = documents["title"].combine_chunks().take(rows)
    save_index(folder / "bm25", _indexed_texts(titles, chunks))


def _indexed_texts(titles: pa.Array[Any], chunks: pa.Table) -> Iterator[str]:
    start = 0
    for batch in chunks.select(["heading_path", "table_header", "text", "row_name"]).to_batches():
        columns = (titles.slice(start, len(batch)), *batch.columns)
        for part in zip(*(column.to_pylist() for column in columns), strict=True):
            yield indexed_text(*part)
        start += len(batch)


def _write_all_vectors(
    folder: Path,
    graph: GraphKind,
    tables: TablePaths,
    kept: Mapping[str, pa.Table],
    embedder_fingerprint: str,
) -> int:
    sizes, searched = set(), {node.table for node in graph.nodes}
    for kind in graph.embedded:
        ids, paths = kept[kind.table][kind.key], tables[kind.vectors]
        file = folder / f"{kind.name}_vectors.npy"
        if kind.where is not None:
            sought = kind.sought(kept[kind.table])
            ids = ids.filter(sought)
            rows = np.flatnonzero(sought.to_numpy()).astype("<i4")
            np.save(rows_file(file), rows, allow_pickle=False)
        sizes.add(write_vectors(file, ids, paths, embedder_fingerprint))
        if kind.table in searched and len(ids) >= LEAST_ROWS:
            write_codes(file)
    return _one_size(sizes)


def _one_size(sizes: set[int]) -> int:
    """Return the one size that vectors have; 0 where there are none."""
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
    vectors = (path for path in files if path.name.endswith("_vectors.npy"))
    rows |= {path.name: len(open_vectors(path)) for path in vectors}
    names = [path.relative_to(folder).as_posix() for path in files]
    with ThreadPoolExecutor(_HASHED_AT_ONCE) as pool:  # hashing leaves the interpreter free
        entries = pool.map(describe_file, files, [rows.get(name, 0) for name in names])
        return dict(zip(names, entries, strict=True))
