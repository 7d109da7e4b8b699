import multiprocessing
import os
import signal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from graphwright.errors import LakeError
from graphwright.store.checksum import UNSEALED
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.footer import schema_of
from graphwright.store.lake import Lake
from graphwright.tables import RejectedDocument, table_of

_TABLE = table_of(RejectedDocument)


def _row(document_id: str) -> RejectedDocument:
    return RejectedDocument(document_id, "c", "p", "u", "pdf", "", "empty", "nothing in it", "fill")


def _data(*ids: str) -> pa.Table:
    return _TABLE.from_rows(_row(i) for i in ids)


def test_a_file_carries_its_key_and_units(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    units = {"d1": ("content", "identity")}
    path = lake.write("rejected_documents", _data("d1"), bucket=3, key="k", units=units)
    state = lake.state(path)
    assert state is not None
    assert (state.key, dict(state.units), state.complete) == ("k", units, True)
    assert lake.is_current("rejected_documents", "k", 3)
    assert not lake.is_current("rejected_documents", "other", 3)


def test_a_file_of_an_older_form_is_read_but_written_again(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    units = {"d1": ("content", "identity")}
    path = lake.write("rejected_documents", _data("d1"), bucket=0, key="k", units=units)
    today = lake.state(path)
    data = pq.read_table(path)
    today_only = {b"graphwright.digest", *UNSEALED}
    older = {k: v for k, v in data.schema.metadata.items() if k not in today_only}
    pq.write_table(data.replace_schema_metadata(older), path)
    state = lake.state(path)
    assert today is not None
    assert state is not None
    assert (state.key, state.units, state.digest) == ("k", units, today.digest)
    assert not lake.is_current("rejected_documents", "k", 0)


def test_the_same_rows_give_the_same_bytes_in_any_order(tmp_path: Path) -> None:
    one, other = Lake(tmp_path / "a"), Lake(tmp_path / "b")
    first = one.write("rejected_documents", _data("d1", "d2"), bucket=0, key="k")
    pieces = pa.concat_tables([_data("d2"), _data("d1")])
    second = other.write("rejected_documents", pieces, bucket=0, key="k")
    assert first.read_bytes() == second.read_bytes()


def test_an_incomplete_file_is_never_current(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    lake.write("rejected_documents", _data("d1"), bucket=0, key="k", complete=False)
    assert not lake.is_current("rejected_documents", "k", 0)


def _write_half(path: Path) -> None:
    with LOCAL_FILES.replacing(path) as temporary:
        temporary.write_bytes(b"half")
        (path.parent / "absent" / "file").write_bytes(b"")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    path = lake.write("rejected_documents", _data("d1"), bucket=0, key="k")
    before = path.read_bytes()
    with pytest.raises(LakeError, match="could not be written"):
        _write_half(path)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_damaged_file_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    path = lake.path("rejected_documents", 0)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"PAR1 no more")
    with pytest.raises(LakeError, match="build again"):
        lake.read("rejected_documents", 0)
    with pytest.raises(LakeError, match="build again"):
        lake.row_count("rejected_documents")
    assert not lake.is_current("rejected_documents", "k", 0)


def test_rows_are_those_of_the_file_that_is_there_now(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    for count in (1, 3, 2):
        ids = [f"d{n}" for n in range(count)]
        path = lake.write("rejected_documents", _data(*ids), bucket=0, key="k")
        assert (lake.row_count("rejected_documents"), schema_of(path)) == (count, _TABLE.schema)
    path.write_bytes(b"PAR1 no more")
    with pytest.raises(LakeError, match="build again"):
        lake.row_count("rejected_documents")


def test_damage_is_seen_in_a_file_whose_size_and_time_are_as_before(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    path = lake.write("rejected_documents", _data("d1"), bucket=0, key="k")
    assert lake.row_count("rejected_documents") == 1
    before, data = path.stat(), path.read_bytes()
    path.chmod(0o644)
    path.write_bytes(bytes(len(data)))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(LakeError, match="build again"):
        lake.row_count("rejected_documents")


def test_a_file_of_another_schema_is_refused(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    path = lake.path("rejected_documents", 0)
    path.parent.mkdir(parents=True)
    pq.write_table(pa.table({"document_id": ["x"]}), path)
    with pytest.raises(LakeError, match=r"0000\.parquet"):
        lake.read("rejected_documents", 0)


def test_buckets_that_no_longer_exist_are_dropped(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    for bucket in range(4):
        lake.write("rejected_documents", _data(), bucket=bucket, key="k")
    assert lake.buckets("rejected_documents") == [0, 1, 2, 3]
    lake.drop_other_buckets("rejected_documents", 2)
    assert [p.stem for p in lake.paths("rejected_documents")] == ["0000", "0001"]


def _hold(root: str, ready: "multiprocessing.synchronize.Event") -> None:
    with Lake(Path(root)).exclusive():
        ready.set()
        signal.pause()


def test_a_second_build_is_refused_until_the_first_is_gone_even_if_killed(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    holder = context.Process(target=_hold, args=(str(tmp_path), ready))
    holder.start()
    assert ready.wait(60)
    with pytest.raises(LakeError, match="Another build"), Lake(tmp_path).exclusive():
        pass
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    with Lake(tmp_path).exclusive():
        pass


def test_what_a_killed_build_left_is_swept(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    folder = lake.aside("rejected_documents")
    left = [
        lake.path("rejected_documents", 0).with_name("0000.parquet.1.tmp"),
        lake.path("relations").with_name("relations.parquet.1.tmp"),
        tmp_path / "sources.yaml.1.tmp",
        tmp_path / "history" / "000001.json.1.tmp",
        lake.cache / "costs.json.1.tmp",
        lake.cache / "llm" / ".answer.tmp",
        lake.cache / "timings" / "parse" / "0000.parquet.1.tmp",
        lake.cache / "embeddings" / "chunks" / "model_1" / "a.1.tmp",
        folder / "0000.parquet",
    ]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
    mine = tmp_path / "mine.tmp" / "file"
    mine.parent.mkdir()
    mine.write_bytes(b"kept")
    with lake.exclusive():
        assert [path for path in (*left, folder) if path.exists()] == []
        assert mine.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux' /dev/full")
def test_a_full_disk_is_one_clear_message(tmp_path: Path) -> None:
    target = tmp_path / "t.parquet"
    with pytest.raises(LakeError, match="disk is full"), LOCAL_FILES.replacing(target):
        Path("/dev/full").write_bytes(b"x" * 100_000)
    assert not target.exists()
