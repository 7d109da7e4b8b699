"""The command that answers how something is done in a web application."""

from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, JsonOption, LakeOption
from dagster_project.printing import say
from graphwright.display.printable import json_text
from graphwright.project import open_project


def guide(
    question: Annotated[str, typer.Argument(help="How do I ...? in plain English.")],
    *,
    at: Annotated[
        str | None,
        typer.Option("--at", help="Where you are: an address, or the id or label of a state."),
    ] = None,
    application: Annotated[
        str | None, typer.Option(help="The application; else that of the address, else all.")
    ] = None,
    strategy: Annotated[
        str,
        typer.Option(help="guide, paper (PCST), states_ways, dense_states, dense_pages or bm25."),
    ] = "guide",
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Print the part of the graph for a language model.")
    ] = False,
    tokens: Annotated[int, typer.Option(min=50, help="Tokens of --prompt, about.")] = 2_000,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print the steps in a web application from where you are to what you ask for."""
    from graphwright.pages.terminal.guidance import render_guidance  # noqa: PLC0415  # heavy

    opened = open_project(lake).guidance()
    if prompt:
        made = opened.prompt(
            question, at, application=application, strategy=strategy, tokens=tokens
        )
        say(json_text(made.model_dump(mode="json"), indent=2) if as_json else made.text)
        return
    found = opened.guide(question, at, application=application, strategy=strategy)
    if as_json:
        say(json_text(found.model_dump(mode="json"), indent=2))
    else:
        say(render_guidance(found))
