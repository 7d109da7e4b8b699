"""``graphwright ui`` ends with all that it started, and says at once why it cannot start."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tiny_project import Tiny

from dagster_project.page_process import check_port
from graphwright.errors import SettingsError

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120.0
UI = "from dagster_project.cli import main; main()"

STUBBORN = """
    import os, signal, subprocess, sys, time
    from pathlib import Path
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    depth = int(sys.argv[1])
    if depth:
        subprocess.Popen([sys.executable, sys.argv[0], str(depth - 1), sys.argv[2]])
    Path(sys.argv[2], str(os.getpid())).touch()
    time.sleep(600)
"""
"""A program that starts another one of its kind, and none of them ends when it is asked to."""


def alive(pid: int) -> bool:
    """Return whether a process runs: one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def tree_of(root: int) -> list[int]:
    """Return a process and all below it that run."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
    wanted = {root}
    while more := {pid for pid, parent in parents.items() if parent in wanted} - wanted:
        wanted |= more
    return sorted(pid for pid in wanted if alive(pid))


def wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"It never came to this: {what}"
        time.sleep(0.1)


@contextlib.contextmanager
def started(command: list[str], log: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in a session of its own; what is left of it at the end is killed."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHWRIGHT_", "DAGSTER_"))}
    env |= {"PYTHONPATH": str(ROOT), **variables}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, env=env, cwd=ROOT, stdout=output, stderr=output, start_new_session=True
        )
        below: list[int] = []
        try:
            yield process
            below = tree_of(process.pid)
        finally:
            for pid in {*below, *tree_of(process.pid)} - {os.getpid()}:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            process.wait()


@contextlib.contextmanager
def listener() -> Iterator[int]:
    """Listen on a free port."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


def free_port() -> int:
    with listener() as port:
        return port


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_all_that_was_started_however_stubborn(
    number: signal.Signals, tmp_path: Path
) -> None:
    program, marks = tmp_path / "stubborn.py", tmp_path / "marks"
    program.write_text(textwrap.dedent(STUBBORN))
    marks.mkdir()
    serving = f"""
        import sys
        from dagster_project import page_process
        page_process._PATIENCE_SECONDS = page_process._LAST_SECONDS = 0.5
        page_process.serve([sys.executable, {str(program)!r}, "2", {str(marks)!r}], dict())
        print("ended well")
    """
    command = [sys.executable, "-c", textwrap.dedent(serving)]
    with started(command, tmp_path / "log") as process:
        wait_until(lambda: len(list(marks.iterdir())) == 3, "three processes run")
        pids = [int(mark.name) for mark in marks.iterdir()]
        process.send_signal(number)
        assert process.wait(PATIENCE_SECONDS) == 0
        assert (tmp_path / "log").read_text() == "ended well\n"
        wait_until(lambda: not any(map(alive, pids)), "all processes have ended")


def test_what_ends_by_itself_takes_the_others_with_it_and_is_told(tmp_path: Path) -> None:
    child = "import subprocess, sys; print(subprocess.Popen(['sleep', '600']).pid); sys.exit(0)"
    script = f"""
        import sys
        from dagster_project.page_process import serve
        serve([sys.executable, "-c", {child!r}], dict(PATH={os.environ["PATH"]!r}))
    """
    log = tmp_path / "log"
    with started([sys.executable, "-c", textwrap.dedent(script)], log) as process:
        assert process.wait(PATIENCE_SECONDS) != 0
    pid, *said = log.read_text().splitlines()
    assert "Dagster's page has ended by itself, with exit status 0." in said[-1]
    wait_until(lambda: not alive(int(pid)), "its child has ended")


def test_a_busy_port_is_refused_with_its_number() -> None:
    with listener() as port, pytest.raises(SettingsError) as caught:
        check_port("127.0.0.1", port)
    assert f"cannot listen on port {port} of 127.0.0.1: Address already in use." in str(
        caught.value
    )
    assert "--port" in str(caught.value)
    check_port("127.0.0.1", free_port())


@pytest.mark.parametrize("host", ["no such host", "203.0.113.7", "\udcff"])
def test_an_address_of_no_machine_or_another_is_refused(host: str) -> None:
    with pytest.raises(SettingsError, match="address"):
        check_port(host, free_port())


@pytest.mark.long
def test_sigterm_ends_the_page_with_its_servers(tiny: Tiny, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    command = [sys.executable, "-c", UI, "ui", "--port", str(port), "--lake", str(tiny.lake)]

    def answers() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/server_info", timeout=10):
                return True
        except OSError:
            return False

    with started(command, log, GRAPHWRIGHT_SOURCES=str(tiny.sources)) as process:
        wait_until(answers, "the page answers")
        pids = tree_of(process.pid)
        assert len(pids) >= 5  # this command, dagster dev, a web server, a daemon, a code server
        process.terminate()
        assert process.wait(PATIENCE_SECONDS) == 0, log.read_text()
        assert [pid for pid in pids if alive(pid)] == []
        check_port("127.0.0.1", port)


def test_the_page_does_not_start_on_a_busy_port(tiny: Tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with listener() as port:
        command = [sys.executable, "-c", UI, "ui", "--port", str(port), "--lake", str(tiny.lake)]
        with started(command, log, GRAPHWRIGHT_SOURCES=str(tiny.sources)) as process:
            assert process.wait(PATIENCE_SECONDS) == 1
            assert tree_of(process.pid) == []
    (line,) = log.read_text().splitlines()
    assert line.startswith(f"graphwright: Dagster's page cannot listen on port {port}")


def test_nothing_is_served_of_a_lake_that_nobody_built(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", UI, "ui", "--lake", str(tmp_path / "typo")]
    with started(command, log) as process:
        assert process.wait(PATIENCE_SECONDS) == 1
    assert log.read_text().startswith("graphwright: Nothing was built in the lake at ")
    assert not (tmp_path / "typo").exists()
