"""Builds that the end-to-end tests share: read them, and copy what a test changes."""

from __future__ import annotations

import pytest
from e2e_project import EXAMPLES, Built, Project, new_project, run, succeeded


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The whole example, built into a fresh lake by the command line."""
    lake = tmp_path_factory.mktemp("example") / "lake"
    succeeded(run("build", "--sources", EXAMPLES / "sources.yaml", "--lake", lake))
    return Built(lake)


@pytest.fixture(scope="session")
def subset(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A small project of documents of the example, not built by itself."""
    return new_project(tmp_path_factory.mktemp("subset") / "project")


@pytest.fixture(scope="session")
def small(subset: Project) -> Built:
    """The small project, built into its own lake by two workers."""
    return subset.build()
