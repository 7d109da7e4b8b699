from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.errors import SnapshotError
from graphwright.graph.pointer import (
    POINTER_NAME,
    Pointer,
    read_pointer,
    snapshots_root,
    write_pointer,
)
from graphwright.store.folder import LOCAL_FILES


def test_what_is_written_is_read(tmp_path: Path) -> None:
    snapshots_root(tmp_path).mkdir()
    for pointer in (Pointer("a", ("a",)), Pointer("b", ("a", "b"), "inputs")):
        write_pointer(LOCAL_FILES, tmp_path, pointer)
        assert read_pointer(tmp_path) == pointer
    assert [path.name for path in snapshots_root(tmp_path).iterdir()] == [POINTER_NAME]


def test_nothing_published(tmp_path: Path) -> None:
    assert read_pointer(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"current": "a"}'])
def test_a_damaged_pointer_is_named(tmp_path: Path, text: str) -> None:
    snapshots_root(tmp_path).mkdir()
    (snapshots_root(tmp_path) / POINTER_NAME).write_text(text)
    with pytest.raises(SnapshotError, match=r"published\.json is damaged.*rollback"):
        read_pointer(tmp_path)
