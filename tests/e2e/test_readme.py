"""What the pages say is so: commands, settings with their defaults, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pydantic
import pytest
import typer.main
import yaml
from e2e_project import ROOT, run_here

from dagster_project.cli import app
from graphwright.pages.data_dictionary import render_dictionary
from graphwright.settings import ApplicationSettings, Collection, LlmSettings, Settings

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "examples" / "README.md",
]
_OF_TICKETS, _EXPORTS = ("README.md", "tickets"), (".json", ".jsonl", ".csv")
COMMANDS: dict[str, Any] = dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]  # a group


def code_of(page: Path) -> list[str]:
    """Return every line of code and every inline code of a page."""
    text = page.read_text(encoding="utf-8")
    fenced = [
        line
        for block in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    indented = re.findall(r"^ {4}(.+)$", text, re.MULTILINE)
    return [*fenced, *indented, *re.findall(r"`([^`\n]+)`", text)]


def shown(word: str) -> Iterator[tuple[str, str, str]]:
    """Yield page, subcommand and the rest for each time that a page shows a command."""
    pattern = re.compile(rf"(?:^|/|\s){word} ([a-z]\w*)([^#]*)")
    for page in PAGES:
        for line in code_of(page):
            if found := pattern.search(line):
                yield page.name, found[1], found[2]


def test_every_command_that_is_shown_exists_with_its_options() -> None:
    commands = list(shown("graphwright"))
    assert {"build", "ask", "inspect", "status"} <= {name for _, name, _ in commands}
    for page, name, rest in commands:
        assert name in COMMANDS, f"{page} shows 'graphwright {name}'"
        command = COMMANDS[name]
        for word in rest.split()[:1]:  # a command of commands
            command = getattr(command, "commands", {}).get(word, command)
        known = {option for parameter in command.params for option in parameter.opts}
        used = set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", rest))
        assert used <= known, f"{page}: graphwright {name} has no {used - known}"


def test_the_tickets_that_the_readme_asks_for_are_in_the_example() -> None:
    asked = [rest for page, name, rest in shown("graphwright") if (page, name) == _OF_TICKETS]
    keys = {key for rest in asked for key in re.findall(r"[A-Z]{2,}-\d+", rest)}
    exports = [path for path in (ROOT / "examples").rglob("*") if path.suffix in _EXPORTS]
    text = "\n".join(path.read_text(encoding="utf-8") for path in exports)
    assert keys
    assert not {key for key in keys if key not in text}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help(name: str) -> None:
    helped = run_here(name, "--help")
    assert helped.returncode == 0, helped.stderr
    assert "--help" in helped.stdout


def test_every_make_target_that_is_shown_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {name for line in re.findall(r"^([a-z ]+):", makefile, re.M) for name in line.split()}
    variables = set(re.findall(r"^([A-Z]+) [?:]=", makefile, re.MULTILINE))
    used = list(shown("make"))
    assert {"build", "test", "ui"} <= {name for _, name, _ in used}
    for page, name, rest in used:
        assert name in targets, f"{page} shows 'make {name}'"
        assert set(re.findall(r"\b([A-Z]+)=", rest)) <= variables, f"{page}: make {name}{rest}"


def rows_of_table(page: str, head: str) -> dict[str, str]:
    """Return first to second column of the table whose head starts like this."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    body = text[text.index(head) :].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in body]
    return {row[0].strip("`"): row[1] for row in cells}


def defaults(model: type[pydantic.BaseModel], prefix: str = "") -> dict[str, Any]:
    """Return every setting, dotted, with its default."""
    found: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        value = field.get_default(call_default_factory=True)
        if isinstance(value, pydantic.BaseModel):
            found |= defaults(type(value), f"{prefix}{name}.")
        else:
            found[f"{prefix}{name}"] = value
    return found


def written(value: Any) -> str:
    """Return a default as the pages write it."""
    if isinstance(value, bool):
        return str(value).lower()
    return (
        f"`{value}`"
        if isinstance(value, str)
        else f"{value:g}"
        if isinstance(value, float)
        else str(value)
    )


def check_defaults(documented: dict[str, str], true: dict[str, Any]) -> None:
    assert set(documented) == set(true)
    for name, value in true.items():
        if value is None:  # said in words: what happens then
            assert re.match(r"[A-Za-z]", documented[name]), name
        else:
            assert documented[name] == written(value), name


def test_sources_page_lists_every_setting_with_its_default() -> None:
    true = defaults(Settings)
    del true["collections"]
    check_defaults(rows_of_table("sources.md", "| setting | default |"), true)


def test_sources_page_lists_every_setting_of_an_application() -> None:
    true = defaults(ApplicationSettings)
    documented = rows_of_table("sources.md", "| setting of an application | default |")
    assert [documented.pop(name) for name in ("name", "home")] == ["to be given"] * 2
    check_defaults(documented, {k: v for k, v in true.items() if k not in ("name", "home")})


def test_llm_page_lists_every_setting_with_its_default() -> None:
    check_defaults(rows_of_table("llm.md", "| setting under `llm` |"), defaults(LlmSettings))


def test_the_sources_example_shows_every_key_of_a_collection() -> None:
    text = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    example = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)[0]
    settings = Settings.model_validate(yaml.safe_load(example))
    assert len(settings.collections) == 1
    assert all(name in example for name in Collection.model_fields)


def test_the_data_dictionary_is_current() -> None:
    page = ROOT / "docs" / "data_dictionary.md"
    assert page.read_text(encoding="utf-8") == render_dictionary(), "Run: graphwright docs"
