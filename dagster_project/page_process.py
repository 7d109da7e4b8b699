"""Dagster's page as a group of processes that ends as a whole, when this process is told to end.

Dagster starts several: the web server, the daemon, a server for the code, and runs. They are a
group of their own, so that each can be reached whoever of them has died.
"""

import errno
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from graphwright.errors import GraphwrightError, SettingsError

_PATIENCE_SECONDS = 20.0
"""Longest wait for Dagster to end its processes itself, before they are ended one by one."""
_LAST_SECONDS = 5.0
_POLL_SECONDS = 0.2
_TOLD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def check_port(host: str, port: int) -> None:
    """Raise ``SettingsError`` where nothing can listen on a port, since another program does."""
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SettingsError(
            f"{host!r} is no address of this machine: {error}.",
            remedy="Give one with --host, such as 127.0.0.1.",
        ) from error
    refused = [refusal for place in places if (refusal := _refused(place)) is not None]
    # A name may stand for an address that this machine lacks beside one that it has.
    problem = next((p for p in refused if p.errno != errno.EADDRNOTAVAIL), None)
    if problem is None and len(refused) == len(places):
        problem = refused[0]
    if problem is not None:
        raise SettingsError(
            f"Dagster's page cannot listen on port {port} of {host}: {problem.strerror}.",
            remedy="End the program that does, or name another port with --port (make ui PORT=...) "
            "or another address with --host.",
        )


def _refused(place: tuple[int, int, int, str, tuple[object, ...]]) -> OSError | None:
    family, kind, protocol, _, address = place
    try:
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return error
    return None


def serve(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run a command until it is told to end, by a signal or Ctrl-C, with all that it started.

    Raises ``GraphwrightError`` where it ends without being told.
    """
    told: list[int] = []
    # A signal is noted and no more: raised at any moment, it could lose a process just started.
    with _signals(lambda number, _frame: told.append(number)):
        # The arguments are ours and no shell reads them.
        process = subprocess.Popen(command, env=environment, start_new_session=True)  # noqa: S603
        while not told and process.poll() is None:
            time.sleep(_POLL_SECONDS)
        _end(process)
    if not told:
        raise GraphwrightError(
            f"Dagster's page has ended by itself, with exit status {process.returncode}.",
            remedy="What it printed above says why; all that it had started was ended too.",
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its whole group: politely, then by force; at once if told again."""

    def by_force(_signal: int, _frame: FrameType | None) -> None:
        _tell(process.pid, signal.SIGKILL)

    with _signals(by_force):
        if process.poll() is None:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE_SECONDS)
        if _tell(process.pid, signal.SIGTERM):
            _wait_for_group(process.pid)
            _tell(process.pid, signal.SIGKILL)
        process.wait()


def _wait_for_group(group: int) -> None:
    deadline = time.monotonic() + _LAST_SECONDS
    while _tell(group, 0) and time.monotonic() < deadline:
        time.sleep(0.05)


def _tell(group: int, number: int) -> bool:
    """Send a signal to a group of processes, and return whether there is one left in it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


@contextmanager
def _signals(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have the signals that ask a process to end handled so."""
    before = {number: signal.signal(number, handler) for number in _TOLD}
    try:
        yield
    finally:
        for number, kept in before.items():
            signal.signal(number, kept)
