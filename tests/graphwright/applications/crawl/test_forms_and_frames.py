"""A crawl of a form whose fields must be filled in, and of a page around a frame."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from crawl_site import Seen, Site, serving

from graphwright.applications.crawl.report import CrawlReport
from graphwright.tables.applications import ActionOutcome

_FORM = """<title>Home</title><main><h1>New case</h1><form method="post" action="/cases">
<label>Subject <input name="subject" required></label><button>Create</button></form>
<a href="/around">Around</a></main>"""
_AROUND = (
    '<title>Around</title><main><h1>Around</h1><iframe src="/inner" title="In"></iframe></main>'
)


@pytest.fixture
def seen(crawl: Callable[..., tuple[Seen, CrawlReport]]) -> tuple[Seen, Site]:
    pages = {
        "/": _FORM,
        "/around": _AROUND,
        "/inner": '<title>One</title><h2>One</h2><a href="/second">Second</a>',
        "/second": "<title>Two</title><h2>Two</h2><button>Only here</button>",
    }
    site = Site(pages=pages, shell=("/",))
    with serving(site):
        return crawl(site)[0], site


def test_a_form_says_what_it_asks_for_and_a_link_in_a_frame_changes_the_frame(
    seen: tuple[Seen, Site],
) -> None:
    found, site = seen
    elements = {
        (state.identity, element.key): element.name
        for state in found.observation.states
        for element in found.observation.captures[state.capture].elements
    }
    did = {elements[a.state, a.element]: a for a in found.observation.actions}
    created = did["Create"]
    assert (created.outcome, created.request) == (ActionOutcome.BLOCKED, "POST /cases")
    assert site.written == []
    templates = {
        state.identity: found.observation.captures[state.capture].template
        for state in found.observation.states
    }
    assert templates[did["Second"].target or ""] == "/around"
    assert "/second" not in templates.values()
