"""A command run as a user that may read everything and write to nothing but what is its own.

Root may write anywhere, so tests of folders without permission, run by root, need another user.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

_NOBODY = "65534"


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
    os.chown(home, int(_NOBODY), int(_NOBODY))
    rights = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    become = [setpriv, "--reuid", _NOBODY, "--regid", _NOBODY, "--clear-groups", *rights]
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
