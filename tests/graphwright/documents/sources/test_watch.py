"""What changed at the sources, told from a listing."""

from __future__ import annotations

import os
from pathlib import Path

from graphwright.documents.sources.discover import discover
from graphwright.documents.sources.watch import compare_scan, listing_fingerprint, scan
from graphwright.settings import Settings, parse_settings


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
