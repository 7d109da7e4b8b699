"""The benchmark of guidance: pages that goals name, and halves of questions."""

from __future__ import annotations

import pytest

goals = pytest.importorskip("guidance_goals")


@pytest.mark.parametrize(
    ("page", "address", "is_it"),
    [
        ("/", "http://a.example/", True),
        ("/Ticket/Forward.html?id", "http://a.example/Ticket/Forward.html?id=3", True),
        ("/Ticket/Forward.html?id", "http://a.example/Ticket/Forward.html", False),
        ("/Search/Build.html?!Class", "http://a.example/Search/Build.html?Class=x", False),
        ("/Search/Build.html?!Class", "http://a.example/Search/Build.html", True),
        ("/x?Action=Respond&id", "http://a.example/x?id=1&Action=Respond", True),
        ("/x?Action=Respond&id", "http://a.example/x?id=1&Action=Comment", False),
        ("/runs/*", "http://a.example/runs/77", True),
        ("/runs/*", "http://a.example/runs", False),
        ("/runs/*", "http://a.example/runs/77/more", False),
        ("/**", "http://a.example/any/where?q=1", True),
        ("/Dash/19/Desk%20x", "http://a.example/Dash/19/Desk%20x", True),
    ],
)
def test_pages_are_told_by_path_and_query(page: str, address: str, is_it: bool) -> None:
    assert goals.matches(page, address) is is_it


def test_halves_do_not_change_and_both_are_there() -> None:
    asked = [goals.AskedQuestion(f"r{n:02}", "", 0, frozenset(), False) for n in range(60)]
    halves = [one.half for one in asked]
    assert halves == [one.half for one in asked]
    assert 20 <= halves.count("develop") <= 40
