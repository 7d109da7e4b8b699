"""What commands share: their options, and the project that these name."""

from pathlib import Path
from typing import Annotated

import typer

from dagster_project.environment import (
    DEFAULT_LAKE,
    LAKE_VARIABLE,
    SOURCES_VARIABLE,
    project_of,
)
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


def project_to_build(source: Path | None, sources: Path | None, lake: Path) -> Project:
    """Return the project that a build, or a plan of one, is asked for."""
    return open_project(lake, folder=source) if source else project_of(lake, sources)
