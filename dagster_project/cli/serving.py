"""Commands of the service: serving the published graph, and tokens of those who may ask."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from dagster_project.cli.options import LAKE, LakeOption
from dagster_project.environment import SOURCES_VARIABLE
from dagster_project.printing import complain, say
from graphwright.errors import SettingsError
from graphwright.project import Project, open_project
from graphwright.review import REVIEW_PORT
from graphwright.store.temporary_folder import temporary_folder

_METRICS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"

TokensOption = Annotated[
    Path | None, typer.Option("--tokens", help="File of the hashes of tokens; else serve.tokens.")
]


def serve(  # typer passes options by name
    *,
    lake: LakeOption = LAKE,
    sources: Annotated[
        Path | None,
        typer.Option(envvar=SOURCES_VARIABLE, help="sources.yaml with the settings; the lake's."),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 is any free one.")] = 8080,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that answer.")] = 1,
    tokens: TokensOption = None,
) -> None:
    """Serve the published graph over HTTP, read only, until Ctrl-C."""
    _check_extra()
    with contextlib.ExitStack() as kept:
        if workers > 1:  # read when Prometheus's client is imported, so before all that follows
            folder = kept.enter_context(temporary_folder("graphwright-metrics-"))
            os.environ[_METRICS_VARIABLE] = str(folder)
        _serve(_with_tokens(open_project(lake, sources=sources), tokens), host, port, workers)


def _serve(project: Project, host: str, port: int, workers: int) -> None:
    from graphwright.serving.http.server import Address, is_loopback  # noqa: PLC0415  # the extra
    from graphwright.serving.http.server import serve as run  # noqa: PLC0415

    def started(at: int) -> None:
        shown = f"[{host}]" if ":" in host.strip("[]") else host
        say(f"The graph is served on http://{shown}:{at} until you press Ctrl-C.")
        sys.stdout.flush()  # who started the service waits for the line
        if not is_loopback(host):
            complain("HTTP is not encrypted: put a proxy with TLS before it.")

    run(project, Address(host, port, workers), started)


def review(
    *,
    author: Annotated[
        str | None, typer.Option("--author", help="Who decides; written with each decision.")
    ] = None,
    lake: LakeOption = LAKE,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 is any free one.")] = REVIEW_PORT,
) -> None:
    """Decide on this machine which names are one, a key a pair, until Ctrl-C."""
    _check_extra()
    from graphwright.serving.http.server import Address  # noqa: PLC0415  # the extra
    from graphwright.serving.http.server import serve as run  # noqa: PLC0415

    project = open_project(lake)
    session = project.review(author)

    def started(at: int) -> None:
        say(f"{len(session.waiting()):,} pairs wait at http://127.0.0.1:{at}/review until Ctrl-C.")
        sys.stdout.flush()  # who started the page waits for the line

    run(project, Address(port=port), started, session)


def mcp(
    groups: Annotated[
        str | None, typer.Option(help="Groups whose documents it sees: a,b; by default all.")
    ] = None,
    lake: LakeOption = LAKE,
) -> None:
    """Serve the graph to one assistant, over standard input and output (MCP)."""
    _check_extra()
    from graphwright.serving.assistants.stdio import run  # noqa: PLC0415  # the extra
    from graphwright.serving.service import Service  # noqa: PLC0415

    run(Service(open_project(lake)), None if groups is None else frozenset(_names(groups)))


def _check_extra() -> None:
    from graphwright.serving.extra import check_extra  # noqa: PLC0415  # its package checks too

    check_extra()


def _names(groups: str) -> tuple[str, ...]:
    return tuple(filter(None, (group.strip() for group in groups.split(","))))


def _with_tokens(project: Project, tokens: Path | None) -> Project:
    """Return the project with a file of tokens in the place of that of its settings."""
    if tokens is None:
        return project
    settings = project.settings
    changed = settings.serve.model_copy(update={"tokens": str(tokens.absolute())})
    return Project(project.root, given=settings.model_copy(update={"serve": changed}))


def token(
    name: Annotated[str, typer.Argument(help="Whose token it is; one of that name is replaced.")],
    groups: Annotated[str, typer.Option(help="Groups of the caller: a,b.")] = "",
    lake: LakeOption = LAKE,
    tokens: TokensOption = None,
) -> None:
    """Make a token for a caller of the service; it is printed once, and only its hash is kept."""
    from graphwright.serving.identity import add_token  # noqa: PLC0415  # reads YAML

    file = tokens
    if file is None:
        kept = open_project(lake).settings.serve.tokens
        if kept is None:
            raise SettingsError(
                "No file of tokens is named.", remedy="Name it with --tokens, or set serve.tokens."
            )
        file = Path(kept)
    say(add_token(file, name, _names(groups)))
    complain(f"Its hash is in {file}. Keep the token: it is not shown again.")
