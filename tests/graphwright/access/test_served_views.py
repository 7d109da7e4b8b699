"""The service gives each audience the reader of its view, and follows who may see what."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from access_lake import TEXTS, Secrets, new_secrets, run_steps

from graphwright.access.views import is_restricted, list_views, open_view, remove_views
from graphwright.documents.sources.discover import discover
from graphwright.errors import GraphwrightError
from graphwright.graph.pointer import snapshots_root
from graphwright.project import Project
from graphwright.serving.service import NO_GROUPS, Service
from graphwright.settings import AccessSettings

BOARD, CLERKS = frozenset({"board"}), frozenset({"clerks"})
GROUPS = {path: "board" for path in TEXTS if path.startswith("board/")}


@pytest.fixture
def copy(told: Secrets, tmp_path: Path) -> Secrets:
    shutil.copytree(told.root, tmp_path / "copy")
    return Secrets(tmp_path / "copy")


@pytest.fixture
def service(copy: Secrets) -> Iterator[Service]:
    made = Service(copy.project, warmed=())
    yield made
    made.close()


def wait_for(done: Callable[[], bool]) -> None:
    for _ in range(600):
        if done():
            return
        time.sleep(0.05)
    raise AssertionError


def test_each_audience_has_its_reader_and_equal_ones_share_it(service: Service) -> None:
    made: list[float] = []
    service.on_view = made.append
    assert service.restricted
    assert service.reader_at_hand(CLERKS) is None
    clerks = service.reader(CLERKS)
    assert clerks is service.reader_at_hand(CLERKS) is service.reader(NO_GROUPS)
    assert clerks is service.reader(frozenset({"unheard-of"}))
    assert clerks.project.root.parent == service.project.lake.views
    assert service.reader(BOARD) is service.current
    assert made == [], "it was made by the build"
    remove_views(service.project)
    service.refresh()
    assert service.reader_at_hand(CLERKS) is None
    assert service.reader(CLERKS).snapshot.id == clerks.snapshot.id
    assert len(made) == 1


def test_what_is_given_is_shown_once_it_is_made(service: Service, copy: Secrets) -> None:
    before = service.reader(CLERKS)
    copy.say(GROUPS | {"board/people.md": "everybody"})
    with copy.project.lake.exclusive():
        copy.list_groups()
    service.refresh()
    assert service.reader_at_hand(CLERKS) is not None, "nobody waits"
    wait_for(lambda: service.reader_at_hand(CLERKS) is not before)
    assert "people.md" in service.reader(CLERKS).snapshot.documents["path"].to_pylist()


def test_what_is_taken_is_not_shown_while_the_view_is_made_anew(
    service: Service, copy: Secrets
) -> None:
    before = service.reader(CLERKS)
    whole = service.reader(BOARD)
    copy.say({**GROUPS, "handbook/travel.md": "archive"})
    with copy.project.lake.exclusive():
        copy.list_groups()
    service.refresh()
    assert service.reader_at_hand(CLERKS) is not before
    assert service.reader_at_hand(BOARD) is not whole
    for groups in (CLERKS, NO_GROUPS):
        paths = service.reader(groups).snapshot.documents["path"].to_pylist()
        assert "travel.md" not in paths


def test_what_a_build_publishes_is_shown_once_it_lets_go_of_the_lake(
    service: Service, copy: Secrets
) -> None:
    before, failures = service.reader(CLERKS), list[GraphwrightError]()
    service.on_failure = failures.append
    copy.write({"handbook/travel.md": "# Travel\n\nThe travel desk books every train.\n"})
    with copy.project.lake.exclusive():
        run_steps(copy.project.lake, copy.settings, discover(copy.settings))
        assert service.refresh()
        assert service.reader_at_hand(CLERKS) is before
        assert service.reader_at_hand(NO_GROUPS) is None
        assert service.reader(NO_GROUPS) is before, "who asks for the first time sees the same"

    def followed() -> bool:  # again, as the watcher does: the try before may not have ended yet
        service.refresh()
        return service.reader_at_hand(CLERKS) is not before

    wait_for(followed)
    assert service.reader(CLERKS).snapshot.id != before.snapshot.id
    assert failures == []


def test_without_a_restriction_all_share_one_reader(tmp_path: Path) -> None:
    plain = new_secrets(tmp_path / "plain", {})
    assert plain.project.lake.path("document_groups").exists()
    assert open_view(plain.project, [], wait=False) == plain.project
    assert list_views(plain.project) == []
    service = Service(plain.project, warmed=())
    assert not service.restricted
    assert service.reader_at_hand(CLERKS) is service.reader_at_hand() is service.current
    assert not plain.project.lake.views.exists()
    # The first document for some groups only: listed before it is published, and seen with it.
    plain.say(GROUPS)
    plain.build()
    assert service.refresh() or service.restricted
    assert service.restricted
    assert service.reader_at_hand(CLERKS) is None
    assert "falcon.md" not in service.reader(CLERKS).snapshot.documents["path"].to_pylist()


def test_what_cannot_be_told_is_hidden(copy: Secrets) -> None:
    copy.project.lake.path("document_groups").unlink()
    assert is_restricted(copy.project), "there were views"
    shutil.rmtree(copy.project.lake.views)
    assert is_restricted(copy.project), "the settings say so"
    silent = Project(
        copy.project.root, given=copy.settings.model_copy(update={"access": AccessSettings()})
    )
    assert not is_restricted(silent)
    (snapshots_root(copy.project.root) / "published.json").unlink()
    copy.list_groups()
    assert is_restricted(copy.project), "nothing is published"
