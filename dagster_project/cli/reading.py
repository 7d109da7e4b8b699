"""Commands that read the published graph."""

import datetime
from pathlib import Path
from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, JsonOption, LakeOption
from dagster_project.printing import complain, say
from graphwright.display.printable import json_text
from graphwright.project import DEFAULT_STRATEGY, open_project

AsOfOption = Annotated[
    datetime.datetime | None,
    typer.Option(
        "--as-of", formats=["%Y-%m-%d"], help="The day on which documents must hold; else today."
    ),
]

NavigationOption = Annotated[
    bool,
    typer.Option(
        "--navigation",
        help="Also facts that only tell what steps do, or which text refers to what.",
    ),
]


def _day(as_of: datetime.datetime | None) -> datetime.date | None:
    return None if as_of is None else as_of.date()


def ask(  # typer passes options by name
    question: Annotated[str, typer.Argument(help="A question in plain English.")],
    *,
    strategy: Annotated[
        str, typer.Option(help="walk, graph (SAP's), hybrid, dense, bm25 or rrf.")
    ] = DEFAULT_STRATEGY,
    k: Annotated[int, typer.Option("--top", "-k", min=1, help="How many chunks.")] = 5,
    scores: Annotated[bool, typer.Option(help="Show what each was ranked by.")] = False,
    explain: Annotated[bool, typer.Option(help="Say why each passage and fact is there.")] = False,
    as_of: AsOfOption = None,
    navigation: NavigationOption = False,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print the evidence that the published graph holds for a question, with citations."""
    from graphwright.pages.terminal.answers import render_context  # noqa: PLC0415  # heavy

    context = open_project(lake).ask(
        question, strategy=strategy, k=k, as_of=_day(as_of), navigation=navigation
    )
    if as_json:
        say(json_text(context.to_dict(), indent=2))
    else:
        say(render_context(context, scores=scores, explain=explain))


def inspect(
    entity: Annotated[str, typer.Argument(help="A name or alias of an entity.")],
    facts: Annotated[int, typer.Option(min=1, help="Most facts to print, of each direction.")] = 25,
    *,
    as_of: AsOfOption = None,
    navigation: NavigationOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print an entity's aliases and relations with their quotes, and the steps of a task."""
    from graphwright.pages.terminal.answers import render_entity  # noqa: PLC0415  # heavy

    project = open_project(lake)
    say(
        render_entity(
            project.inspect(entity, facts=facts, as_of=_day(as_of), navigation=navigation)
        )
    )


def show(
    evidence_id: Annotated[
        str, typer.Argument(help="Id, or how it starts; 'inspect' and 'guide' print ids.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="The file, .png (PDF, action) or .html; named after the id.")
    ] = None,
    lake: LakeOption = LAKE,
) -> None:
    """Write where a quote stands, or where on its page an action of an application is."""
    shown = open_project(lake).show(evidence_id, out)
    for note in shown.notes:
        complain(note)
    say(f"Wrote {shown.path}.")


def export(
    format_: Annotated[
        str, typer.Argument(metavar="FORMAT", help="graphml, jsonld, neo4j, nquads or parquet.")
    ],
    out: Annotated[Path, typer.Argument(help="The file; for neo4j and parquet the folder.")],
    *,
    layers: Annotated[
        str, typer.Option(help="Facts of the layer knowledge, or of all.")
    ] = "knowledge",
    texts: Annotated[bool, typer.Option("--texts", help="Also the passages, with text.")] = False,
    snapshot: Annotated[
        str | None, typer.Option(help="A snapshot that is kept; the published by default.")
    ] = None,
    as_json: JsonOption = False,
    lake: LakeOption = LAKE,
) -> None:
    """Write the published graph for another program: GraphML, RDF, Neo4j, Parquet."""
    project = open_project(lake)
    opened = project.snapshot(snapshot)
    made = project.export(format_, out, layers=layers, texts=texts, snapshot=opened)
    if as_json:
        say(json_text(made.to_dict(), indent=2))
        return
    if made.replaced:
        complain(f"{made.replaced:,} characters that {format_} cannot hold became U+FFFD.")
    held = ", ".join(f"{count:,} {name}" for name, count in made.counts.items())
    size = sum(entry.bytes for entry in made.files.values()) / 1e6
    say(f"Wrote {out}: {size:,.1f} MB; {held}.")
