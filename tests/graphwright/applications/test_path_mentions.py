"""Menu paths in documents: how people write them, and what only looks like one."""

import itertools

import hypothesis
import hypothesis.strategies as st
import pytest
from manual_pages import page

from graphwright.applications.menu_names import Vocabulary, is_placeholder, name_key
from graphwright.applications.path_mentions import path_mentions

KNOWN = Vocabulary.of(
    ["Admin", "Search", "Logged in as", "Tools"],
    ["Applies To", "RT at a glance", "Queues", "New", "Open"],
)


def found(text: str, path: str = "manual.md", vocabulary: Vocabulary = KNOWN) -> list[str]:
    return [" > ".join(one.names) for one in path_mentions(page(text, path), vocabulary)]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("Go to Admin > Global > Scrips. Each has a name.", ["Admin > Global > Scrips"]),
        ("See Admin → Assets → Custom Fields and edit.", ["Admin > Assets > Custom Fields"]),
        ("Go to Admin -> Queues, then wait.", ["Admin > Queues"]),
        ("You can go to Admin->Lifecycles to edit.", ["Admin > Lifecycles"]),
        ("Choose Admin » Users.", ["Admin > Users"]),
        ("Choose Admin --> Users.", ["Admin > Users"]),
        ("Choose *Security* \\> *Role Collections*.", ["Security > Role Collections"]),
        ("Choose **Security**→**Users** now.", ["Security > Users"]),
        ("Select *Release All \\> Show Progress* now.", ["Release All > Show Progress"]),
        ("Open 'Admin' then 'Queues', and select one.", ["Admin > Queues"]),
        ("Choose Admin, then Queues.", ["Admin > Queues"]),
        ("Choose *Users* from the *Admin* menu.", ["Admin > Users"]),
        ("Go to Admin > Custom Roles > [select the role] > Applies to, and choose.",
         ["Admin > Custom Roles > … > Applies to"]),
        ("Go to Admin > Queues > ... > Watchers.", ["Admin > Queues > … > Watchers"]),
        ("in *cockpit* \\> *<your subaccount\\>* \\> *Overview*.", ["cockpit > … > Overview"]),
        ("Visit Admin > RT at a glance is still there.", ["Admin > RT at a glance"]),
        ('Under "Logged in as ____" -> Settings you see it.', ["Logged in as > Settings"]),
        ("At Admin > Global > Conditions and Admin > Global > Actions.",
         ["Admin > Global > Conditions", "Admin > Global > Actions"]),
        ("Use Search > Users or Admin > Users > Select, then click.",
         ["Search > Users", "Admin > Users > Select"]),
        ("Go to Admin > Classes > New Class and pick one.", ["Admin > Classes > New Class"]),
        ("Go to Admin > Classes > New and pick one.", ["Admin > Classes > New"]),
        ("Go to admin > queues now.", ["admin > queues"]),
    ],
)  # fmt: skip
def test_paths_that_people_write(text: str, paths: list[str]) -> None:
    assert found(text) == paths


@pytest.mark.parametrize(
    "text",
    [
        "We now allow nobody -> self with the right.",
        "The path is new -> open -> resolved.",
        "It limits a change from new -> open by a right.",
        "Resolved > '2014-12-15' means after it.",
        "A price A > B is higher.",
        "Run `cat Foo > Bar` in a shell.",
        "Call RT->Config->Get for it.",
        "Pass Name => Value, Type => Kind to it.",
        "The form is <Action><Object> in text.",
        "Choose *New* and then choose *Save*.",
        "    Admin > Global > Scrips",
        "Send it to <Someone Else> > please.",
    ],
)
def test_what_is_no_path(text: str) -> None:
    assert found(text) == []


def test_quoted_mail_is_no_path() -> None:
    assert found("> Admin > Global\n> > Admin > Users > Select\n", "mail.txt") == []


def test_links_alone_are_the_place_of_the_page_and_no_path() -> None:
    crumbs = "[Admin](a) > [Global](b) > Scrips\n\n# Scrips\n\nGo to Admin > Global > Scrips now.\n"
    paths = path_mentions(page(crumbs), KNOWN)
    assert [one.names for one in paths] == [("Admin", "Global", "Scrips")]
    assert paths[0].context.startswith("Go to")


def test_a_cell_of_a_table_is_read_alone() -> None:
    table = "| page | who |\n|---|---|\n| *Entitlements* \\> *Services* | Global |\n"
    assert found(table) == ["Entitlements > Services"]


def test_the_span_is_the_text_of_the_path() -> None:
    document = page("Now go to Admin > Queues > [select queue] > Watchers. Here it is.")
    (mention,) = path_mentions(document, KNOWN)
    assert document.text[mention.start : mention.end] == (
        "Admin > Queues > [select queue] > Watchers"
    )


@hypothesis.given(st.text(alphabet="AdminQueues >→-\"'()[]<>.,\n*`", max_size=60))
@hypothesis.settings(max_examples=150, deadline=None)
def test_spans_stay_in_the_text_and_apart(text: str) -> None:
    document = page(f"Go to it: {text} and on.", "any.txt")
    mentions = path_mentions(document, KNOWN)
    for one in mentions:
        assert 0 <= one.start < one.end <= len(document.text)
        assert len(one.names) > 1
    for before, after in itertools.pairwise(mentions):
        assert before.end <= after.start


def test_keys_of_names() -> None:
    assert name_key("Custom Fields...") == name_key("custom-field")
    assert name_key("Auth Tokens") == name_key("AuthTokens")
    assert name_key("Users & Groups") == name_key("Users and Groups")
    assert name_key("Access") != name_key("Acces")
    assert is_placeholder("[select queue]")
    assert is_placeholder("(Pick one)")
    assert not is_placeholder("(EU)")
