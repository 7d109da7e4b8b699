"""What changed at the sources, told from a listing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphwright.documents.sources.discover import discover
from graphwright.documents.sources.watch import compare_scan, listing_fingerprint, scan
from graphwright.settings import Settings, parse_settings
from graphwright.store.lake import Lake


def settings_of(folder: Path) -> Settings:
    urls = [str(folder / "alone.md"), "http://nobody.test/page"]
    raw = {"collections": [{"name": "f", "folder": "docs"}, {"name": "u", "urls": urls}]}
    return parse_settings(raw, origin=folder / "sources.yaml")


def test_a_scan_has_the_local_files_alone_and_follows_what_changes(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for path in ("docs/a.md", "docs/b.md", "alone.md"):
        (tmp_path / path).write_text("text")
    settings = settings_of(tmp_path)
    before = scan(settings)
    assert {seen.found.path.rpartition("/")[2] for seen in before.values()} == {
        "a.md", "b.md", "alone.md",
    }  # fmt: skip
    assert listing_fingerprint(before) == listing_fingerprint(scan(settings))
    known = [row for row in discover(settings) if row.problem is None]
    same = compare_scan(settings, before, known)
    assert (dict(same.changes), same.waiting_since) == ({}, None)

    (tmp_path / "docs/a.md").write_text("longer text")
    (tmp_path / "docs/b.md").unlink()
    (tmp_path / "docs/c.md").write_text("new")
    os.utime(tmp_path / "alone.md", (1, 1))  # touched, and the same
    after = scan(settings)
    assert listing_fingerprint(after) != listing_fingerprint(before)
    compared = compare_scan(settings, after, known)
    assert {name: str(changes) for name, changes in compared.changes.items()} == {
        "f": "1 added, 1 edited, 1 removed"
    }
    assert compared.waiting_since is not None
    assert compared.state != same.state


@pytest.mark.parametrize("source", ["docs", "link", "docs/../docs"])
@pytest.mark.parametrize("place", ["docs/lake", "link/lake", "other", "docs"])
def test_a_lake_inside_its_source_is_no_document(tmp_path: Path, source: str, place: str) -> None:
    """However the folder and the lake are named: by a link, by another way, or as one folder."""
    (tmp_path / "docs/lake/tables").mkdir(parents=True)
    (tmp_path / "docs/tables").mkdir()
    (tmp_path / "link").symlink_to("docs")
    (tmp_path / "other").symlink_to("docs/lake")
    for path in ("docs/a.md", "docs/lake/dagster.md", "docs/lake/tables/t.md", "docs/tables/b.md"):
        (tmp_path / path).write_text("text")
    raw = {"collections": [{"name": "f", "folder": source}]}
    settings = parse_settings(raw, origin=tmp_path / "sources.yaml")
    lake = Lake(tmp_path / place)
    rest = {"tables/b.md"}
    if place == "docs":  # of a lake that is the source itself, what a lake holds
        rest = {"lake/dagster.md", "lake/tables/t.md"}
    assert {row.path for row in discover(settings, lake.places)} == {"a.md", *rest}
    seen = scan(settings, lake.places).values()
    assert {entry.found.path for entry in seen} == {"a.md", *rest}


def test_a_source_inside_a_lakes_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("text")
    raw = {"collections": [{"name": "f", "folder": "docs"}]}
    settings = parse_settings(raw, origin=tmp_path / "sources.yaml")
    assert [row.path for row in discover(settings, Lake(tmp_path).places)] == ["a.md"]


def test_a_lake_named_by_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs/lake").mkdir(parents=True)
    (tmp_path / "docs/lake/a.md").write_text("text")
    monkeypatch.chdir(tmp_path / "docs")
    raw = {"collections": [{"name": "f", "folder": "."}]}
    settings = parse_settings(raw, origin=tmp_path / "docs/sources.yaml")
    assert discover(settings, Lake(Path("lake")).places) == []
