"""What tests of crawls share: the browser that must be there, and a lake of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from crawl_site import BROWSER, Seen, Site, settings_of

from graphwright.applications.crawl.crawling import crawl_application
from graphwright.applications.crawl.report import CrawlReport
from graphwright.applications.observation_store import load_observation
from graphwright.store.lake import Lake, open_lake


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return open_lake(tmp_path / "lake")


@pytest.fixture
def crawl(lake: Lake) -> Callable[..., tuple[Seen, CrawlReport]]:
    """Return a function that crawls a site and returns what the lake then holds."""
    if BROWSER is None:
        pytest.skip("no Chromium is installed")

    def run(site: Site, *, clean: bool = False, **given: object) -> tuple[Seen, CrawlReport]:
        report = crawl_application(lake, settings_of(site, **given), clean=clean)
        observation = load_observation(lake, "site")
        assert observation is not None
        return Seen(observation), report

    return run
