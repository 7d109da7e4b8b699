"""Intents of help pages: what a user would say of each problem."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graphwright.entities.seed_concepts import other_names
from graphwright.help.intents import intents_of
from graphwright.help.rows import read_page
from graphwright.help.wordings import as_title, in_first_person, verbs_of, wordings
from graphwright.tables import HelpIntent, SeedAlias
from tests.document_builders import parse


def _said(problem: str, page: str = "") -> list[str]:
    return [wording.text for wording in wordings(problem, verbs_of(page))][1:]


def _intents(page: str) -> tuple[HelpIntent, ...]:
    document = parse("a.md", page)
    return intents_of(document, read_page(document).nodes)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("If your board is not detected", ["My board is not detected"]),
        (
            "If you can't open your parcel",
            ["I can't open my parcel", "How do I open my parcel?"],
        ),
        (
            "Reset the password for your account",
            [
                "How do I reset the password for my account?",
                "I can't reset the password for my account",
                "I want to reset the password for my account",
            ],
        ),
        (
            "How to change your plan",
            [
                "How do I change my plan?",
                "I can't change my plan",
                "I want to change my plan",
            ],
        ),
        ("Are you billed each month?", ["Am I billed each month?"]),
        ("What is a pre-order", ["What is a pre-order?"]),
        ("The lid doesn't close", ["The lid doesn't close"]),
        ("Error: port not found", ["port not found", "I get the error: port not found"]),
        ("Creating your account", ["I need help creating my account"]),
        ("About the delivery process", ["I want to know about the delivery process"]),
        ("Power supply", []),
        ("Error reference", []),
        ("Before you begin", []),
    ],
)
def test_a_problem_is_worded_by_its_form(problem: str, said: list[str]) -> None:
    assert _said(problem) == said


def test_a_bare_object_needs_the_page_to_tell_a_verb() -> None:
    assert _said("Install drivers") == []
    assert "How do I install drivers?" in _said(
        "Install drivers", "You have to install them first."
    )


def test_marks_and_numbers_are_no_words_of_a_title() -> None:
    assert as_title("2. Check your cable {#check}") == "Check your cable"


def test_a_page_gives_paths_and_error_texts_to_the_deepest_node() -> None:
    page = (
        "# Upload a file\n\nSelect the file.\n\n## Large files\n\n"
        "You may see the error `Upload stopped: too large`. Split the file with `split`.\n"
    )
    rows = {(intent.kind, intent.text) for intent in _intents(page)}
    assert ("title", "Upload a file: Large files") in rows
    assert [text for kind, text in rows if kind == "error"] == ["Upload stopped: too large"]
    deepest = read_page(parse("a.md", page)).nodes[1].node_id
    assert {i.node_id for i in _intents(page) if i.kind == "error"} == {deepest}


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Close the Web Editor", ["Close the Browser IDE", "Close the Editor"]),
        ("Close the editor", ["Close the Browser IDE", "Close the Web Editor"]),
        ("Close the Editors", []),
    ],
)
def test_other_names_word_a_problem_that_holds_a_name(title: str, said: list[str]) -> None:
    document = parse("a.md", f"# {title}\n\nPress X.\n")
    names = ("Web Editor", "Editor", "Browser IDE")
    aliases = other_names(SeedAlias("web", "Web Editor", "App", None, name, name) for name in names)
    rows = intents_of(document, read_page(document).nodes, aliases)
    assert sorted(row.text for row in rows if row.kind == "alias") == said


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_title_is_worded_once_and_the_same_each_time(title: str) -> None:
    assume("\0" not in title)  # which is no text file
    page = f"# {title}\n\nOpen the lid.\n\n## {title}\n\nClose it.\n"
    rows = _intents(page)
    assert rows == _intents(page)
    assert len({row.intent_id for row in rows}) == len(rows)
    assert all(row.text.strip() for row in rows)
    assert in_first_person(in_first_person(title)) == in_first_person(title)
