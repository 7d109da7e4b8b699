"""The command that serves one assistant on this machine."""

from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, LakeOption
from graphwright.project import open_project


def mcp(
    groups: Annotated[
        str | None,
        typer.Option(help="Comma-separated groups whose documents it sees; by default all."),
    ] = None,
    lake: LakeOption = LAKE,
) -> None:
    """Serve the graph to an assistant over standard input and output (MCP)."""
    from graphwright.serving.assistants.stdio import run  # noqa: PLC0415  # heavy
    from graphwright.serving.service import Service  # noqa: PLC0415

    named = None if groups is None else frozenset(g for g in groups.split(",") if g)
    run(Service(open_project(lake)), named)
