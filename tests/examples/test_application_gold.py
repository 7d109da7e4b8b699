"""The gold graph of the example's application, its manual and its questions agree with each other.

And with what the application serves: each address, and each request that changes data.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
import yaml
from application_gold_format import (
    ApplicationGold,
    ApplicationQuestion,
    load_application_gold,
    load_questions,
)
from gold_format import DOCUMENTS, EXAMPLES
from slipway.data import initial_data
from slipway.html import menus
from slipway.site import USER_NAME, Site
from slipway.web import ROUTES, Request, Response

from graphwright.settings import load_settings

MANUAL = DOCUMENTS / "application"
BY_PREDICATE = {"GET /service/cases/*?action=take"}
"""A write that only the query tells from a read."""


@pytest.fixture(scope="module")
def gold() -> ApplicationGold:
    return load_application_gold()


@pytest.fixture(scope="module")
def questions() -> tuple[ApplicationQuestion, ...]:
    return load_questions()


@pytest.fixture(scope="module")
def manual() -> dict[str, str]:
    pages = sorted(MANUAL.glob("*.md"))
    return {page.name: " ".join(page.read_text(encoding="utf-8").split()) for page in pages}


def asked(path: str) -> Response:
    """Return what a logged-in user gets."""
    bare, _, query = path.partition("?")
    pairs = dict(one.split("=") for one in query.split("&")) if query else {}
    return Site().answer(Request("GET", bare, pairs, {}, user=USER_NAME, token="t"))


def test_names_are_distinct_and_targets_exist(gold: ApplicationGold) -> None:
    names = [state.name for state in gold.states]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    targets = {a.to for state in gold.states for a in state.actions} | {a.to for a in gold.shell}
    assert targets - {None} <= set(names)
    assert 40 <= len(names) <= 70


def test_each_state_is_reached_from_home(gold: ApplicationGold) -> None:
    lost = [s.name for s in gold.states if gold.distance("dashboard", s.name) is None]
    assert lost == []


def test_no_two_states_are_known_by_the_same(gold: ApplicationGold) -> None:
    known = [(s.template, s.dialog, s.open_menu, s.tab, s.shows, s.hides) for s in gold.states]
    assert len(set(known)) == len(known)


def test_each_address_is_served_with_its_fields_and_actions(gold: ApplicationGold) -> None:
    for state in gold.states:
        if state.opens_at is None or state.template == "/board":  # drawn by its script
            continue
        response = asked(state.opens_at)
        assert response.status == 200, state.name
        shown = response.body.decode().replace("&#x27;", "'").replace("&lt;", "<")
        shown = shown.replace("&gt;", ">")
        own = [one.label for one in state.fields]
        own += [one.name for one in state.actions if not one.row and state.name != "reports"]
        missing = [
            name for name in own if name not in shown and name not in ("Reserve", "Chart settings")
        ]
        assert missing == [], state.name


def test_each_request_that_changes_data_is_known_to_the_gold_graph(gold: ApplicationGold) -> None:
    declared = {a.request.partition("?")[0] for s in gold.states for a in s.actions if a.request}
    served = {f"{one.method} {one.pattern}" for one in ROUTES if one.writes}
    by_predicate = {one.partition("?")[0] for one in BY_PREDICATE}
    changed_page_alone = {"POST /service/certificates"}
    known = {re.sub(r"(settings|account)/\w+$", r"\1/*", one) for one in declared}
    assert known | changed_page_alone == served | by_predicate


def test_the_menus_are_those_of_the_application(gold: ApplicationGold) -> None:
    def entries(found: object, above: tuple[str, ...]) -> set[tuple[str, ...]]:
        paths = set()
        for name, address, below in found:  # type: ignore[attr-defined]  # a nested tuple
            paths |= {(*above, name)} if address else set()
            paths |= entries(below, (*above, name))
        return paths

    served = entries(menus(moved=False), ())
    assert {(*a.menu, a.name) for a in gold.shell} >= served
    assert ("Admin", "Price lists") in entries(menus(moved=True), ())


def test_sixty_questions_and_half_of_them_start_away_from_home(
    gold: ApplicationGold, questions: tuple[ApplicationQuestion, ...]
) -> None:
    assert len({one.id for one in questions}) == len({one.text for one in questions}) == 60
    assert sum(one.start == "dashboard" for one in questions) == 30
    assert len({one.goal for one in questions}) >= 50


def test_the_steps_of_questions_are_those_of_the_shortest_way(
    gold: ApplicationGold, questions: tuple[ApplicationQuestion, ...]
) -> None:
    wrong = [one for one in questions if gold.distance(one.start, one.goal) != one.steps]
    assert wrong == []


def test_questions_do_not_copy_labels(
    gold: ApplicationGold, questions: tuple[ApplicationQuestion, ...]
) -> None:
    copied = [
        one.id
        for one in questions
        if gold.state(one.goal).label.split(", ")[-1].casefold() in one.text.casefold()
    ]
    assert copied == []


def test_menu_paths_stand_in_the_manual(gold: ApplicationGold, manual: dict[str, str]) -> None:
    written = {
        (name, tuple(path.split(" > ")))
        for name, text in manual.items()
        for path in re.findall(r"\*\*([^*]+? > [^*]+?)\*\*", text)
    }
    assert {(one.document, one.path) for one in gold.documented} == written


def test_menu_paths_lead_where_the_gold_graph_says(gold: ApplicationGold) -> None:
    offered = {(*a.menu, a.name): a.to for a in gold.shell}
    offered |= {(s.open_menu, a.name): a.to for s in gold.states for a in s.actions if s.open_menu}
    for one in gold.documented:
        assert offered.get(one.path) == one.state, one
        assert (one.path in offered) == (one.why != "outdated"), one
    assert sum(one.why == "outdated" for one in gold.documented) == 2


def test_the_manual_names_all_states_but_two(gold: ApplicationGold, manual: dict[str, str]) -> None:
    text = " ".join(manual.values()).casefold()
    unnamed = [
        one.name
        for one in gold.states
        if one.label.split(", ")[-1].rstrip("?").casefold() not in text
    ]
    assert set(unnamed) == set(gold.undocumented)


def test_the_settings_of_the_application_are_read() -> None:
    settings = load_settings(EXAMPLES / "application" / "sources.yaml")
    (application,) = settings.applications
    posts = [re.compile(one) for one in application.reads.posts]
    reads = [one.pattern for one in ROUTES if one.method == "POST" and not one.writes]
    assert all(any(one.search(path) for one in posts) for path in reads)
    writes = [one.pattern for one in ROUTES if one.method == "POST" and one.writes]
    assert not any(one.search(path) for one in posts for path in writes)
    denied = [re.compile(one) for one in application.deny]
    for request in ("/service/cases/3?action=take", "/sales/orders/4/hold?do=hold"):
        assert any(one.search(request) for one in denied)
    named = {
        row["name"]
        for row in yaml.safe_load(
            (EXAMPLES / "application" / "sources.yaml").read_text(encoding="utf-8")
        )["collections"]
    }
    assert set(application.documents) <= named


def test_long_lists_have_two_hundred_rows_and_more_where_asked() -> None:
    plain, longer = initial_data().lists, initial_data(7).lists
    assert {len(plain[name]) for name in ("customers", "items", "audit")} == {200}
    assert len(longer["orders"]) - len(plain["orders"]) == 7
    assert longer["orders"][: len(plain["orders"])] == plain["orders"]
