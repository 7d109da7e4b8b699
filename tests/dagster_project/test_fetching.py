"""No server can keep a lake locked: pages are fetched before a build holds it, and only then."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
from tiny_project import EVERY_BUCKET, Tiny, new_project

from assets.fetched import fetch_for_lake, fetched_of_run, hand_over
from benchmarks.hostile_web import RawServer, head
from dagster_project import definitions
from dagster_project.build import build
from graphwright.documents.parse import ParseTask, parse_task
from graphwright.documents.sources.pages import Pages
from graphwright.errors import LakeError, SettingsError, SourceError
from graphwright.steps.bucketed.rows import known_documents
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument

PAGE = b"The clerk approves each order."


class Looker(RawServer):
    """Serves a page, and notes at each visit whether a build holds the lake."""

    def __init__(self, lake: Path) -> None:
        self.held: list[bool] = []
        self._lake = lake
        self._one_at_a_time = threading.Lock()
        super().__init__(self._look)

    def _look(self, connection: socket.socket, request: bytes) -> None:
        with self._one_at_a_time:
            try:
                with Lake(self._lake).exclusive():
                    self.held.append(False)
            except LakeError:
                self.held.append(True)
        length = f"Content-Length: {len(PAGE)}"
        connection.sendall(head("Content-Type: text/plain", length) + PAGE)


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    """A project that is not built."""
    return new_project(tmp_path / "project")


@pytest.fixture
def server(tiny: Tiny) -> Iterator[Looker]:
    """A server whose two pages are the documents of a collection."""
    with Looker(tiny.lake) as looker:
        urls = [f"{looker.url}/{name}.txt" for name in "ab"]
        local = {"name": "handbook", "folder": "handbook"}
        tiny.settings(collections=[local, {"name": "web", "urls": urls}])
        yield looker


def test_a_build_fetches_each_page_once_and_before_it_holds_the_lake(
    tiny: Tiny, server: Looker
) -> None:
    settings = tiny.project.settings
    gone = settings.collections[0].model_copy(update={"folder": str(tiny.root / "gone")})
    broken = settings.model_copy(update={"collections": (gone, settings.collections[1])})
    with pytest.raises(SourceError, match="names the folder"):  # when it holds the lake
        build(tiny.lake, broken, quiet=True)
    assert server.held == [False, False]


def test_where_another_build_holds_the_lake_nothing_is_fetched(tiny: Tiny, server: Looker) -> None:
    with Lake(tiny.lake).exclusive(), pytest.raises(LakeError, match="Another build"):
        fetch_for_lake(Lake(tiny.lake), tiny.project.settings)
    assert server.requests == []


def sources_job() -> dg.JobDefinition:
    """The job of the project that the environment names."""
    return definitions.defs().resolve_job_def("build")


def test_a_launched_run_fetches_before_it_holds_the_lake_and_parses_what_it_fetched(
    tiny: Tiny, server: Looker
) -> None:
    with tiny.environment(), tiny.instance() as instance:
        job = dg.build_reconstructable_job(
            __name__, "sources_job", (), {}, str(Path(__file__).parent)
        )
        result = dg.execute_job(
            job.get_subset(asset_selection=frozenset([dg.AssetKey("source_documents")])),
            instance=instance,
            tags=EVERY_BUCKET,
            raise_on_error=False,
        )
        assert result.success
    assert server.held == [False, False]
    pages = [row for row in known_documents(tiny.opened) or () if row.collection == "web"]
    settings = tiny.project.settings.parse
    parsed = [parse_task(ParseTask(row, settings, Pages.of(tiny.opened))).row for row in pages]
    assert [row.text for row in parsed if isinstance(row, ParsedDocument)] == [PAGE.decode()] * 2
    assert server.held == [False, False]


def test_what_a_run_fetched_is_its_own_and_of_its_own_settings(tiny: Tiny, server: Looker) -> None:
    lake, settings = tiny.opened, tiny.project.settings
    fetched = fetch_for_lake(lake, settings)
    hand_over(lake, "run-1", settings, fetched)
    assert fetched_of_run(lake, "run-1", settings) == fetched
    assert len(server.held) == 2
    assert fetched_of_run(lake, "run-2", settings) == fetched
    assert len(server.held) == 4
    web = settings.collections[1]
    fewer = web.model_copy(update={"urls": web.urls[:1]})
    with pytest.raises(SettingsError, match="changed since this run fetched"):
        fetched_of_run(lake, "run-1", settings.model_copy(update={"collections": (fewer,)}))
