"""Near states made one, or kept apart; what the team says wins."""

from __future__ import annotations

import dataclasses
import itertools
import random

from hypothesis import given
from hypothesis import strategies as st
from seen_pages import button, field, identity, link, observed, page

from graphwright.applications.capture import Capture
from graphwright.applications.decisions import Decision
from graphwright.applications.identity import state_id
from graphwright.applications.merges import Merged, merge_states
from graphwright.tables.applications import MergeReason, UiElement

TEN = [button(f"Do {chr(97 + n)}") for n in range(10)]


def orders(*more: UiElement, **said: object) -> Capture:
    """Return a list of orders with ten actions and more."""
    return page("/orders?status", *TEN, *more, **{"headings": ("Orders",)} | said)


def pairs(merged: Merged) -> set[tuple[str, bool]]:
    return {(row.reason, row.merged) for row in merged.rows}


def test_filters_of_one_page_are_one_state_with_a_row_that_says_why():
    plain, filtered = orders(), orders(button("Clear status"))
    merged = merge_states(observed(plain, filtered), [])
    assert merged.standing(identity(filtered)) == identity(plain)
    (row,) = merged.rows
    assert (row.state_id, row.other_id) == (
        state_id("desk", identity(plain)),
        state_id("desk", identity(filtered)),
    )
    assert (row.merged, row.reason, row.score) == (True, "overlap", 0.9091)
    assert (row.template, row.differs) == ("/orders?status", ("Clear status",))


def test_a_list_filtered_sorted_or_turned_is_the_list():
    def listed(template: str, *queries: str) -> Capture:
        turning = [link(name, f"/stock?{name}") for name in queries]
        return page(template, *TEN[:3], *turning, headings=("Stock",))

    first = listed("/stock", "page", "sort")
    others = [
        listed("/stock?below", "below&page", "sort"),
        listed("/stock?page", "page", "sort"),
        listed("/stock?page&sort", "page&sort", "sort"),
    ]
    merged = merge_states(observed(first, *others), [])
    assert {merged.standing(identity(one)) for one in others} == {identity(first)}


def test_pages_that_show_the_same_under_a_name_of_the_query_or_a_first_row_are_one():
    shown = {"headings": ("Calendar",), "title": "Calendar"}
    templates = ("/calendar", "/calendar/*", "/calendar?from")
    month, same, asked = (page(one, *TEN[:2], **shown) for one in templates)
    merged = merge_states(observed(month, same, asked), [])
    assert {merged.standing(identity(one)) for one in (month, same, asked)} == {identity(month)}
    day = page("/calendar/*", *TEN[:1], headings=("Day",), title="Day")
    assert merge_states(observed(month, day), []).rows == ()


def test_other_headings_keep_names_of_the_query_apart():
    create = orders(headings=("New order",))
    change = dataclasses.replace(orders(headings=("Change order",)), template="/orders?id")
    assert merge_states(observed(orders(), create, change), []).leaders == {}


def test_a_dialog_is_one_over_whatever_tab_and_its_own_tabs_are_not():
    over = [orders(dialogs=("Cancel",), tabs=(tab,)) for tab in ("Lines", "History")]
    merged = merge_states(observed(*over), [])
    assert len({merged.standing(identity(one)) for one in over}) == 1
    own = orders(button("Send"), dialogs=("Cancel",), tabs=("Reason",))
    assert merge_states(observed(over[0], own), []).leaders == {}


def test_filters_with_other_names_in_the_address_are_one_where_they_are_called_the_same():
    pager = [link("Next", "/orders?status"), link("Next", "/orders?customer")]
    plain, filtered = (orders(one) for one in pager)
    filtered = dataclasses.replace(filtered, template="/orders?customer&status")
    assert len(merge_states(observed(plain, filtered), []).leaders) == 1
    new = dataclasses.replace(filtered, headings=("New order",))
    assert merge_states(observed(plain, new), []).leaders == {}


def test_an_empty_list_is_that_of_a_full_one():
    rows = [link("No", "/orders/*", column="No"), button("Edit", column="Orders")]
    pages = [page("/orders", button("New"), *shown, headings=("Orders",)) for shown in (rows, [])]
    assert len(merge_states(observed(*pages), []).leaders) == 1
    other = page("/orders", button("New"), link("Sum", "/bills/*", column="Sum"), headings=())
    assert merge_states(observed(pages[0], other), []).leaders == {}
    nameless = [dataclasses.replace(one, headings=()) for one in pages]
    assert merge_states(observed(*nameless), []).leaders == {}


def test_far_states_stay_two_and_those_between_are_named():
    plain = orders()
    watched, far = orders(*(button(x) for x in "xy")), orders(*(button(x) for x in "pqrst"))
    merged = merge_states(observed(plain, watched, far), [])
    assert merged.leaders == {}
    assert pairs(merged) == {(MergeReason.KEPT_APART, False)}
    assert len(merged.rows) == 1


def test_dialogs_menus_and_tabs_are_never_one_by_rule():
    shown = [orders(), orders(dialogs=("New",)), orders(menus=("Row",)), orders(tabs=("Open",))]
    assert merge_states(observed(*shown), []).rows == ()


def test_other_templates_are_never_one_by_rule():
    other = dataclasses.replace(orders(button("x")), template="/invoices")
    assert merge_states(observed(orders(), other), []).rows == ()


def test_a_chain_of_small_steps_makes_far_states_not_one():
    names = [button(chr(112 + n)) for n in range(4)]
    chain = [orders(*names[:n]) for n in range(5)]
    leaders = merge_states(observed(*chain), []).leaders
    groups = {leaders.get(identity(one), identity(one)) for one in chain}
    assert len(groups) > 1


def test_one_page_at_one_address_is_told_apart_by_its_headings():
    views = [
        page("/", *TEN, button(x), headings=(x,)) for x in ("Orders", "Invoices")
    ]  # fmt: skip
    assert merge_states(observed(*views), []).leaders == {}


def test_what_all_pages_share_makes_none_of_them_near():
    menu = [link(f"Go {n}", f"/{chr(97 + n)}") for n in range(20)]
    views = [page("/?view", *menu, button(f"Only {chr(97 + n)}")) for n in range(9)]
    assert merge_states(observed(*views), []).leaders == {}


def test_pages_of_things_that_rows_of_a_list_lead_to_are_one():
    listed = page("/jobs", link("jobs", "/jobs/*", column="jobs"))
    pages = [
        page(f"/jobs/{job}", *TEN, link("Runs", f"/jobs/{job}/runs")) for job in ("load", "ship")
    ]
    merged = merge_states(observed(listed, *pages), [])
    assert merged.leaders == {identity(pages[1]): identity(pages[0])}
    assert merged.rows[0].template == "/jobs/*"
    assert merge_states(observed(*pages), []).leaders == {}
    new = [dataclasses.replace(one, headings=(f"{n} job",)) for n, one in enumerate(pages)]
    assert merge_states(observed(listed, *new), []).leaders == {}


def test_the_team_makes_far_states_one():
    far = page("/bills", button("Pay"), headings=("Bills",))
    said = [Decision("desk", True, "/orders?status", "Bills", 3)]
    merged = merge_states(observed(orders(), far), said)
    assert merged.leaders == {identity(far): identity(orders())}
    assert pairs(merged) == {(MergeReason.TEAM_SAME, True)}
    assert merged.unused == ()


def test_the_team_keeps_near_states_apart_also_through_others():
    first, middle, last = orders(), orders(button("x")), orders(button("x"), title="Third")
    last = dataclasses.replace(last, elements=(*last.elements, link("More", "/more")))
    said = [Decision("desk", False, state_id("desk", identity(first)), _id(middle), 3)]
    merged = merge_states(observed(first, middle, last), said)
    assert merged.standing(identity(middle)) == identity(middle)
    assert merged.leaders == {identity(last): identity(middle)}
    assert (MergeReason.TEAM_APART, False) in pairs(merged)


def _id(capture: Capture) -> str:
    return state_id("desk", identity(capture))


def test_a_decision_without_use_is_reported_and_stops_nothing():
    seen = observed(orders(), page("/bills", field("Sum"), headings=("Bills",)))
    said = [
        Decision("desk", True, "/gone", "Bills", 3),
        Decision("desk", False, "Bills", "/bills", 4),
        Decision("shop", True, "/a", "/b", 9),
    ]
    merged = merge_states(seen, said)
    assert [(one.decision.line, one.reason) for one in merged.unused] == [
        (3, "No state has the id, address or label '/gone'."),
        (4, "Both names are those of one state."),
    ]
    twice = observed(orders(), orders(dialogs=("New",)), orders(menus=("Row",), headings=()))
    (unused,) = merge_states(twice, [Decision("desk", True, "/orders?status", "New", 5)]).unused
    assert "names 3 states" in unused.reason


@given(
    shown=st.lists(st.frozensets(st.integers(0, 13), min_size=8), min_size=2, max_size=7),
    seed=st.integers(0, 99),
)
def test_merges_are_a_function_of_the_set_of_states(shown, seed):
    pages = list(
        dict.fromkeys(page("/p?q", *(button(f"b{chr(97 + n)}") for n in x)) for x in shown)
    )
    seen = observed(*pages)
    states = list(seen.states)
    random.Random(seed).shuffle(states)
    one, other = (
        merge_states(seen, []),
        merge_states(dataclasses.replace(seen, states=tuple(states)), []),
    )
    assert (one.leaders, one.rows) == (other.leaders, other.rows)
    for first, second in itertools.combinations(seen.states, 2):
        if one.standing(first.identity) == one.standing(second.identity):
            a, b = (set(seen.captures[x.capture].elements) for x in (first, second))
            assert len(a & b) >= 0.9 * len(a | b)
    assert all(one.standing(leader) == leader for leader in one.leaders.values())
