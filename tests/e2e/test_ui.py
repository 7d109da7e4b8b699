"""The page that ``graphwright ui`` opens, in a headless browser: assets, groups, runs."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from dagster_records import instance_of, serve
from e2e_project import PATIENCE_SECONDS, Built, copy_lake

from assets.specs import group_name
from graphwright.tables import TABLES

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_TALL, _USUAL = "--window-size=1600,6000", "--window-size=1600,1000"
"""Lists hold only the rows that are in view; a picture of a tall page takes half a minute."""

LOCATION = "/locations/graphwright"
_LOADED = "--virtual-time-budget=20000"
"""Milliseconds of the page's own clock: it waits for answers, not for the wall."""


@pytest.fixture(scope="module")
def lake(small: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_lake(small, tmp_path_factory.mktemp("ui") / "lake").lake


@pytest.fixture(scope="module")
def address(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("ui") / "log"
    with serve(["graphwright", "ui", "--lake", str(lake)], {}, log) as served:
        yield served


class Browser:
    """Headless Chromium with a profile of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._folder = folder

    def _run(self, url: str, *more: str) -> str:
        profile = self._folder / "profile"
        shutil.rmtree(profile, ignore_errors=True)
        command = [self._program, *_FLAGS, f"--user-data-dir={profile}", _LOADED, *more, url]
        shown = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=PATIENCE_SECONDS
        )
        return shown.stdout

    def dom(self, url: str, *wanted: str) -> str:
        """Return a page's DOM as soon as it holds what is wanted, or as it is at last."""
        deadline = time.monotonic() + 300
        while True:
            dom = self._run(url, _TALL, "--dump-dom")
            if all(part in dom for part in wanted) or time.monotonic() > deadline:
                return dom

    def screenshot(self, url: str) -> np.ndarray:
        """Return a page's picture: height, width and channels."""
        path = self._folder / "page.png"
        self._run(url, _USUAL, f"--screenshot={path}")
        picture: np.ndarray = matplotlib.image.imread(path)
        return picture


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("the page can only be shown where chromium is installed")
    return Browser(program, tmp_path)


def missing(dom: str, wanted: Sequence[str]) -> list[str]:
    return [part for part in wanted if part not in dom]


def listening(port: int) -> set[str]:
    """Return the addresses, in the kernel's hexadecimal form, on which a port is listened to."""
    found = set()
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        for line in table.read_text().splitlines()[1:] if table.exists() else ():
            _, local, _, state = line.split()[:4]
            address, number = local.split(":")
            if int(number, 16) == port and state == "0A":
                found.add(address)
    return found


def test_only_this_machine_can_reach_it(address: str) -> None:
    if not Path("/proc/net/tcp").exists():
        pytest.skip("this system does not list who listens where")
    assert listening(int(address.rsplit(":", 1)[1])) == {"0100007F"}  # 127.0.0.1


@pytest.mark.long
def test_the_catalogue_lists_every_asset(address: str, browser: Browser) -> None:
    wanted = [*TABLES, "published_snapshot"]
    assert missing(browser.dom(f"{address}/assets", *wanted), wanted) == []


def test_the_graph_shows_every_step(address: str, browser: Browser) -> None:
    wanted = sorted(
        {group_name(table.group) for table in TABLES.values()} | {group_name("serving")}
    )
    assert missing(browser.dom(f"{address}/asset-groups", *wanted), wanted) == []


@pytest.mark.long
def test_a_step_shows_its_assets(address: str, browser: Browser) -> None:
    wanted = ["published_snapshot"]
    page = f"{address}{LOCATION}/asset-groups/{group_name('serving')}"
    assert missing(browser.dom(page, *wanted), wanted) == []


@pytest.mark.long
def test_the_graph_is_not_blank(address: str, browser: Browser) -> None:
    picture = browser.screenshot(f"{address}/asset-groups")
    height, width = picture.shape[:2]
    assert (height, width) >= (800, 1200)
    colours = np.unique(picture.reshape(height * width, -1), axis=0)
    assert len(colours) > 200, f"the page has {len(colours)} colours"


@pytest.mark.long
def test_the_run_of_the_build_stands_in_the_list(
    address: str, lake: Path, browser: Browser
) -> None:
    with instance_of(lake) as instance:
        (run,) = instance.get_runs()
    wanted = [run.run_id[:8], "Success"]
    assert missing(browser.dom(f"{address}/runs", *wanted), wanted) == []


@pytest.mark.long
def test_a_table_shows_its_columns_and_a_sample(address: str, browser: Browser) -> None:
    wanted = [column.name for column in TABLES["relations"].columns]
    dom = browser.dom(f"{address}/assets/relations?view=overview", *wanted)
    assert missing(dom, wanted) == []
