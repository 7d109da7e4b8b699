"""The commands that note decisions about names."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from dagster_project.cli import app
from graphwright.entities.decisions import load_decisions
from graphwright.errors import SettingsError
from graphwright.project import open_project


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The decisions file that the settings name with which a lake was built last."""
    file = tmp_path / "said.yaml"
    settings = open_project(tmp_path / "lake").last_settings_file
    settings.parent.mkdir(parents=True)
    text = f"collections: [{{name: c, folder: {tmp_path}}}]\ndecisions: {file}\n"
    settings.write_text(text, encoding="utf-8")
    return file


def _run(tmp_path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(
        app, [*arguments, "--lake", str(tmp_path / "lake")], catch_exceptions=False
    )


def test_what_is_decided_last_holds(tmp_path: Path, file: Path) -> None:
    assert "are one" in _run(tmp_path, "merge", "PO", "Purchase Order", "--author", "anna").stdout
    assert "are two" in _run(tmp_path, "unmerge", "purchase orders", "PO", "--note", "no").stdout
    assert "is called" in _run(tmp_path, "rename", "PP-03", "Purchase Approval Policy").stdout
    parted, renamed = load_decisions(file)
    assert (parted.cannot_link, parted.note) == (("purchase orders", "PO"), "no")
    assert parted.date
    assert (renamed.rename, renamed.to) == ("PP-03", "Purchase Approval Policy")


@pytest.mark.usefixtures("file")
def test_a_decision_that_stands_already_is_refused(tmp_path: Path) -> None:
    _run(tmp_path, "merge", "PO", "Purchase Order")
    with pytest.raises(SettingsError, match="stands in line 1 already"):
        _run(tmp_path, "merge", "PO", "purchase orders")
