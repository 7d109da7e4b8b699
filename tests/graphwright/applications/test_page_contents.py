"""What of a page is of its data, told by the whole application."""

from __future__ import annotations

import dataclasses

import pytest
from seen_pages import button, field, link, page

from graphwright.applications.contents import (
    as_row,
    contents_of,
    known_of,
    label_without_value,
    title_without_value,
)

ROWS = [
    tuple(one.split("/")) for one in ("/shops/north/jobs/*", "/shops/*", "/graph~group:*/*")
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "row", "things"),
    [
        ("/shops/south", "/shops/*", {"south"}),
        ("/shops/south/staff", "/shops/*/staff", {"south"}),
        ("/shops/north/jobs/load", "/shops/*/jobs/*", {"north", "load"}),
        ("/graph~group:intake/orders", "/graph~group:*/*", {"graph~group:intake", "orders"}),
        ("/graph~group:intake", "/graph~group:intake", set()),
        ("/shops", "/shops", set()),
        ("/shops/*", "/shops/*", set()),
    ],
)
def test_a_path_is_as_the_rows_of_lists_have_it(path: str, row: str, things: set[str]) -> None:
    assert as_row(path, ROWS) == (row, things)


def test_names_of_rows_hold_everywhere_and_those_of_nodes_on_their_path() -> None:
    node = dataclasses.replace(button("north"), role="generic")
    shown = page("/graph", node, link("Jobs", "/jobs/*", column="Jobs"))
    known = known_of([shown, page("/plan?day", link("load", "/jobs/load"))])
    assert known.names_at("/graph?open") == {"north", "load"}
    assert known.names_at("/plan") == {"load"}


def test_links_to_a_part_of_a_thing_and_those_of_the_shell_name_no_data() -> None:
    listed = page("/jobs", link("Jobs", "/jobs/*", column="Jobs"))
    parts = page("/jobs/load", link("Runs", "/jobs/load/runs"), link("Home", "/jobs/x", "shell"))
    assert known_of([listed, parts]).names == {}


def test_what_takes_a_chosen_value_away_is_data_and_its_like_elsewhere_is_not() -> None:
    chip = dataclasses.replace(button("Ann ×"), role="generic")
    shown = page("/new", chip, button("Remove"), button("Save"), field("Ann ×"), field("Owner"))
    found = [one.key for one in contents_of(shown, known_of([shown]))]
    assert found == [chip.key, button("Remove").key, "Ann ×"]


def test_a_label_loses_a_value_only_where_the_path_has_it_bare() -> None:
    loaded = field("Search: mine")
    seen = [page("/find?load", loaded), page("/find", field("Search"))]
    assert label_without_value(loaded, "/find?load", known_of(seen)) == "Search"
    assert label_without_value(loaded, "/find?load", known_of(seen[:1])) == "Search: mine"
    other = [seen[0], page("/find", field("Search", "select"))]
    assert label_without_value(loaded, "/find?load", known_of(other)) == "Search: mine"


def test_a_title_loses_what_can_be_chosen_as_whole_words() -> None:
    queue = field("Queue", "select", ("Net", "Help desk"))
    titles = ("Ticket in Help desk", "Network", "Net")
    pages = [page("/new", queue, title=title) for title in titles]
    known = known_of(pages)
    assert [title_without_value(one, known) for one in pages] == ["Ticket in *", "Network", "*"]
