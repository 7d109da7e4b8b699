"""What a disk or a person did to a lake: a build heals it, or one message says what to do."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_project import (
    COMMAND,
    Built,
    Project,
    copy_lake,
    environment,
    one_clear_message,
    run,
    run_here,
    succeeded,
)
from other_user import NOBODY, give, run_as_another_user


def change(path: Path) -> None:
    """Change four bytes of a file, whose size and time of writing stay."""
    status, data = path.stat(), bytearray(path.read_bytes())
    for place in range(len(data) // 3, len(data) // 3 + 4):
        data[place] ^= 0x55
    path.chmod(0o644)
    path.write_bytes(data)
    path.chmod(status.st_mode)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def largest(lake: Path, pattern: str) -> Path:
    """Return the largest file of a pattern."""
    return max(lake.glob(pattern), key=lambda path: path.stat().st_size)


def test_verify_names_the_damage_and_a_build_heals_it(subset: Project, small_copy: Built) -> None:
    lake, before, snapshot = small_copy.lake, small_copy.hashes(), small_copy.snapshot_id
    damaged = [
        largest(lake, pattern)
        for pattern in ("tables/resolved_triples/*.parquet", "snapshots/*/relations.arrow")
    ]
    for path in damaged:
        change(path)
    found = run_here("verify", "--json", "--lake", lake)
    assert found.returncode == 1
    assert [d["path"] for d in json.loads(found.stdout)["damage"]] == [
        path.relative_to(lake).as_posix() for path in damaged
    ]
    built = subset.build_plainly(lake=lake)
    assert (built.hashes(), built.snapshot_id) == (before, snapshot)
    built.verified()
    assert "none damaged" in succeeded(run_here("verify", "--lake", lake)).stdout


@pytest.mark.parametrize(
    "table",
    [
        "tables/entity_chunks.parquet",
        pytest.param("tables/sentences/*.parquet", marks=pytest.mark.long),
    ],
)
def test_verify_repairs_what_it_finds(table: str, small_copy: Built) -> None:
    lake, before = small_copy.lake, small_copy.hashes()
    for pattern in (table, "cache/embeddings/*/*/*.arrow"):
        change(largest(lake, pattern))
    assert "none damaged" in succeeded(run("verify", "--repair", "--lake", lake)).stdout
    assert small_copy.hashes() == before


@pytest.mark.parametrize("arguments", [("plan",), ("status",), ("sql", "SELECT * FROM chunks")])
def test_commands_that_read_a_damaged_table_say_so(
    arguments: tuple[str, ...], small_copy: Built
) -> None:
    damaged = largest(small_copy.lake, "tables/chunks/*.parquet")
    data = damaged.read_bytes()
    damaged.write_bytes(data[:4] + bytes(len(data) - 12) + data[-8:])
    said = run_here(*arguments, "--lake", small_copy.lake)
    if arguments == ("plan",):
        assert "chunk" in succeeded(said).stdout
    else:
        message = one_clear_message(said)
        assert damaged.name in message
        assert "build again" in message


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user may enter, as the tests' own may not be."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def as_another_user(home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user that may not write to what root made."""
    return run_as_another_user([COMMAND, *arguments], home, environment())


def test_who_may_not_write_can_read_a_lake_and_is_told_why_it_cannot_build(
    small: Built, shared: Path
) -> None:
    copied = copy_lake(small, shared / "lake")
    home, lake, before = shared / "home", copied.lake, copied.hashes()
    asked = as_another_user(home, "inspect", "Ledgerline", "--lake", lake)
    assert "Ledgerline" in succeeded(asked).stdout
    assert "none damaged" in succeeded(as_another_user(home, "verify", "--lake", lake)).stdout
    message = one_clear_message(as_another_user(home, "build", "--lake", lake))
    assert f"{lake}/build.lock could not be written: Permission denied." in message
    assert "See that the lake's folder can be written to" in message
    assert copied.hashes() == before


@pytest.mark.parametrize(
    "part",
    [
        "tables/chunks",
        pytest.param("milvus", marks=pytest.mark.long),
        pytest.param("snapshots", marks=pytest.mark.long),
        pytest.param("cache/embeddings", marks=pytest.mark.long),
    ],
)
def test_a_folder_of_the_lake_without_permission_is_named(
    part: str, subset: Project, small: Built, shared: Path
) -> None:
    copied = copy_lake(small, shared / "lake")
    lake = copied.lake
    give(lake, NOBODY)
    give(lake / part, 0)
    sources = shared / "sources.yaml"
    settings = subset.sources.read_text().replace("documents/", f"{subset.documents}/")
    extra = shared / "more"
    extra.mkdir()
    (extra / "new.md").write_text("# New\n\nThe plant ships the goods to Halvorn.\n")
    sources.write_text(
        settings.replace("collections:", f"collections:\n- name: more\n  folder: {extra}", 1)
    )
    failed = as_another_user(
        shared / "home", "build", "--sources", sources, "--lake", lake, "--quiet"
    )
    message = one_clear_message(failed)
    assert f"{lake}/{part}" in message
    assert "ermission" in message
    assert copied.snapshot_id == small.snapshot_id
    copied.verified()
