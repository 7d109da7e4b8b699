"""A real service for tests: ``graphwright serve`` over a small lake, in processes of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import httpx
import yaml

from graphwright.project import Project
from graphwright.settings import load_settings

ROOT = Path(__file__).parent.parent
_COMMAND = "from dagster_project.cli import main; main()"


class Served:
    """The service of a lake; its settings are those given for ``serve``.

    With ``command`` ``review`` they are those of a file, as a build of it leaves them.
    """

    def __init__(
        self,
        lake: Path,
        workers: int = 1,
        *,
        command: str = "serve",
        sources: Path | None = None,
        **serve: Any,
    ) -> None:
        options = ["--lake", str(lake), "--port", "0"]
        if sources is None:
            settings = {"collections": [{"name": "handbook", "folder": "."}], "serve": serve}
            (lake / "sources.yaml").write_text(yaml.safe_dump(settings))
            options += ["--workers", str(workers)]
        else:
            Project(lake).keep_settings(load_settings(sources))
        self._log = lake.parent / "service.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _COMMAND, command, *options],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, self.log
        self.port = int(line.partition("127.0.0.1:")[2].partition("/")[0].split()[0])
        self.url = f"http://127.0.0.1:{self.port}"
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            try:
                if httpx.get(f"{self.url}/ready").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(self.log)

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def children(self) -> list[int]:
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in path.read_text().split()]

    def peak_megabytes(self) -> float:
        """Return the largest peak of the memory of a process of the service."""
        peaks = []
        for process in (self.process.pid, *self.children):
            status = Path(f"/proc/{process}/status").read_text()
            peaks.append(int(status.partition("VmHWM:")[2].split()[0]) / 1000)
        return max(peaks)

    def send(self, data: bytes, *, pause: float = 0, timeout: float = 10) -> tuple[bytes, float]:
        """Send bytes, one at a time with a pause, and return all that comes back, and the time."""
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as sock:
            try:
                for part in [data] if not pause else [bytes([one]) for one in data]:
                    sock.sendall(part)
                    time.sleep(pause)
            except (BrokenPipeError, ConnectionResetError):
                pass
            answer = b""
            try:
                while part := sock.recv(65536):
                    answer += part
                    head, end, body = answer.partition(b"\r\n\r\n")
                    length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
                    if end and length.isdigit() and len(body) >= int(length):
                        break
            except ConnectionResetError:
                pass
        return answer, time.monotonic() - began

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) is not None
        assert self.process.stdout is not None
        self.process.stdout.close()
