"""What of two pages counts where they are compared, and what is of their data only."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen_pages import button, field, identity, link, observed, page

from graphwright.applications.capture import Capture, CapturedField
from graphwright.applications.comparing import overlap, says_otherwise, views_of
from graphwright.applications.merges import merge_states
from graphwright.tables.applications import UiElement

FIVE = [button(name) for name in ("Save", "Print", "Copy", "Share", "Close")]
FORM = [field(name) for name in ("Subject", "Owner", "Due", "Text", "Place")]


def node(name: str) -> UiElement:
    """Return an element that is known by a listener alone."""
    return dataclasses.replace(button(name), key=f"node {name}", role="generic")


def told(template: str, *shown: UiElement | CapturedField, title: str = "Desk") -> Capture:
    return page(template, *shown, title=title, headings=("Orders",))


def are_one(first: Capture, second: Capture, *others: Capture) -> bool:
    merged = merge_states(observed(first, second, *others), [])
    return merged.standing(identity(first)) == merged.standing(identity(second))


def test_chosen_values_with_their_crosses_are_values() -> None:
    away = link("Remove", "/x")
    away = dataclasses.replace(away, href=None)
    plain = told("/order", *FIVE)
    chosen = told("/order?for", node("Ann ×"), away, *FIVE)
    assert are_one(plain, chosen)
    assert not are_one(plain, told("/order?for", away, button("Undo"), *FIVE))


def test_nodes_of_a_graph_opened_or_hovered_are_data() -> None:
    closed = told("/graph", *FIVE, node("north"), node("south"))
    opened = told("/graph?open", *FIVE, node("north"), node("mill"), button("south: more"))
    assert are_one(closed, opened)
    assert not are_one(closed, told("/graph?open", *FIVE, button("Align"), button("Lock")))


def test_pages_of_nothing_but_nodes_are_told_by_them() -> None:
    menu, other = (told("/", *map(node, names)) for names in (("New", "Find"), ("Back", "Send")))
    assert not are_one(menu, other)


def test_a_switch_of_a_row_is_data() -> None:
    rows = link("Jobs", "/jobs/*", column="Jobs")
    plain = told("/plan", *FIVE[:3], rows)
    switched = told("/plan", *FIVE[:3], rows, link("Nightly", "/jobs/nightly"), field("Nightly"))
    assert are_one(plain, switched)
    assert not are_one(plain, told("/plan", *FIVE[:3], rows, field("Reason")))


def test_tools_of_an_editor_come_and_go() -> None:
    text = field("Text", "textbox")
    names = ("Bold", "Italic", "Quote", "Table", "Styles")
    tools = [dataclasses.replace(button(name), region="editor") for name in names]
    early = told("/note", text, *FORM[:3], link("Back", "/"), button("Send"))
    late = told("/note?reply", text, *FORM[:3], *tools, link("Back", "/"), button("Send"))
    assert are_one(early, late)
    plain = told("/note?reply", text, *FORM[:3], *map(button, names), button("Send"))
    assert not are_one(early, plain)


def test_a_link_of_the_same_name_or_in_place_of_another_is_that_of_the_page() -> None:
    def of(name: str, href: str, *more: UiElement) -> Capture:
        return told(f"/rule?{name}", *FIVE, *FORM, link(name, href), *more)

    assert are_one(of("All", "/rules"), of("Desk", "/desks/rules"))
    first, second = (told("/rule", *FIVE[:2], link("Up", to)) for to in ("/rules", "/desks"))
    assert are_one(first, second)
    first, second = (told("/rule", *FIVE[:2], link(to, to)) for to in ("/rules", "/desks"))
    assert not are_one(first, second)


def test_a_page_that_shares_less_than_half_is_another_whatever_its_data() -> None:
    rows = [link(name, f"/{name}/*", column=name) for name in ("Orders", "Bills")]
    listed, bare = told("/all", *rows, link("Up", "/a")), told("/all?one", link("Up", "/b"))
    assert not are_one(listed, bare)
    kept = button("Save")
    assert are_one(*(dataclasses.replace(x, elements=(kept, *x.elements)) for x in (listed, bare)))


def test_a_label_with_its_value_is_the_label_that_the_page_has_bare() -> None:
    bare, loaded = (told("/find", *FIVE[:4], field(x)) for x in ("Search", "Search: mine"))
    assert are_one(bare, loaded)
    two = [told("/find", *FIVE[:4], field(x)) for x in ("Street: home", "Street: work")]
    assert not are_one(*two)


def test_a_value_that_can_be_chosen_is_one_in_the_title_too() -> None:
    queue = field("Queue", "select", ("Network", "Help desk"))
    first, second, third = (
        told(template, queue, *FIVE, *FORM, title=title)
        for template, title in (
            ("/new", "New ticket in Network"),
            ("/new?queue", "New ticket in Help desk"),
            ("/new?from", "Copy of a ticket in Help desk"),
        )
    )
    assert are_one(first, second)
    assert not are_one(first, third)


def test_a_title_of_many_pages_is_that_of_the_application() -> None:
    first, second = (told("/graph", *FIVE), told("/graph?open", *FIVE, title="Lineage of all"))
    others = [told(f"/{name}", button(name)) for name in ("runs", "jobs", "plans")]
    assert are_one(first, second, *others)
    assert not are_one(first, second)


def test_a_filter_more_over_one_list_is_the_list_and_not_two_or_a_text() -> None:
    rows, kind = link("No", "/orders/*", column="No"), field("Kind", "select")
    plain = told("/orders", *FIVE[:3], rows)
    assert are_one(plain, told("/orders?all", *FIVE[:3], rows, kind))
    assert not are_one(plain, told("/orders?all", *FIVE[:3], rows, field("Reason")))
    assert not are_one(plain, told("/orders?all", *FIVE[:3], rows, kind, field("On", "checkbox")))
    bare = told("/orders", *FIVE[:3])
    assert not are_one(bare, told("/orders?all", *FIVE[:3], kind))


def test_a_search_over_several_pages_is_a_layer() -> None:
    many = [*FIVE, *FORM]
    search = field("Find anything")
    pages = [told(path, *many, button(path), title=path) for path in ("/runs", "/jobs")]
    over = [told(path, *many, button(path), search, title=path) for path in ("/runs", "/jobs")]
    assert not are_one(pages[0], over[0], pages[1], over[1])
    assert are_one(pages[0], over[0])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            told("/orders/*", *FIVE[:3], *FORM, title="New order"),
            told("/orders/*?edit", *FIVE[:3], *FORM[:4], field("Number"), title="Edit order"),
            id="create-edit",
        ),
        pytest.param(
            told("/wizard", *FIVE[:2], *FORM[:2]),
            told("/wizard", *FIVE[:2], *FORM[2:4]),
            id="steps",
        ),
        pytest.param(
            dataclasses.replace(told("/orders", *FIVE, node("a")), tabs=("Open",)),
            dataclasses.replace(told("/orders", *FIVE, node("b")), tabs=("Done",)),
            id="tabs",
        ),
        pytest.param(
            dataclasses.replace(told("/orders", *FIVE, node("a")), dialogs=("Send",)),
            dataclasses.replace(told("/orders", *FIVE, node("b")), dialogs=("Cancel",)),
            id="dialogs",
        ),
        pytest.param(
            told("/order", *FIVE, button("Really delete")), told("/order", *FIVE), id="asks"
        ),
    ],
)
def test_what_users_tell_apart_stays_two(first: Capture, second: Capture) -> None:
    assert not are_one(first, second)


_SHOWN = st.sampled_from(
    [
        *FIVE[:3],
        *FORM[:2],
        field("Kind", "select"),
        field("", "combobox"),
        node("north"),
        node("Ann ×"),
        button("north: more"),
        link("No", "/orders/*", column="No"),
        link("Load", "/orders/load"),
        link("Up", "/a"),
        link("Up", "/b"),
        link("Sort", "/p?sort"),
    ]
)
_PAGES = st.lists(
    st.tuples(st.sampled_from(["/p", "/p?q", "/p/*", "/r"]), st.lists(_SHOWN, unique=True)),
    min_size=2,
    max_size=6,
)


@given(_PAGES)
def test_nearness_is_the_same_both_ways_and_whole_with_itself(
    shown: list[tuple[str, list[UiElement | CapturedField]]],
) -> None:
    pages = dict.fromkeys(told(template, *what) for template, what in shown)
    views = list(views_of(observed(*pages)).values())
    for one in views:
        assert overlap(one, one) == 1.0
        for other in views:
            assert 0.0 <= overlap(one, other) <= 1.0
            assert overlap(one, other) == overlap(other, one)
            assert says_otherwise(one, other) == says_otherwise(other, one)
