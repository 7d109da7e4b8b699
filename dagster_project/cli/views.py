"""Commands for views: the graphs of what some readers may see."""

from collections.abc import Sequence
from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, LakeOption
from dagster_project.printing import say
from graphwright.project import Project, open_project

app = typer.Typer(help="The graphs of what readers of some groups may see.", no_args_is_help=True)

GroupsOption = Annotated[
    list[str] | None,
    typer.Option("--group", "-g", help="A group of the readers; more than one may be named."),
]


@app.command("list")
def list_(lake: LakeOption = LAKE) -> None:
    """Print each view: its id, its groups, how many documents it tells of, and its state."""
    from graphwright.access.views import list_views  # noqa: PLC0415  # heavy

    for view in list_views(open_project(lake)):
        state = "ready" if view.ready else "of an older graph"
        say(f"{view.id}  {_named(view.groups)}: {view.documents} documents, {state}")


@app.command()
def make(groups: GroupsOption = None, lake: LakeOption = LAKE) -> None:
    """Make the view of readers of these groups, or those that the settings name."""
    project = open_project(lake)
    audiences = [groups] if groups else [list(one) for one in project.settings.access.audiences]
    for audience in audiences or [[]]:
        say(f"{_named(audience)}: {_made(project, audience)}")


@app.command()
def remove(
    ids: Annotated[list[str] | None, typer.Argument(help="Ids of views; all without.")] = None,
    lake: LakeOption = LAKE,
) -> None:
    """Delete views; one that is asked for is made again."""
    from graphwright.access.views import remove_views  # noqa: PLC0415  # heavy

    removed = remove_views(open_project(lake), ids)
    say(f"Removed: {', '.join(removed) or 'none'}.")


def _made(project: Project, groups: Sequence[str]) -> str:
    view = project.view(groups)
    return "sees all" if view == project else str(view.root)


def _named(groups: Sequence[str]) -> str:
    return ", ".join(sorted(groups)) or "no group"
