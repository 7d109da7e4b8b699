"""Every kind of storage keeps the promises of the verbs; errors of the registry list the kinds."""

import multiprocessing
import os
from pathlib import Path

import pytest

from graphwright.errors import LakeError, SettingsError, StorageError
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.storage import STORAGES, Storage, open_storage


@pytest.fixture(params=STORAGES.names)
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return open_storage(tmp_path, request.param)


def test_an_unknown_kind_is_an_error_that_lists_the_kinds(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"storage is 'tape', but there is only 'folder'"):
        open_storage(tmp_path, "tape")


def _write_half(path: Path) -> None:
    path.write_text("half")
    raise ZeroDivisionError


@pytest.mark.parametrize("durable", [False, True])
def test_a_file_is_replaced_whole_or_not_at_all(
    storage: Storage, tmp_path: Path, durable: bool
) -> None:
    path = tmp_path / "new" / "file"
    with storage.replacing(path, durable=durable) as temporary:
        temporary.write_text("one")
        assert not path.exists()
    with pytest.raises(ZeroDivisionError), storage.replacing(path, durable=durable) as temporary:
        _write_half(temporary)
    assert path.read_text() == "one"
    assert storage.paths(path.parent) == [path]


def test_what_a_killed_replacement_leaves_is_found_where_it_was_to_lie(
    storage: Storage, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with storage.replacing(tmp_path / "file", scratch=scratch) as temporary:
        temporary.write_text("half")
        assert storage.leftovers(scratch) == [temporary]
        assert storage.leftovers(tmp_path) == []
    assert storage.leftovers(scratch) == []


def test_a_disk_that_refuses_is_one_kind_of_error(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    below = tmp_path / "file" / "below"
    with pytest.raises(StorageError, match="could not be written"), storage.replacing(below):
        pass
    with pytest.raises(LakeError, match="could not be written"):
        storage.link(tmp_path / "file", below)
    with pytest.raises(LakeError, match="could not be written"):
        storage.move(tmp_path / "absent", tmp_path / "other")
    with pytest.raises(LakeError, match="could not be written"), storage.lock(below, wait=True):
        pass


def test_a_link_holds_the_same_bytes_and_replaces(storage: Storage, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "sub" / "two"
    one.write_text("1")
    storage.link(one, two)
    storage.link(one, two)  # two names of one file already
    assert two.read_text() == "1"
    two.unlink()
    two.write_text("2")
    storage.link(one, two)
    assert two.read_text() == "1"
    assert storage.paths(two.parent) == [two]


def test_a_sealed_folder_is_read_only_and_moves_as_a_whole(
    storage: Storage, tmp_path: Path
) -> None:
    building = tmp_path / "building"
    (building / "sub").mkdir(parents=True)
    (building / "sub" / "file").write_text("1")
    storage.seal(building)
    storage.move(building, tmp_path / "done")
    assert storage.paths(tmp_path) == [tmp_path / "done"]
    assert (tmp_path / "done" / "sub" / "file").stat().st_mode & 0o222 == 0
    storage.delete(tmp_path / "done")
    assert storage.paths(tmp_path) == []


def test_what_is_absent_can_be_listed_and_deleted(storage: Storage, tmp_path: Path) -> None:
    assert storage.paths(tmp_path / "absent") == []
    storage.delete(tmp_path / "absent")
    assert storage.leftovers(tmp_path / "absent") == []


def test_a_link_to_a_folder_is_deleted_and_not_what_it_points_to(
    storage: Storage, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_text("1")
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    storage.delete(tmp_path / "link")
    assert storage.paths(tmp_path / "folder") == [tmp_path / "folder" / "file"]
    assert not (tmp_path / "link").exists()


def _is_free(path: Path, answer: "multiprocessing.queues.Queue[bool]") -> None:
    with open_storage(path.parent).lock(path, wait=False) as held:
        answer.put(held)


def test_a_lock_is_held_once_and_given_back(storage: Storage, tmp_path: Path) -> None:
    path = tmp_path / "lock"
    context = multiprocessing.get_context("fork")
    answer: multiprocessing.queues.Queue[bool] = context.Queue()

    def other_gets_it() -> bool:
        process = context.Process(target=_is_free, args=(path, answer))
        process.start()
        got = answer.get(timeout=60)
        process.join()
        return got

    with storage.lock(path, wait=True) as held:
        assert held
        assert not other_gets_it()
    assert other_gets_it()


def test_a_busy_disk_is_an_error_that_may_pass(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(os, "fsync", busy)
    with pytest.raises(StorageError) as found, storage.replacing(tmp_path / "file") as temporary:
        temporary.write_text("1")
    assert found.value.transient


def test_a_line_is_added_to_a_file_of_this_machine(tmp_path: Path) -> None:
    path = tmp_path / "new" / "bill"
    LOCAL_FILES.append(path, b"one\n")
    LOCAL_FILES.append(path, b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"
    with pytest.raises(StorageError, match="could not be written"):
        LOCAL_FILES.append(path / "below", b"three\n")
