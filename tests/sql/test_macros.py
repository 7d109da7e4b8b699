from __future__ import annotations

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sql
from graphwright.ids import content_id

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20)


@pytest.fixture(scope="module")
def connection():
    with duckdb.connect() as opened:
        sql.prepare(opened, frozenset())
        yield opened


def call(connection, expression, *values):
    return connection.execute(f"SELECT {expression}", list(values)).fetchall()[0][0]


@settings(max_examples=200, deadline=None)
@given(parts=st.lists(TEXT, min_size=1, max_size=6))
def test_content_id_in_sql_equals_content_id_in_python(connection, parts):
    assert call(connection, "content_id(?::VARCHAR[])", parts) == content_id(*parts)


def test_parts_of_an_id_cannot_run_into_each_other(connection):
    assert call(connection, "content_id(['ab', 'c'])") != call(
        connection, "content_id(['a', 'bc'])"
    )


def test_a_null_part_makes_no_id(connection):
    assert call(connection, "content_id(['a', NULL])") is None


def test_entity_and_relation_ids(connection):
    assert call(connection, "entity_id('purchase order')") == content_id("entity", "purchase order")
    plain = call(connection, "relation_id('s', 'p', 'o', FALSE, NULL, NULL)")
    assert plain == content_id("relation", "s", "p", "o", "", "")
    denied = call(connection, "relation_id('s', 'p', 'o', TRUE, 'may', NULL)")
    assert denied == content_id("relation", "s", "p", "o", "not", "may")
    bound = call(connection, "relation_id('s', 'p', 'o', FALSE, NULL, 'if c')")
    assert bound == content_id("relation", "s", "p", "o", "", "", "if c")


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("s/4hana 2021", ["2021"]),
        ("odata v4", ["4"]),
        ("release 7.5", ["7.5"]),
        ("error 404", ["404"]),
        ("2 of 2", ["2"]),
        ("b2b", []),
        ("3gpp", []),
        ("s4h", []),
        ("purchase order", []),
    ],
)
def test_numbers_that_tell_names_apart(connection, name, numbers):
    assert call(connection, "version_numbers(?)", name) == numbers
