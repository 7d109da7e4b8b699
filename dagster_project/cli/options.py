"""What commands share: their options, and the project that these name."""

import os
from pathlib import Path
from typing import Annotated

import typer

from dagster_project.environment import (
    DEFAULT_LAKE,
    EXAMPLE,
    LAKE_VARIABLE,
    SOURCES_VARIABLE,
    check_lake_path,
    project_of,
)
from dagster_project.printing import complain
from graphwright.errors import SettingsError
from graphwright.project import Project, open_project

LakeOption = Annotated[
    Path, typer.Option("--lake", envvar=LAKE_VARIABLE, help="Folder of the tables and snapshots.")
]
SourceOption = Annotated[
    Path | None, typer.Option("--source", help="This folder, with every setting's default.")
]
SourcesOption = Annotated[
    Path | None,
    typer.Option(
        "--sources", envvar=SOURCES_VARIABLE, help="sources.yaml; the lake's, else the example's."
    ),
]
MaxCostOption = Annotated[
    float | None,
    typer.Option("--max-cost", min=0, help="Most that the LLM of this build may cost."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
LAKE = Path(DEFAULT_LAKE)


def project_to_build(
    source: Path | None, sources: Path | None, lake: Path, *, quiet: bool = False
) -> Project:
    """Return the project that a build, or a plan of one, is asked for.

    Raises ``SettingsError`` where two options name the sources (an option goes before a variable),
    and ``LakeError`` for a lake that Dagster cannot work in.
    """
    check_lake_path(lake.absolute())
    if source is not None:
        if sources is not None and os.environ.get(SOURCES_VARIABLE) != str(sources):
            raise SettingsError(
                f"The sources are named twice: --source {source} and --sources {sources}.",
                remedy="Name a folder with --source, or a file of settings with --sources.",
            )
        return open_project(lake, folder=source)
    project = project_of(lake, sources)
    if project.sources == EXAMPLE and sources is None and not quiet:
        complain(f"No sources are named, so they are the example's: {EXAMPLE}.")
    return project
