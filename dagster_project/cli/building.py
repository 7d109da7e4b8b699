"""Commands that build, and that say what a build would do."""

import dataclasses
import time
from pathlib import Path
from typing import Annotated

import typer

from dagster_project.cli.options import (
    LAKE,
    JsonOption,
    LakeOption,
    MaxCostOption,
    SourceOption,
    SourcesOption,
    project_to_build,
)
from dagster_project.printing import say
from graphwright.display.printable import json_text
from graphwright.project import Project


def build(
    *,
    source: SourceOption = None,
    sources: SourcesOption = None,
    lake: LakeOption = LAKE,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Worker processes; one a core by default. The lake keeps it."),
    ] = None,
    max_cost: MaxCostOption = None,
    allow_shrinking: Annotated[
        bool,
        typer.Option(
            "--allow-shrinking", help="Publish also where a collection has lost many documents."
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option(help="Print nothing but errors.")] = False,
) -> None:
    """Build the graph, or bring it up to date, and publish it."""
    project = project_to_build(source, sources, lake, quiet=quiet)
    if workers is not None:
        changed = project.settings.model_copy(update={"workers": workers})
        project = dataclasses.replace(project, given=changed)
    _build(project, lake, max_cost, allow_shrinking=allow_shrinking, quiet=quiet)


def _build(
    project: Project,
    lake: Path,
    max_cost: float | None,
    *,
    allow_shrinking: bool = False,
    quiet: bool = False,
) -> None:
    from graphwright.pages.terminal.status import build_summary  # noqa: PLC0415  # heavy

    started = time.monotonic()
    report = project.build(quiet=quiet, max_cost=max_cost, allow_shrinking=allow_shrinking)
    if not quiet:
        say(build_summary(report, lake, time.monotonic() - started, project.settings))


def plan(
    source: SourceOption = None,
    sources: SourcesOption = None,
    lake: LakeOption = LAKE,
    as_json: JsonOption = False,
) -> None:
    """Print what a build would do now, why, and how long it would take; changes nothing."""
    from graphwright.pages.terminal.crawl import planned_summary  # noqa: PLC0415
    from graphwright.pages.terminal.plan import plan_summary  # noqa: PLC0415  # heavy

    project = project_to_build(source, sources, lake)
    forecast, crawls = project.plan(), project.planned_crawls()
    if as_json:
        planned = {"applications": [crawl.to_dict() for crawl in crawls]} if crawls else {}
        say(json_text({**forecast.to_dict(), **planned}, indent=2))
        return
    say(plan_summary(forecast))
    if crawls:
        say(planned_summary(crawls))


_UNITS = {
    "names": "pairs of names",
    **dict.fromkeys(("help_nodes", "help_intents", "help_actionable"), "pages"),
}
"""What a prompt is asked about, where that is no chunk."""


def retry(
    *,
    reason: Annotated[
        list[str] | None, typer.Option(help="Only failures for this reason; may be repeated.")
    ] = None,
    collection: Annotated[
        list[str] | None, typer.Option(help="Only this collection; may be repeated.")
    ] = None,
    document: Annotated[
        list[str] | None, typer.Option(help="Only this document: its path, URI or id.")
    ] = None,
    dry_run: Annotated[bool, typer.Option(help="Only say what would be asked again.")] = False,
    max_cost: MaxCostOption = None,
    source: SourceOption = None,
    sources: SourcesOption = None,
    lake: LakeOption = LAKE,
) -> None:
    """Ask the LLM again about chunks, help pages and names without a usable answer, and build."""
    from graphwright.planning.retry import (  # noqa: PLC0415  # heavy
        Chosen,
        find_failures,
        mark_for_retry,
        reasons_of,
    )

    project = project_to_build(source, sources, lake)
    chosen = Chosen(*(frozenset(named or ()) for named in (reason, collection, document)))
    failures = find_failures(project.lake, chosen)
    for why, count in reasons_of(failures).items():
        say(f"{why}: {count} {_UNITS.get(why.partition(':')[0], 'chunks')}")
    if not failures:
        say("No failure of the LLM is on record for that.")
    elif not dry_run:
        with project.lake.exclusive():
            mark_for_retry(project.lake, find_failures(project.lake, chosen))
        _build(project, lake, max_cost)
