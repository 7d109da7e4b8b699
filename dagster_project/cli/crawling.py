"""The command that crawls web applications."""

from typing import Annotated

import typer

from dagster_project.cli.options import (
    LAKE,
    JsonOption,
    LakeOption,
    SourcesOption,
    project_to_build,
)
from dagster_project.printing import complain, say
from graphwright.display.printable import json_text


def crawl(
    names: Annotated[list[str] | None, typer.Argument(help="Applications; all by default.")] = None,
    *,
    clean: Annotated[
        bool, typer.Option("--clean", help="Take nothing over from the last crawl.")
    ] = False,
    sources: SourcesOption = None,
    lake: LakeOption = LAKE,
    as_json: JsonOption = False,
) -> None:
    """Crawl web applications: each becomes states and actions, which the next build takes in."""
    from graphwright.pages.terminal.crawl import crawl_summary  # noqa: PLC0415  # heavy

    project = project_to_build(None, sources, lake, quiet=as_json)
    reports = project.crawl(names or (), clean=clean)
    if as_json:
        say(json_text([report.to_dict() for report in reports], indent=2))
    else:
        say(crawl_summary(reports))
    errors = [report.error for report in reports if report.error is not None]
    for error in errors:
        complain(f"graphwright: {error}")
    if errors:
        raise typer.Exit(1)
