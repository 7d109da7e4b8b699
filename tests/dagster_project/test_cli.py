"""The command line prints what was found as it was found."""

import json
import re
from pathlib import Path

from typer.testing import CliRunner

from dagster_project.cli import app
from graphwright.settings import Settings


def test_a_text_is_printed_as_it_is(tmp_path: Path) -> None:
    """Names and quotes hold what rich reads as a style ("[b]") or as a picture (":100:")."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "ratio 1:100:3 [b].txt").write_text("Halvorn pays suppliers.")
    arguments = ["plan", "--json", "--source", str(source), "--lake", str(tmp_path / "lake")]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert json.loads(result.stdout)["changes"]["new"] == ["source/ratio 1:100:3 [b].txt"]


def test_a_sentence_is_explained_as_a_build_would_read_it() -> None:
    """Accepted is what reaches the threshold of a build, unless another is given."""
    sentence = "The job fills TICKET_TABLE."
    runner = CliRunner()
    said = runner.invoke(app, ["explain", sentence], catch_exceptions=False).stdout
    (score,) = re.findall(r"score (\d\.\d+)", said)
    threshold = Settings.model_fields["confidence_threshold"].default
    verdict = "accepted" if float(score) >= threshold else "rejected: low_confidence"
    assert f"score {score}, {verdict}" in said
    arguments = ["explain", sentence, "--threshold", "0"]
    lenient = runner.invoke(app, arguments, catch_exceptions=False).stdout
    assert f"score {score}, accepted" in lenient
