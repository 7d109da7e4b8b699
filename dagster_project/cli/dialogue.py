"""Commands over help pages: their trees and intents, and dialogues."""

import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import pydantic
import typer

from dagster_project.cli.options import LAKE, JsonOption, LakeOption
from dagster_project.printing import complain, say
from graphwright.display.printable import json_text
from graphwright.project import open_project

if TYPE_CHECKING:
    from graphwright.simulation.run import Judged, Summary

app = typer.Typer(help="Talk over help pages, and see their trees.", no_args_is_help=True)

ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Node, facts, candidates and reason of each turn.")
]

FolderArgument = Annotated[
    Path, typer.Argument(help="File of inquiries with their answers, or the folder that has it.")
]
_AGENT = "graph"
"""Name of the agent over the published graph in the rows of its dialogues."""


def _json(view: pydantic.BaseModel) -> None:
    say(json_text(view.model_dump(mode="json"), indent=2))


@app.command()
def show(
    page: Annotated[str | None, typer.Argument(help="Document, key or title; else all.")] = None,
    *,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print a help page's tree of problems, conditions and resolutions, or list the pages."""
    from graphwright.pages.terminal.dialogue import pages_grid, render_help_page  # noqa: PLC0415
    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415  # heavy

    opened = open_project(lake).help(internal=True)
    if page is None:
        found = opened.pages()
        _json(found) if as_json else say(markdown_of([pages_grid(found)]))
        return
    shown = opened.show(page)
    _json(shown) if as_json else say(render_help_page(shown))


@app.command()
def intents(
    text: Annotated[str, typer.Argument(help="What a user might say.")],
    *,
    k: Annotated[int, typer.Option("--top", "-k", min=1, help="How many nodes.")] = 10,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print the problems that an utterance may mean, and how sure it is that the pages know it."""
    from graphwright.pages.terminal.dialogue import intents_grid  # noqa: PLC0415  # heavy
    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415

    found = open_project(lake).help(internal=True).intents(text, k)
    _json(found) if as_json else say(markdown_of([intents_grid(found)]))


@app.command()
def reply(
    utterances: Annotated[list[str], typer.Argument(help="All that the user said, in order.")],
    *,
    explain: ExplainOption = False,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print the reply to the last utterance of a dialogue."""
    from graphwright.pages.terminal.dialogue import render_reply  # noqa: PLC0415  # heavy

    made = open_project(lake).help().reply(utterances)
    _json(made) if as_json else say(render_reply(made, explain=explain))


@app.command()
def chat(*, explain: ExplainOption = False, lake: LakeOption = LAKE) -> None:
    """Talk over the help pages, a line each turn; an empty line or the input's end stops."""
    from graphwright.pages.terminal.dialogue import render_reply  # noqa: PLC0415  # heavy

    opened = open_project(lake).help()
    complain("Say what you need; an empty line ends.")
    utterances: list[str] = []
    for line in sys.stdin:
        if not line.strip():
            return
        utterances.append(line.strip())
        say(render_reply(opened.reply(utterances), explain=explain))


@app.command()
def simulate(
    inquiries: FolderArgument,
    *,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print the dialogues of simulated users with inquiries, each with its verdict."""
    from graphwright.simulation.records import as_jsonl, as_markdown  # noqa: PLC0415  # heavy

    judged, _ = _simulated(inquiries, lake)
    say((as_jsonl if as_json else as_markdown)(_AGENT, judged).rstrip("\n"))


@app.command("eval")
def evaluate(
    inquiries: FolderArgument,
    *,
    kept: Annotated[
        Path | None, typer.Option("--kept", help="Write the dialogues to this folder.")
    ] = None,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print how simulated dialogues end: shares, turns, what was said without a source."""
    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415  # heavy
    from graphwright.simulation.summary_grid import summary_grid  # noqa: PLC0415

    judged, found = _simulated(inquiries, lake)
    if kept is not None:
        _keep(kept, judged)
    if as_json:
        say(json_text(dataclasses.asdict(found), indent=2))
    else:
        say(markdown_of([summary_grid(found)]))


def _simulated(inquiries: Path, lake: Path) -> "tuple[list[Judged], Summary]":
    """Return the judged dialogues of inquiries with the published help pages."""
    from graphwright.simulation.case_files import read_cases  # noqa: PLC0415  # heavy
    from graphwright.simulation.judge import RuleJudge  # noqa: PLC0415
    from graphwright.simulation.run import simulate, summary  # noqa: PLC0415
    from graphwright.simulation.user import RuleUser  # noqa: PLC0415

    cases = read_cases(inquiries)
    opened = open_project(lake).help()
    judged = simulate(opened.agent, cases, RuleUser(), RuleJudge())
    return judged, summary(judged, opened.graph.texts)


def _keep(folder: Path, judged: "list[Judged]") -> None:
    from graphwright.simulation.records import as_jsonl, as_markdown  # noqa: PLC0415  # heavy

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dialogues.jsonl").write_text(as_jsonl(_AGENT, judged), encoding="utf-8")
    (folder / "dialogues.md").write_text(as_markdown(_AGENT, judged), encoding="utf-8")
    complain(f"{len(judged)} dialogues are in {folder}: dialogues.md to read, dialogues.jsonl.")
