"""Windows: inside their section only, its exact text, the first of a long one."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st
from ticket_rows import a_ticket, its_sections

from graphwright.tickets.windows import MOST_WINDOWS, WINDOW_CHARACTERS, windows_of

TEXTS = st.text(st.sampled_from("ab \n-"), max_size=50).flatmap(
    lambda text: st.integers(1, 120).map(lambda times: text * times)
)


@given(TEXTS, st.integers(0, 50))
def test_windows_are_the_begin_of_their_section(text, start):
    (section,) = its_sections(a_ticket("T-1"), description=text)
    section = dataclasses.replace(section, start=start, end=start + len(text))
    windows = list(windows_of([section], {"description"}))
    assert len(windows) <= MOST_WINDOWS
    assert len({one.piece_id for one in windows}) == len(windows)
    after = start
    for one in windows:
        assert after <= one.start < one.end <= section.end
        assert one.text == text[one.start - start : one.end - start]
        assert len(one.text) <= WINDOW_CHARACTERS
        assert not any(sign.isalnum() for sign in text[after - start : one.start - start])
        after = one.end
    whole = any(sign.isalnum() for sign in text)
    assert bool(windows) == whole
    if len(text) <= WINDOW_CHARACTERS and whole:
        assert [one.text for one in windows] == [text]


def test_only_rich_sections_have_windows():
    sections = its_sections(a_ticket("T-1"), summary="Till is dark", status="Open")
    assert [one.section for one in windows_of(sections, {"summary"})] == ["summary"]


def test_what_stands_in_a_comment_is_embedded_where_comments_are():
    (section,) = its_sections(a_ticket("T-1"), fix="A new bulb.")
    said = dataclasses.replace(section, author_role="assignee")
    assert not list(windows_of([said], {"fix"}))
    assert len(list(windows_of([said], {"fix", "comment"}))) == 1


def test_a_section_is_embedded_by_the_rich_ones_in_it():
    whole, steps, log = its_sections(
        a_ticket("T-1"), description="Open it. Error 7", steps_to_reproduce="Open it.", logs="Error"
    )
    inner = [dataclasses.replace(one, parent_id=whole.section_id) for one in (steps, log)]
    rich = {"description", "steps_to_reproduce"}
    assert [one.text for one in windows_of([whole, *inner], rich)] == ["Open it."]
    assert [one.text for one in windows_of([whole, inner[1]], rich)] == ["Open it. Error 7"]
