from __future__ import annotations

import copy
import dataclasses
import errno
import fcntl
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pyarrow.parquet as pq
import pytest
from serving_lake import Rows, write_tables

from graphwright.errors import SnapshotError, StorageError
from graphwright.graph.manifest import MANIFEST_NAME
from graphwright.graph.pointer import POINTER_NAME, read_pointer, snapshots_root, write_pointer
from graphwright.graph.snapshot import open_snapshot
from graphwright.publish.publish import is_published, publish_snapshot, rollback
from graphwright.store.folder import LOCAL_FILES
from graphwright.vectors.embedder import Embedder

Publish = Callable[..., str]


def folders(lake: Path) -> set[str]:
    return {path.name for path in snapshots_root(lake).iterdir() if path.is_dir()}


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }


def test_equal_content_gives_equal_bytes_whatever_the_buckets(
    lake: Path, publish: Publish, handbook: Rows, tmp_path: Path, embedder: Embedder
) -> None:
    first = publish(handbook, buckets=2)
    elsewhere = tmp_path / "elsewhere"
    second = publish_snapshot(
        elsewhere,
        write_tables(tmp_path / "tables-5", handbook, 5),
        settings_fingerprint="settings",
        embedder_fingerprint=embedder.fingerprint,
        keep=5,
    )
    assert first == second
    assert files_of(snapshots_root(lake) / first) == files_of(snapshots_root(elsewhere) / second)


def test_publishing_again_changes_nothing(lake: Path, publish: Publish, handbook: Rows) -> None:
    first = publish(handbook)
    before = {path: path.stat().st_mtime_ns for path in snapshots_root(lake).rglob("*.arrow")}
    assert publish(handbook) == first
    assert publish(handbook, buckets=3) == first
    after = {path: path.stat().st_mtime_ns for path in snapshots_root(lake).rglob("*.arrow")}
    pointer = read_pointer(lake)
    assert before == after
    assert pointer is not None
    assert pointer.history == (first,)


def test_settings_are_part_of_the_id(publish: Publish, handbook: Rows) -> None:
    assert publish(handbook, settings="a") != publish(handbook, settings="b")


def test_files_that_did_not_change_are_shared(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first, second = (snapshots_root(lake) / publish(rows) for rows in (handbook, other))
    assert (first / "chunks.arrow").samefile(second / "chunks.arrow")
    assert not (first / "entities.arrow").samefile(second / "entities.arrow")
    assert files_of(first) != files_of(second)


def test_the_last_snapshots_are_kept(lake: Path, publish: Publish, handbook: Rows) -> None:
    ids = [publish(handbook, settings=str(number), keep=2) for number in range(4)]
    pointer = read_pointer(lake)
    assert pointer is not None
    assert (pointer.current, pointer.history) == (ids[3], (ids[2], ids[3]))
    assert folders(lake) == {ids[2], ids[3]}


def test_a_reader_keeps_a_retired_snapshot(lake: Path, publish: Publish, handbook: Rows) -> None:
    publish(handbook, settings="old", keep=1)
    reader = open_snapshot(lake)
    publish(handbook, settings="new", keep=1)
    assert reader.id not in folders(lake)
    assert reader.chunk_rows([0])[0].text
    assert len(reader.evidence_of(0)) >= 1
    assert reader.graph.igraph.vcount() == reader.entities.num_rows + reader.chunks.num_rows
    assert reader.lexical.scores("purchase order").max() > 0


def test_rollback_and_forward(lake: Path, publish: Publish, handbook: Rows, other: Rows) -> None:
    first, second = publish(handbook), publish(other)
    rollback(lake, first)
    assert open_snapshot(lake).id == first
    assert folders(lake) == {first, second}
    assert publish(other) == second
    assert open_snapshot(lake).id == second


def test_rollback_to_what_is_not_there(lake: Path, publish: Publish, handbook: Rows) -> None:
    first = publish(handbook)
    with pytest.raises(SnapshotError, match=f"no snapshot 'nowhere'.*Kept are: {first}"):
        rollback(lake, "nowhere")


def test_rollback_to_a_damaged_snapshot_is_refused(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first, second = publish(handbook), publish(other)
    path = snapshots_root(lake) / first / "entities.arrow"
    data = path.read_bytes()
    path.chmod(0o644)
    path.write_bytes(data[:-1] + b"x")
    with pytest.raises(SnapshotError, match=r"damaged: entities\.arrow"):
        rollback(lake, first)
    assert open_snapshot(lake).id == second


@pytest.mark.parametrize("by_rollback", [False, True])
def test_a_rollback_or_a_publication_repairs_a_damaged_pointer(
    by_rollback: bool, lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first, second = publish(handbook), publish(other)
    pointer = snapshots_root(lake) / POINTER_NAME
    pointer.write_text(pointer.read_text().replace(second, first))
    with pytest.raises(SnapshotError, match=r"published\.json is damaged: its content"):
        read_pointer(lake)
    if by_rollback:
        rollback(lake, first)
    else:
        publish(handbook)
    pointer = read_pointer(lake)
    assert pointer is not None
    assert (pointer.current, set(pointer.history)) == (first, {first, second})


def test_leftovers_of_a_killed_publish_are_cleaned(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first, second = publish(handbook), publish(other)
    root = snapshots_root(lake)
    rollback(lake, first)
    pointer = read_pointer(lake)
    assert pointer is not None
    assert pointer.history == (first, second)
    earlier = dataclasses.replace(pointer, history=(first,))
    write_pointer(LOCAL_FILES, lake, earlier)  # killed after the rename, before the pointer
    (root / ".building-4711").mkdir()
    (root / ".building-4711" / "chunks.arrow").write_bytes(b"half")
    (root / ".retired-abc").mkdir()
    third = publish(handbook, settings="new")
    assert folders(lake) == {first, third}


def test_a_folder_that_somebody_put_there_stays(
    lake: Path, publish: Publish, handbook: Rows, other: Rows
) -> None:
    first = publish(handbook)
    (snapshots_root(lake) / f"{first}-copy").mkdir()
    second = publish(other)
    assert folders(lake) == {first, second, f"{first}-copy"}


def test_what_a_killed_publish_left_is_a_reason_to_publish(
    lake: Path, handbook: Rows, tmp_path: Path, embedder: Embedder
) -> None:
    paths = write_tables(tmp_path / "tables", handbook)
    prints = {"settings_fingerprint": "s", "embedder_fingerprint": embedder.fingerprint}
    publish_snapshot(lake, paths, **prints, keep=5)
    assert is_published(lake, paths, **prints)
    (snapshots_root(lake) / ".building-4711").mkdir()
    assert not is_published(lake, paths, **prints)
    publish_snapshot(lake, paths, **prints, keep=5)
    assert is_published(lake, paths, **prints)


KILLED = """
    import os, sys
    from pathlib import Path
    from graphwright.publish import publish
    from graphwright.publish.snapshot_files import REQUIRED
    from graphwright.store.folder import FolderStorage

    lake, tables, embedder, step = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
    place = FolderStorage if hasattr(FolderStorage, step) else publish
    setattr(place, step, lambda *args, **options: os._exit(9))
    paths = {name: sorted(tables.glob(f"{name}-*.parquet")) for name in REQUIRED}
    publish.publish_snapshot(
        lake, paths, settings_fingerprint="killed", embedder_fingerprint=embedder, keep=2
    )
"""


@pytest.mark.parametrize(
    "step", ["write_snapshot_files", "seal", "_install", "move", "write_pointer"]
)
def test_a_publish_that_is_killed_harms_nothing(
    lake: Path, publish: Publish, handbook: Rows, tmp_path: Path, embedder: Embedder, step: str
) -> None:
    first = publish(handbook)
    write_tables(tmp_path / "empty", Rows())
    arguments = [str(lake), str(tmp_path / "empty"), embedder.fingerprint, step]
    command = [sys.executable, "-c", textwrap.dedent(KILLED), *arguments]
    assert subprocess.run(command, check=False).returncode == 9
    assert open_snapshot(lake, verify=True).id == first
    second = publish(Rows(), settings="killed")
    assert open_snapshot(lake, verify=True).id == second
    assert folders(lake) == {first, second}


def test_a_snapshot_damaged_in_place_is_made_again(
    lake: Path, publish: Publish, handbook: Rows
) -> None:
    first = publish(handbook)
    (snapshots_root(lake) / first / "chunks.arrow").unlink()
    assert publish(handbook) == first
    assert open_snapshot(lake, verify=True).id == first


def test_a_missing_table_is_named(lake: Path, handbook: Rows, tmp_path: Path) -> None:
    tables = dict(write_tables(tmp_path / "tables", handbook))
    del tables["relations"]
    with pytest.raises(SnapshotError, match="needs the table relations"):
        publish_snapshot(lake, tables, settings_fingerprint="s", embedder_fingerprint="e", keep=5)
    assert not lake.exists()


@pytest.mark.parametrize("name", ["evidence", "chunk_embeddings"])
def test_a_damaged_table_is_named_and_the_pointer_stays(
    lake: Path, publish: Publish, handbook: Rows, tmp_path: Path, embedder: Embedder, name: str
) -> None:
    first = publish(handbook)
    tables = write_tables(tmp_path / "tables", handbook)
    tables[name][0].write_bytes(b"PAR1 and no more")
    with pytest.raises(SnapshotError, match=rf"{name}-0\.parquet is not readable"):
        publish_snapshot(
            lake,
            tables,
            settings_fingerprint="s",
            embedder_fingerprint=embedder.fingerprint,
            keep=5,
        )
    assert open_snapshot(lake).id == first
    assert folders(lake) == {first}


def drop(name: str, count: int = 1) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        setattr(rows, name, getattr(rows, name)[count:])

    return change


def foreign_model(rows: Rows) -> None:
    first, *rest = rows.chunk_embeddings
    rows.chunk_embeddings = [dataclasses.replace(first, model="another"), *rest]


def short_vector(rows: Rows) -> None:
    *rest, last = rows.chunk_embeddings
    rows.chunk_embeddings = [*rest, dataclasses.replace(last, vector=last.vector[:-4])]


def evidence_of_another_chunk(rows: Rows) -> None:
    *rest, last = rows.evidence
    rows.evidence = [*rest, dataclasses.replace(last, chunk_id="0" * 24)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop("entities"), "entity_id: .* point to nothing"),
        (drop("chunks"), "chunk_id: .* point to nothing"),
        (evidence_of_another_chunk, r"evidence\.chunk_id: .* point to nothing"),
        (drop("parsed_documents"), r"chunks\.document_id: .* point to nothing"),
        (drop("evidence"), "1 relations have no evidence"),
        (drop("relations"), r"evidence\.relation_id: .* point to nothing"),
        (drop("chunk_embeddings"), "chunk_vectors: 1 of 4 ids have no vector"),
        (drop("entity_embeddings", 99), "entity_vectors: the table of embeddings is empty"),
        (foreign_model, "chunk_vectors: embeddings are of the models"),
        (short_vector, r"chunk_vectors: .* holds vectors of \[1532, 1536\] bytes"),
    ],
)
def test_tables_that_contradict_each_other_are_not_published(
    lake: Path, publish: Publish, handbook: Rows, change: Callable[[Rows], None], message: str
) -> None:
    first = publish(handbook)
    broken = copy.copy(handbook)
    change(broken)
    with pytest.raises(SnapshotError, match=message):
        publish(broken)
    assert open_snapshot(lake, verify=True).id == first
    assert folders(lake) == {first}


def test_a_full_disk_is_one_clear_message(
    lake: Path, publish: Publish, handbook: Rows, tmp_path: Path, embedder: Embedder
) -> None:
    first = publish(handbook)
    limited = """
        import resource, signal, sys
        from pathlib import Path
        from graphwright.publish import snapshot_files
        from graphwright.publish import publish

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
        tables = Path(sys.argv[2])
        paths = {name: sorted(tables.glob(f"{name}-*.parquet")) for name in snapshot_files.REQUIRED}
        publish.publish_snapshot(
            Path(sys.argv[1]), paths, settings_fingerprint="x",
            embedder_fingerprint=sys.argv[3], keep=5
        )
    """
    write_tables(tmp_path / "empty", Rows())
    arguments = [str(lake), str(tmp_path / "empty"), embedder.fingerprint]
    command = [sys.executable, "-c", textwrap.dedent(limited), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert "SnapshotError: The snapshot cannot be written" in last
    assert "the published snapshot is untouched" in last
    assert open_snapshot(lake, verify=True).id == first
    assert folders(lake) == {first}


def test_an_empty_graph_can_be_published(lake: Path, publish: Publish) -> None:
    publish(Rows())
    snapshot = open_snapshot(lake, verify=True)
    assert snapshot.chunks.num_rows == 0
    assert snapshot.graph.igraph.vcount() == 0
    assert snapshot.lexical.scores("anything").shape == (0,)
    assert snapshot.names.find("anything") == []


def test_published_files_cannot_be_edited_by_chance(
    lake: Path, publish: Publish, handbook: Rows
) -> None:
    folder = snapshots_root(lake) / publish(handbook)
    modes = {path.stat().st_mode & 0o222 for path in folder.rglob("*") if path.is_file()}
    assert modes == {0}
    assert (folder / MANIFEST_NAME).is_file()


def test_a_file_system_without_links_keeps_copies(
    lake: Path,
    publish: Publish,
    handbook: Rows,
    other: Rows,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    publish(handbook)
    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(shutil, "copyfile", refuse)  # the files are there already
    publish(other)
    definitions = open_snapshot(lake, verify=True).entities["definition"].to_pylist()
    assert "Something else." in definitions
    links = {path.stat().st_nlink for path in snapshots_root(lake).rglob("*.arrow")}
    assert links == {1}


def _busy(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))


@pytest.mark.parametrize("name", ["000002.json", "000002.parquet"])
def test_a_busy_disk_under_the_history_names_the_file_and_may_pass(
    lake: Path,
    publish: Publish,
    handbook: Rows,
    other: Rows,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    replace = Path.replace

    def busy(path: Path, target: Path) -> Path:
        return _busy() if target.name == name else replace(path, target)

    first = publish(handbook)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", busy)
        with pytest.raises(StorageError) as found:
            publish(other)
    wrong = f"{lake / 'history' / name} could not be written: {os.strerror(errno.EBUSY)}."
    assert wrong in str(found.value)
    assert found.value.transient
    assert open_snapshot(lake, verify=True).id == first
    assert publish(other) != first


def test_a_busy_disk_under_the_lock_names_it_and_may_pass(
    lake: Path, publish: Publish, handbook: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fcntl, "flock", _busy)
    with pytest.raises(StorageError, match=r"snapshots/\.lock could not be locked") as found:
        publish(handbook)
    assert found.value.transient
    assert not list(snapshots_root(lake).glob("[0-9a-f]*"))


def test_a_busy_disk_under_a_snapshot_is_an_error_of_it_that_may_pass(
    lake: Path, publish: Publish, handbook: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", _busy)
    wrong = f"snapshot cannot be written to {snapshots_root(lake)}: {os.strerror(errno.EBUSY)}"
    with pytest.raises(SnapshotError, match=wrong) as found:
        publish(handbook)
    assert found.value.transient


def test_the_lake_is_only_read(tmp_path: Path, publish: Publish, handbook: Rows) -> None:
    publish(handbook)
    tables = tmp_path / "tables-2"
    before = {path: path.read_bytes() for path in tables.iterdir()}
    publish(handbook, settings="again")
    assert before == {path: path.read_bytes() for path in tables.iterdir()}
    assert pq.read_table(tables / "entities-0.parquet").num_rows == len(handbook.entities)
