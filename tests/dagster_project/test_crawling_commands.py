"""The command that crawls: what it prints, and how it ends where one application fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result
from crawl_site import BROWSER, Site, serving
from typer.testing import CliRunner

from dagster_project.cli import app
from graphwright.errors import SettingsError


def _sources(folder: Path, **homes: str) -> Path:
    (folder / "documents").mkdir(exist_ok=True)
    applications = [{"name": name, "home": home} for name, home in homes.items()]
    collection = {"name": "documents", "folder": str(folder / "documents")}
    path = folder / "sources.yaml"
    path.write_text(json.dumps({"collections": [collection], "applications": applications}))
    return path


def _run(folder: Path, sources: Path, *words: str) -> Result:
    given = ["--sources", str(sources), "--lake", str(folder / "lake")]
    return CliRunner().invoke(app, [*words, *given])


def test_a_name_that_there_is_not_is_an_error_that_lists_what_there_is(tmp_path: Path) -> None:
    done = _run(tmp_path, _sources(tmp_path, desk="http://127.0.0.1:9/"), "crawl", "shop")
    assert isinstance(done.exception, SettingsError)
    assert "There are: desk" in str(done.exception)


def test_counts_are_printed_and_a_failure_ends_with_1(tmp_path: Path) -> None:
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    pages = {"/": "<title>Home</title><main><h1>Home</h1></main>"}
    with serving(Site(pages=dict(pages), shell=("/",))) as site:
        sources = _sources(tmp_path, desk=f"{site.address}/", gone="http://127.0.0.1:9/")
        done = _run(tmp_path, sources, "crawl")
    assert done.exit_code == 1
    assert "desk: 1 states, 1 actions" in done.output
    assert "1 inferred" in done.output
    assert "gone: nothing was crawled" in done.output
    planned = _run(tmp_path, sources, "plan")
    assert "Application desk (1 states known)" in planned.output
    assert "Application gone: it was never crawled" in planned.output
