"""Commands for the file of seed concepts."""

from pathlib import Path
from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, LakeOption
from dagster_project.printing import say
from graphwright.project import open_project

app = typer.Typer(help="The file of seed concepts.", no_args_is_help=True)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="YAML, CSV or SKOS of seed concepts.")],
) -> None:
    """Say what a seed file declares, or what is wrong in it and where."""
    from graphwright.entities.seed_concepts import read_seeds  # noqa: PLC0415  # heavy

    seeds = read_seeds(file)
    concepts = len({seed.key for seed in seeds.aliases})
    say(
        f"{file} is sound: {concepts:,} concepts, {len(seeds.aliases):,} names, "
        f"{len(seeds.broader):,} times one above another."
    )


@app.command()
def suggest(
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Concepts at most.")] = 50,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write, if not to print it.")
    ] = None,
    lake: LakeOption = LAKE,
) -> None:
    """Propose frequent, connected concepts that the seed file lacks, as a seed file."""
    text = open_project(lake).suggest_seeds(limit)
    if out is None:
        say(text.removesuffix("\n"))
        return
    with out.open("x", encoding="utf-8") as file:  # a file that people edited is not written over
        file.write(text)
    say(f"Written to {out}: look it over, and name it as seed_concepts in sources.yaml.")
