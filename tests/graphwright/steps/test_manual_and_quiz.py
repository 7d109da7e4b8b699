"""The steps of the manual and of the quiz; after changes their tables are clean ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from application_rows import SHOP, Link, Page, observation

from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import save_observation
from graphwright.documents.sources.discover import discover
from graphwright.errors import LakeError, SnapshotError
from graphwright.project import open_project
from graphwright.settings import Settings, parse_settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.quiz_tables import make_quiz
from graphwright.store.lake import Lake
from graphwright.tables import (
    TABLES,
    DocumentedPath,
    QuizItem,
    RejectedQuizItem,
    UiState,
    UndocumentedState,
    rows_of,
)

STEPS = (
    *("source_documents", "document_groups", "parse"),
    *("applications", "ui_captures", "ui_states"),
)
MADE = ("documented_paths", "undocumented_states", "quiz_items", "quiz_rejected")
MANUAL = (
    "# Orders\n\nTo look at what customers have bought, go to Shop > Orders. To choose the clock,"
    " go to Admin > Settings and set the *Time zone*. Once one had to go to Tools > Orders.\n"
)


def settings_of(folder: Path, **further: object) -> Settings:
    for name in ("docs", "other"):
        (folder / name).mkdir(exist_ok=True)
    application = {"name": "shop", "home": "http://127.0.0.1:8000/", **further}
    raw = {
        "collections": [{"name": name, "folder": name} for name in ("docs", "other")],
        "buckets": 2,
    }
    return parse_settings({**raw, "applications": [application]}, origin=folder / "sources.yaml")


def make(lake: Lake, settings: Settings) -> None:
    pipeline = Pipeline(Given(lake, settings, discover(settings, lake.places, lake=lake)))
    work = Work(buckets=range(settings.buckets))
    for name in STEPS:
        pipeline.run(pipeline.step(name), work)
    for table in ("entities", "relations", "evidence"):  # no language model is needed here
        if not lake.path(table).is_file():
            lake.write(table, TABLES[table].schema.empty_table(), key="none")
    make_quiz(lake, settings)


def made(root: Path, settings: Settings, seen: Observation | None = None) -> Lake:
    lake = Lake(root)
    save_observation(lake, seen or observation())
    make(lake, settings)
    return lake


def files(lake: Lake) -> Mapping[str, bytes]:
    return {table: lake.path(table).read_bytes() for table in MADE}


def paths(lake: Lake) -> dict[tuple[str, ...], str | None]:
    states = {one.state_id: one.label for one in rows_of(UiState, lake.read("ui_states"))}
    rows = rows_of(DocumentedPath, lake.read("documented_paths"))
    return {row.path: states.get(row.state_id or "") or row.problem for row in rows}


def test_paths_of_the_manual_and_states_that_it_leaves_out(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    (tmp_path / "docs" / "manual.md").write_text(MANUAL)
    lake = made(tmp_path / "lake", settings)
    assert paths(lake) == {
        ("Shop", "Orders"): "Orders",
        ("Admin", "Settings"): "Settings",
        ("Tools", "Orders"): "no_such_menu",
    }
    bare = rows_of(UndocumentedState, lake.read("undocumented_states"))
    assert {one.label for one in bare} == {"Start"}


def test_only_the_manual_of_an_application_is_read(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, documents=["docs"])
    (tmp_path / "docs" / "manual.md").write_text(MANUAL)
    lake = made(tmp_path / "lake", settings)
    assert len(paths(lake)) == 3
    make(lake, settings_of(tmp_path, documents=["other"]))
    assert paths(lake) == {}


def test_after_changes_the_tables_are_clean_ones(tmp_path: Path) -> None:
    settings, docs = settings_of(tmp_path), tmp_path / "docs"
    (docs / "manual.md").write_text(MANUAL)
    (docs / "old.md").write_text("# Old\n\nGo to Shop > Lists > Orders for it.\n")
    lake = made(tmp_path / "lake", settings)
    (docs / "old.md").unlink()
    (docs / "manual.md").write_text(MANUAL.replace("Tools > Orders", "Shop > Lists"))
    (docs / "more.md").write_text("# Note\n\nOpen the *Admin* menu: Admin > Settings.\n")
    pages = {**SHOP, "lists": Page("/lists", "Lists", (Link("Start", "home"),))}
    pages["home"] = Page("/", "Start", (*SHOP["home"].links, Link("Lists", "lists", ("Shop",))))
    save_observation(lake, observation(pages=pages))
    make(lake, settings)
    clean = made(tmp_path / "clean", settings, observation(pages=pages))
    assert files(lake) == files(clean)
    assert paths(lake)["Shop", "Lists"] == "Lists"


def test_nothing_is_made_again_where_nothing_changed(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    (tmp_path / "docs" / "manual.md").write_text(MANUAL)
    lake = made(tmp_path / "lake", settings)
    before = {table: lake.path(table).stat().st_mtime_ns for table in MADE}
    make(lake, settings)
    assert {table: lake.path(table).stat().st_mtime_ns for table in MADE} == before


def test_each_draft_is_a_question_or_a_row_with_its_reason(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    (tmp_path / "docs" / "manual.md").write_text(MANUAL)
    lake = made(tmp_path / "lake", settings)
    items = rows_of(QuizItem, lake.read("quiz_items"))
    rejected = rows_of(RejectedQuizItem, lake.read("quiz_rejected"))
    assert {one.reason for one in rejected} <= {"few_distractors", "same_state"}
    assert len(items) + len(rejected) >= 2


def test_an_application_that_was_never_crawled_has_no_paths(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    (tmp_path / "docs" / "manual.md").write_text(MANUAL)
    lake = Lake(tmp_path / "lake")
    make(lake, settings)
    assert set(paths(lake).values()) == {"not_crawled"}


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    (tmp_path / "docs" / "manual.md").write_text(MANUAL)
    project = open_project(tmp_path / "lake", settings=settings)
    with pytest.raises(LakeError, match="has no file"):
        project.quiz_build()
    with pytest.raises(SnapshotError):
        project.quiz_run(["nothing"])
