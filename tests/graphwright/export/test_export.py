"""Where an export is written, what it leaves alone, and what it holds of which snapshot."""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from export_readers import LOADERS
from typer.testing import CliRunner

from dagster_project.cli import app
from graphwright.errors import SettingsError, SnapshotError
from graphwright.export.export import FORMATS, export_snapshot
from graphwright.graph.snapshot import Snapshot


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def without_an_entity(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot whose aliases name an entity that is not there."""
    broken = copy.copy(snapshot)
    broken.entities = snapshot.entities.slice(1)
    return broken


@pytest.mark.parametrize("format_", ["graphml", "jsonld", "nquads"])
def test_a_file_is_replaced_whole_or_not_at_all(
    exported: Snapshot, tmp_path: Path, format_: str
) -> None:
    out = tmp_path / "out"
    export_snapshot(exported, format_, out)
    before = contents(tmp_path)
    with pytest.raises(SnapshotError, match="entity_id"):
        export_snapshot(without_an_entity(exported), format_, out)
    assert contents(tmp_path) == before
    export_snapshot(exported, format_, out, layers="all")
    assert contents(tmp_path).keys() == {"out"}
    assert contents(tmp_path) != before


@pytest.mark.parametrize("format_", ["neo4j", "parquet"])
def test_a_folder_is_replaced_whole_or_not_at_all(
    exported: Snapshot, tmp_path: Path, format_: str
) -> None:
    out = tmp_path / "out"
    export_snapshot(exported, format_, out, texts=True)
    before = contents(tmp_path)
    broken = copy.copy(exported)
    broken.evidence = exported.evidence.drop_columns(["quote"])
    with pytest.raises(SnapshotError, match="quote"):
        export_snapshot(broken, format_, out)
    assert contents(tmp_path) == before
    export_snapshot(exported, format_, out)
    assert {Path(path).parts[0] for path in contents(tmp_path)} == {"out"}
    assert not {"out/chunks.csv", "out/chunks.parquet"} & contents(tmp_path).keys()


@pytest.mark.parametrize("format_", ["neo4j", "parquet"])
def test_the_manifest_says_what_each_file_holds(
    exported: Snapshot, tmp_path: Path, format_: str
) -> None:
    made = export_snapshot(exported, format_, tmp_path / "out")
    record = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert record["snapshot"] == exported.id
    assert record["counts"] == made.counts
    there = contents(tmp_path / "out")
    assert record["files"].keys() == there.keys() - {"manifest.json"}
    for name, entry in record["files"].items():
        assert entry["bytes"] == len(there[name])
        assert entry["sha256"] == hashlib.sha256(there[name]).hexdigest()


def test_the_command_for_neo4j_names_every_file(exported: Snapshot, tmp_path: Path) -> None:
    export_snapshot(exported, "neo4j", tmp_path / "out", texts=True)
    readme = (tmp_path / "out" / "README.md").read_text()
    files = [path.name for path in (tmp_path / "out").glob("*.csv")]
    assert len(files) == 11
    assert all(f"={name}" in readme for name in files)


@pytest.mark.parametrize("format_", FORMATS.names)
def test_what_is_no_export_is_left_alone(exported: Snapshot, tmp_path: Path, format_: str) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(SettingsError, match="folder"):
        export_snapshot(exported, format_, tmp_path)
    assert contents(tmp_path) == {"notes.txt": b"mine"}
    if FORMATS.get(format_).folder:
        with pytest.raises(SettingsError, match="a file"):
            export_snapshot(exported, format_, tmp_path / "notes.txt")


def test_wrong_words_are_refused_with_what_there_is(exported: Snapshot, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="'graphml', 'jsonld'"):
        export_snapshot(exported, "turtle", tmp_path / "out")
    with pytest.raises(SettingsError, match="'knowledge' and 'all'"):
        export_snapshot(exported, "nquads", tmp_path / "out", layers="some")
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("format_", FORMATS.names)
def test_a_snapshot_of_before_there_were_layers_is_exported(
    exported: Snapshot, tmp_path: Path, format_: str
) -> None:
    old = copy.copy(exported)
    old.relations = exported.relations.drop_columns(["layer", "restriction", "superseded"])
    old.entities = exported.entities.drop_columns(["concept", "type_reason"])
    old.evidence = exported.evidence.drop_columns(["layer", "qualifiers", "condition"])
    export_snapshot(old, format_, tmp_path / "out")
    now, _ = LOADERS[format_](tmp_path / "out"), export_snapshot(exported, format_, tmp_path / "x")
    assert now == LOADERS[format_](tmp_path / "x")


def test_a_file_of_parquet_depends_on_its_rows_alone(exported: Snapshot, tmp_path: Path) -> None:
    cut = copy.copy(exported)
    batches = exported.evidence.to_batches(max_chunksize=2)
    cut.evidence = pa.Table.from_batches(batches)
    assert cut.evidence["quote"].num_chunks > 1
    whole, parts = (
        export_snapshot(one, "parquet", tmp_path / name)
        for one, name in ((exported, "a"), (cut, "b"))
    )
    assert whole.files == parts.files


def test_only_facts_of_knowledge_keep_their_evidence(exported: Snapshot, tmp_path: Path) -> None:
    export_snapshot(exported, "parquet", tmp_path / "out")
    relations, evidence = (
        pq.read_table(tmp_path / "out" / f"{name}.parquet") for name in ("relations", "evidence")
    )
    assert pc.unique(relations["layer"]).to_pylist() == ["knowledge"]
    assert set(evidence["relation_id"].to_pylist()) == set(relations["relation_id"].to_pylist())
    assert evidence.num_rows < exported.evidence.num_rows


def test_the_command_says_what_it_wrote(exported: Snapshot, tmp_path: Path) -> None:
    lake = exported.folder.parent.parent
    arguments = ["export", "nquads", str(tmp_path / "out.nq"), "--texts", "--lake", str(lake)]
    said = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert "entities" in said.stdout
    told = CliRunner().invoke(app, [*arguments, "--json"], catch_exceptions=False)
    record = json.loads(told.stdout)
    assert record["snapshot"] == exported.id
    file = (tmp_path / "out.nq").read_bytes()
    assert record["files"]["out.nq"]["sha256"] == hashlib.sha256(file).hexdigest()
