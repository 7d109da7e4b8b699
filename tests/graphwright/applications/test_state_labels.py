"""What people call states and actions, and the texts that are searched."""

from __future__ import annotations

import dataclasses

import pytest
from seen_pages import button, field, identity, link, observed, page

from graphwright.applications.labels import (
    LONGEST_TEXT,
    StateNames,
    action_text,
    label_of,
    state_names,
    state_text,
)
from graphwright.applications.merges import merge_states
from graphwright.applications.observation import ObservedAction
from graphwright.tables.applications import ActionKind, ActionOutcome


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ({"dialogs": ("Delete order?",), "headings": ("Orders",)}, "Delete order?"),
        ({"headings": ("Orders", "Filters"), "title": "Desk"}, "Orders"),
        ({"headings": ("Order",), "tabs": ("Notes",)}, "Order: Notes"),
        ({"title": "Orders - Desk"}, "Orders | Desk"),
        ({"title": "Overview | Timeline", "tabs": ("Timeline",)}, "Overview | Timeline"),
        ({"headings": ("Orders",), "menus": ("Row",)}, "Orders: Row"),
        ({}, "admin user groups"),
    ],
)
def test_a_page_is_called_by_its_dialog_heading_tab_or_title(said, label):
    assert label_of(page("/admin/user-groups", **said)) == label


@pytest.mark.parametrize(
    ("template", "title", "label"),
    [
        ("/stock/items/*", "DN globe valve", "Item"),
        ("/sales/orders/*", "Order", "Order"),
        ("/service/categories/*", "Blue", "Category"),
        ("/Ticket/Display.html?id", "Light flickers in the hall", "Ticket Display"),
        ("/Admin/Queues/Modify.html?id", "Configuration for queue General", None),
        ("/stock/items", "Stock", None),
        ("/find?valid", "Results", None),
    ],
)
def test_a_page_of_one_of_many_is_not_called_by_the_text_of_its_row(template, title, label):
    assert label_of(page(template, title=title)) == (label or title)


SHELL = (
    link("Orders", "/orders", "shell"),
    link("Admin", "/admin", "shell"),
    link("Global", "/admin/global", "shell", "Admin"),
    link("Rules", "/admin/global/rules", "shell", "Admin", "Global"),
)


def _desk():
    places = ["/", "/orders", "/admin", "/admin/global", "/admin/global/rules", "/orders/*"]
    pages = [page(one, *SHELL, button(f"At {one}"), title=f"{one} | Desk") for one in places]
    home, orders, order = pages[0], pages[1], pages[5]
    row = link("No", "/orders/*", column="No")
    tab = dataclasses.replace(order, tabs=("Notes",), elements=(*order.elements, button("Add")))
    pages = [home, dataclasses.replace(orders, elements=(*orders.elements, row)), *pages[2:], tab]
    press = button("Notes")
    order = dataclasses.replace(order, elements=(*order.elements, press))
    pages[5] = order
    ways = [(one, way, to) for one in pages for way, to in zip(SHELL, pages[1:5], strict=True)]
    ways += [(pages[1], row, order), (order, press, tab)]
    return pages, observed(*pages, actions=ways)


def test_menu_paths_are_the_names_of_menus_and_of_the_way_below_them():
    pages, seen = _desk()
    names = state_names(seen, merge_states(seen, []))
    assert [names[identity(one)].menu_path for one in pages] == [
        (),
        ("Orders",),
        ("Admin",),
        ("Admin", "Global"),
        ("Admin", "Global", "Rules"),
        ("Orders",),
        ("Orders", "Notes"),
    ]


def test_the_name_of_the_application_is_no_label_and_the_shell_no_text_of_a_state():
    pages, seen = _desk()
    names = state_names(seen, merge_states(seen, []))[identity(pages[4])]
    assert names.label == "/admin/global/rules"
    text = state_text(pages[4], names)
    assert text == "Admin > Global > Rules\n/admin/global/rules\nActions: At /admin/global/rules"


def test_only_states_that_stand_have_names():
    pages, seen = _desk()
    twin = dataclasses.replace(pages[5], tabs=("Notes",), elements=pages[6].elements[:-1])
    seen = observed(*pages, twin)
    merged = merge_states(seen, [])
    assert set(state_names(seen, merged)) == {
        one.identity for one in seen.states if merged.standing(one.identity) == one.identity
    }


def test_a_state_is_searched_by_headings_fields_actions_and_help_texts():
    shown = page(
        "/orders/new",
        link("Home", "/", "shell"),
        button("Save"),
        field("Customer"),
        field("Kind", "select", ["Rush", "Normal"]),
        headings=("New order",),
        texts=("Who pays",),
        title="Desk",
    )
    assert state_text(shown, StateNames("New order", ("Orders", "New"))) == (
        "Orders > New\nNew order\nDesk\nFields: Customer, Kind (Rush, Normal)\n"
        "Actions: Save\nSays: Who pays"
    )
    long = dataclasses.replace(shown, texts=tuple(f"word {n} of many" for n in range(500)))
    assert len(state_text(long, StateNames("New order", ()))) == LONGEST_TEXT


def test_an_action_is_searched_by_menu_path_name_and_source():
    done = ObservedAction("s", "k", ActionKind.OPEN, ActionOutcome.DONE, None, None, None)
    commits = dataclasses.replace(done, kind=ActionKind.COMMIT)
    source = StateNames("Orders", ())
    assert action_text(SHELL[3], source, done) == "Admin > Global > Rules\non Orders"
    row = link("No", "/orders/*", column="No")
    assert action_text(row, source, done) == "No, of one in the list\non Orders"
    edit = button("Edit", column="Orders")
    assert action_text(edit, source, done) == "Edit of Orders, of one in the list\non Orders"
    assert action_text(button("Save"), source, commits) == "Save (changes data)\non Orders"
