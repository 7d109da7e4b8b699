"""A run takes the documents that it is given as just found; any other run looks itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assets.observe import SourcesConfig, observe
from graphwright.documents.sources.discover import discover
from graphwright.settings import Collection, Settings
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument


def paths(
    lake: Lake, settings: Settings, found: Sequence[SourceDocument] | None = None
) -> list[str]:
    seen = observe(lake, settings, SourcesConfig(), found)
    return sorted(document.path for document in seen.documents)


def test_sources_are_not_read_twice_for_one_build(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "first.txt").write_text("Ledgerline stores journals.")
    settings = Settings(collections=(Collection(name="notes", folder=str(folder)),))
    lake = Lake(tmp_path / "lake")
    found = discover(settings)
    (folder / "second.txt").write_text("Halvorn pays suppliers.")
    assert paths(lake, settings, found) == ["first.txt"]
    assert paths(lake, settings) == ["first.txt", "second.txt"]
