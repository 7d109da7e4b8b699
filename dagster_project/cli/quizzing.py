"""Commands of the quiz: make its questions, and see how well they are answered."""

from typing import TYPE_CHECKING, Annotated

import typer

from dagster_project.cli.options import LAKE, JsonOption, LakeOption
from dagster_project.printing import say
from graphwright.display.printable import json_text
from graphwright.project import open_project

if TYPE_CHECKING:
    from graphwright.quiz.report import QuizResult

app = typer.Typer(help="Question the published applications.", no_args_is_help=True)


@app.command()
def build(*, as_json: JsonOption = False, lake: LakeOption = LAKE) -> None:
    """Make the questions of all applications from the tables of the last build, and count them."""
    import dataclasses  # noqa: PLC0415  # with what needs it

    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415  # heavy
    from graphwright.pages.terminal.quiz import counts_grids  # noqa: PLC0415

    counts = open_project(lake).quiz_build()
    if as_json:
        say(json_text(dataclasses.asdict(counts), indent=2))
        return
    say(markdown_of(counts_grids(counts)))
    say(f"Tables: {counts.where}, and quiz_rejected beside it.")


@app.command()
def run(
    contexts: Annotated[
        list[str] | None, typer.Argument(help="Contexts to compare; all by default.")
    ] = None,
    *,
    llm: Annotated[bool, typer.Option("--llm", help="Ask the LLM of the settings too.")] = False,
    orders: Annotated[
        int, typer.Option(min=1, max=4, help="Orders of the options that an LLM is asked in.")
    ] = 4,
    most: Annotated[int | None, typer.Option(min=1, help="Only so many questions.")] = None,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print the accuracy by skill, for each context and without any."""
    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415  # heavy
    from graphwright.pages.terminal.quiz import result_grid  # noqa: PLC0415

    result = open_project(lake).quiz_run(contexts or (), llm=llm, orders=orders, most=most)
    say(_json(result) if as_json else markdown_of([result_grid(result)]))


def _json(result: "QuizResult") -> str:
    from graphwright.pages.terminal.quiz import result_rows  # noqa: PLC0415  # heavy

    return json_text(result_rows(result), indent=2)
