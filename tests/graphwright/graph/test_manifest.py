from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphwright.errors import SnapshotError
from graphwright.graph.manifest import (
    FORMAT_VERSION,
    MANIFEST_NAME,
    Manifest,
    check_files,
    describe_file,
    read_manifest,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file, under the id of its manifest."""
    staging = tmp_path / "staging"
    staging.mkdir()
    (staging / "names.arrow").write_bytes(b"twelve bytes")
    files = {"names.arrow": describe_file(staging / "names.arrow", rows=3)}
    manifest = Manifest(FORMAT_VERSION, "settings", "embedder", 4, {"names": 3}, files)
    (staging / MANIFEST_NAME).write_text(manifest.to_json(), encoding="utf-8")
    return staging.rename(tmp_path / manifest.snapshot_id)


def test_a_manifest_survives_its_file(folder: Path) -> None:
    manifest = read_manifest(folder)
    assert manifest.snapshot_id == folder.name
    assert (manifest.files["names.arrow"].bytes, manifest.files["names.arrow"].rows) == (12, 3)
    check_files(folder, manifest, hashes=True)


def test_no_manifest(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"There is no snapshot at .*Build again"):
        read_manifest(tmp_path / "absent")


def test_a_changed_manifest_is_refused(folder: Path) -> None:
    record = json.loads((folder / MANIFEST_NAME).read_text())
    record["counts"]["names"] = 4
    (folder / MANIFEST_NAME).write_text(json.dumps(record))
    with pytest.raises(SnapshotError, match="was changed"):
        read_manifest(folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not readable JSON"),
        ("[]", "holds no JSON object"),
        ('{"format": 99}', "has format 99, expected 1"),
        ('{"format": 1}', "is incomplete"),
        ('{"format": 1, "files": []}', "is incomplete"),
    ],
)
def test_a_damaged_manifest_is_named(folder: Path, text: str, message: str) -> None:
    (folder / MANIFEST_NAME).write_text(text)
    with pytest.raises(SnapshotError, match=message):
        read_manifest(folder)


def test_a_file_that_is_absent_short_or_changed_is_named(folder: Path) -> None:
    manifest, path = read_manifest(folder), folder / "names.arrow"
    path.write_bytes(b"twelve bytez")
    check_files(folder, manifest, hashes=False)
    with pytest.raises(SnapshotError, match=r"names\.arrow has SHA-256"):
        check_files(folder, manifest, hashes=True)
    path.write_bytes(b"short")
    with pytest.raises(SnapshotError, match=r"names\.arrow has 5 bytes, expected 12"):
        check_files(folder, manifest, hashes=False)
    path.unlink()
    with pytest.raises(SnapshotError, match=r"names\.arrow cannot be read: No such file"):
        check_files(folder, manifest, hashes=False)
