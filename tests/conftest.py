"""What holds for all tests: how they are spread over processes, and what may end one.

Spread (pytest-xdist): what shares a build stays together. No example of hypothesis fails for its
time, as the first one of a test may load a model, and any one may wait for a busy machine.

Workers: they are forked from a server that has the parsers' libraries, as those of a build are;
else each worker of each test would import them for itself.

Garbage: what is imported and collected stays to the end, so the collector never looks at it, which
took a quarter of the time of collecting the tests.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator

import hypothesis
import pytest
from xdist.scheduler import LoadFileScheduling

from graphwright.execution.fork_server import CONTEXT
from graphwright.steps.slow_modules import FOR_PARSING

hypothesis.settings.register_profile(
    "graphwright", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("graphwright")

_SHARING = {
    "tests/e2e/test_soak.py": "soak",  # what it runs of itself needs nothing of the others
    "tests/e2e/": "e2e",
    "tests/graphwright/pages/test_show_evidence.py": "e2e",  # for the server of warm builds
    "tests/dagster_project/": "dagster_project",
    "tests/graphwright/access/": "access",
    "tests/graphwright/guidance/": "guidance",
}
"""Folders and files that share what a session builds or loads, and a name for those that do.

What has one name runs in one process."""


class ByFile(LoadFileScheduling):
    """Gives a process whole files, and whole folders where their files share a build."""

    def _split_scope(self, nodeid: str) -> str:
        shared = (name for place, name in _SHARING.items() if nodeid.startswith(place))
        return next(shared, super()._split_scope(nodeid))


def pytest_configure() -> None:
    """Take Ctrl-C as a terminal sends it: what a shell runs in the background ignores it.

    Name what the server of workers imports, when a test starts it.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    CONTEXT.set_forkserver_preload(list(FOR_PARSING))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests without collecting garbage, and never look at what is there by then."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFile:
    """Take the place of pytest-xdist's own choice."""
    return ByFile(config, log)
