"""The service follows what is published; whom it shows what is tested in ``access``."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from serving_lake import Rows

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
