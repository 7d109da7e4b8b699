"""Every kind of storage keeps the promises of the verbs; errors of the registry list the kinds."""

import errno
import fcntl
import multiprocessing
import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
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


def test_a_folder_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder"
    for content in ("one", "two"):
        with LOCAL_FILES.replacing_folder(path) as temporary:
            (temporary / content).write_text(content)
            assert not (path / content).exists()
        assert [found.name for found in path.iterdir()] == [content]
    with pytest.raises(ZeroDivisionError), LOCAL_FILES.replacing_folder(path) as temporary:
        _write_half(temporary / "three")
    assert [found.name for found in path.iterdir()] == ["two"]
    assert list(path.parent.iterdir()) == [path]


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


def test_only_files_are_leftovers(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "mine.tmp").mkdir()
    (tmp_path / "there.tmp").symlink_to(tmp_path / "mine.tmp")
    (tmp_path / "file.tmp").write_text("half")
    assert storage.leftovers(tmp_path) == [tmp_path / "file.tmp"]


def test_threads_that_replace_one_file_leave_one_of_theirs(
    storage: Storage, tmp_path: Path
) -> None:
    path, both = tmp_path / "file", threading.Barrier(2, timeout=60)

    def replace(text: str) -> Path:
        with storage.replacing(path) as temporary:
            temporary.write_text(text)
            both.wait()
        return temporary

    with ThreadPoolExecutor(2) as threads:
        names = list(threads.map(replace, ["a" * 1000, "b" * 1000]))
    assert names[0] != names[1]
    assert path.read_text() in {"a" * 1000, "b" * 1000}
    assert storage.paths(tmp_path) == [path]


def test_a_private_file_is_for_its_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in ("1", "2"):
        with LOCAL_FILES.replacing(path, private=True) as temporary:
            temporary.write_text(text)
    assert path.read_text() == "2"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_disk_that_refuses_is_one_kind_of_error(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    below = tmp_path / "file" / "below"
    with pytest.raises(StorageError, match="could not be written"), storage.replacing(below):
        pass
    with pytest.raises(LakeError, match=f"{below} could not be linked to {tmp_path / 'file'}: "):
        storage.link(tmp_path / "file", below)
    absent, other = tmp_path / "absent", tmp_path / "other"
    with pytest.raises(LakeError, match=f"{absent} could not be moved to {other}: No such file"):
        storage.move(absent, other)
    written = pytest.raises(LakeError, match=f"{below} could not be written: ")
    with written, storage.lock(below, wait=True):
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


def _no_links(*_: object) -> None:
    raise OSError(errno.EPERM, os.strerror(errno.EPERM))


def test_a_disk_without_links_gets_a_copy_where_one_is_wanted(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    assert storage.link(one, two)
    monkeypatch.setattr(Path, "hardlink_to", _no_links)
    two.unlink()
    two.write_text("2")
    assert not storage.link(one, two, copy=False)
    assert two.read_text() == "2"
    assert not storage.link(one, two)
    assert two.read_text() == "1"
    assert not two.samefile(one)
    assert storage.paths(tmp_path) == [one, two]


@pytest.mark.parametrize("name", ["link", "replacing"])
def test_what_a_killed_process_left_is_never_written_into(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    shared, one, two = (tmp_path / each for each in ("shared", "one", "two"))
    shared.write_text("published")
    one.write_text("1")
    with storage.replacing(two) as temporary:
        temporary.write_text("2")
    temporary.hardlink_to(shared)  # the next process may have the number of the killed one
    if name == "link":
        monkeypatch.setattr(Path, "hardlink_to", _no_links)
        storage.link(one, two)
    else:
        with storage.replacing(two) as again:
            assert again == temporary
            again.write_text("1")
    assert (shared.read_text(), two.read_text()) == ("published", "1")
    assert storage.paths(tmp_path) == [one, shared, two]


def test_a_full_disk_leaves_nothing_of_a_copy(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(_: Path, target: Path) -> None:
        target.write_text("ha")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    monkeypatch.setattr(Path, "hardlink_to", _no_links)
    monkeypatch.setattr(shutil, "copyfile", half)
    with pytest.raises(StorageError) as found:
        storage.link(one, two)
    assert str(found.value) == (
        f"The disk is full: {two} could not be linked to {one}. Free some space and build again:"
        " it goes on where it stopped."
    )
    assert storage.paths(tmp_path) == [one]


def test_a_disk_that_refuses_a_link_for_another_reason_gets_no_copy(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    (tmp_path / "one").write_text("1")
    monkeypatch.setattr(Path, "hardlink_to", broken)
    with pytest.raises(StorageError, match=r"could not be linked to .*: Input/output error"):
        storage.link(tmp_path / "one", tmp_path / "two")
    assert storage.paths(tmp_path) == [tmp_path / "one"]


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


def test_all_that_can_be_deleted_goes_before_the_error(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, unlink = tmp_path / "folder", os.unlink
    folder.mkdir()
    for name in "abc":
        (folder / name).write_text(name)

    def refuse(path: str, **where: int) -> None:
        if os.fspath(path).endswith("b"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        unlink(path, **where)

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(StorageError, match=f"{folder} could not be deleted: Permission denied"):
        storage.delete(folder)
    assert storage.paths(folder) == [folder / "b"]


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
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

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


def test_a_full_disk_is_told_with_its_remedy(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError) as found, storage.replacing(path) as temporary:
        temporary.write_text("new")
    assert str(found.value) == (
        f"The disk is full: {path} could not be written. Free some space and build again:"
        " it goes on where it stopped."
    )
    assert not found.value.transient
    assert path.read_text() == "old"
    assert storage.paths(tmp_path) == [path]


def test_a_disk_without_locks_says_so(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", without_locks)
    path = tmp_path / "lock"
    refused = pytest.raises(StorageError, match=f"{path} could not be locked: No locks available")
    with refused, storage.lock(path, wait=True):
        pass
