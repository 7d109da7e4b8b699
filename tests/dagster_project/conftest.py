"""The one build that the tests of Dagster's side share: copy what a test changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_project import Tiny, copy_of, new_project, why


@pytest.fixture(scope="session")
def tiny_built(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """The tiny project, built by the job that Dagster's page launches."""
    tiny = new_project(tmp_path_factory.mktemp("tiny") / "project")
    with tiny.instance() as instance:
        result = tiny.run(instance)
    assert result.success, why(result)
    return tiny


@pytest.fixture
def tiny(tiny_built: Tiny, tmp_path: Path) -> Tiny:
    """A copy of the tiny project after its build."""
    return copy_of(tiny_built, tmp_path / "project")
