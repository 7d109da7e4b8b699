"""What tests of crawls share: a lake of their own, and crawls into it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import pytest
from crawl_site import Seen, crawl_site

from graphwright.applications.crawl.report import CrawlReport
from graphwright.store.lake import Lake, open_lake


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return open_lake(tmp_path / "lake")


@pytest.fixture
def crawl(lake: Lake) -> Callable[..., tuple[Seen, CrawlReport]]:
    """Return a function that crawls a site and returns what the lake then holds."""
    return functools.partial(crawl_site, lake)
