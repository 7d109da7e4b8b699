"""Two real web applications to crawl, started here: Request Tracker 5 and Dagster's page.

    python benchmarks/crawl_targets.py request_tracker
    python benchmarks/crawl_targets.py dagster

Each runs on a free port of this machine, in a folder of its own, filled the same way each time,
until it is told to end. Printed are its address, what a crawl's settings say of it, and the
variables that its login needs.
"""

import argparse
import contextlib
import dataclasses
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from graphwright.settings import ApplicationSettings

PATIENCE_SECONDS = 120.0
DATA = Path(__file__).parent / "data" / "applications"


class TargetError(Exception):
    """An application that cannot be started here, with what is missing."""


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """A running application.

    ``secrets`` are the variables that its login reads. ``fingerprint`` gives a digest of each of
    its tables, a crawler's own traces left out; ``change`` changes one page of it. ``received``
    counts what the server says that it was asked for ("mutation Wipe"); empty: it keeps no record.
    """

    settings: ApplicationSettings
    secrets: Mapping[str, str]
    fingerprint: Callable[[], Mapping[str, str]]
    change: Callable[[], None]
    received: Callable[[], Mapping[str, int]] = dict

    @property
    def address(self) -> str:
        return str(self.settings.home)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def serving(
    command: Sequence[str], address: str, log: Path, environment: Mapping[str, str]
) -> Iterator[None]:
    """Run a server, with all that it starts, from its first answer until the end of the block."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            _wait_for(process, address, log)
            yield
        finally:
            _end(process)


def _wait_for(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not _answers(address):
        if process.poll() is not None or time.monotonic() > deadline:
            raise TargetError(f"{address} does not answer:\n{log.read_text(errors='replace')}")
        time.sleep(0.2)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a server's whole group: politely, then by force."""
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(15)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def targets() -> Mapping[str, Callable[[Path], contextlib.AbstractContextManager[Target]]]:
    """Return how each application is started in a folder, by its name."""
    from dagster_page import dagster_page  # noqa: PLC0415  # both build on this module
    from request_tracker import request_tracker  # noqa: PLC0415

    return {"request_tracker": request_tracker, "dagster": dagster_page}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(targets()))
    name = parser.parse_args().name
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    with tempfile.TemporaryDirectory() as folder, targets()[name](Path(folder)) as target:
        for variable, value in target.secrets.items():
            print(f"export {variable}={value}")
        settings = target.settings.model_dump(mode="json", exclude_defaults=True)
        print(json.dumps({"applications": [settings]}, indent=2), flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            signal.pause()


if __name__ == "__main__":
    main()
