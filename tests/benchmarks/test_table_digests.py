"""Digests of a database's tables: what they see, and what they leave out."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from table_digests import Left, changed, digests


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "desk.sqlite"
    run(path, "CREATE TABLE tickets (id INTEGER, subject TEXT)")
    run(path, "CREATE TABLE people (id INTEGER, seen TEXT)")
    run(path, "INSERT INTO tickets VALUES (1, 'Printer'), (2, 'Mail')")
    run(path, "INSERT INTO people VALUES (1, 'today')")
    return path


def run(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def test_a_change_of_a_value_is_seen_and_the_order_of_rows_is_not(database: Path) -> None:
    before = digests(database, Left())
    run(database, "DELETE FROM tickets WHERE id = 1")
    run(database, "INSERT INTO tickets VALUES (1, 'Printer')")
    assert changed(before, digests(database, Left())) == ()
    run(database, "UPDATE tickets SET subject = 'Post' WHERE id = 2")
    assert changed(before, digests(database, Left())) == ("tickets",)


def test_what_is_left_out_may_change(database: Path) -> None:
    left = Left(columns={"people": ("seen",)}, rows={"tickets": "id = 2"})
    before = digests(database, left)
    run(database, "UPDATE people SET seen = 'tomorrow'")
    run(database, "UPDATE tickets SET subject = 'Post' WHERE id = 2")
    assert changed(before, digests(database, left)) == ()
    run(database, "INSERT INTO people VALUES (2, 'never')")
    assert changed(before, digests(database, left)) == ("people",)


def test_tables_that_come_and_go_are_seen(database: Path) -> None:
    before = digests(database, Left())
    run(database, "CREATE TABLE notes (id INTEGER)")
    assert changed(before, digests(database, Left())) == ("notes",)
    assert "people" not in digests(database, Left(tables=frozenset({"people"})))
