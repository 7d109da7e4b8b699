"""Words of a page without counts, times, dates and names of people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.applications.wording import (
    LONGEST_NAME,
    is_duration,
    stable_text,
    words_of_identifier,
)


@pytest.mark.parametrize(
    ("text", "stable"),
    [
        ("Inbox (3)", "Inbox"),
        ("Inbox [1,204]", "Inbox"),
        ("Inbox(3)", "Inbox"),
        ("alert(1)</b>", "alert(1)</b>"),
        ("12 open orders", "open orders"),
        ("Orders 1-50 of 204", "Orders"),
        ("Created 5 minutes ago", "Created"),
        ("Updated 2026-11-24 16:05:11", "Updated"),
        ("20261130T152456Z", ""),
        ("20261130T152456.123Z", ""),
        ("Saved 20261130T1524+0100 here", "Saved here"),
        ("Due Tue, Nov 24, 2026 at 4:05 PM", "Due"),
        ("24 November 2026", ""),
        ("November 2026", ""),
        ("‹ October", "‹"),
        ("Tuesday", ""),
        ("14", ""),
        ("16:25:02 UTC", ""),
        ("Order #2291", "Order"),
        ("Run 33da839d-1b82-4d94-aeee-0123456789ab", "Run"),
        ("Commit 9f86d081", "Commit"),
        ("Logged in as ann", "Logged in as"),
        ("Mail to ann@desk.test", "Mail to"),
        ("Step 2 of 3", "Step 2"),
        ("Level 1 support", "Level 1 support"),
        ("UTF-8 with p95", "UTF-8 with p95"),
        ("May we call you?", "May we call you?"),
        ("#", "#"),
        ("→", "→"),
        ("Save\u200b  changes", "Save changes"),
    ],
)
def test_what_changes_by_itself_is_left_out(text, stable):
    assert stable_text(text) == stable


@given(st.text(max_size=200))
def test_a_stable_text_stays_and_is_short(text):
    stable = stable_text(text)
    assert len(stable) <= LONGEST_NAME
    assert stable_text(stable) == stable


@given(st.integers(min_value=0, max_value=10**9), st.integers(min_value=0, max_value=10**9))
def test_a_count_never_tells_names_apart(one, other):
    assert stable_text(f"Waiting ({one})") == stable_text(f"Waiting ({other})") == "Waiting"


def test_an_icon_is_called_by_its_words():
    assert words_of_identifier("fa-trash-o") == "trash"
    assert words_of_identifier("/icons/addUser.svg") == "add user"
    assert words_of_identifier("sprite.svg#icon-more-horiz") == "more horiz"


def test_a_choice_of_time_is_a_duration():
    assert is_duration("12hr")
    assert not is_duration("12 orders")
