"""Addresses: their order, their shapes, and which are known to write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.applications.crawl.addresses import (
    ends_session,
    is_download,
    natural,
    origin_of,
    shape_of,
    writes_by_get,
)


def test_rows_that_are_added_come_after_those_that_were_there() -> None:
    addresses = [f"/items/{number}/edit?page={number}" for number in range(1, 30)]
    by_text = sorted(addresses)
    assert by_text != addresses
    assert sorted(by_text, key=natural) == addresses


@given(st.lists(st.text(max_size=12)))
def test_the_order_is_total_and_tells_addresses_apart(addresses: list[str]) -> None:
    keys = {natural(address) for address in sorted(set(addresses), key=natural)}
    assert len(keys) == len(set(addresses))


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("/orders/1", "/orders/20", True),
        ("/calendar?month=2026-01", "/calendar?month=2031-12", True),
        ("/runs/4f1c0f0e0a524f4e9b61", "/runs/aa1c0f0e0a524f4e9b67", True),
        ("/orders/new", "/orders/old", False),
        ("/orders?view=all", "/orders?view=mine", False),
    ],
)  # fmt: skip
def test_shapes_leave_numbers_and_ids_out(one: str, other: str, alike: bool) -> None:
    assert (shape_of(one) == shape_of(other)) is alike


@pytest.mark.parametrize(
    ("address", "port"),
    [("http://a.test/", 80), ("wss://A.test/x", 443), ("http://a.test:81", 81)],
)
def test_origins_have_a_port(address: str, port: int) -> None:
    assert (origin_of(address) or ("", "", 0))[1:] == ("a.test", port)


@pytest.mark.parametrize(
    "address", ["mailto:a@b", "/x", "http://", "http://a:999999/", "http://[/"]
)
def test_what_is_no_address_of_the_web_has_no_origin(address: str) -> None:
    assert origin_of(address) is None


@pytest.mark.parametrize(
    "query",
    [
        "SubmitTicket=1;Status=deleted;id=1",
        "name=ports&Save=Save",
        "SavedSearchSave=Save+as",
        "id=4&Update=1",
        "do=save",
        "save",
    ],
)
def test_a_query_that_says_a_button_was_pressed_writes(query: str) -> None:
    assert writes_by_get(f"http://a/x.html?{query}")


@pytest.mark.parametrize(
    "query",
    [
        "submit=Search&name=ports",
        "SubmitSearch=1",
        "LoadSavedSearch=7",
        "save=0&submit=",
        "last_update=2026-01-01",
        "sort=update",
        "submitted_by=ada",
        "text=save",
        "",
    ],
)
def test_a_query_that_seeks_or_was_not_sent_by_such_a_button_reads(query: str) -> None:
    assert not writes_by_get(f"http://a/save.html?{query}")


def test_words_of_addresses() -> None:
    assert ends_session("http://a/x/logOut?next=/")
    assert not ends_session("http://a/blog/outside")
    assert writes_by_get("http://a/x?action=RemoveUser")
    assert not writes_by_get("http://a/removed?stake=1")
    assert is_download("http://a/export.CSV?x=1")
    assert not is_download("http://a/Index.html")
