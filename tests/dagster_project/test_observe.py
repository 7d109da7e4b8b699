"""A run takes the documents that its own process has just found; any other run looks itself."""

from __future__ import annotations

from pathlib import Path

from dagster_project.observe import SourcesConfig, found_already, observe
from graphwright.documents.sources.discover import discover
from graphwright.settings import Collection, Settings
from graphwright.store.lake import Lake


def paths(lake: Lake, settings: Settings) -> list[str]:
    return sorted(d.path for d in observe(lake, settings, SourcesConfig()).documents)


def test_sources_are_not_read_twice_for_one_build(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "first.txt").write_text("Ledgerline stores journals.")
    settings = Settings(collections=(Collection(name="notes", folder=str(folder)),))
    others = settings.model_copy(update={"confidence_threshold": 0.7})
    lake = Lake(tmp_path / "lake")
    found = discover(settings)
    (folder / "second.txt").write_text("Halvorn pays suppliers.")
    with found_already(settings, found):
        assert paths(lake, settings) == ["first.txt"]
        assert paths(lake, others) == ["first.txt", "second.txt"]
    assert paths(lake, settings) == ["first.txt", "second.txt"]
