"""The pages in a browser: driven by keyboard, read as a screen reader reads them, looked at."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from graphwright.serving import functions, models
from graphwright.serving.reader import Reader

QUESTION = "Who gives the second approval?"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")

CHECK = (Path(__file__).parents[2] / "data" / "accessible.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def url(request: pytest.FixtureRequest) -> str:
    if BROWSER is None:
        pytest.skip("the pages can only be shown where chromium is installed")
    address: str = request.getfixturevalue("address")
    return address


@pytest.fixture(scope="module")
def page(url: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        made = browser.new_page(viewport={"width": 1200, "height": 900})
        made.set_default_timeout(60_000)
        yield made
        browser.close()


@pytest.fixture(autouse=True)
def no_error(page: Page) -> Iterator[None]:
    """Nothing of a page's own scripts fails, and nothing is asked of elsewhere."""
    errors: list[str] = []
    asked: list[str] = []

    def failed(error: Any) -> None:
        errors.append(str(error))

    def requested(request: Any) -> None:
        asked.append(request.url)

    page.on("pageerror", failed)
    page.on("request", requested)
    yield
    page.remove_listener("pageerror", failed)
    page.remove_listener("request", requested)
    assert errors == []
    assert all(address.startswith(("http://127.0.0.1:", "data:")) for address in asked)


def _focused(page: Page) -> str:
    text: str = page.evaluate(
        "() => (document.activeElement.textContent || document.activeElement.id).trim()"
    )
    return text


def _tab_to(page: Page, text: str, most: int = 40) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if _focused(page) == text:
            return
    raise AssertionError(f"{text!r} was not reached in {most} steps")


def test_from_a_question_to_the_quote_by_keyboard(page: Page, url: str, reader: Reader) -> None:
    page.goto(url)
    assert _focused(page) == "q"
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_selector("#passages")
    assert "q=Who" in page.url
    found = functions.search(reader, models.SearchRequest(question=QUESTION))
    assert page.locator(".passages > li").count() == len(found.chunks)
    assert page.locator(".facts .text").all_inner_texts() == [f.text for f in found.relations]
    _tab_to(page, "Where it stands")
    page.keyboard.press("Enter")
    page.wait_for_selector("mark.quote")
    shown = "".join(page.locator(".passage mark").all_inner_texts())
    assert shown in {quote.text for fact in found.relations for quote in fact.quotes}


def test_the_first_step_skips_to_the_content(page: Page, url: str) -> None:
    page.goto(f"{url}/status")
    page.keyboard.press("Tab")
    assert _focused(page) == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "content"


@pytest.mark.parametrize(
    "address",
    ["/", "/?q=Who+gives+the+second+approval", "/entity?name=OERP", "/graph?name=OERP&depth=2",
     "/changes", "/status", "/entity?name=nothing"],
)  # fmt: skip
def test_a_page_can_be_read_by_everybody(page: Page, url: str, address: str) -> None:
    page.goto(url + address)
    for summary in page.locator("summary").all():
        if summary.evaluate("e => !e.parentElement.open"):
            summary.click()
    assert page.evaluate(CHECK) == []


def test_evidence_and_document_can_be_read_by_everybody(
    page: Page, url: str, reader: Reader
) -> None:
    card = functions.entity(reader, models.EntityRequest(name="OERP"))
    quote = card.incoming[0].quotes[0]
    for address in (f"/evidence/{quote.evidence_id}", f"/document/{quote.citation.document_id}"):
        page.goto(url + address)
        assert page.evaluate(CHECK) == []


def test_the_graph_is_drawn(page: Page, url: str, reader: Reader) -> None:
    asked = models.SubgraphRequest(name="OERP", depth=2)
    around = functions.subgraph(reader, asked)
    page.goto(f"{url}/graph?name=OERP&depth=2")
    page.wait_for_selector(f'#graph[data-drawn="{len(around.nodes)}"]')
    pixels = page.locator("#graph canvas").last.evaluate(
        "c => new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size"
    )
    assert pixels > 10  # not one colour
    assert page.locator("tbody tr").count() == len(around.edges)
