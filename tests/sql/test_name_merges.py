"""Merges by groups of names and by decisions, beside seeds and acronyms."""

from __future__ import annotations

import pytest
from graph_rows import GraphRows, build, read, write_rows

import sql
from graphwright.tables import EntityDecision, EntityType, NameGroup

DECIDED = "the team says so"


def _decision(kind: str, name: str, other: str = "", line: int = 1) -> EntityDecision:
    key = "" if kind in ("type", "drop") else other.lower()
    return EntityDecision(line, kind, name, name.lower(), other, key, None, None, None)


def _group(name: str, target: str, tier: str = "same letters") -> NameGroup:
    return NameGroup(name, target, tier, 1.0, "why")


@pytest.fixture
def built(tmp_path):
    def of(rows: GraphRows, *more: object):
        made = rows.rows()
        for row in more:
            table = "name_groups" if isinstance(row, NameGroup) else "entity_decisions"
            made[table].append(row)
        return build(write_rows(tmp_path, made), tmp_path)

    return of


def _merges(views) -> list[tuple[object, ...]]:
    columns = ("alias_key", "target_key", "tier", "accepted")
    return [tuple(row[name] for name in columns) for row in read(views, "entity_merges")]


def _names(views) -> dict[str, tuple[object, ...]]:
    return {
        row["key"]: (row["name"], row["type"], row["concept"]) for row in read(views, "entities")
    }


def test_a_name_of_a_group_counts_for_the_entity_and_does_not_name_it(built) -> None:
    rows = GraphRows()
    rows.fact("Logout Page", "show", "text")
    rows.fact("logoutPage", "name", "page", path="b.md")
    views = built(rows, _group("logoutpage", "logout page"))
    assert ("logoutpage", "logout page", "same letters", True) in _merges(views)
    assert "logoutpage" not in _names(views)
    aliases = {row["alias"]: row["tier"] for row in read(views, "entity_aliases")}
    assert (aliases["Logout Page"], aliases["logoutPage"]) == ("exact", "same letters")


def test_a_group_whose_name_stands_in_no_accepted_fact_is_still_called_by_it(built) -> None:
    rows = GraphRows()
    rows.fact("toNumber", "mean", "To Number")
    rows.fact("To Number", "hold", "the last number", path="b.md")
    views = built(rows, _group("to number", "tonumber"))
    assert _names(views)["tonumber"][0] == "toNumber"
    aliases = [
        (row["alias"], row["tier"], row["mention_count"])
        for row in read(views, "entity_aliases")
        if row["alias_key"] in ("tonumber", "to number")
    ]
    assert aliases == [("To Number", "same letters", 1), ("toNumber", "exact", 0)]


def test_a_group_that_is_named_by_an_acronym_ends_in_the_expansion(built) -> None:
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.fact("P O", "have", "lines", path="b.md")
    views = built(rows, _group("p o", "po"))
    assert _merges(views) == [
        ("p o", "purchase order", "same letters", True),
        ("po", "purchase order", "acronym", True),
    ]


def test_two_spellings_of_one_expansion_make_no_acronym_ambiguous(built) -> None:
    rows = GraphRows()
    rows.acronym("Single Sign On", "SSO")
    rows.acronym("SingleSignOn", "SSO", path="b.md")
    assert [row[3] for row in _merges(built(rows))] == [False, False]
    views = built(rows, _group("singlesignon", "single sign on"))
    assert ("sso", "single sign on", "acronym", True) in _merges(views)


def test_what_the_team_joins_to_one_expansion_is_not_joined_to_another(built) -> None:
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.acronym("Post Office", "PO", path="b.md")
    views = built(rows, _group("po", "post office", "decision"))
    assert _merges(views) == [
        ("po", "post office", "decision", True),
        ("post office", "purchase order", "acronym", False),
    ]


def test_the_team_keeps_an_acronym_from_its_expansion_and_from_another_acronym(built) -> None:
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.acronym("Purchase Order", "PUR", path="b.md")
    views = built(rows, _decision("cannot_link", "PO", "Purchase Order"))
    assert _merges(views) == [
        ("po", "purchase order", "acronym", False),
        ("pur", "purchase order", "acronym", True),
    ]
    assert {r["reason"] for r in read(views, "entity_merges")} >= {"the team keeps them apart"}
    views = built(rows, _decision("cannot_link", "PUR", "PO"))
    assert [row[3] for row in _merges(views)] == [False, False]


def test_the_team_names_types_and_drops(built) -> None:
    rows = GraphRows()
    rows.fact("PP-03", "bind", "staff")
    rows.fact("Turnstile", "open", "Click here", path="b.md")
    views = built(
        rows,
        _decision("rename", "PP-03", "Purchase Approval Policy", 1),
        _group("purchase approval policy", "pp-03", "decision"),
        _decision("type", "Turnstile", "System", 2),
        _decision("type", "staff", "Quality", 3),
        _decision("drop", "Click here", "", 4),
    )
    names = _names(views)
    assert names["pp-03"][0] == "Purchase Approval Policy"
    assert names["turnstile"] == ("Turnstile", "System", True)
    assert names["staff"] == ("staff", "Quality", False)
    assert names["click here"][2] is False
    told = {(row["alias"], row["mention_count"]) for row in read(views, "entity_aliases")}
    assert ("Purchase Approval Policy", 0) in told


def test_decisions_that_change_nothing_are_told(built) -> None:
    rows = GraphRows()
    rows.seed("Purchase Order", "PO")
    rows.seed("Post Office")
    rows.fact("PO", "have", "lines")
    rows.fact("Post Office", "have", "doors", path="b.md")
    views = built(
        rows,
        _decision("drop", "gone", "", 1),
        _decision("must_link", "PO", "nowhere", 2),
        _decision("must_link", "PO", "Post Office", 3),
        _decision("cannot_link", "PO", "Purchase Order", 4),
        _decision("cannot_link", "PO", "Post Office", 5),
    )
    reasons = {row["line"]: row["reason"] for row in read(views, "unused_decisions")}
    assert reasons == {
        1: "no document and no seed concept has 'gone'",
        2: "no document and no seed concept has 'nowhere'",
        3: "the seed concepts, or another decision, keep both apart",
        4: "the seed concepts declare both to be one",
    }


def test_the_types_that_are_withheld_are_those_of_the_declaration() -> None:
    text = sql.select("entities")
    listed = text[text.index("unnest([") : text.index("]) AS type")]
    for type_ in EntityType:
        assert (f"'{type_}'" in listed) == (type_ != EntityType.CONCEPT)


def test_every_name_has_its_usual_form_and_kind(built) -> None:
    rows = GraphRows()
    rows.fact("Logout Page", "show", "text")
    rows.fact("logout page", "show", "text", path="b.md")
    rows.fact("logout page", "have", "text", path="c.md")
    [row] = [row for row in read(built(rows), "names") if row["key"] == "logout page"]
    assert (row["form"], row["mentions"], row["kind"]) == ("logout page", 3, "")
