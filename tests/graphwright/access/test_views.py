"""Making, opening and forgetting views: publications, changes of groups, kills, two at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import killed_views
import pytest
from access_lake import TEXTS, Secrets, files_of, new_secrets, run_steps

from graphwright.access.views import (
    list_views,
    open_view,
    refresh_views,
    remove_views,
    view_ready,
    views_are_current,
)
from graphwright.documents.sources.discover import discover
from graphwright.errors import LakeError, SnapshotError, SourceError, ViewNotReady
from graphwright.graph.pointer import read_pointer
from graphwright.project import Project
from graphwright.publish.history.log import publications

BOARD = {path: "board" for path in TEXTS if path.startswith("board/")}
CLERKS = frozenset({"clerks"})
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Secrets:
    return new_secrets(tmp_path_factory.mktemp("views"), BOARD, keep_views=2)


@pytest.fixture(scope="module")
def first(secrets: Secrets, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all files as they were first."""
    return shutil.copytree(secrets.root, tmp_path_factory.mktemp("first") / "copy")


@pytest.fixture
def fresh(secrets: Secrets, first: Path) -> Secrets:
    """The lake as it was first, without a view, at the same place."""
    shutil.rmtree(secrets.root)
    shutil.copytree(first, secrets.root)
    return secrets


def published(project: Project) -> str:
    pointer = read_pointer(project.root)
    assert pointer is not None
    return pointer.current


def documents(project: Project) -> set[str]:
    rows = project.snapshot().documents.to_pylist()
    return {f"{row['collection']}/{row['path']}" for row in rows}


def test_a_view_is_made_once_and_by_one(fresh: Secrets) -> None:
    project = fresh.project
    with pytest.raises(ViewNotReady, match="not begun"):
        open_view(project, CLERKS, wait=False)
    assert not view_ready(project, CLERKS)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: open_view(project, CLERKS), range(2))
    assert one == other
    assert view_ready(project, CLERKS)
    assert open_view(project, frozenset(), wait=False) == one, "no group that the lake knows"
    assert len(publications(one.root)) == 1
    assert [(view.groups, view.ready) for view in list_views(project)] == [((), True)]
    assert open_view(project, {"board"}) is project
    with pytest.raises(LakeError, match="no view"):
        remove_views(project, ["unknown"])
    with pytest.raises(SourceError):
        discover(one.settings)  # nothing can be built with a view
    assert remove_views(project) == [one.root.name]
    assert not one.root.exists()
    with pytest.raises(SnapshotError):
        one.ask("Who pays suppliers?")


@pytest.mark.long  # several builds
def test_rollback_gives_the_view_of_the_older_graph(fresh: Secrets) -> None:
    first, old = published(fresh.project), fresh.project.view(CLERKS)
    before = published(old)
    fresh.write({"handbook/travel.md": "# Travel\n\nClerks book every ferry.\n"})
    fresh.build()
    after = published(fresh.project.view(CLERKS))
    assert after != before
    assert fresh.project.view(CLERKS).diff().old == before
    fresh.project.rollback(first)
    assert not view_ready(fresh.project, CLERKS)
    assert published(open_view(fresh.project, CLERKS, wait=False)) == before
    # One that was never asked for is made of the older graph too.
    fresh.say({**BOARD, "platform/gls.md": "archive"}, keep_views=2)
    with fresh.project.lake.exclusive():
        fresh.list_groups()
    assert open_view(fresh.project, ["archive"]) != fresh.project
    assert "every flight" in repr(fresh.project.view(["archive"]).snapshot().chunks.to_pylist())


@pytest.mark.long  # several builds
def test_what_was_taken_from_a_group_is_in_no_history(fresh: Secrets) -> None:
    fresh.project.view(CLERKS)
    fresh.write({"handbook/travel.md": "# Travel\n\nClerks book every ferry.\n"})
    fresh.build()
    before = fresh.project.view(CLERKS)
    assert before.diff().rows.num_rows
    old = published(before)
    fresh.say({**BOARD, "handbook/travel.md": "board"}, keep_views=2)
    fresh.build()
    after = fresh.project.view(CLERKS)
    assert "handbook/travel.md" not in documents(after)
    with pytest.raises(SnapshotError, match="nothing to compare"):
        after.diff()
    with pytest.raises(SnapshotError):
        after.snapshot(old)


def test_access_is_taken_at_once_also_from_an_older_graph(fresh: Secrets) -> None:
    first = published(fresh.project)
    fresh.write({"handbook/travel.md": "# Travel\n\nClerks book every ferry.\n"})
    fresh.say({**BOARD, "handbook/policy-v1.md": "board"}, keep_views=2)
    fresh.build()
    fresh.project.rollback(first)
    assert "handbook/policy-v1.md" not in documents(fresh.project.view(CLERKS))


@pytest.mark.long
def test_while_a_build_holds_the_lake_the_snapshot_before_is_seen(fresh: Secrets) -> None:
    """Between a publication and the end of its build its tables are not kept for views yet."""
    lake, old = fresh.project.lake, published(fresh.project)
    refresh_views(fresh.project)  # the board's page has readers of its own: the tables are kept
    fresh.write({"handbook/travel.md": "# Travel\n\nClerks book every ferry.\n"})
    with lake.exclusive():
        run_steps(lake, fresh.settings, discover(fresh.settings))
        assert published(fresh.project) != old
        for _ in range(2):
            view = open_view(fresh.project, CLERKS)
            assert "every flight" in repr(view.snapshot().chunks.to_pylist())
        assert not view_ready(fresh.project, CLERKS), "of what is published now"
        assert len(publications(view.root)) == 1
        shutil.rmtree(lake.views / "bases" / old)
        with pytest.raises(LakeError, match="Another build"):
            open_view(fresh.project, CLERKS)
    view = open_view(fresh.project, CLERKS)
    assert "every ferry" in repr(view.snapshot().chunks.to_pylist())


@pytest.mark.long
def test_a_killed_process_harms_nothing(fresh: Secrets) -> None:
    """Each goes on where the one before was killed, and the last makes what one would."""
    project = fresh.project
    expected = project.view(CLERKS)
    files = files_of(expected.root / "tables") | files_of(expected.root / "snapshots")
    remove_views(project)
    script, kills = Path(killed_views.__file__), ("40", "60", "30")
    given = [str(fresh.root / "sources.yaml"), str(project.root), "clerks", *kills]
    said = subprocess.run(
        [sys.executable, str(script), *given],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
    )
    assert said.stdout.split() == [word for kill in kills for word in (kill, "True")]
    assert not view_ready(project, CLERKS)
    with pytest.raises(ViewNotReady):
        open_view(project, CLERKS, wait=False)
    made = project.view(CLERKS)
    assert files_of(made.root / "tables") | files_of(made.root / "snapshots") == files


@pytest.mark.long  # several builds
def test_too_many_views_the_longest_unused_goes(fresh: Secrets) -> None:
    fresh.say({**BOARD, "platform/gls.md": "archive"}, keep_views=2, audiences=[["archive"]])
    fresh.build()
    project = fresh.project
    assert views_are_current(project)
    assert view_ready(project, ["archive"]), "made in the build"
    project.view([])
    project.view(["board"])
    assert {view.groups for view in list_views(project)} == {("archive",), ("board",)}


@pytest.mark.long
def test_nobody_sees_what_nothing_is_said_of_where_that_is_set(fresh: Secrets) -> None:
    fresh.say({"handbook/travel.md": "everybody"}, default="nobody", keep_views=2)
    fresh.build()
    view = fresh.project.view(["board"])
    assert documents(view) == {"handbook/travel.md"}
    fresh.say({}, default="nobody", keep_views=2)
    fresh.build()
    empty = fresh.project.view(["board"])
    assert documents(empty) == set()
    assert empty.ask("Who pays suppliers?").chunks == ()
