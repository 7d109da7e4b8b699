"""The job that crawls applications: a real browser, what it says of itself, and the next build."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest
from crawl_site import BROWSER, Site, serving
from tiny_project import why

from assets.crawled import crawl_key, crawl_op
from assets.pools import BROWSER_POOL
from dagster_project.definitions import definitions_of
from dagster_project.jobs import BUILD_JOB, CRAWL_JOB, crawl_jobs
from dagster_project.schedules import crawls
from graphwright.applications.observation_store import load_observation, observation_digest
from graphwright.errors import SettingsError
from graphwright.planning.staleness import find_stale
from graphwright.project import Project, open_project
from graphwright.settings import ApplicationSettings, Settings, parse_settings
from graphwright.steps.base.step import Given
from graphwright.steps.pipeline import Pipeline

PAGES = {
    "/": "<title>Desk</title><main><h1>Desk</h1></main>",
    "/orders": "<title>Orders</title><main><h1>Orders</h1><label>Note <input></label></main>",
}


def settings_of(root: Path, *applications: dict[str, object], schedule: str = "") -> Settings:
    (root / "docs").mkdir(exist_ok=True)
    (root / "docs" / "a.md").write_text("# Orders\n\nOpen Orders.\n", encoding="utf-8")
    raw: dict[str, object] = {
        "collections": [{"name": "docs", "folder": "docs", "extractor": "none"}],
        "applications": [{"contexts": 1, **one} for one in applications],
        "buckets": 1,
    }
    if schedule:
        raw["crawl"] = {"schedule": schedule}
    return parse_settings(raw, origin=root / "sources.yaml")


def project_of(root: Path, settings: Settings) -> Project:
    project = open_project(root / "lake")
    project.keep_settings(settings)
    return open_project(root / "lake")


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
def test_a_crawl_says_what_it_saw_and_stops_no_other(tmp_path: Path) -> None:
    site = Site(pages=dict(PAGES), shell=("/", "/orders"))
    with serving(site):
        settings = settings_of(
            tmp_path,
            {"name": "away", "home": "http://127.0.0.1:9/"},
            {"name": "desk", "home": f"{site.address}/"},
        )
        project = project_of(tmp_path, settings)
        job = definitions_of(project).resolve_job_def(CRAWL_JOB)
        with dg.DagsterInstance.ephemeral() as instance:
            result = job.execute_in_process(instance=instance, raise_on_error=False)
            [event] = instance.fetch_materializations(crawl_key("desk"), limit=5).records
            assert not instance.fetch_materializations(crawl_key("away"), limit=5).records
    assert not result.success
    assert "away" in why(result) or "127.0.0.1:9" in why(result)
    seen = load_observation(project.lake, "desk")
    assert seen is not None
    told = event.asset_materialization
    assert told is not None
    assert told.metadata["states"].value == len(seen.states)
    assert told.metadata["actions"].value == len(seen.actions)
    assert told.tags == {"dagster/data_version": observation_digest(project.lake, "desk")}
    assert site.written == []
    stale = find_stale(Pipeline(Given(project.lake, settings, documents=())))
    assert "ui_states" in stale.reasons


def test_no_build_makes_a_crawl(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, {"name": "desk", "home": "http://127.0.0.1:9/"})
    definitions = definitions_of(project_of(tmp_path, settings))
    made = definitions.resolve_job_def(BUILD_JOB).asset_layer.executable_asset_keys
    assert dg.AssetKey("applications") in made
    assert crawl_key("desk") not in made
    graph = definitions.resolve_asset_graph()
    assert crawl_key("desk") in graph.get(dg.AssetKey("applications")).parent_keys


def test_crawls_share_one_pool_and_names_differ() -> None:
    named = [
        ApplicationSettings(name=name, home="http://127.0.0.1:9/") for name in ("a-b", "a.b", "a_b")
    ]
    ops = [crawl_op(one) for one in named]
    assert {op.pool for op in ops} == {BROWSER_POOL}
    assert len({op.name for op in ops}) == 3


def test_where_there_is_no_application_there_is_no_job(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, schedule="0 3 * * *")
    assert crawl_jobs(settings) == []
    assert crawls(settings) == []


def test_the_schedule_is_that_of_the_settings(tmp_path: Path) -> None:
    desk: dict[str, object] = {"name": "desk", "home": "http://127.0.0.1:9/"}
    [schedule] = crawls(settings_of(tmp_path, desk, schedule="0 3 * * *"))
    assert (schedule.job_name, schedule.cron_schedule) == (CRAWL_JOB, "0 3 * * *")
    with pytest.raises(SettingsError, match=r"crawl\.schedule is 'often'"):
        crawls(settings_of(tmp_path, desk, schedule="often"))
