"""Verifying reads every byte: what is damaged is named with what to do, and a build heals it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tiny_lake import Tiny, tiny_lake

from graphwright.errors import GraphwrightError, SnapshotError
from graphwright.graph.pointer import read_pointer
from graphwright.inspection.verification import remove_damaged, verify_lake
from graphwright.pages.terminal.verification import verification_text
from graphwright.project import open_project
from graphwright.publish.publish import rollback
from graphwright.store.lake import Lake


def change(path: Path) -> None:
    """Change four bytes in the middle of a file; its size, time and rights stay."""
    status, data = path.stat(), bytearray(path.read_bytes())
    middle = len(data) // 2
    for place in range(middle, min(middle + 4, len(data))):
        data[place] ^= 0x55
    path.chmod(0o644)
    path.write_bytes(data)
    path.chmod(status.st_mode)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return tiny_lake(tmp_path_factory.mktemp("verified") / "project")


@pytest.fixture
def tiny(built: Tiny, tmp_path: Path) -> Tiny:
    shutil.copytree(built.root, tmp_path / "project")
    copied = Tiny(tmp_path / "project")
    copied.build()  # it lies elsewhere, which the list of documents says
    return copied


def test_a_sound_lake(tiny: Tiny) -> None:
    found = verify_lake(tiny.opened)
    assert found.sound
    assert (found.damage, found.unsealed) == ((), 0)
    assert found.files > len(tiny.hashes())  # tables, and what stands beside them
    assert "none damaged" in verification_text(found)


@pytest.mark.parametrize(
    ("part", "pattern"),
    [
        ("table", "tables/chunks/0*.parquet"),
        ("table", "tables/parsed_documents/0*.parquet"),
        ("table", "tables/relations.parquet"),
        ("table", "tables/source_documents.parquet"),
        ("table", "tables/chunk_embeddings.parquet"),
        ("snapshot", "snapshots/*/entities.arrow"),
        ("snapshot", "snapshots/*/entity_vectors.npy"),
        ("snapshot", "snapshots/*/manifest.json"),
        ("pointer", "snapshots/published.json"),
        ("cache", "cache/embeddings/*/*/*.arrow"),
        ("cache", "cache/checks/*.json"),
        ("cache", "cache/code_versions.json"),
        ("cache", "cache/held/*.parquet"),
    ],
)
def test_damage_is_named_and_a_build_heals_it(tiny: Tiny, part: str, pattern: str) -> None:
    before, snapshot = tiny.hashes(), tiny.snapshot
    damaged = max(tiny.lake.glob(pattern), key=lambda path: path.stat().st_size)
    change(damaged)
    found = verify_lake(tiny.opened)
    assert [(d.part, d.path) for d in found.damage] == [
        (part, damaged.relative_to(tiny.lake).as_posix())
    ]
    assert damaged.name in verification_text(found)
    tiny.build()
    assert (tiny.hashes(), tiny.snapshot) == (before, snapshot)
    remove_damaged(tiny.opened, verify_lake(tiny.opened))  # a cache that nothing asked for
    tiny.build()
    assert verify_lake(tiny.opened).sound
    assert (tiny.hashes(), tiny.snapshot) == (before, snapshot)


def test_a_lost_file_is_named(tiny: Tiny) -> None:
    before = tiny.hashes()
    (tiny.lake / "tables" / "sentences" / "0003.parquet").unlink()
    (tiny.lake / "tables" / "evidence.parquet").unlink()
    found = verify_lake(tiny.opened)
    assert {(d.path, d.problem) for d in found.damage} == {
        ("tables/sentences/0003.parquet", "is not there"),
        ("tables/evidence.parquet", "is not there"),
    }
    tiny.build()
    assert verify_lake(tiny.opened).sound
    assert tiny.hashes() == before


def test_a_damaged_earlier_snapshot_is_forgotten(tiny: Tiny) -> None:
    first = tiny.snapshot
    tiny.write("handbook/travel.txt", "The travel desk books every train.")
    tiny.build()
    change(tiny.lake / "snapshots" / first / "chunks.arrow")
    found = verify_lake(tiny.opened)
    assert [d.part for d in found.damage] == ["kept snapshot"]
    with pytest.raises(SnapshotError, match="is damaged"):
        rollback(tiny.lake, first)
    with tiny.opened.exclusive():
        remove_damaged(tiny.opened, found)
    pointer = read_pointer(tiny.lake)
    assert pointer is not None
    assert pointer.history == (pointer.current,)
    assert verify_lake(tiny.opened).sound


def test_a_damaged_record_of_the_history_is_deleted(tiny: Tiny) -> None:
    (record,) = (tiny.lake / "history").glob("*.json")
    change(record)
    record.write_bytes(b"{" + record.read_bytes())
    found = verify_lake(tiny.opened)
    assert [d.part for d in found.damage] == ["history"]
    remove_damaged(tiny.opened, found)
    assert verify_lake(tiny.opened).sound


def test_who_opens_the_graph_hashes_it_where_the_settings_say_so(tiny: Tiny) -> None:
    change(tiny.lake / "snapshots" / tiny.snapshot / "names.arrow")
    project = open_project(tiny.lake, sources=tiny.sources)
    with pytest.raises(SnapshotError, match=r"names\.arrow has SHA-256"):
        project.snapshot(verify=True)
    tiny.settings(verify_snapshots=True)
    with pytest.raises(SnapshotError, match=r"names\.arrow has SHA-256"):
        open_project(tiny.lake, sources=tiny.sources).snapshot()


def test_the_public_method(tiny: Tiny) -> None:
    found = open_project(tiny.lake).verify()
    assert found.sound
    assert found.to_dict()["damage"] == ()
    with pytest.raises(GraphwrightError, match="nothing to verify"):
        open_project(tiny.root / "nowhere").verify()


def test_a_lake_of_an_older_version_is_told(tiny: Tiny) -> None:
    import pyarrow.parquet as pq

    path = Lake(tiny.lake).path("relations")
    data = pq.read_table(path)
    metadata = {k: v for k, v in data.schema.metadata.items() if k != b"graphwright.sha256"}
    pq.write_table(data.replace_schema_metadata(metadata), path)
    found = verify_lake(tiny.opened)
    assert (found.sound, found.unsealed) == (True, 1)
    assert "carry no checksum" in verification_text(found)
