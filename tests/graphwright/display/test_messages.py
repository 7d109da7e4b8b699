"""What libraries say steers no terminal, either."""

from __future__ import annotations

import subprocess
import sys

from graphwright.execution.workers import run_tasks

STEERING = "a\x1b[2Jb\x9b31m\u202ec\U000e0041d\x07\x08"
SEEN = "a\\x1b[2Jb\\x9b31m\\u202ec\\U000e0041d\\x07\\x08"


def test_logs_warnings_and_tracebacks_pass_too() -> None:
    program = f"""
import logging, warnings
from graphwright.display.messages import guard_messages
guard_messages(); guard_messages()
logging.getLogger("a.library").warning("found %s", {STEERING!r})
warnings.warn({STEERING!r})
raise ValueError({STEERING!r})
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count(SEEN) == 3
    assert done.stderr.replace("\n", "").isprintable()


def warn(text: str) -> None:
    import warnings

    warnings.warn(text, stacklevel=1)


def test_nor_do_those_of_worker_processes(capfd) -> None:
    list(run_tasks(warn, [STEERING], workers=1, timeout_seconds=60))
    said = capfd.readouterr().err
    assert SEEN in said
    assert said.replace("\n", "").isprintable()
