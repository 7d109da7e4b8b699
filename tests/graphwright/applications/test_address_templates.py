"""What is left of an address when ids, numbers and tokens are taken out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.applications.address_templates import (
    is_inner,
    place_of,
    template_of,
    variables_of,
    without_name,
)

HOME = "http://desk.test:8080/start"


@pytest.mark.parametrize(
    ("address", "template"),
    [
        ("http://desk.test:8080", "/"),
        ("http://desk.test:8080/orders/", "/orders"),
        ("http://desk.test:8080/orders/index.html", "/orders"),
        ("http://desk.test:8080/orders/17", "/orders/*"),
        ("http://desk.test:8080/orders/ORD-2291/edit", "/orders/ORD-*/edit"),
        ("http://desk.test:8080/calendar/2026-11", "/calendar/*"),
        ("http://desk.test:8080/calendar/2026/11/24", "/calendar/*/*/*"),
        ("http://desk.test:8080/v2/page1.html", "/v2/page1.html"),
        ("http://desk.test:8080/u/ann@desk.test", "/u/*"),
        ("http://desk.test:8080/runs/33da839d-1b82-4d94-aeee-0123456789ab", "/runs/*"),
        ("http://desk.test:8080/c/9f86d081884c7d65", "/c/*"),
        ("http://desk.test:8080/orders?status=open&page=2", "/orders?status"),
        ("http://desk.test:8080/orders?sort=name&order=asc&status=closed", "/orders?status"),
        ("http://desk.test:8080/orders?page=archive", "/orders?page=archive"),
        ("http://desk.test:8080/invoice?order=17", "/invoice?order"),
        ("http://desk.test:8080/edit?action=delete&id=7", "/edit?action=delete&id"),
        ("http://desk.test:8080/a?PHPSESSID=3f&csrf_token=x&_=172&q=a", "/a?q"),
        ("http://desk.test:8080/a;jsessionid=0A3F?q=1", "/a?q"),
        ("http://desk.test:8080/#/orders/17?tab=notes", "/#/orders/*?tab=notes"),
        ("http://desk.test:8080/#!/orders", "/#/orders"),
        ("http://desk.test:8080/help#chapter-2", "/help"),
        ("https://elsewhere.test/a/1", "https://elsewhere.test/a/*"),
        ("http://user:secret@elsewhere.test/a", "http://elsewhere.test/a"),
        ("http://desk.test:9090/a", "http://desk.test:9090/a"),
        ("mailto:ann@desk.test", "mailto:"),
        ("http://[broken", "*"),
    ],
)
def test_a_template_is_what_pages_of_one_kind_share(address, template):
    assert template_of(address, HOME) == template


_WORDS = st.text(alphabet="abcdefgXYZ0123456789-_.~%@ äß*", max_size=12)


@given(
    path=st.lists(_WORDS, max_size=4),
    query=st.dictionaries(_WORDS, _WORDS, max_size=3),
    routed=st.lists(_WORDS, max_size=2),
)
def test_a_template_is_its_own_template(path, query, routed):
    arguments = "&".join(f"{name}={value}" for name, value in query.items())
    fragment = f"#/{'/'.join(routed)}" if routed else ""
    address = f"http://desk.test:8080/{'/'.join(path)}?{arguments}{fragment}"
    template = template_of(address, HOME)
    assert template_of(template, HOME) == template


@given(
    number=st.integers(min_value=0), other=st.integers(min_value=0), query=st.permutations("abc")
)
def test_numbers_and_the_order_of_a_query_change_no_template(number, other, query):
    arguments = "&".join(f"{name}={number}" for name in query)
    one = template_of(f"http://desk.test:8080/orders/{number}?{arguments}", HOME)
    assert one == template_of(f"http://desk.test:8080/orders/{other}?a=x&b=y&c=z", HOME)


def test_an_origin_is_scheme_host_and_port():
    assert is_inner("http://desk.test:8080/a", HOME)
    assert not is_inner("https://desk.test:8080/a", HOME)
    assert is_inner("https://desk.test:443/a", "https://desk.test/")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://d.test/orders/17", {"17"}),
        ("http://d.test/order?id=17&sort=name", {"17"}),
        ("http://d.test/order?id=1", {"1"}),
        ("http://d.test/order?Create=1", set()),
        ("http://d.test/order?token=9f86d081884c7d65", set()),
        ("http://d.test/orders", set()),
        ("http://d.test/#/orders/17?part=4", {"17", "4"}),
        ("mailto:ann@d.test", set()),
    ],
)
def test_an_address_names_one_of_many_by_its_variables(address, expected):
    assert variables_of(address) == expected


def test_the_place_of_a_template_is_told_in_words():
    assert place_of("/admin/user-groups.html?id") == "admin user groups"
    assert place_of("/") == ""


def test_an_identifier_in_a_link_is_left_out_but_no_word_of_people():
    assert without_name("/jobs/load_orders/runs", "load_orders") == "/jobs/*/runs"
    assert without_name("/Users", "Users") == "/Users"
