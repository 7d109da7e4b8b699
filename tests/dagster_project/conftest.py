"""The two builds that the tests of Dagster's side share: copy what a test changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_project import EDITED, Ticks, Tiny, copy_of, new_project, why


@pytest.fixture(scope="session")
def tiny_built(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """The tiny project, built by the job that Dagster's page launches."""
    tiny = new_project(tmp_path_factory.mktemp("tiny") / "project")
    with tiny.instance() as instance:
        result = tiny.run(instance)
    assert result.success, why(result)
    return tiny


@pytest.fixture(scope="session")
def edited(tiny_built: Tiny, tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """The tiny project after an edit, built by the run that the sensor asked for."""
    tiny = copy_of(tiny_built, tmp_path_factory.mktemp("edited") / "project")
    tiny.write(*EDITED)
    with tiny.instance() as instance:
        (asked,) = Ticks(tiny, instance).tick()
        result = tiny.run(instance, tags=asked.tags)
    assert result.success, why(result)
    return tiny


@pytest.fixture
def tiny(tiny_built: Tiny, tmp_path: Path) -> Tiny:
    """A copy of the tiny project after its build."""
    return copy_of(tiny_built, tmp_path / "project")
