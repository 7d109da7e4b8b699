"""Commands over tickets: asking them, looking at them, their template and resolution times."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pydantic
import typer

from dagster_project.cli.options import LAKE, JsonOption, LakeOption, SourcesOption
from dagster_project.environment import project_of
from dagster_project.printing import complain, say
from graphwright.display.printable import json_text
from graphwright.project import open_project

app = typer.Typer(help="Ask tickets, and see what was made of them.", no_args_is_help=True)
template = typer.Typer(help="The template of tickets' sections.", no_args_is_help=True)
app.add_typer(template, name="template")

WholeOption = Annotated[bool, typer.Option("--whole", help="Long sections too, whole.")]


def _tell(view: pydantic.BaseModel, render: Callable[[], object], *, as_json: bool) -> None:
    say(json_text(view.model_dump(mode="json"), indent=2) if as_json else render())


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="A question in plain English.")],
    *,
    whole: WholeOption = False,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print the sections of tickets that answer a question, and the plan that found them."""
    from graphwright.pages.terminal.tickets import render_found  # noqa: PLC0415  # heavy

    found = open_project(lake).tickets().ask(question)
    _tell(found, lambda: render_found(found, whole=whole), as_json=as_json)


@app.command()
def query(
    cypher: Annotated[str, typer.Argument(help="MATCH ... WHERE ... RETURN ...; it only reads.")],
    *,
    whole: WholeOption = False,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print what a query in a part of Cypher finds among tickets."""
    from graphwright.pages.terminal.tickets import render_found  # noqa: PLC0415  # heavy

    found = open_project(lake).tickets().query(cypher)
    _tell(found, lambda: render_found(found, whole=whole), as_json=as_json)


@app.command()
def show(
    key: Annotated[str, typer.Argument(help="A key, or collection:key.")],
    *,
    whole: WholeOption = False,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print a ticket: its tree of sections with what says so, its links and duplicates."""
    from graphwright.pages.terminal.tickets import render_ticket  # noqa: PLC0415  # heavy

    card = open_project(lake).tickets().show(key)
    _tell(card, lambda: render_ticket(card, whole=whole), as_json=as_json)


@app.command()
def similar(
    key_or_text: Annotated[str, typer.Argument(help="A key, or a description of a problem.")],
    *,
    k: Annotated[int, typer.Option("--top", "-k", min=1, help="How many tickets.")] = 10,
    strategy: Annotated[
        str, typer.Option(help="tickets, sections (the paper's), dense, bm25 or rrf.")
    ] = "tickets",
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print the tickets that are like one, or like a text, and why."""
    from graphwright.pages.terminal.tickets import render_similar  # noqa: PLC0415  # heavy

    found = open_project(lake).tickets().similar(key_or_text, k, strategy)
    _tell(found, lambda: render_similar(found), as_json=as_json)


@app.command()
def times(
    by: Annotated[str, typer.Option(help="The field, such as priority or components.")],
    compare: Annotated[
        tuple[str, str] | None, typer.Option(help="Two values of it to compare.")
    ] = None,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print how long tickets took to be resolved, by a field: mean, P50 and P90."""
    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415  # heavy
    from graphwright.pages.terminal.tickets import times_grids  # noqa: PLC0415

    found = open_project(lake).tickets().times(by, compare or ())
    if as_json:
        say(json_text(found.model_dump(mode="json"), indent=2))
    else:
        say(markdown_of(times_grids(found)))


@app.command("eval")
def evaluate(
    file: Annotated[
        Path | None, typer.Argument(help="A CSV of questions; else the lake's own duplicates.")
    ] = None,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print how well each strategy finds the tickets that it should: MRR and recall."""
    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415  # heavy
    from graphwright.pages.terminal.tickets import evaluation_grids  # noqa: PLC0415

    found = open_project(lake).tickets().evaluate(file)
    _tell(found, lambda: markdown_of(evaluation_grids(found)), as_json=as_json)


@app.command()
def solved(
    ticket: Annotated[str | None, typer.Argument(help="The ticket that was solved.")] = None,
    solved_by: Annotated[str | None, typer.Argument(help="The ticket that solved it.")] = None,
    lake: LakeOption = LAKE,
) -> None:
    """Note that a ticket solved another, a link from the next build on; without both, list all."""
    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415  # heavy
    from graphwright.pages.terminal.tickets import solved_grid  # noqa: PLC0415

    project = open_project(lake)
    if ticket is None:
        say(markdown_of([solved_grid(project.solved_tickets())]))
        return
    if solved_by is None:
        raise typer.BadParameter("Name the ticket that solved it too.")
    new = project.solved(ticket, solved_by)
    place = project.settings.feedback_path
    say(f"{'Noted' if new else 'Known already'} in {place}: {solved_by} solved {ticket}.")
    complain("It is a link after the next build.")


@template.command("check")
def check(
    file: Annotated[Path | None, typer.Argument(help="A template; else those in use.")] = None,
    sources: SourcesOption = None,
    lake: LakeOption = LAKE,
) -> None:
    """Read a template, or those of the settings, and say what is wrong with it."""
    from graphwright.tickets.template import load_template, templates_of  # noqa: PLC0415

    if file is not None:
        found = {str(file): load_template(file)}
    else:
        found = templates_of(project_of(lake, sources).settings)
    for name, one in found.items():
        rich = len(one.rich)
        say(f"{name}: {len(one.sections)} sections, {rich} of them embedded. It can be used.")
    if not found:
        say("No collection has a template of its own: the package's is used.")


@template.command()
def suggest(
    least: Annotated[int, typer.Option(min=1, help="In so many tickets at least.")] = 2,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print headings and fields of the tickets that no section of their template takes."""
    from graphwright.pages.terminal.layouts import markdown_of  # noqa: PLC0415  # heavy
    from graphwright.pages.terminal.tickets import gap_grids  # noqa: PLC0415

    gaps = open_project(lake).template_gaps(least)
    if as_json:
        told = {name: list(map(dataclasses.asdict, found)) for name, found in gaps.items()}
        say(json_text(told, indent=2))
    else:
        say(markdown_of(gap_grids(gaps)))


@template.command("show")
def show_template() -> None:
    """Print the template of the package, to begin one of your own with."""
    from graphwright.tickets.template import DEFAULT_TEMPLATE  # noqa: PLC0415

    say(DEFAULT_TEMPLATE.read_text(encoding="utf-8"))
