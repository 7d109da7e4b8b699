"""One lake with secrets for the tests that only read it."""

from __future__ import annotations

import pytest
from access_lake import TEXTS, Secrets, new_secrets


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
