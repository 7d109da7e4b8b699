"""An opened snapshot: its tables, vectors and indexes, by row and by name.

Opening maps files into memory and reads none of them whole, so it is quick whatever the size; a
reader keeps what it opened, also while newer snapshots are published and this one is retired.
Publishing is in ``publish``, ranking in ``retrieval``.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.errors import NotFoundError, SnapshotError
from graphwright.graph.application_files import ApplicationFiles
from graphwright.graph.application_graph import ApplicationGraph
from graphwright.graph.arrow_file import RowReader, open_arrow, open_rows
from graphwright.graph.help_files import HelpFiles
from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.kinds import RELATION
from graphwright.graph.lexical_index import LexicalIndex
from graphwright.graph.linked_documents import open_links
from graphwright.graph.manifest import REBUILD, Manifest, check_files, read_manifest
from graphwright.graph.name_index import NameIndex
from graphwright.graph.pointer import Pointer, read_pointer, snapshots_root
from graphwright.graph.sorted_column import find_rows
from graphwright.graph.ticket_files import TicketFiles
from graphwright.graph.topology import Graph, Incidence
from graphwright.graph.vector_codes import VectorCodes, code_files
from graphwright.graph.vector_file import RowVectors, open_vectors, rows_file
from graphwright.tables import (
    Chunk,
    DocumentVersion,
    Entity,
    EntityAlias,
    EntityBroader,
    EntityMerge,
    Evidence,
    MentionReason,
    ProcedureStep,
    Relation,
    rows_of,
    table_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.vectors.embedder import Embedder

Row = TypeVar("Row")
Rows = Sequence[int] | range

_KEPT_DOCUMENTS = 1024
"""Documents whose title and place a reader keeps: about a megabyte."""


class Snapshot:
    """One published graph, read only.

    ``documents``, ``chunks``, ``entities``, ``aliases``, ``merges``, ``relations`` and
    ``evidence`` are Arrow tables in key order; a row number in one of them is how everything
    else here refers to its rows. ``chunk_vectors`` is a float32 array (rows, dimensions) in the
    same order; ``entity_vectors`` are of the concepts alone and ``relation_vectors`` of knowledge
    alone, as nothing else is sought by nearness. ``entity_codes`` and ``chunk_codes`` are a smaller
    copy of them where there are many. ``tickets`` are the files of tickets, None where it has none.
    ``help_files`` are those of help pages, None where it has none, and ``help`` is their graph;
    ``application_files`` and ``applications`` are the same of web applications.
    ``links`` are those between documents; None where the snapshot is older than they are.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        """Map the files of a checked snapshot folder into memory."""
        self.id = folder.name
        self.folder = folder
        self.manifest = manifest
        self.documents = open_arrow(folder / "documents.arrow")
        self.chunks = open_arrow(folder / "chunks.arrow")
        self.entities = open_arrow(folder / "entities.arrow")
        self.aliases = open_arrow(folder / "entity_aliases.arrow")
        self.merges = open_arrow(folder / "entity_merges.arrow")
        self.relations = open_arrow(folder / "relations.arrow")
        self.names = NameIndex(open_arrow(folder / "names.arrow"))
        self.evidence = open_arrow(folder / "evidence.arrow")
        # Mapped once more: what is told of the order of reading is right for one use of a file.
        self._chunk_reader = open_rows(folder / "chunks.arrow")
        self._entity_reader = open_rows(folder / "entities.arrow")
        self._relation_reader = open_rows(folder / "relations.arrow")
        self._evidence_reader = open_rows(folder / "evidence.arrow")
        self._document_reader = RowReader(self.documents)
        self._document_ids = self.documents["document_id"]
        # Passages and quotes of an answer often stand in the same few documents.
        self._document = lru_cache(_KEPT_DOCUMENTS)(self._read_document)
        # A snapshot that was published before there were versions or steps knows of none.
        self._versions = self._open_later("document_versions.arrow")
        self._steps = self._open_later("procedure_steps.arrow")
        self._broader = self._open_later("entity_broader.arrow")
        self.entity_vectors = self._open_row_vectors("entity")
        self.chunk_codes = self._open_codes("chunk")
        self.chunk_vectors = open_vectors(
            folder / "chunk_vectors.npy", single_rows=self.chunk_codes is not None
        )
        self.relation_vectors = self._open_row_vectors("relation")
        self.entity_codes = self._open_codes("entity")
        self._evidence_starts = open_vectors(folder / "evidence_starts.npy")
        self._stated = self._open_stated()
        self.links = open_links(folder, manifest.files)
        self.graph = Graph(
            entities=self.entities.num_rows,
            chunks=self.chunks.num_rows,
            relation_edges=open_vectors(folder / "relation_edges.npy"),
            chunk_edges=open_vectors(folder / "chunk_edges.npy"),
            name_edges={reason: self._name_edges(reason) for reason in MentionReason},
            incidence=Incidence(
                open_vectors(folder / "incidence.npy"),
                open_vectors(folder / "incidence_starts.npy"),
            ),
            relation_layers=self._open_layers(),
        )
        self.lexical = self._open_lexical()
        self.tickets = TicketFiles.open(folder, manifest)
        self.help_files = HelpFiles.open(folder, manifest)
        self.application_files = ApplicationFiles.open(folder, manifest)

    @property
    def help(self) -> HelpGraph | None:
        """Return the graph of help pages; None where the snapshot has none."""
        return None if self.help_files is None else self.help_files.graph

    @property
    def applications(self) -> ApplicationGraph | None:
        """Return the graph of web applications; None where the snapshot has none."""
        return None if self.application_files is None else self.application_files.graph

    @cached_property
    def versions(self) -> Mapping[str, DocumentVersion]:
        """The documents that have copies or versions, or hold for a time only, by id."""
        rows = [] if self._versions is None else rows_of(DocumentVersion, self._versions)
        return {row.document_id: row for row in rows}

    @cached_property
    def concepts(self) -> NDArray[np.int64]:
        """The rows of the entities that are served as concepts, ascending.

        All, where the snapshot is older than the column that says so.
        """
        if "concept" not in self.entities.column_names:
            return np.arange(self.entities.num_rows, dtype=np.int64)
        return np.flatnonzero(self.entities["concept"].to_numpy())

    @cached_property
    def not_concepts(self) -> NDArray[np.float32] | None:
        """What lowers the cosine of an entity that is no concept below every other, by vector.

        None where only concepts have vectors, as in all snapshots but older ones.
        """
        if self.entity_vectors.rows is not None:
            return None
        lowered = np.full(self.entities.num_rows, -4, dtype=np.float32)
        lowered[self.concepts] = 0
        return lowered

    def is_concept(self, entity: int) -> bool:
        """Return whether an entity row is served as a concept."""
        lowered = self.not_concepts
        if lowered is not None:
            return bool(lowered[entity] == 0)
        return bool(self.entity_vectors.has(np.array([entity]))[0])

    @property
    def evidence_starts(self) -> np.ndarray:
        """Return n + 1 offsets: the evidence of relation i is rows [i] to [i + 1]."""
        return self._evidence_starts

    def _open_lexical(self) -> LexicalIndex:
        # As the manifest says: the folder may be gone already where a publish retires it just now.
        indexed = any(name.startswith("bm25/") for name in self.manifest.files)
        return LexicalIndex(self.folder / "bm25" if indexed else None, self.chunks.num_rows)

    def _open_later(self, file: str) -> pa.Table | None:
        return open_arrow(self.folder / file) if file in self.manifest.files else None

    @property
    def procedure_steps(self) -> pa.Table:
        """The steps of procedures, in key order."""
        return table_of(ProcedureStep).empty() if self._steps is None else self._steps

    @property
    def broader(self) -> pa.Table:
        """What the seed file puts above what, in key order; no fact of any document."""
        return table_of(EntityBroader).empty() if self._broader is None else self._broader

    def steps_of(self, task_keys: Collection[str]) -> list[ProcedureStep]:
        """Return the steps of the tasks with these normalised names, by document and place."""
        if self._steps is None:
            return []
        wanted = pc.is_in(
            self._steps["task_key"], value_set=pa.array(sorted(task_keys), pa.string())
        )
        rows = rows_of(ProcedureStep, self._steps.filter(wanted))
        return sorted(rows, key=lambda row: (row.document_id, row.task_start, row.position))

    def _open_stated(self) -> tuple[NDArray[np.int32], NDArray[np.int64]] | None:
        names = ("stated.npy", "stated_starts.npy")
        if not set(names) <= self.manifest.files.keys():
            return None
        relations, starts = (open_vectors(self.folder / name) for name in names)
        return relations, starts

    def _open_row_vectors(self, kind: str) -> RowVectors:
        """Return the vectors of a kind; in an older snapshot every row has one."""
        vectors = self.folder / f"{kind}_vectors.npy"
        rows = rows_file(vectors)
        known = rows.name in self.manifest.files
        return RowVectors(
            open_vectors(vectors, single_rows=True), open_vectors(rows) if known else None
        )

    def _open_codes(self, kind: str) -> VectorCodes | None:
        """Return the codes of a kind's vectors; none where these are few, or older than codes."""
        vectors = self.folder / f"{kind}_vectors.npy"
        known = {file.name for file in code_files(vectors)} <= self.manifest.files.keys()
        return VectorCodes.open(vectors) if known else None

    def _open_layers(self) -> NDArray[np.int8] | None:
        """Return the layer of each relation; none where the snapshot is older than layers."""
        name = f"{RELATION.layers_file}.npy"
        if name not in self.manifest.files:
            return None
        layers: NDArray[np.int8] = open_vectors(self.folder / name)
        return layers

    def _name_edges(self, reason: MentionReason) -> NDArray[np.int32]:
        """Return the edges of a reason; none where the snapshot is older than they are."""
        name = f"{reason}_edges.npy"
        if name in self.manifest.files:
            return open_vectors(self.folder / name)
        return np.empty((0, 2), dtype=np.int32)

    def chunk_rows(self, rows: Rows) -> list[Chunk]:
        """Return chunks by their rows, in the order asked for."""
        return rows_of(Chunk, self._chunk_reader.rows(rows))

    def entity_rows(self, rows: Rows) -> list[Entity]:
        """Return entities by their rows, in the order asked for."""
        return rows_of(Entity, self._entity_reader.rows(rows))

    def entity_name(self, row: int) -> str:
        """Return the name of an entity by its row."""
        name: str = self._entity_reader.values("name", [row])[0]
        return name

    def chunk_place(self, row: int) -> tuple[str, str]:
        """Return a chunk's id and what it is called: its headings, or its document's title."""
        columns = ("chunk_id", "heading_path", "document_id")
        values = (self._chunk_reader.values(column, [row])[0] for column in columns)
        chunk_id, headings, document_id = values
        return chunk_id, " > ".join(headings) or self.document(document_id)["title"]

    def document_place(self, row: int) -> tuple[str, str]:
        """Return a document's id and title by its row."""
        values = (
            self._document_reader.values(column, [row])[0] for column in ("document_id", "title")
        )
        document_id, title = values
        return document_id, title

    def relation_rows(self, rows: Rows) -> list[Relation]:
        """Return relations by their rows, in the order asked for."""
        return rows_of(Relation, self._relation_reader.rows(rows))

    def relation_texts(self, rows: Rows) -> list[str]:
        """Return what relations say as one line each, in the order asked for."""
        return self._relation_reader.values("text", rows)

    def relation_strength(
        self, rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the support and the confidence of relations, in the order asked for."""
        reader = self._relation_reader
        return reader.numbers("support_count", rows), reader.numbers("confidence", rows)

    def alias_rows(self, rows: Rows) -> list[EntityAlias]:
        """Return aliases by their rows, in the order asked for."""
        return rows_of(EntityAlias, RowReader(self.aliases).rows(rows))

    def merge_rows(self, rows: Rows) -> list[EntityMerge]:
        """Return merge decisions by their rows, in the order asked for."""
        return rows_of(EntityMerge, RowReader(self.merges).rows(rows))

    def evidence_of(self, relation: int) -> list[Evidence]:
        """Return the evidence of a relation, best first: by confidence, then by id."""
        return self.evidence_of_each([relation])[0]

    def evidence_of_each(self, relations: Rows) -> list[list[Evidence]]:
        """Return the evidence of each relation, best first, read at once for all of them."""
        slices = [tuple(self._evidence_starts[row : row + 2].tolist()) for row in relations]
        rows = iter(rows_of(Evidence, self._evidence_reader.slices(slices)))
        parts = [itertools.islice(rows, end - start) for start, end in slices]
        return [sorted(part, key=_best_first) for part in parts]

    def stated_in(self, chunk: int) -> NDArray[np.int64]:
        """Return the rows of the relations that a chunk states, ascending.

        None where the snapshot is older than this index.
        """
        if self._stated is None:
            return np.zeros(0, dtype=np.int64)
        relations, starts = self._stated
        return relations[starts[chunk] : starts[chunk + 1]].astype(np.int64)

    def find_evidence(self, evidence_id: str) -> Evidence:
        """Return the evidence with an id, or with an id that starts so where only one does.

        Raises ``NotFoundError`` where there is none, or more than one.
        """
        ids = self.evidence["evidence_id"]
        rows = np.flatnonzero(pc.starts_with(ids, evidence_id).to_numpy()).tolist()
        if len(rows) != 1:
            many = f"{len(rows)} pieces of evidence have an id that starts with"
            raise NotFoundError(
                f"{many if rows else 'No evidence of the published graph has the id'} "
                f"{evidence_id!r}.",
                remedy="'graphwright inspect' and 'graphwright ask' print the whole ids.",
            )
        return rows_of(Evidence, self._evidence_reader.rows(rows))[0]

    def relation(self, relation_id: str) -> Relation:
        """Return the relation with an id that the snapshot holds."""
        return self.relation_rows(find_rows(self.relations["relation_id"], relation_id))[0]

    def chunk_of(self, placed: Evidence | ProcedureStep) -> Chunk:
        """Return the chunk that a piece of evidence, or the start of a step, stands in."""
        rows = find_rows(self.chunks["document_id"], placed.document_id)
        return next(chunk for chunk in self.chunk_rows(rows) if chunk.chunk_id == placed.chunk_id)

    def document(self, document_id: str) -> Mapping[str, str]:
        """Return a document's collection, path, uri, format and title."""
        return self._document(document_id)

    def find_document(self, document_id: str) -> Mapping[str, str]:
        """Return the document with an id that somebody asks for.

        Raises ``NotFoundError`` where there is none.
        """
        if not find_rows(self._document_ids, document_id):
            raise NotFoundError(
                f"No document of the published graph has the id {document_id!r}.",
                remedy="Citations name the ids of documents.",
            )
        return self.document(document_id)

    def place_of(self, document_id: str, chunk_id: str) -> int:
        """Return the place of a chunk in its document, from 0; 0 where it is not there."""
        rows = self.chunks_of(document_id)
        ids: list[str] = self._chunk_reader.values("chunk_id", rows)
        return ids.index(chunk_id) if chunk_id in ids else 0

    def chunks_of(self, document_id: str) -> list[int]:
        """Return the rows of a document's chunks, in its order."""
        rows = list(find_rows(self.chunks["document_id"], document_id))
        places = self._chunk_reader.values("index", rows)
        return [row for _, row in sorted(zip(places, rows, strict=True))]

    def chunks_beside(self, chunk: int) -> list[int]:
        """Return the rows of all chunks of a chunk's document, in its order."""
        document: str = self._chunk_reader.values("document_id", [chunk])[0]
        return self.chunks_of(document)

    def _read_document(self, document_id: str) -> Mapping[str, str]:
        row = find_rows(self._document_ids, document_id).start
        record: dict[str, str] = self._document_reader.rows([row]).to_pylist()[0]
        return MappingProxyType(record)

    def check_embedder(self, embedder: Embedder) -> None:
        """Raise ``SnapshotError`` unless queries of this embedder fit the snapshot's vectors."""
        if embedder.fingerprint != self.manifest.embedder:
            raise SnapshotError(
                f"Snapshot {self.id} was embedded by {self.manifest.embedder}, but questions "
                f"would be embedded by {embedder.fingerprint}.",
                remedy="Set the embedding model of the build, or build again with this one.",
            )


def open_snapshot(
    lake_root: Path, snapshot_id: str | None = None, *, verify: bool = False
) -> Snapshot:
    """Open a lake's published snapshot, or one of those kept for rollback by its id.

    The manifest, its format version and every file's size are checked, hashes too when
    ``verify``. Raises ``SnapshotError`` where nothing is published or a file is damaged.
    """
    if snapshot_id is not None:
        return _open(snapshots_root(lake_root) / snapshot_id, verify)
    pointer = _published(lake_root)
    while True:
        try:
            return _open(snapshots_root(lake_root) / pointer.current, verify)
        except SnapshotError:
            # A publish may have retired the snapshot between reading the pointer and opening it.
            newer = _published(lake_root)
            if newer.current == pointer.current:
                raise
            pointer = newer


def _published(lake_root: Path) -> Pointer:
    pointer = read_pointer(lake_root)
    if pointer is None:
        raise SnapshotError(
            f"Nothing is published in {snapshots_root(lake_root)}.",
            remedy="Run a build first, or name the lake that holds one.",
        )
    return pointer


def _open(folder: Path, verify: bool) -> Snapshot:
    manifest = read_manifest(folder)
    check_files(folder, manifest, hashes=verify)
    try:
        return Snapshot(folder, manifest)
    except (OSError, ValueError, KeyError, pa.ArrowException) as error:
        raise SnapshotError(f"Snapshot {folder} is damaged: {error}.", remedy=REBUILD) from error


def _best_first(evidence: Evidence) -> tuple[float, str]:
    return -evidence.confidence, evidence.evidence_id
