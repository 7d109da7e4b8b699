"""What a program of ours prints steers no terminal, and nothing is printed by another way."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from rich.console import Group
from rich.markdown import Markdown
from rich.table import Column, Table
from rich.text import Text

from dagster_project.printing import complain, hand_over, say
from graphwright.project import __file__ as project_file

ROOT = Path(project_file).parents[1]
STEERING = "a\x1b[2Jb\x9b31m\u202ec\U000e0041d\x07\x08"
SEEN = "a\\x1b[2Jb\\x9b31m\\u202ec\\U000e0041d\\x07\\x08"
PRINTS = {"dagster_project/printing.py", "assets/progress.py"}
"""The gate, and the bars, whose titles are ours."""


def layout(text: str) -> Group:
    table = Table(Column(Text(text)), box=None)
    table.add_row(Text(text))
    return Group(Text(text), table, Markdown(text))


def test_texts_and_layouts(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"{STEERING}\nnext line")
    say(layout(STEERING))
    out = capsys.readouterr().out
    assert out.count(SEEN.replace("\\x07\\x08", "")) == 5
    assert out.replace("\n", "").isprintable()
    assert out.startswith(f"{SEEN}\nnext line\n")


def test_a_long_line_is_not_cut(capsys: pytest.CaptureFixture[str]) -> None:
    say(Group(Text("word " * 100 + "end")))
    assert capsys.readouterr().out == "word " * 100 + "end\n"


def test_a_name_in_a_message_is_no_message_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    complain("graphwright: a\ngraphwright: \x1b[2Jb \udcff")
    assert capsys.readouterr().err == "graphwright: a\n    graphwright: \\x1b[2Jb \\udcff\n"


def test_data_for_another_program_is_handed_over_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_over(f"{STEERING}\n")
    assert capsys.readouterr().out == f"{STEERING}\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    hand_over(f"{STEERING}\n")
    assert capsys.readouterr().out == f"{SEEN}\n"


def test_nothing_else_prints() -> None:
    """Each call that prints stands in a module that is named here."""
    found = {}
    for package in ("assets", "dagster_project", "graphwright", "resources", "sql"):
        for path in (ROOT / package).rglob("*.py"):
            names = {_called(node) for node in ast.walk(ast.parse(path.read_text("utf-8")))}
            if names & {"print", "echo", "secho", "Console"}:
                found[path.relative_to(ROOT).as_posix()] = names
    assert set(found) == PRINTS


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")
