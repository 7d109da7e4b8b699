"""The command line: a thin front of ``graphwright.Project``.

Each command reads its arguments, calls one function, and prints. Heavy libraries are imported
inside the functions that need them, so that ``--help`` is quick.
"""

import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, NoReturn

import typer

from dagster_project.cli import (
    building,
    crawling,
    deciding,
    dialogue,
    guiding,
    looking,
    operating,
    quizzing,
    reading,
    seeds,
    serving,
    tickets,
    views,
)
from dagster_project.printing import complain, say
from graphwright.display.messages import guard_messages
from graphwright.errors import GraphwrightError
from graphwright.store.folder import is_full

app = typer.Typer(
    help="Turn documents into a knowledge graph whose every fact leads back to its sentence.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
_GROUPS: dict[str, tuple[Callable[..., None], ...]] = {
    "Build": (building.build, building.plan, building.retry, crawling.crawl),
    "Ask the graph": (
        reading.ask,
        guiding.guide,
        reading.inspect,
        reading.show,
        reading.export,
    ),
    "See what was made": (
        looking.status,
        looking.diff,
        looking.sql,
        looking.report,
        looking.explain,
    ),
    "Decide about names": (
        deciding.merge,
        deciding.unmerge,
        deciding.rename,
        serving.review,
    ),
    "Serve": (serving.serve, serving.mcp, serving.token),
    "Operate": (operating.ui, operating.rollback, operating.verify, operating.docs),
}
for _group, _commands in _GROUPS.items():
    for _command in _commands:
        app.command(rich_help_panel=_group)(_command)


app.add_typer(tickets.app, name="tickets", rich_help_panel="Ask the graph")
app.add_typer(dialogue.app, name="dialogue", rich_help_panel="Ask the graph")
app.add_typer(quizzing.app, name="quiz", rich_help_panel="Ask the graph")
app.add_typer(seeds.app, name="seeds", rich_help_panel="Decide about names")
app.add_typer(views.app, name="views", rich_help_panel="Operate")


def _print_version(wanted: bool) -> None:
    if wanted:
        say(f"graphwright {version('graphwright')}")
        raise typer.Exit


@app.callback()
def _every_command(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Turn documents into a knowledge graph whose every fact leads back to its sentence."""


def main() -> None:
    """Run the command line; an error of ours is one message on standard error and exit code 1."""
    guard_messages()
    try:
        app()
    except GraphwrightError as error:
        _fail(str(error))
    except OSError as error:
        if error.filename is not None or not is_full(error):
            raise
        _fail(f"What was found could not be written: {error.strerror}. Free some space.")


def _fail(message: str) -> NoReturn:
    complain(f"graphwright: {message}")
    sys.exit(1)
