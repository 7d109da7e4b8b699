"""Verifying reads views and what they are made of too; repairing makes them anew."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from access_lake import Secrets

from graphwright.access.base import bases_root, find_base
from graphwright.access.views import refresh_views
from graphwright.graph.pointer import Pointer, read_pointer
from graphwright.inspection.verification import remove_damaged, verify_lake

CLERKS = ("clerks",)


@pytest.fixture
def copy(told: Secrets, tmp_path: Path) -> Secrets:
    shutil.copytree(told.root, tmp_path / "copy")
    return Secrets(tmp_path / "copy")


def _damage(path: Path) -> None:
    """Replace a file, which may be a link to one of the lake, by one that differs in a byte."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x55
    path.unlink()
    path.write_bytes(data)


def _earlier(pointer: Pointer) -> str:
    (earlier,) = set(pointer.history) - {pointer.current}
    return earlier


def _first(root: Path, pattern: str, pointer: Pointer) -> Path:
    """Return the first file of views that a pattern names; of bases only where it names these."""
    named = pattern.format(published=pointer.current, earlier=_earlier(pointer))
    found = sorted(root.glob(named))
    return next(path for path in found if "bases" in named or "bases" not in path.parts)


@pytest.mark.parametrize(
    ("part", "patterns"),
    [
        (
            "view",
            [
                "views/*/tables/relations.parquet",
                "views/*/tables/chunks/*.parquet",
                "views/*/snapshots/*/entities.arrow",
            ],
        ),
        ("base of views", ["views/bases/{published}/tables/chunks/*.parquet"]),
        ("base of views", ["views/bases/{published}/base.json"]),
        ("base of views", ["views/bases/{earlier}/tables/chunks/*.parquet"]),
    ],
)
def test_what_is_damaged_of_views_is_named_and_repaired(
    copy: Secrets, part: str, patterns: list[str]
) -> None:
    project = copy.project
    lake, before = project.lake, project.view(CLERKS).snapshot().id
    assert verify_lake(lake).sound
    pointer = read_pointer(lake.root)
    assert pointer is not None
    damaged = [_first(lake.root, pattern, pointer) for pattern in patterns]
    for path in damaged:
        _damage(path)
    damage = verify_lake(lake).damage
    assert {(d.part, d.path) for d in damage} == {
        (part, path.relative_to(lake.root).as_posix()) for path in damaged
    }
    with lake.exclusive():
        remove_damaged(lake, verify_lake(lake))
        refresh_views(project)
    assert verify_lake(lake).sound
    assert project.view(CLERKS).snapshot().id == before


def test_a_base_that_is_made_anew_remembers_what_was_hidden_before(copy: Secrets) -> None:
    lake = copy.project.lake
    pointer = read_pointer(lake.root)
    assert pointer is not None
    base = find_base(lake, pointer.current)
    assert base is not None
    shutil.rmtree(bases_root(lake) / _earlier(pointer))
    _damage(next((base.lake.tables / "chunks").glob("*.parquet")))
    with lake.exclusive():
        refresh_views(copy.project)
    again = find_base(lake, pointer.current)
    assert again is not None
    assert again.earlier == base.earlier != ()
