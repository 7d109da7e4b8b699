"""A session of review in a browser, by keyboard alone; what was decided is then replayed."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest
import yaml
from playwright.sync_api import Page, sync_playwright
from served import Served
from warm_builds import warm_build

from graphwright.entities.decisions import load_decisions
from graphwright.store.lake import Lake

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
CHECK = (Path(__file__).parents[2] / "data" / "accessible.js").read_text(encoding="utf-8")

PAIRS = 50
_WORDS = (
    "order",
    "ticket",
    "invoice",
    "user",
    "role",
    "group",
    "event",
    "report",
    "device",
    "team",
)
_PLACES = ("table", "queue", "index", "file", "archive", "folder")


def _documents(folder: Path) -> Path:
    """Write pages that name a word of code and a phrase of the same words."""
    pages = folder / "pages"
    pages.mkdir(parents=True)
    both = [(place, word) for place in _PLACES for word in _WORDS]
    for number, (place, word) in enumerate(both):
        code, phrase = f"{word}_{place}".upper(), f"{place} of {word}s"
        text = f"# Page {number}\n\nThe job fills {code}.\n\nThe portal reads the {phrase}.\n"
        (pages / f"{number:02}.md").write_text(text, encoding="utf-8")
    sources = folder / "sources.yaml"
    settings = {
        "collections": [{"name": "pages", "folder": "pages"}],
        "decisions": "decisions.yaml",
        "buckets": 2,
        "workers": 1,
        "confidence_threshold": 0.6,  # pairs to review are meant here, not which facts are taken
    }
    sources.write_text(yaml.safe_dump(settings), encoding="utf-8")
    return sources


def _one_key(page: Page, key: str) -> None:
    """Press a key, and wait until the page tells what it has done."""
    before = page.locator("#pair [role=status]").text_content()
    page.keyboard.press(key)
    page.locator("#pair [role=status]").filter(has_not_text=before or "nothing").wait_for()


@pytest.mark.long
def test_fifty_pairs_by_keyboard_and_the_next_build_replays_them(tmp_path: Path) -> None:
    if BROWSER is None:
        pytest.skip("the page can only be driven where chromium is installed")
    sources, root = _documents(tmp_path), tmp_path / "lake"
    assert warm_build(sources, root).error == ""
    queued = Lake(root).read("review_queue").to_pylist()
    assert len(queued) >= PAIRS + 1, len(queued)
    keys = ["s", "d"] * (PAIRS // 2)
    with Served(root, command="review", sources=sources) as service, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.set_default_timeout(60_000)
        failed: list[str] = []
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(f"{service.url}/review")
        assert page.evaluate(CHECK) == []
        _one_key(page, "k")
        for key in keys:
            _one_key(page, key)
        # The page moves the focus a moment after it has shown the next pair.
        page.wait_for_function("() => document.activeElement.id === 'pair-title'")
        decided = load_decisions(tmp_path / "decisions.yaml")
        assert len(decided) == PAIRS
        _one_key(page, "u")
        assert load_decisions(tmp_path / "decisions.yaml") == decided[:-1]
        _one_key(page, "d")
        assert page.evaluate(CHECK) == []
        page.locator("#keys").focus()
        page.keyboard.press("Space")
        page.keyboard.press("s")
        href = page.locator("figcaption a").first.get_attribute("href")
        assert httpx.get(service.url + (href or ""), follow_redirects=True).status_code == 200
        browser.close()
    assert failed == []
    assert load_decisions(tmp_path / "decisions.yaml") == decided
    assert warm_build(sources, root).error == ""
    lake = Lake(root)
    made = {
        frozenset((row["alias_key"], row["target_key"]))
        for row in lake.read("entity_merges").to_pylist()
        if row["accepted"] and row["tier"] == "decision"
    }
    assert len(made) == PAIRS // 2
    assert lake.read("unused_decisions").num_rows == 0
    left = {(row["name_key"], row["other_key"]) for row in lake.read("review_queue").to_pylist()}
    asked = {(row["name_key"], row["other_key"]) for row in queued}
    assert len(asked & left) == len(queued) - PAIRS
