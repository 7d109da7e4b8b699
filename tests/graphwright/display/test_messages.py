"""What libraries say steers no terminal, either."""

from __future__ import annotations

import subprocess
import sys

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


def test_nor_do_those_of_worker_processes() -> None:
    program = f"""
import warnings
from graphwright.execution.workers import run_tasks
if __name__ == "__main__":
    list(run_tasks(warnings.warn, [{STEERING!r}], workers=1, timeout_seconds=60))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert SEEN in done.stderr
    assert done.stderr.replace("\n", "").isprintable()
