from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from graphwright.store.temporary_folder import temporary_folder

_PREFIX = "graphwright-test-"
_WAITS = """
import time
from graphwright.store.temporary_folder import temporary_folder

with temporary_folder("graphwright-test-") as folder:
    (folder / "spilled").write_text("rows")
    print(folder, flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_a_folder_is_gone_after_its_block(tmp_path: Path) -> None:
    with temporary_folder(_PREFIX) as folder:
        (folder / "rows").write_text("1")
    assert not list(tmp_path.iterdir())


def test_the_folder_of_a_killed_process_is_taken_away_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / f"{_PREFIX}link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / "held").touch()
    (tmp_path / f"{_PREFIX}new").mkdir()  # its process has not come to lock it
    with subprocess.Popen(
        [sys.executable, "-c", _WAITS],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        left = Path(process.stdout.readline().strip())
        with temporary_folder(_PREFIX):
            assert (left / "spilled").is_file()
        process.send_signal(signal.SIGKILL)
    with temporary_folder(_PREFIX) as own:
        assert not left.exists()
        assert {path.name for path in tmp_path.iterdir()} == {
            own.name, "elsewhere", f"{_PREFIX}link", f"{_PREFIX}new",
        }  # fmt: skip
    assert (tmp_path / "elsewhere" / "held").is_file()
