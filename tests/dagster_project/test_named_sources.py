"""Which lake and which sources a command means: said once, and never taken for another."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_project import Tiny
from typer.testing import CliRunner, Result

from dagster_project.cli import app
from dagster_project.environment import EXAMPLE, dagster_home, project_of
from graphwright.errors import GraphwrightError, LakeError, SettingsError
from graphwright.project import open_project

UNSAFE = ("a?b", "a?", "a%41b", "50%25", "deep?er/lake")
SAFE = ("a#b", "100%", "a%zz", "a&b=c", "a b", "a*[b]")


def invoke(*arguments: object, **variables: str) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), env=variables)


def message(*arguments: object, **variables: str) -> str:
    """Return the message of a command that failed on purpose."""
    result = invoke(*arguments, **variables)
    assert isinstance(result.exception, GraphwrightError), result.output
    return str(result.exception)


@pytest.mark.parametrize("name", UNSAFE)
def test_a_lake_whose_path_would_be_read_as_an_address_is_refused(
    name: str, tmp_path: Path
) -> None:
    lake, source = tmp_path / name, tmp_path / "source"
    source.mkdir()
    for command in ("build", "plan"):
        said = message(command, "--source", source, "--lake", lake)
        assert str(lake) in said
        assert "which Dagster's databases cannot have in their path" in said
    with pytest.raises(LakeError):
        open_project(lake, folder=source).build()
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize("name", SAFE)
def test_other_signs_in_a_path_are_of_no_account(name: str, tmp_path: Path) -> None:
    assert dagster_home(tmp_path / name) == tmp_path / name / "dagster"


def test_a_folder_and_a_file_of_sources_are_not_both_meant(tiny: Tiny, tmp_path: Path) -> None:
    source, lake = tiny.root / "handbook", tmp_path / "lake"
    named = ("--source", source, "--sources", tiny.sources, "--lake", lake)
    for command in ("build", "plan", "retry"):
        said = message(command, *named)
        assert f"--source {source} and --sources {tiny.sources}" in said
    assert not lake.exists()
    # What is typed goes before what stands in a variable.
    planned = invoke("plan", *named[:2], *named[4:], GRAPHWRIGHT_SOURCES=str(tiny.sources))
    assert planned.exit_code == 0, planned.output


def test_a_lake_that_lost_its_settings_is_not_taken_for_the_example(tiny: Tiny) -> None:
    tiny.project.keep_settings(tiny.project.settings)
    kept = tiny.lake / "sources.yaml"
    kept.unlink()
    for command in (("build",), ("plan",), ("ui",), ("ask", "Who pays?"), ("report",)):
        said = message(*command, "--lake", tiny.lake)
        assert f"there is no {kept}" in said
        assert "--sources FILE" in said
    with pytest.raises(SettingsError, match="settings that it was built with are gone"):
        _ = project_of(tiny.lake, None).settings
    assert invoke("plan", "--lake", tiny.lake, "--sources", tiny.sources).exit_code == 0


def test_a_new_lake_without_sources_says_that_it_is_the_example(tmp_path: Path) -> None:
    planned = invoke("plan", "--json", "--lake", tmp_path / "lake")
    assert f"the example's: {EXAMPLE}" in planned.stderr
    assert planned.stdout.startswith("{")


def test_a_lake_that_is_a_file_is_said_to_be_one(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    lake.write_text("a file")
    for command in (("plan",), ("status",), ("ask", "Who?"), ("sql", "SELECT 1"), ("ui",)):
        assert f"The lake {lake} is a file" in message(*command, "--lake", lake)


def test_after_a_first_build_there_is_nothing_to_compare(tiny: Tiny, tmp_path: Path) -> None:
    said = message("diff", "--lake", tiny.lake)
    assert said.startswith("There is nothing to compare: no snapshot in ")
    assert said.endswith(f"{tiny.snapshot}. A build after a change publishes a second one.")
    said = message("diff", "--lake", tmp_path / "nothing")
    assert said.startswith("There is nothing to compare: nothing is published in ")
    assert not (tmp_path / "nothing").exists()
