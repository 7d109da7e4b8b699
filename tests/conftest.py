"""What holds for all tests: how they are spread over processes, and what may end one.

Spread (pytest-xdist): what shares a build stays together. No example of hypothesis fails for its
time, as the first one of a test may load a model, and any one may wait for a busy machine.
"""

from __future__ import annotations

import signal

import hypothesis
import pytest
from xdist.scheduler import LoadFileScheduling

hypothesis.settings.register_profile(
    "graphwright", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("graphwright")

_SHARING = ("tests/e2e/", "tests/dagster_project/")
"""Folders whose files share builds of a session: each runs in one process."""


class ByFile(LoadFileScheduling):
    """Gives a process whole files, and whole folders where their files share a build."""

    def _split_scope(self, nodeid: str) -> str:
        shared = (folder for folder in _SHARING if nodeid.startswith(folder))
        return next(shared, super()._split_scope(nodeid))


def pytest_configure() -> None:
    """Take Ctrl-C as a terminal sends it: what a shell runs in the background ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFile:
    """Take the place of pytest-xdist's own choice."""
    return ByFile(config, log)
