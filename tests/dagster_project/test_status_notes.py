"""What the terminal says of settings that a build could not follow."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from graphwright.pages.terminal.status import status_summary
from graphwright.project import Project
from graphwright.settings import Collection, ParseSettings, PdfSettings, Settings
from graphwright.store.lake import Lake
from graphwright.tables import TABLES


def printed(what: object) -> str:
    written = io.StringIO()
    Console(width=400, file=written).print(what)
    return written.getvalue()


@pytest.mark.parametrize(("engine", "told"), [("auto", True), ("heuristic", False)])
def test_status_says_why_weights_that_are_named_are_not_used(
    tmp_path: Path, engine: str, told: bool
) -> None:
    lake = Lake(tmp_path / "lake")
    lake.write("parsed_documents", TABLES["parsed_documents"].empty(), bucket=0, key="k")
    pdf = PdfSettings(engine=engine, artifacts_path=str(tmp_path / "weights"))
    collection = Collection(name="c", folder=str(tmp_path))
    settings = Settings(collections=(collection,), parse=ParseSettings(pdf=pdf))
    project = Project(lake.root)
    project.keep_settings(settings)
    status = printed(status_summary(project.root, settings))
    assert ("PDF files are read without the models" in status) is told
    assert ("docling-tools models download" in status) is told
