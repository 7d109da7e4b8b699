"""Which links have the outcome of an address that was opened for them."""

from __future__ import annotations

from graphwright.applications.capture import ElementPlace
from graphwright.applications.crawl.actions import Action
from graphwright.applications.crawl.links import Links
from graphwright.applications.crawl.work import Landing, Result
from graphwright.settings import CrawlLimits
from graphwright.tables.applications import ActionKind, ActionOutcome, UiElement

NEXT = "http://app.test/list?page=2"


def _link(state: str, name: str) -> Action:
    shown = UiElement(name, "link", name, "main", (), "/list", None, "role", None)
    return Action(state, shown, ElementPlace("a", NEXT, None), ActionKind.OPEN, NEXT)


def test_an_opened_address_is_done_for_all_links_of_the_first_state() -> None:
    pager = [_link("list", "2"), _link("list", "Next page")]
    elsewhere = _link("other", "Next page")
    links = Links(CrawlLimits())
    assert links.plan([*pager, elsewhere], 10) == [NEXT]
    landing = Landing("second", "capture", "scripts", NEXT)
    links.take({("visit", NEXT): Result(ActionOutcome.DONE, landing)})
    links.settle([*pager, elsewhere])
    assert [link.outcome for link in pager] == [ActionOutcome.DONE] * 2
    assert (elsewhere.outcome, elsewhere.target) == (ActionOutcome.INFERRED, "second")
