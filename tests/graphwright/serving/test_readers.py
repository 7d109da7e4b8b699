"""Readers follow what is published, and each keeps what it began with."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
from serving_lake import Rows

from graphwright.errors import NotFoundError, SnapshotError
from graphwright.project import Project
from graphwright.serving import functions
from graphwright.serving.models import ChangesRequest
from graphwright.serving.reader import Models, Readers
from graphwright.settings import Settings


@pytest.fixture
def project(lake: Path, settings: Settings) -> Project:
    return Project(lake, given=settings)


def test_a_new_snapshot_is_served_and_the_old_one_let_go(
    publish: Any, handbook: Rows, other: Rows, project: Project, models: Models
) -> None:
    first = publish(handbook)
    readers = Readers(project, models)
    before = readers.current
    assert not readers.refresh()
    second = publish(other)
    assert readers.refresh()
    assert readers.current.snapshot.id == second
    assert functions.status(before).snapshot == first  # who began with it reads on
    assert [one.snapshot for one in functions.history(before).publications] == [first]
    listed = functions.history(readers.current).publications
    assert [one.snapshot for one in listed] == [second, first]
    told = functions.changes(before, ChangesRequest())
    assert (told.snapshot, told.publication) == (first, listed[1].number)
    with pytest.raises(NotFoundError):
        functions.changes(before, ChangesRequest(publication=listed[0].number))
    closed = weakref.ref(before.snapshot)
    del before
    gc.collect()
    assert closed() is None


def test_a_rollback_is_followed_too(
    publish: Any, handbook: Rows, other: Rows, project: Project, models: Models
) -> None:
    first, second = publish(handbook), publish(other)
    readers = Readers(project, models)
    assert readers.current.snapshot.id == second
    project.rollback(first)
    assert readers.refresh()
    status = functions.status(readers.current)
    assert (status.snapshot, status.kind) == (first, "rolled back")


def test_the_same_snapshot_published_again_is_not_opened_again(
    publish: Any, handbook: Rows, project: Project, models: Models
) -> None:
    snapshot_id = publish(handbook)
    readers = Readers(project, models)
    kept = readers.current
    project.rollback(snapshot_id)
    assert not readers.refresh()
    assert readers.current is kept


def test_a_damaged_snapshot_leaves_the_one_before(
    publish: Any, handbook: Rows, other: Rows, project: Project, models: Models
) -> None:
    publish(handbook)
    readers = Readers(project, models)
    before = readers.current
    second = publish(other)
    (project.root / "snapshots" / second / "manifest.json").write_text("{}")
    with pytest.raises(SnapshotError):
        readers.refresh()
    assert readers.current is before


def test_a_reader_is_warm_before_it_is_the_current_one(
    publish: Any, handbook: Rows, other: Rows, project: Project, models: Models
) -> None:
    publish(handbook)
    seen: list[str] = []
    readers = Readers(
        project, models, warmed=("bm25", "walk"), on_change=lambda r: seen.append(r.snapshot.id)
    )
    second = publish(other)
    readers.refresh()
    assert seen[-1] == second
    assert len(seen) == 2
