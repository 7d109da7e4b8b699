"""The example's help pages against what was read of them by hand.

A floor stands a little below what the rules reach, and may only rise.
"""

from __future__ import annotations

import pytest
from help_gold_format import HELP, HELP_GOLD, KINDS, HelpGold, load_help_gold
from help_nodes import Page, compared, matched, read_labelled

from graphwright.tables.help import NotActionable

FLOORS = {"nodes": 0.93, "conditions": 0.3, "resolutions": 0.93, "actionable": 0.77}


@pytest.fixture(scope="module")
def gold() -> HelpGold:
    return load_help_gold()


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    """The pages with their labelled nodes; a quote that stands in no page raises."""
    return {page.path: page for page in read_labelled(HELP, HELP_GOLD)}


def test_each_page_is_labelled(gold: HelpGold) -> None:
    written = {path.relative_to(HELP).as_posix() for path in HELP.rglob("*.md")}
    assert {page.page for page in gold.pages} == written
    assert len(written) == 25


def test_nodes_say_each_kind_of_condition_and_why_they_do_not_do(gold: HelpGold) -> None:
    nodes = [node for page in gold.pages for node in page.nodes]
    assert {kind for node in nodes for kind in node.condition or {}} == KINDS
    assert {node.why_not for node in nodes} >= {*NotActionable} - {NotActionable.CLOSED}
    assert all((node.why_not is None) == node.actionable for node in nodes)


def test_twenty_of_sixty_inquiries_need_a_person(gold: HelpGold) -> None:
    needed = [one for one in gold.inquiries if one.person]
    assert (len(gold.inquiries), len(needed)) == (60, 20)
    assert all(one.page is None and one.core is None for one in needed)


def test_the_core_of_an_inquiry_stands_in_its_node(gold: HelpGold, pages: dict[str, Page]) -> None:
    for one in gold.inquiries:
        if one.page is None or one.node is None:
            continue
        page = pages[one.page]
        for piece in one.core or ():
            start = page.document.text.find(piece, page.gold[one.node].start)
            assert start in page.gold[one.node].resolution, (one.id, piece)


def test_what_would_mislead_stands_in_the_pages(gold: HelpGold, pages: dict[str, Page]) -> None:
    texts = [page.document.text for page in pages.values()]
    missing = [
        piece
        for one in gold.inquiries
        for piece in one.others
        if not any(piece in text for text in texts)
    ]
    assert missing == []


def test_nodes_of_the_pages(pages: dict[str, Page]) -> None:
    figures = compared([*pages.values()], "rules")
    missed = {
        path: [node.names[0] for at, node in enumerate(page.gold) if at not in pairs]
        for path, page in pages.items()
        if len(pairs := matched(page.gold, page.rules)) < len(page.gold)
    }
    assert all(figures[name] >= floor for name, floor in FLOORS.items()), (figures, missed)
