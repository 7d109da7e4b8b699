"""Commands that note what the team decides about names."""

import datetime
from pathlib import Path
from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, LakeOption
from dagster_project.printing import complain, say
from graphwright.project import open_project

_AuthorOption = Annotated[str | None, typer.Option("--author", help="Who decides.")]
_NoteOption = Annotated[str | None, typer.Option("--note", help="Why.")]
_Name = Annotated[str, typer.Argument(help="A name, however it is written.")]


def merge(
    one: _Name,
    other: _Name,
    *,
    author: _AuthorOption = None,
    note: _NoteOption = None,
    lake: LakeOption = LAKE,
) -> None:
    """Note that two names are one thing, from the next build on."""
    path = open_project(lake).merge(one, other, author=author, date=_today(), note=note)
    _tell(path, f"{one} and {other} are one.")


def unmerge(
    one: _Name,
    other: _Name,
    *,
    author: _AuthorOption = None,
    note: _NoteOption = None,
    lake: LakeOption = LAKE,
) -> None:
    """Note that two names are two things, from the next build on."""
    path = open_project(lake).unmerge(one, other, author=author, date=_today(), note=note)
    _tell(path, f"{one} and {other} are two.")


def rename(
    name: _Name,
    new: Annotated[str, typer.Argument(help="What it is called.")],
    *,
    author: _AuthorOption = None,
    note: _NoteOption = None,
    lake: LakeOption = LAKE,
) -> None:
    """Note what a thing is called, from the next build on."""
    path = open_project(lake).rename(name, new, author=author, date=_today(), note=note)
    _tell(path, f"{name} is called {new}.")


def _today() -> str:
    return datetime.datetime.now(tz=datetime.UTC).date().isoformat()


def _tell(path: Path, said: str) -> None:
    say(f"Noted in {path}: {said}")
    complain("It holds after the next build.")
