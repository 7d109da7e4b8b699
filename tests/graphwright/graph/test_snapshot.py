from __future__ import annotations

import copy
import dataclasses
import json
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from serving_lake import Rows

from graphwright.errors import SnapshotError
from graphwright.graph.arrow_file import write_arrow
from graphwright.graph.citation import quotes_of
from graphwright.graph.manifest import read_manifest
from graphwright.graph.pointer import snapshots_root
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.publish.history.compare import Side, compare
from graphwright.settings import EmbeddingSettings
from graphwright.tables import Chunk, Entity, Qualifier, Relation
from graphwright.vectors.embedder import Embedder, make_embedder

Publish = Callable[..., str]


def test_every_row_comes_back_as_it_was(snapshot: Snapshot, handbook: Rows) -> None:
    chunks = [snapshot.chunk_rows([row])[0] for row in range(snapshot.chunks.num_rows)]
    entities = [snapshot.entity_rows([row])[0] for row in range(snapshot.entities.num_rows)]
    relations = [snapshot.relation_rows([row])[0] for row in range(snapshot.relations.num_rows)]

    def chunk_key(chunk: Chunk) -> tuple[str, int]:
        return chunk.document_id, chunk.index

    def entity_key(entity: Entity) -> str:
        return entity.entity_id

    def relation_key(relation: Relation) -> str:
        return relation.relation_id

    assert chunks == sorted(handbook.chunks, key=chunk_key)
    assert entities == sorted(handbook.entities, key=entity_key)
    assert relations == sorted(handbook.relations, key=relation_key)


def with_a_condition(rows: Rows) -> Rows:
    """Return the rows with evidence that says when and on which condition each fact holds."""
    added = {
        "condition": "if the buyer agrees",
        "attribution": "the auditor",
        "qualifiers": (Qualifier("time", "in March", 3, 11),),
    }
    changed = copy.copy(rows)
    changed.evidence = [dataclasses.replace(one, **added) for one in rows.evidence]  # type: ignore[arg-type]
    return changed


def test_evidence_says_what_its_sentence_adds(
    tmp_path: Path, publish: Publish, handbook: Rows
) -> None:
    rows = with_a_condition(handbook)
    publish(rows)
    snapshot = open_snapshot(tmp_path / "lake")
    for one in rows.evidence:
        assert snapshot.find_evidence(one.evidence_id) == one
    for row in range(snapshot.relations.num_rows):
        assert {one.qualifiers for one in snapshot.evidence_of(row)} == {
            rows.evidence[0].qualifiers
        }
        [quote, *_] = quotes_of(snapshot, row, 3)
        added = ["in March", "if the buyer agrees", "according to the auditor"]
        assert quote.to_dict()["qualifiers"] == added


def test_a_snapshot_of_before_there_were_qualifiers_is_still_read(
    tmp_path: Path, publish: Publish, handbook: Rows
) -> None:
    folder = snapshots_root(tmp_path / "lake") / publish(with_a_condition(handbook))
    older = tmp_path / folder.name
    shutil.copytree(folder, older)
    table = pa.ipc.open_file(folder / "evidence.arrow").read_all()
    (older / "evidence.arrow").unlink()
    lacking = ["condition", "attribution", "qualifiers"]
    write_arrow(older / "evidence.arrow", table.drop_columns(lacking))
    snapshot = Snapshot(older, read_manifest(folder))
    for one in handbook.evidence:
        assert snapshot.find_evidence(one.evidence_id) == one
    assert quotes_of(snapshot, 0, 1)[0].qualifiers == ()
    assert compare(Side(older, None), Side(folder, None)).rows.num_rows == 0


def test_vectors_are_aligned_with_their_tables(snapshot: Snapshot, handbook: Rows) -> None:
    vectors = {row.id: row.vector for row in handbook.chunk_embeddings}
    for row in range(snapshot.chunks.num_rows):
        assert (
            snapshot.chunk_vectors[row].tobytes() == vectors[snapshot.chunk_rows([row])[0].chunk_id]
        )
    relation_vectors = {row.id: row.vector for row in handbook.relation_embeddings}
    for row in range(snapshot.relations.num_rows):
        id_ = snapshot.relation_rows([row])[0].relation_id
        assert snapshot.relation_vectors.values[row].tobytes() == relation_vectors[id_]
    norms = np.linalg.norm(snapshot.entity_vectors.values, axis=1)
    assert np.allclose(norms, 1, atol=1e-5)


def test_evidence_of_a_relation_is_whole_and_best_first(snapshot: Snapshot, handbook: Rows) -> None:
    for row in range(snapshot.relations.num_rows):
        evidence = snapshot.evidence_of(row)
        wanted = [
            one
            for one in handbook.evidence
            if one.relation_id == snapshot.relation_rows([row])[0].relation_id
        ]
        assert sorted(one.evidence_id for one in evidence) == sorted(
            one.evidence_id for one in wanted
        )
        scores = [one.confidence for one in evidence]
        assert scores == sorted(scores, reverse=True)


def test_edges_are_the_rows_of_subject_and_object(snapshot: Snapshot) -> None:
    for row, (subject, object_) in enumerate(snapshot.graph.relation_edges.tolist()):
        relation = snapshot.relation_rows([row])[0]
        assert snapshot.entity_rows([subject])[0].entity_id == relation.subject_id
        assert snapshot.entity_rows([object_])[0].entity_id == relation.object_id


def test_documents_carry_no_text(snapshot: Snapshot, handbook: Rows) -> None:
    for document in handbook.parsed_documents:
        found = snapshot.document(document.document_id)
        assert (found["title"], found["uri"], found["path"]) == (
            document.title,
            document.uri,
            document.path,
        )
        assert "text" not in found


READ = """
    import json, sys
    from pathlib import Path
    from graphwright.graph.snapshot import open_snapshot

    snapshot = open_snapshot(Path(sys.argv[1]), verify=True)
    rows = [snapshot.names.find(name) for name in ("OERP", "the purchase orders")]
    neighbours = [snapshot.graph.neighbourhood(row, 100) for (row,) in rows]
    print(json.dumps({
        "id": snapshot.id,
        "names": [snapshot.entity_rows([row])[0].name for (row,) in rows],
        "relations": [[r.text for r in snapshot.relation_rows(n.relations)] for n in neighbours],
        "bm25": snapshot.lexical.scores("second approval").tolist(),
    }))
"""


def test_another_process_reads_the_same(snapshot: Snapshot) -> None:
    root = snapshot.folder.parent.parent
    command = [sys.executable, "-c", textwrap.dedent(READ), str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["id"] == snapshot.id
    assert found["names"] == ["Orbit ERP", "purchase order"]
    assert found["relations"] == [
        ["Orbit ERP store supplier contract", "plant manager use Orbit ERP"],
        ["purchase order require second approval"],
    ]
    assert found["bm25"] == snapshot.lexical.scores("second approval").tolist()


def test_nothing_is_published(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"Nothing is published in .*Run a build first"):
        open_snapshot(tmp_path)


def test_an_older_snapshot_is_opened_by_its_id(
    tmp_path: Path, publish: Publish, handbook: Rows
) -> None:
    first = publish(handbook, settings="first")
    publish(handbook, settings="second")
    assert open_snapshot(tmp_path / "lake", first).id == first
    with pytest.raises(SnapshotError, match="There is no snapshot at"):
        open_snapshot(tmp_path / "lake", "nowhere")


@pytest.mark.parametrize("name", ["evidence.arrow", "chunk_vectors.npy", "bm25/vocab.index.json"])
def test_damage_is_found(tmp_path: Path, publish: Publish, handbook: Rows, name: str) -> None:
    path = snapshots_root(tmp_path / "lake") / publish(handbook) / name
    data = path.read_bytes()
    path.chmod(0o644)
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(SnapshotError, match=f"damaged: {name}"):
        open_snapshot(tmp_path / "lake", verify=True)
    path.write_bytes(data[:-1])
    with pytest.raises(SnapshotError, match=f"damaged: {name}"):
        open_snapshot(tmp_path / "lake")
    path.unlink()
    with pytest.raises(SnapshotError, match=f"{name}.*Build again"):
        open_snapshot(tmp_path / "lake")


def test_an_index_that_goes_while_the_snapshot_is_opened_is_not_an_empty_one(
    tmp_path: Path, publish: Publish, handbook: Rows
) -> None:
    folder = snapshots_root(tmp_path / "lake") / publish(handbook)
    manifest = read_manifest(folder)
    shutil.rmtree(folder / "bm25")  # as a publish that retires the snapshot does
    with pytest.raises(FileNotFoundError):
        Snapshot(folder, manifest)


def test_another_embedder_is_refused(snapshot: Snapshot, embedder: Embedder) -> None:
    snapshot.check_embedder(embedder)
    other = make_embedder(EmbeddingSettings(max_tokens=64), 1)
    with pytest.raises(SnapshotError, match=r"was embedded by .*or build again"):
        snapshot.check_embedder(other)


def test_evidence_of_several_relations_is_that_of_each(snapshot: Snapshot) -> None:
    rows = [*reversed(range(snapshot.relations.num_rows)), 0]
    assert snapshot.evidence_of_each(rows) == [snapshot.evidence_of(row) for row in rows]
    assert snapshot.evidence_of_each([]) == []
    texts = [relation.text for relation in snapshot.relation_rows(rows)]
    assert snapshot.relation_texts(rows) == texts
