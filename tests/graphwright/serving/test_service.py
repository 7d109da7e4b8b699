"""The service follows what is published, and who may see it."""

from __future__ import annotations

import threading
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from serving_lake import Rows

from graphwright.errors import GraphwrightError
from graphwright.project import Project
from graphwright.serving.answer_cache import AnswerCache
from graphwright.serving.http.front import Answered
from graphwright.serving.models import StatusAnswer
from graphwright.serving.reader import Models
from graphwright.serving.service import Service
from graphwright.settings import Settings


@pytest.fixture
def project(lake: Path, settings: Settings) -> Project:
    return Project(lake, given=settings)


def test_a_publication_and_a_rollback_are_seen_within_two_seconds(
    publish: Any, handbook: Rows, other: Rows, project: Project, models: Models
) -> None:
    first = publish(handbook)
    service, changed = Service(project, models), threading.Event()
    service.on_change = lambda snapshot: changed.set()
    service.start()
    try:
        second = publish(other)
        assert changed.wait(2)
        assert service.reader().snapshot.id == second
        changed.clear()
        project.rollback(first)
        assert changed.wait(2)
        assert service.reader().snapshot.id == first
    finally:
        service.close()


def test_what_cannot_be_opened_is_told_and_the_one_before_served(
    publish: Any, handbook: Rows, other: Rows, project: Project, models: Models
) -> None:
    first = publish(handbook)
    service, told = Service(project, models), threading.Event()
    service.on_failure = lambda error: told.set()
    second = publish(other)
    (project.root / "snapshots" / second / "manifest.json").write_text("{}")
    service.start()
    try:
        assert told.wait(2)
        assert service.reader().snapshot.id == first
    finally:
        service.close()


class _Lakes:
    """Views that are lakes made before, by their first group; without a group all is seen."""

    def __init__(self, lakes: dict[str, Path]) -> None:
        self.lakes = lakes
        self.forbidden: set[str] = set()

    def view_ready(self, project: Project, groups: Collection[str]) -> bool:
        return not set(groups) & self.forbidden

    def open_view(self, project: Project, groups: Collection[str]) -> Project:
        if set(groups) & self.forbidden:
            raise GraphwrightError("Nothing may be seen.")
        for group in groups:
            return Project(self.lakes[group], given=project.settings)
        return project


def test_each_audience_has_its_reader_and_equal_views_share_one(
    publish: Any, handbook: Rows, project: Project, models: Models, snapshot: Any
) -> None:
    whole = publish(handbook)
    small = snapshot.folder.parents[1]
    views = _Lakes({"staff": small, "guests": small})
    service = Service(project, models, views=views)
    staff, guests = frozenset({"staff"}), frozenset({"guests"})
    assert service.reader_at_hand(staff) is None
    assert service.reader(staff) is service.reader(guests) is service.reader_at_hand(staff)
    assert service.reader(staff).snapshot.folder == snapshot.folder
    assert service.reader().snapshot.id == whole
    views.forbidden = {"staff"}
    service.refresh()
    assert service.reader_at_hand(staff) is None
    assert service.reader_at_hand(guests) is not None
    with pytest.raises(GraphwrightError, match="Nothing may be seen"):
        service.reader(staff)


def test_the_cache_keeps_no_more_bytes_than_it_may() -> None:
    cache: AnswerCache[Answered[StatusAnswer]] = AnswerCache(10_000)
    for number in range(20):
        cache.put(number, Answered(bytes(2_000), StatusAnswer))
        cache.get(0)
    assert cache.bytes <= 10_000
    assert cache.get(0) is not None  # asked for all the time
    assert cache.get(1) is None
    assert cache.get(19) is not None
    cache.put("large", Answered(bytes(20_000), StatusAnswer))
    assert cache.get("large") is None
