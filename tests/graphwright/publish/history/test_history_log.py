"""The log of publications: what it says, how long it stays, and that a kill leaves it right."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from serving_lake import Rows, write_tables

from graphwright.errors import SnapshotError
from graphwright.graph.pointer import POINTER_NAME, read_pointer, snapshots_root
from graphwright.graph.snapshot import open_snapshot
from graphwright.publish.history import log
from graphwright.publish.history.log import changes_of, publications
from graphwright.publish.history.origin import (
    DOCUMENTS,
    Origin,
    origin_path,
    read_origin,
    setting_changes,
    write_origin,
)
from graphwright.publish.publish import find_snapshot, publish_snapshot, rollback, snapshot_pair
from graphwright.store.folder import LOCAL_FILES
from graphwright.vectors.embedder import Embedder

Publish = Callable[..., str]


def history_files(lake: Path) -> set[str]:
    root = lake / "history"
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


def test_each_publication_is_recorded(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first, second = publish(handbook), publish(other)
    publish(other)
    old, new = publications(lake)
    assert (old.number, old.snapshot, old.base) == (1, first, None)
    assert (new.number, new.snapshot, new.base) == (2, second, first)
    assert new.changes["entity"]["edited"] == {"seed_changed": 1}
    assert new.counts == dict(sorted(open_snapshot(lake).manifest.counts.items()))
    rows = changes_of(lake, new)
    assert rows is not None
    assert rows["after"].to_pylist()[0].endswith("Something else.")


def test_the_record_is_no_part_of_the_snapshot(
    lake: Path, publish: Publish, handbook: Rows, other: Rows, tmp_path: Path, embedder: Embedder
) -> None:
    publish(handbook)
    after_a_change = publish(other)
    clean = publish_snapshot(
        tmp_path / "clean",
        write_tables(tmp_path / "tables-clean", other, 2),
        settings_fingerprint="settings",
        embedder_fingerprint=embedder.fingerprint,
        keep=5,
    )
    assert clean == after_a_change
    names = [
        {p.name for p in (snapshots_root(root) / clean).rglob("*")}
        for root in (lake, tmp_path / "clean")
    ]
    assert names[0] == names[1]


def test_a_rollback_is_recorded_and_the_next_publication_compares_with_it(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first, second = publish(handbook), publish(other)
    assert rollback(lake, first[:6]) == first
    publish(other)
    kinds = [(entry.kind, entry.snapshot, entry.base) for entry in publications(lake)]
    assert kinds[2:] == [("rolled back", first, second), ("published", second, first)]


def test_rows_stay_as_long_as_their_snapshot_and_records_longer(
    lake: Path, publish: Publish, handbook: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        publish(handbook, settings=str(number), keep=2)
    kept = {f"00000{number}.json" for number in (1, 2, 3, 4)} | {"000003.parquet", "000004.parquet"}
    assert history_files(lake) == kept
    first = publications(lake)[0]
    assert changes_of(lake, first) is None
    monkeypatch.setattr(log, "KEPT_RECORDS", 2)
    publish(handbook, settings="4", keep=2)
    assert [entry.number for entry in publications(lake)] == [4, 5]


def test_origins_stay_as_long_as_their_snapshot(
    lake: Path, handbook: Rows, tmp_path: Path, embedder: Embedder
) -> None:
    made = []
    for number in range(3):
        snapshot = publish_snapshot(
            lake,
            write_tables(tmp_path / "tables", handbook, 2),
            settings_fingerprint=str(number),
            embedder_fingerprint=embedder.fingerprint,
            keep=2,
            origin=lambda n=number: Origin({"limit": n}, {}, DOCUMENTS.empty_table()),
        )
        made.append(snapshot)
    assert not origin_path(lake, made[0]).exists()
    assert publications(lake)[-1].settings == ("limit: 1 → 2",)


def test_a_publication_that_was_killed_before_the_pointer_is_not_told(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    publish(handbook)
    pointer = (snapshots_root(lake) / POINTER_NAME).read_bytes()
    second = publish(other)
    (snapshots_root(lake) / POINTER_NAME).write_bytes(pointer)  # as if killed just before
    assert [entry.number for entry in publications(lake)] == [1]
    assert publish(other) == second
    assert [entry.number for entry in publications(lake)] == [1, 2]


def test_a_pointer_of_before_the_history_is_read(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first = publish(handbook)
    path = snapshots_root(lake) / POINTER_NAME
    record = json.loads(path.read_text())
    del record["publication"], record["sha256"]  # neither was there
    path.write_text(json.dumps(record))
    assert publications(lake) == []
    publish(other)
    (entry,) = publications(lake)
    assert (entry.number, entry.base) == (1, first)


def test_a_damaged_old_snapshot_does_not_stop_the_new_one(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first = publish(handbook)
    path = snapshots_root(lake) / first / "relations.arrow"
    path.chmod(0o644)
    path.write_bytes(b"x")
    second = publish(other)
    entry = publications(lake)[-1]
    assert (entry.snapshot, entry.base) == (second, first)
    assert entry.problem is not None
    assert "cannot be compared" in entry.problem


def test_a_rollback_over_a_lost_pointer_goes_on_counting(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first, second = publish(handbook), publish(other)
    (snapshots_root(lake) / POINTER_NAME).unlink()
    rollback(lake, first)
    pointer = read_pointer(lake)
    assert pointer is not None
    assert (pointer.publication, set(pointer.history)) == (3, {first, second})


def test_a_damaged_record_is_named(lake: Path, publish: Publish, handbook: Rows) -> None:
    publish(handbook)
    (lake / "history" / "000001.json").write_text("{")
    with pytest.raises(SnapshotError, match=r"000001\.json cannot be read.*Delete it"):
        publications(lake)


def test_a_damaged_record_stops_no_publication(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first = publish(handbook)
    (lake / "history" / "000001.json").write_text("{")
    second = publish(other)
    pointer = read_pointer(lake)
    assert pointer is not None
    assert (pointer.current, pointer.history) == (second, (first, second))


def test_snapshots_are_found_by_the_beginning_of_their_id(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first, second = publish(handbook), publish(other)
    assert find_snapshot(lake, second[:8]) == second
    assert snapshot_pair(lake, None, None) == (first, second)
    assert snapshot_pair(lake, second, first) == (second, first)
    with pytest.raises(SnapshotError, match="no snapshot 'zz'"):
        find_snapshot(lake, "zz")
    with pytest.raises(SnapshotError, match="older than"):
        snapshot_pair(lake, None, first)


def test_settings_are_compared_by_name(tmp_path: Path) -> None:
    def origin(collections: list[dict[str, object]], threshold: float) -> Origin:
        named = {"collections": collections, "confidence_threshold": threshold}
        return Origin(named, {"rules": "3"}, DOCUMENTS.empty_table())

    old = origin([{"name": "b", "include": ["*.md"]}, {"name": "a", "include": []}], 0.6)
    new = origin([{"name": "a", "include": []}, {"name": "b", "include": ["*.pdf"]}], 0.6)
    (change,) = setting_changes(old, new)
    assert change.line == "collections.b.include: ['*.md'] → ['*.pdf']"
    assert not change.concerns_vectors_only
    assert setting_changes(old, old) == []
    write_origin(LOCAL_FILES, tmp_path / "o.parquet", new)
    assert read_origin(tmp_path / "o.parquet") == new
    assert read_origin(tmp_path / "absent.parquet") is None


_READER = """
    import sys
    from pathlib import Path
    from graphwright.graph.snapshot import open_snapshot

    lake, seen, held = Path(sys.argv[1]), set(), []
    print("ready", flush=True)
    while not (lake / "stop").exists():
        snapshot = open_snapshot(lake, verify=True)
        assert snapshot.evidence_of(0), snapshot.id
        if snapshot.id not in seen:
            seen.add(snapshot.id)
            held.append(snapshot)
    for snapshot in held:  # also those that were retired since
        assert snapshot.chunk_rows([0])[0].text
        assert snapshot.evidence_of(snapshot.relations.num_rows - 1)
        assert len(snapshot.entity_vectors.values.sum(axis=1)) == snapshot.entities.num_rows
    print(len(seen), flush=True)
"""


@pytest.fixture
def reader(lake: Path, publish: Publish, handbook: Rows) -> Iterator[subprocess.Popen[str]]:
    """Another process that opens the published snapshot over and over, and keeps each open."""
    publish(handbook, settings="first")
    command = [sys.executable, "-c", textwrap.dedent(_READER), str(lake)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def test_readers_in_another_process_see_whole_snapshots_through_rollback_and_retirement(
    lake: Path, publish: Publish, handbook: Rows, reader: subprocess.Popen[str]
) -> None:
    ids = [publish(handbook, settings=str(number), keep=2) for number in range(4)]
    for number in range(20):
        rollback(lake, ids[2 + number % 2])
    publish(handbook, settings="last", keep=1)
    (lake / "stop").touch()
    said, wrong = reader.communicate(timeout=300)
    assert reader.returncode == 0, wrong
    assert int(said) >= 1
    assert {path.name for path in snapshots_root(lake).iterdir() if path.is_dir()} == {
        open_snapshot(lake).id
    }
