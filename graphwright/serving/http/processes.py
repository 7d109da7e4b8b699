"""Several processes behind one address: forked once the models are loaded, restarted when they die.

What is loaded before is shared between them, page by page, until it is written to; the snapshot's
files are mapped, and so are shared anyway.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

from graphwright.errors import GraphwrightError
from graphwright.serving.metrics import process_ended

_GRACE_SECONDS = 15
"""For processes to end by themselves, answers under way included."""

_QUICK_SECONDS = 2.0
_QUICK_DEATHS = 5
"""As many deaths in a row so soon after the start are no accident: the service ends."""

Run = Callable[[socket.socket], None]


class Processes:
    """``run`` in a process for each socket, until a signal says to end.

    A process that dies is started again; connections wait in its socket meanwhile. Processes end
    with this one, however it ends.
    """

    def __init__(self, sockets: list[socket.socket], run: Run) -> None:
        self._sockets = sockets
        self._run = run
        self._alive: dict[int, tuple[int, float]] = {}
        self._ending = False
        self._quick_deaths = 0
        self._our_end, self._their_end = os.pipe()

    def serve(self) -> None:
        """Start the processes and return when all have ended.

        Raises ``GraphwrightError`` where they die as soon as they start.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        signal.signal(signal.SIGALRM, self._kill)
        sys.stdout.flush()  # what waits to be written would be written by each
        gc.collect()
        gc.freeze()  # a collection would write to pages that are shared
        for place in range(len(self._sockets)):
            self._start(place)
        while self._alive:
            self._wait()
        if self._quick_deaths >= _QUICK_DEATHS:
            raise GraphwrightError(
                f"{_QUICK_DEATHS} processes of the service in a row died as they started.",
                remedy="What they said of it stands above.",
            )

    def _start(self, place: int) -> None:
        process = os.fork()
        if process:
            self._alive[process] = (place, time.monotonic())
            return
        try:
            self._be_child(place)
        except BaseException:  # noqa: BLE001  # the parent's code must not run in the child
            traceback.print_exc()
            os._exit(1)
        sys.stdout.flush()
        os._exit(0)

    def _be_child(self, place: int) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        os.close(self._their_end)
        threading.Thread(target=self._end_with_parent, daemon=True).start()
        for other, sock in enumerate(self._sockets):
            if other != place:
                sock.close()
        with contextlib.suppress(KeyboardInterrupt):
            self._run(self._sockets[place])

    def _end_with_parent(self) -> None:
        os.read(self._our_end, 1)  # ends when the parent does: nobody else can write
        os.kill(os.getpid(), signal.SIGTERM)

    def _wait(self) -> None:
        process, _ = os.waitpid(-1, 0)
        place, started = self._alive.pop(process, (-1, 0.0))
        process_ended(process)
        if place < 0 or self._ending:
            return
        quick = time.monotonic() - started < _QUICK_SECONDS
        self._quick_deaths = self._quick_deaths + 1 if quick else 0
        if self._quick_deaths >= _QUICK_DEATHS:
            self._end()
            return
        self._start(place)

    def _end(self, *_: Any) -> None:
        """Tell all to end; by force after a while."""
        self._ending = True
        signal.alarm(_GRACE_SECONDS)
        self._tell(signal.SIGTERM)

    def _kill(self, *_: Any) -> None:
        self._tell(signal.SIGKILL)

    def _tell(self, number: int) -> None:
        for process in list(self._alive):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
