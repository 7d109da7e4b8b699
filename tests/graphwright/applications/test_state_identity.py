"""What makes two looks at an application the same state."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st
from seen_pages import button, field, identity, link, page

from graphwright.applications.identity import (
    action_id,
    capture_id,
    state_id,
    state_identity,
)

ORDERS = page(
    "/orders",
    link("Home", "/", "shell"),
    link("New order", "/orders/new"),
    link("No", "/orders/*", column="No"),
    button("Export"),
    field("Search"),
    title="Orders",
    headings=("Orders",),
)


def test_what_a_user_would_not_call_another_page_changes_nothing():
    other = dataclasses.replace(
        ORDERS,
        title="Orders of Ann",
        headings=("Welcome",),
        texts=("Who pays",),
        elements=(link("Start", "/", "shell"), *reversed(ORDERS.elements[1:])),
    )
    assert identity(other) == identity(ORDERS)
    assert capture_id("desk", other) != capture_id("desk", ORDERS)


def test_template_dialogs_menus_tabs_fields_and_actions_tell_states_apart():
    others = [
        dataclasses.replace(ORDERS, template="/invoices"),
        dataclasses.replace(ORDERS, dialogs=("New order",)),
        dataclasses.replace(ORDERS, menus=("Row",)),
        dataclasses.replace(ORDERS, tabs=("Closed",)),
        dataclasses.replace(ORDERS, fields=(field("Customer"),)),
        dataclasses.replace(ORDERS, fields=(field("Search", "date"),)),
        dataclasses.replace(ORDERS, elements=ORDERS.elements[:-1]),
    ]
    assert len({identity(one) for one in (ORDERS, *others)}) == len(others) + 1


def test_options_and_the_text_of_links_are_contents():
    one = page("/t", link("Ann Smith", "/users/*"), field("Owner", "select", ["Ann"]))
    other = page("/t", link("Bob Miller", "/users/*"), field("Owner", "select", ["Bob", "Eve"]))
    assert identity(one) == identity(other)


@given(st.permutations(range(4)), st.permutations(range(3)))
def test_order_on_the_page_is_no_part_of_it(elements, fields):
    shown = [button("a"), button("b"), link("c", "/c"), link("d", "/d")]
    asked = [field("x"), field("y"), field("z")]
    moved = page("/", *(shown[n] for n in elements), *(asked[n] for n in fields))
    assert identity(moved) == identity(page("/", *shown, *asked))


def test_ids_are_of_application_state_and_element():
    one, other = state_identity("desk", ORDERS), state_identity("shop", ORDERS)
    ids = [state_id("desk", one), state_id("shop", one), one, other]
    assert len({*ids, action_id(ids[0], "a"), action_id(ids[0], "b"), action_id(ids[1], "a")}) == 7
