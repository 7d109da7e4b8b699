"""Whatever stands in front matter, the page is read, and the fields are what its author wrote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.documents.text.front_matter import split_front_matter
from graphwright.documents.text.markdown import markdown_to_html

BODY = "The clerk files it.\n"


def page(matter: str) -> str:
    return f"---\n{matter}\n---\n{BODY}"


@pytest.mark.parametrize(
    "line",
    [
        "date: 2024-02-30",
        "date: 9999-99-99T99:99:99+99:99",
        "date: 0000-00-00",
        "date: 2024-01-01T00:00:00.123456789123+25:61",
        f"order: {'9' * 6_000}",
        f"order: 0x{'f' * 6_000}",
        "order: .nan",
        "order: -.inf",
        "order: 1:99:99:99:99",
        "yes: on",
        "null: null",
        "? [a, b]\n: c",
        "{a: b}: c",
        "tags: !!set {a, b}",
        "date: !reviewed 2024-01-01",
        "run: !!python/object/apply:os.system [ls]",
        "a: &a {x: 1}\nb: {<<: [*a, *a]}",
        "a: &a [*a]",
        "binary: !!binary not-base-64",
        "a: {b: {c: {d: [1, {e: f}]}}}",
        "title: Second\ntitle: Purchases",
    ],
)
def test_no_value_loses_the_page_or_its_title(line: str) -> None:
    body, fields = split_front_matter(page(f"title: Purchases\n{line}"))
    assert body == BODY
    assert fields["title"] == "Purchases"
    assert "<h1>Purchases</h1>" in markdown_to_html(page(f"title: Purchases\n{line}"))


def test_merge_keys_are_not_followed() -> None:
    levels = [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 30)}]}}" for n in range(1, 12)]
    body, fields = split_front_matter(page("\n".join(["a0: &a0 {x: 1}", *levels, "title: T"])))
    assert (body, fields) == (BODY, {"title": "T"})


@pytest.mark.parametrize(
    ("value", "title"), [("2024", "2024"), ("2024-02-30", "2024-02-30"), ("null", None), ("", None)]
)
def test_a_title_is_what_its_author_wrote(value: str, title: str | None) -> None:
    assert split_front_matter(page(f"title: {value}"))[1].get("title") == title


@pytest.mark.parametrize("matter", ["Plain text.", "- a\n- b", "a: [", "a: 'b", "\x01: b"])
def test_what_is_no_mapping_stays_text(matter: str) -> None:
    assert split_front_matter(page(matter)) == (page(matter), {})


@given(st.text("abc:-[]{}&*!?|>'\"%@`#,\n\t 019.~<=", max_size=60))
def test_nothing_between_two_rules_raises(matter: str) -> None:
    body, _ = split_front_matter(page(matter))
    assert body.endswith(BODY)
