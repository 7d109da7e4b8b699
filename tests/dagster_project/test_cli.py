"""The command line prints what was found as it was found."""

import json
from pathlib import Path

from typer.testing import CliRunner

from dagster_project.cli import app


def test_a_text_is_printed_as_it_is(tmp_path: Path) -> None:
    """Names and quotes hold what rich reads as a style ("[b]") or as a picture (":100:")."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "ratio 1:100:3 [b].txt").write_text("Halvorn pays suppliers.")
    arguments = ["plan", "--json", "--source", str(source), "--lake", str(tmp_path / "lake")]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert json.loads(result.stdout)["changes"]["new"] == ["source/ratio 1:100:3 [b].txt"]
