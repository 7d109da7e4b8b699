"""Commands over help pages: their trees and intents, and dialogues."""

import sys
from typing import Annotated

import pydantic
import typer

from dagster_project.cli.options import LAKE, JsonOption, LakeOption
from dagster_project.printing import complain, say
from graphwright.display.printable import json_text
from graphwright.project import open_project

app = typer.Typer(help="Talk over help pages, and see their trees.", no_args_is_help=True)

ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Node, facts, candidates and reason of each turn.")
]


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
