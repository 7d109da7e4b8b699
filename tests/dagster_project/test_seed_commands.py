"""The commands for the file of seed concepts."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from dagster_project.cli import app
from graphwright.errors import SettingsError


def test_check_says_what_a_file_declares(tmp_path):
    path = tmp_path / "seeds.csv"
    path.write_text("name,aliases,broader\nOrder,PO,Paper\nPaper,,\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["seeds", "check", str(path)], env={"COLUMNS": "400"})
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    assert said.endswith("is sound: 2 concepts, 3 names, 1 times one above another.")


def test_check_of_a_wrong_file_names_the_line(tmp_path):
    path = tmp_path / "seeds.csv"
    path.write_text("name,broader\nOrder,Paper\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["seeds", "check", str(path)])
    assert isinstance(result.exception, SettingsError)
    with pytest.raises(SettingsError, match="line 2: 'Paper' is broader than 'Order'"):
        raise result.exception
