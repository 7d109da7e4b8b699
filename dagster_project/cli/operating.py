"""Commands for who operates a lake: Dagster's page, going back, and the generated docs."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, JsonOption, LakeOption
from dagster_project.environment import (
    HOME_VARIABLE,
    LAKE_VARIABLE,
    SOURCES_VARIABLE,
    check_lake_path,
    dagster_home,
    workspace_file,
)
from dagster_project.page_process import check_port, serve
from dagster_project.printing import say
from graphwright.project import open_project


def ui(
    lake: LakeOption = LAKE,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the page.")] = 3000,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
) -> None:
    """Open Dagster's page on this lake's graph."""
    project = open_project(lake, sources=os.environ.get(SOURCES_VARIABLE) or None)
    root, _ = project.root, project.settings  # says now, and not on the page, what is wrong
    check_lake_path(root)
    check_port(host, port)
    environment = {
        **os.environ,
        LAKE_VARIABLE: str(root),
        HOME_VARIABLE: str(dagster_home(root)),
    }
    # The command that Dagster puts forward in its place is in a package of its own.
    quiet = ["-W", "ignore:Function `dev_command` is superseded"]
    command = [sys.executable, *quiet, "-m", "dagster", "dev", "-w", str(workspace_file(root))]
    say(f"Dagster listens on http://{host}:{port} until you press Ctrl-C.")
    serve([*command, "-h", host, "-p", str(port)], environment)


def rollback(
    snapshot: Annotated[str, typer.Argument(help="Id of a snapshot; 'status' lists them.")],
    lake: LakeOption = LAKE,
) -> None:
    """Point readers to an earlier snapshot, until the next build."""
    shown = open_project(lake).rollback(snapshot)
    say(f"Readers now see snapshot {shown}. The next build publishes the documents anew.")


def verify(
    repair: Annotated[
        bool, typer.Option("--repair", help="Delete what is damaged, build, and look again.")
    ] = False,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Hash every file of tables, snapshots and caches; exit code 1 where one is damaged."""
    from graphwright.pages.terminal.verification import verification_text  # noqa: PLC0415  # heavy

    found = open_project(lake).verify(repair=repair)
    say(json.dumps(found.to_dict(), indent=2) if as_json else verification_text(found))
    if not found.sound:
        raise typer.Exit(1)


def docs() -> None:
    """Write the pages of docs/ that are generated from the code (in a checkout)."""
    from graphwright.extraction.explain import render_rules  # noqa: PLC0415  # heavy
    from graphwright.pages.data_dictionary import render_dictionary  # noqa: PLC0415
    from graphwright.serving.grafana import dashboard_json  # noqa: PLC0415

    folder = Path(__file__).parent.parent.parent / "docs"
    made = {
        "data_dictionary.md": render_dictionary,
        "rules.md": render_rules,
        "grafana.json": dashboard_json,
    }
    for name, page in made.items():
        (folder / name).write_text(page(), encoding="utf-8")
        say(f"Wrote {folder / name}.")
