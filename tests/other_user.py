"""A command run as a user that may read everything and write to nothing but what is its own.

Root may write anywhere, so tests of folders without permission, run by root, need another user.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

NOBODY = 65534


def give(folder: Path, user: int) -> None:
    """Make a user the owner of a folder and of all in it; without root, nothing changes."""
    if os.geteuid() == 0:
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, user, user)


@contextlib.contextmanager
def as_nobody() -> Iterator[Path]:
    """Yield an open folder of nobody's, and be nobody meanwhile where this process is root's.

    What is imported for the first time meanwhile may not be found.
    """
    with tempfile.TemporaryDirectory() as folder:
        if os.geteuid() != 0:
            yield Path(folder)
            return
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield Path(folder)
        finally:
            os.seteuid(0)


def run_as_another_user(
    command: Sequence[object], home: Path, env: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a command as nobody, at home in a folder that is made; skip where nobody can be that.

    It keeps the right to read: the interpreter of a test may lie in a folder of root alone.
    """
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("there is no 'setpriv' with which to become another user")
    home.mkdir(exist_ok=True)
    os.chown(home, NOBODY, NOBODY)
    rights = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    become = [setpriv, f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *rights]
    if subprocess.run([*become, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let root become another user that may read")
    return subprocess.run(
        [*become, *map(str, command)],
        env=env | {"HOME": str(home), "TMPDIR": str(home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
