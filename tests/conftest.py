"""How the tests are spread over processes (pytest-xdist): what shares a build stays together."""

from __future__ import annotations

from pathlib import Path

import pytest

_TESTS = Path(__file__).parent
_SHARING = frozenset({"e2e", "dagster_project"})
"""Folders whose files share builds of a session: each runs in one process."""


@pytest.hookimpl(tryfirst=True)  # pytest-xdist reads the groups in the same hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep each file's tests in one process, and those of a folder that shares builds."""
    for item in items:
        path = item.path.relative_to(_TESTS)
        group = path.parts[0] if path.parts[0] in _SHARING else path.as_posix()
        item.add_marker(pytest.mark.xdist_group(group))
