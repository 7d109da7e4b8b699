"""Views of applications: who may not see one has nothing of it, as if it were not there."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from access_lake import bring_up_to_date, files_of
from application_rows import SHOP, Link, Page, observation

from graphwright.access.views import is_restricted, list_views, open_view, refresh_views
from graphwright.applications.observation_store import save_observation
from graphwright.errors import LakeError
from graphwright.graph.pointer import read_pointer, snapshots_root
from graphwright.graph.snapshot import open_snapshot
from graphwright.project import Project
from graphwright.settings import Settings, parse_settings

VAULT = {
    "home": Page("/", "Tamarind vault", (Link("Open the Falcon file", "file"),)),
    "file": Page("/file", "Falcon file", fields=("Falcon code",)),
}
SECRETS = (b"Tamarind", b"Falcon", b"vault")
DECISIONS = {
    "shop": {"apart": [["Orders", "Settings"]]},
    "vault": {"apart": [["Tamarind vault", "Falcon file"]]},
}
BUCKETS = 2


def settings_in(root: Path, *applications: dict[str, object]) -> Settings:
    folder = root / "docs"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "a.md").exists():
        (folder / "a.md").write_text("# Orders\n\nOpen Shop > Orders.\n", encoding="utf-8")
    named = {one["name"]: DECISIONS[str(one["name"])] for one in applications}
    said = f"said of {len(applications)}.yaml"
    (root / said).write_text(yaml.safe_dump(named), encoding="utf-8")
    raw = {
        "collections": [{"name": "manual", "folder": "docs", "extractor": "none"}],
        "applications": [{"home": "http://127.0.0.1:8000/", **one} for one in applications],
        "language": {"coreference": False},
        "state_decisions": said,
        "buckets": BUCKETS,
        "workers": 1,
    }
    return parse_settings(raw, origin=root / "sources.yaml")


def build(root: Path, settings: Settings, lake: str = "lake") -> Project:
    project = Project(root / lake, given=settings)
    for one in settings.applications:
        pages = VAULT if one.name == "vault" else SHOP
        save_observation(project.lake, observation(one.name, pages))
    bring_up_to_date(project)
    return project


def published(root: Path) -> dict[str, bytes]:
    pointer = read_pointer(root)
    assert pointer is not None
    return files_of(snapshots_root(root) / pointer.current)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    root = tmp_path_factory.mktemp("views")
    shop: dict[str, object] = {"name": "shop", "documents": ["manual"]}
    return build(root, settings_in(root, shop, {"name": "vault", "groups": ["board"]}))


def test_a_view_is_a_build_without_the_hidden_application(project: Project) -> None:
    view = open_view(project, ())
    shop: dict[str, object] = {"name": "shop", "documents": ["manual"]}
    root = project.root.parent
    clean = build(root, settings_in(root, shop), "clean")
    assert view.root != project.root
    expected, found = files_of(clean.lake.tables), files_of(view.lake.tables)
    assert [name for name in expected if found.get(name) != expected[name]] == []
    assert published(view.root) == published(clean.root)


def test_nothing_of_a_hidden_application_is_in_a_view(project: Project) -> None:
    view = open_view(project, ())
    told = [
        path
        for path in view.root.rglob("*")
        if path.is_file()
        for data in [path.read_bytes()]
        if any(secret in data for secret in SECRETS)
    ]
    assert told == []
    graph = open_snapshot(view.root).applications
    assert graph is not None
    assert set(graph.applications) == {"shop"}


def test_who_is_in_the_group_sees_all(project: Project) -> None:
    assert is_restricted(project)
    assert open_view(project, ("board",)).root == project.root
    open_view(project, ("sales",))
    assert [(view.groups, view.documents) for view in list_views(project)] == [((), 1)]


def test_a_view_is_of_what_was_published(project: Project) -> None:
    before = published(open_view(project, ()).root)
    save_observation(project.lake, observation("shop", VAULT))
    try:
        for place in list_views(project):
            project.lake.storage.delete(project.lake.views / place.id)
        assert published(open_view(project, ()).root) == before
        with pytest.raises(LakeError, match="crawled while the build"), project.lake.exclusive():
            refresh_views(project)
    finally:
        save_observation(project.lake, observation("shop", SHOP))


def test_what_is_taken_from_a_group_is_taken_at_once(tmp_path: Path) -> None:
    both = settings_in(tmp_path, {"name": "shop"}, {"name": "vault"})
    project = build(tmp_path, both)
    assert open_view(project, ()).root == project.root
    hidden = settings_in(tmp_path, {"name": "shop"}, {"name": "vault", "groups": ["board"]})
    project = build(tmp_path, hidden)
    graph = open_snapshot(open_view(project, ()).root).applications
    assert graph is not None
    assert set(graph.applications) == {"shop"}
