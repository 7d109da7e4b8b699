"""The command line. Each command reads its arguments, calls one function, and prints.

Heavy libraries are imported inside the commands that need them, so that ``--help`` is quick.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from dagster_project.project import (
    DEFAULT_LAKE,
    HOME_VARIABLE,
    LAKE_VARIABLE,
    SOURCES_VARIABLE,
    dagster_home,
    folder_settings,
    remembered_sources,
    sources_file,
)
from graphwright.errors import GraphwrightError, SettingsError
from graphwright.settings import Settings, load_settings

app = typer.Typer(
    help="Turn documents into a knowledge graph whose every fact leads back to its sentence.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
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
_LAKE = Path(DEFAULT_LAKE)


def main() -> None:
    """Run the command line; an error of ours is one message on standard error and exit code 1."""
    try:
        app()
    except GraphwrightError as error:
        typer.echo(f"graphwright: {error}", err=True)
        sys.exit(1)


@app.command()
def build(
    *,
    source: SourceOption = None,
    sources: SourcesOption = None,
    lake: LakeOption = _LAKE,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Worker processes; one a core by default. The lake keeps it."),
    ] = None,
    max_cost: MaxCostOption = None,
    quiet: Annotated[bool, typer.Option(help="Print nothing but errors.")] = False,
) -> None:
    """Build the graph, or bring it up to date, and publish it."""
    settings = _settings(source, sources, lake)
    if workers is not None:
        settings = settings.model_copy(update={"workers": workers})
    _build(settings, lake, max_cost, quiet=quiet)


def _build(settings: Settings, lake: Path, max_cost: float | None, *, quiet: bool) -> None:
    from dagster_project.build import build as run_build  # noqa: PLC0415  # heavy
    from dagster_project.report import build_summary  # noqa: PLC0415

    started = time.monotonic()
    report = run_build(settings, lake, quiet=quiet, max_cost=max_cost)
    if not quiet:
        _print(build_summary(report, lake, time.monotonic() - started))


def _settings(source: Path | None, sources: Path | None, lake: Path) -> Settings:
    if source is not None:
        return folder_settings(source)
    os.environ[LAKE_VARIABLE] = str(lake.absolute())
    return load_settings(sources or sources_file())


@app.command()
def plan(
    source: SourceOption = None,
    sources: SourcesOption = None,
    lake: LakeOption = _LAKE,
    as_json: Annotated[bool, typer.Option("--json", help="Print the plan as JSON.")] = False,
) -> None:
    """Print what a build would do now, why, and how long it would take; changes nothing."""
    from dagster_project.plan import plan_summary  # noqa: PLC0415  # heavy
    from graphwright.planning.forecast import forecast_build  # noqa: PLC0415
    from graphwright.store.lake import Lake  # noqa: PLC0415

    forecast = forecast_build(Lake(lake.absolute()), _settings(source, sources, lake))
    _print(json.dumps(forecast.to_dict(), indent=2) if as_json else plan_summary(forecast))


@app.command()
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
    lake: LakeOption = _LAKE,
) -> None:
    """Ask the LLM again about chunks that it gave no usable answer for, and build."""
    from graphwright.planning.retry import (  # noqa: PLC0415  # heavy
        Chosen,
        find_failures,
        mark_for_retry,
        reasons_of,
    )
    from graphwright.store.lake import Lake  # noqa: PLC0415

    settings = _settings(source, sources, lake)
    opened = Lake(lake.absolute())
    chosen = Chosen(*(frozenset(named or ()) for named in (reason, collection, document)))
    failures = find_failures(opened, chosen)
    for why, chunks in reasons_of(failures).items():
        typer.echo(f"{why}: {chunks} chunks")
    if not failures:
        typer.echo("No failure of the LLM is on record for that.")
    elif not dry_run:
        with opened.exclusive():
            mark_for_retry(opened, find_failures(opened, chosen))
        _build(settings, lake, max_cost, quiet=False)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="A question in plain English.")],
    strategy: Annotated[str, typer.Option(help="graph, walk, dense, bm25 or rrf.")] = "graph",
    k: Annotated[int, typer.Option("--top", "-k", min=1, help="How many chunks.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print the context as JSON.")] = False,
    lake: LakeOption = _LAKE,
) -> None:
    """Print the evidence that the published graph holds for a question, with citations."""
    from graphwright.graph.snapshot import open_snapshot  # noqa: PLC0415
    from graphwright.pages.text import render_context  # noqa: PLC0415
    from graphwright.retrieval import make_strategy  # noqa: PLC0415
    from graphwright.vectors.embedder import make_embedder  # noqa: PLC0415

    settings = _remembered(lake)
    embedder = make_embedder(settings.embedding, settings.worker_count)
    snapshot = open_snapshot(lake)
    context = make_strategy(strategy, snapshot, embedder, settings.language).retrieve(question, k)
    _print(json.dumps(context.to_dict(), indent=2) if as_json else render_context(context))


@app.command()
def inspect(
    entity: Annotated[str, typer.Argument(help="A name or alias of an entity.")],
    facts: Annotated[int, typer.Option(min=1, help="Most facts to print, of each direction.")] = 25,
    lake: LakeOption = _LAKE,
) -> None:
    """Print an entity's aliases and relations, each with its quotes and where they stand."""
    from graphwright.graph.entity_card import inspect_entity  # noqa: PLC0415
    from graphwright.graph.snapshot import open_snapshot  # noqa: PLC0415
    from graphwright.pages.text import render_entity  # noqa: PLC0415

    _print(render_entity(inspect_entity(open_snapshot(lake), entity, limit=facts)))


@app.command()
def show(
    evidence_id: Annotated[str, typer.Argument(help="Id, or how it starts; 'inspect' prints ids.")],
    out: Annotated[
        Path | None, typer.Option(help="The file, .png (PDF only) or .html; named after the id.")
    ] = None,
    lake: LakeOption = _LAKE,
) -> None:
    """Write the page of a PDF with the quote's box drawn, or the passage with the quote marked."""
    from graphwright.graph.snapshot import open_snapshot  # noqa: PLC0415
    from graphwright.pages.show import show_evidence  # noqa: PLC0415  # heavy
    from graphwright.store.lake import Lake  # noqa: PLC0415

    snapshot = open_snapshot(lake)
    shown = show_evidence(Lake(lake.absolute()), snapshot, _remembered(lake), evidence_id, out)
    for note in shown.notes:
        typer.echo(note, err=True)
    typer.echo(f"Wrote {shown.path}.")


@app.command()
def status(lake: LakeOption = _LAKE) -> None:
    """Print what was built, and what was rejected and why."""
    from dagster_project.report import status_summary  # noqa: PLC0415

    _print(status_summary(lake))


@app.command()
def rollback(
    snapshot: Annotated[str, typer.Argument(help="Id of a snapshot; 'status' lists them.")],
    lake: LakeOption = _LAKE,
) -> None:
    """Point readers to an earlier snapshot, until the next build."""
    from graphwright.publish.publish import rollback as roll_back  # noqa: PLC0415

    shown = roll_back(lake, snapshot)
    typer.echo(f"Readers now see snapshot {shown}. The next build publishes the documents anew.")


@app.command()
def diff(
    old: Annotated[str | None, typer.Argument(help="Snapshot; the one before by default.")] = None,
    new: Annotated[str | None, typer.Argument(help="Snapshot; the published by default.")] = None,
    rows: Annotated[int, typer.Option(min=0, help="Rows of each kind of change.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print every row as JSON.")] = False,
    lake: LakeOption = _LAKE,
) -> None:
    """Print what changed from one snapshot to another, and why."""
    from dagster_project.report import difference_json, difference_summary  # noqa: PLC0415

    if as_json:
        typer.echo(difference_json(lake, old, new))
    else:
        _print(difference_summary(lake, old, new, rows))


@app.command()
def sql(
    query: Annotated[str, typer.Argument(help="One SELECT over the tables of the lake.")],
    rows: Annotated[int, typer.Option(min=1, help="Rows to print; JSON and CSV give all.")] = 40,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the rows as CSV.")] = False,
    lake: LakeOption = _LAKE,
) -> None:
    """Read the tables with SQL (DuckDB); nothing can be written."""
    from dagster_project.report import result_table  # noqa: PLC0415
    from graphwright.inspection import sql as typed  # noqa: PLC0415
    from graphwright.store.lake import Lake  # noqa: PLC0415

    found = typed.run_sql(Lake(lake), query)
    if as_json or as_csv:
        typer.echo(typed.as_json(found) if as_json else typed.as_csv(found), nl=as_json)
    else:
        _print(result_table(found, rows))


@app.command()
def report(
    out: Annotated[Path | None, typer.Option(help="The file; report.html in the lake.")] = None,
    lake: LakeOption = _LAKE,
) -> None:
    """Write what the lake holds, what was left out and what changed as one HTML file."""
    from graphwright.pages.report import report_html  # noqa: PLC0415
    from graphwright.store.lake import Lake, replacing  # noqa: PLC0415

    page = report_html(Lake(lake.absolute()), _remembered(lake))
    target = out or lake / "report.html"
    with replacing(target) as temporary:
        temporary.write_text(page, encoding="utf-8")
    typer.echo(f"Wrote {target}.")


@app.command()
def ui(
    lake: LakeOption = _LAKE,
    port: Annotated[int, typer.Option(help="Port of the page.")] = 3000,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
) -> None:
    """Open Dagster's page on this lake's graph."""
    root = lake.absolute()
    environment = {
        **os.environ,
        LAKE_VARIABLE: str(root),
        HOME_VARIABLE: str(dagster_home(root)),
    }
    command = [sys.executable, "-m", "dagster", "dev", "-m", "dagster_project.definitions"]
    typer.echo(f"Dagster listens on http://{host}:{port} until you press Ctrl-C.")
    arguments = [*command, "-h", host, "-p", str(port)]
    # The arguments are ours and no shell reads them.
    sys.exit(subprocess.run(arguments, env=environment, check=False).returncode)  # noqa: S603


@app.command()
def explain(
    text: Annotated[str, typer.Argument(help="A sentence, or a few, in plain English.")],
    threshold: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Score from which a triple is accepted.")
    ] = 0.6,
) -> None:
    """Print how a sentence is read: its parse as a tree, and its triples with rule and score."""
    from graphwright.extraction.explain import explain as render  # noqa: PLC0415
    from graphwright.extraction.loose import read_texts  # noqa: PLC0415
    from graphwright.language.pipeline import load_pipeline  # noqa: PLC0415
    from graphwright.settings import LanguageSettings  # noqa: PLC0415

    nlp = load_pipeline(LanguageSettings())
    (read,) = read_texts(nlp, [text])
    _print(render(read, nlp.vocab, threshold))


@app.command()
def docs() -> None:
    """Write the pages of docs/ that are generated from the code."""
    from graphwright.extraction.explain import render_rules  # noqa: PLC0415
    from graphwright.quality.dictionary import render_dictionary  # noqa: PLC0415

    folder = Path(__file__).parent.parent / "docs"
    for name, page in (("data_dictionary.md", render_dictionary()), ("rules.md", render_rules())):
        (folder / name).write_text(page, encoding="utf-8")
        typer.echo(f"Wrote {folder / name}.")


def _remembered(lake: Path) -> Settings:
    path = remembered_sources(lake)
    if not path.exists():
        raise SettingsError(
            f"Nothing was built in the lake at {lake}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )
    return load_settings(path)


def _print(what: object) -> None:
    """Print a text as it is (rich would make a picture of ":100:" in a quote), or a layout."""
    if isinstance(what, str):
        typer.echo(what)
    else:
        Console(soft_wrap=True, highlight=False, emoji=False).print(what)
