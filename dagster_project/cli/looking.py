"""Commands that look at what builds have made, and at how a sentence is read."""

from pathlib import Path
from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, LakeOption
from dagster_project.printing import hand_over, say
from graphwright.project import open_project


def status(lake: LakeOption = LAKE) -> None:
    """Print what was built, and what was rejected and why."""
    from graphwright.pages.terminal.status import status_summary  # noqa: PLC0415  # heavy

    project = open_project(lake)
    settings = project.settings if project.last_settings_file.is_file() else None
    say(status_summary(project.root, settings))


def diff(
    old: Annotated[str | None, typer.Argument(help="Snapshot; the one before by default.")] = None,
    new: Annotated[str | None, typer.Argument(help="Snapshot; the published by default.")] = None,
    rows: Annotated[int, typer.Option(min=0, help="Rows of each kind of change.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print every row as JSON.")] = False,
    lake: LakeOption = LAKE,
) -> None:
    """Print what changed from one snapshot to another, and why."""
    from graphwright.pages.terminal.difference import (  # noqa: PLC0415  # heavy
        difference_json,
        difference_summary,
    )

    found = open_project(lake).diff(old, new)
    if as_json:
        say(difference_json(found))
    else:
        say(difference_summary(found, rows))


def sql(
    query: Annotated[str, typer.Argument(help="One SELECT over the tables of the lake.")],
    *,
    rows: Annotated[int, typer.Option(min=1, help="Rows to print; JSON and CSV give all.")] = 40,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the rows as CSV.")] = False,
    formulas: Annotated[
        bool,
        typer.Option(help="Leave what a spreadsheet would compute as it is, in --csv."),
    ] = False,
    lake: LakeOption = LAKE,
) -> None:
    """Read the tables with SQL (DuckDB); nothing can be written."""
    from graphwright.inspection import ad_hoc_query as typed  # noqa: PLC0415  # heavy
    from graphwright.pages.terminal.status import result_table  # noqa: PLC0415

    found = open_project(lake).sql(query)
    if as_json or as_csv:
        hand_over(typed.as_csv(found, formulas=formulas) if as_csv else f"{typed.as_json(found)}\n")
    else:
        say(result_table(found, rows))


def report(
    out: Annotated[Path | None, typer.Option(help="The file; report.html in the lake.")] = None,
    lake: LakeOption = LAKE,
) -> None:
    """Write what the lake holds, what was left out and what changed as one HTML file."""
    from graphwright.store.folder import LOCAL_FILES  # noqa: PLC0415

    page = open_project(lake).report()
    target = out or lake / "report.html"
    with LOCAL_FILES.replacing(target) as temporary:
        temporary.write_text(page, encoding="utf-8")
    say(f"Wrote {target}.")


def explain(
    text: Annotated[str, typer.Argument(help="A sentence, or a few, in plain English.")],
    threshold: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            max=1.0,
            help="Score from which a triple is accepted; that of a build where none is given.",
        ),
    ] = None,
) -> None:
    """Print how a sentence is read: its parse as a tree, and its triples with rule and score."""
    from graphwright.extraction.explain import explain as render  # noqa: PLC0415  # heavy
    from graphwright.extraction.standalone import read_texts  # noqa: PLC0415
    from graphwright.language.pipeline import load_pipeline  # noqa: PLC0415
    from graphwright.settings import LanguageSettings, Settings  # noqa: PLC0415

    nlp = load_pipeline(LanguageSettings())
    (read,) = read_texts(nlp, [text])
    if threshold is None:
        threshold = float(Settings.model_fields["confidence_threshold"].default)
    say(render(read, nlp.vocab, threshold))
