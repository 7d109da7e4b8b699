"""While a document is parsed, Python opens no door for it; before and after it does."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from graphwright.documents.sandbox import sandboxed

LIBRARY = Path(os.__file__).parent
FORBIDDEN: dict[str, Callable[[Path], object]] = {
    "connect": lambda folder: socket.create_connection(("127.0.0.1", 9), timeout=1),
    "look up": lambda folder: socket.getaddrinfo("localhost", 80),
    "program": lambda folder: subprocess.run([sys.executable, "-c", ""], check=True),
    "shell": lambda folder: os.system("true"),
    "read": lambda folder: (folder / "there").read_text(),
    "climb": lambda folder: (LIBRARY / os.path.relpath(folder / "there", LIBRARY)).read_text(),
    "write": lambda folder: (folder / "made").write_text("x"),
    "remove": lambda folder: (folder / "there").unlink(),
    "move": lambda folder: (folder / "there").rename(folder / "elsewhere"),
}


@pytest.mark.parametrize("deed", FORBIDDEN)
def test_a_document_reaches_nothing(deed: str, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("kept")
    with sandboxed(), pytest.raises(PermissionError, match="A document"):
        FORBIDDEN[deed](tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"there": "kept"}


def test_the_fence_is_gone_afterwards(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), sandboxed():
        _ = 1 / 0
    (tmp_path / "made").write_text("x")
    assert subprocess.run([sys.executable, "-c", ""], check=True).returncode == 0


def test_code_and_data_of_packages_stay_readable() -> None:
    with sandboxed():
        assert "def loads" in Path(json.__file__).read_text()
