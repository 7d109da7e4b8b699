"""Builds that the end-to-end tests share: read them, and copy what a test changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from e2e_project import (
    ADDED,
    DANGLING,
    DELETED,
    EDITED,
    EXAMPLES,
    LOCKED,
    MOVED,
    Built,
    Project,
    copy_lake,
    new_project,
    run,
    succeeded,
)


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


@pytest.fixture
def small_copy(small: Built, tmp_path: Path) -> Built:
    """A copy of the small project's lake."""
    return copy_lake(small, tmp_path / "lake")


@pytest.fixture(scope="session")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The small project after a day's work: documents added, edited, moved, deleted and broken."""
    project = new_project(tmp_path_factory.mktemp("changed") / "project")
    documents = project.documents
    project.add(ADDED)
    page = documents / EDITED
    page.write_text(
        page.read_text() + "\n## Urgent payments\n\nThe CFO releases urgent payments.\n"
    )
    (documents / MOVED[1]).parent.mkdir()
    (documents / MOVED[0]).rename(documents / MOVED[1])
    (documents / DELETED).unlink()
    (documents / DANGLING).symlink_to("not-there.md")
    if os.geteuid() != 0:  # root reads every file
        (documents / LOCKED).write_text("Nobody may read this.\n")
        (documents / LOCKED).chmod(0)
    return project


@pytest.fixture(scope="session")
def changed_clean(changed: Project) -> Built:
    """The changed project, built into an empty lake."""
    return changed.build_plainly()


@pytest.fixture(scope="session")
def brought_up_to_date(
    small: Built, changed: Project, tmp_path_factory: pytest.TempPathFactory
) -> Built:
    """The small project's lake, after a build of the changed project into it."""
    return changed.build(lake=copy_lake(small, tmp_path_factory.mktemp("incremental") / "l").lake)
