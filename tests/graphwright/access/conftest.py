"""One lake with secrets for the tests that only read it.

Views are published without the checks before it, which change no row, but for ``test_views``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from access_lake import TEXTS, Secrets, new_secrets
from plain_build import unchecked


@pytest.fixture(scope="module", autouse=True)
def without_checks(request: pytest.FixtureRequest) -> Iterator[None]:
    with nullcontext() if request.path.stem == "test_views" else unchecked():
        yield


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Secrets:
    """Build twice: what is secret is edited and grows, so that the history tells of it."""
    groups = {path: "board" for path in TEXTS if path.startswith("board/")}
    made = new_secrets(tmp_path_factory.mktemp("leaks"), groups, audiences=[["clerks"]])
    made.write({
        "board/falcon.md": TEXTS["board/falcon.md"] + "\nProject Falcon needs Obsidian funds.\n",
        "handbook/travel.md": TEXTS["handbook/travel.md"] + "\nManagers approve every taxi.\n",
    })  # fmt: skip
    made.build()
    return made
