"""Names that are one by letters, words and short forms, and those that only look so."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.entities.name_groups import Contrast, Known, group_names
from graphwright.entities.name_pairs import compared_pairs
from graphwright.entities.name_words import Name
from graphwright.entities.normalise import display_name, normalise
from graphwright.tables import NameGuard, NameTier

EXAMPLES = Path(__file__).parents[3] / "examples"


def _name(form: str, mentions: int = 1, kind: str = "compound") -> Name:
    return Name(normalise(form), display_name(form), mentions, kind)


def _groups(*forms: str, known: Known | None = None, expansions: dict[str, str] | None = None):
    names = [_name(form) for form in forms]
    found = group_names(names, compared_pairs(names, expansions), known or Known())
    return {row.name_key: row for row in found.groups}


def _guard(one: str, other: str, kinds: tuple[str, str] = ("compound", "compound")) -> str | None:
    names = [_name(one, kind=kinds[0]), _name(other, kind=kinds[1])]
    [pair] = compared_pairs(names)
    return pair.guard


TRAPS = [
    ("SAP_COM_0516", "SAP_COM_0582"),
    ("api.cf.eu10.hana.example.com", "api.cf.us10.hana.example.com"),
    ("eu10", "us10"),
    ("IF_HEADER_SETTER", "IF_HEADER_GETTER"),
    ("Java", "Python"),
    ("S/4HANA 2021", "S/4HANA 2022"),
    ("400 Mi", "400 m"),
    ("JDK", "JRE"),
    ("Inbound Service", "Outbound Service"),
    ("read access", "write access"),
    ("source system", "target system"),
    ("minimum delay", "maximum delay"),
    ("before image", "after image"),
    ("user config directory", "user data directory"),
    ("field name", "name field"),
    ("data source", "source data"),
    ("surrounding infrastructure", "infrastructure"),
    ("structure of a table", "table"),
    ("instance number", "number of instances"),
    ("request number", "number of requests"),
    ("namespace of the application", "application of namespaces"),
    ("--help", "help"),
    ("C++", "C"),
    ("version 1.1", "version 11"),
    ("1.7", "17"),
    ("step 7", "step 8"),
    ("10 GB", "10 MB"),
    ("IAM app", "I am app"),
    ("module A", "module"),
    ("imported file", "exported file"),
    ("LOG_TABLE", "table of logs"),
    ("GET_CONTEXT", "Get the Context"),
    ("value of this parameter", "value of the parameters"),
    ("From field", "To field"),
    ("Changed By", "Changed On"),
    ("Java 8 (Deprecated)", "Java 11 (Deprecated)"),
    ("Valid From", "Valid To"),
    ("runtime", "time of the run"),
    ("HANA Compute Units", "HANA Compute Units (CPU)"),
    ("service UI", "UI services"),
    ("role administrator", "administrator role"),
    ("Ledgerline 7.3", "Ledgerline 7.4"),
    ("AP-207", "AP-270"),
    ("x.509 certificate 1", "x.509 certificate 2"),
    ("access to logs", "logs access"),
]


@pytest.mark.parametrize(("one", "other"), TRAPS)
def test_names_that_only_look_alike_stay_two(one: str, other: str) -> None:
    assert _groups(one, other) == {}


def test_all_traps_together_stay_apart() -> None:
    forms = sorted({form for pair in TRAPS for form in pair})
    groups = {name: row.target_key for name, row in _groups(*forms).items()}
    for one, other in TRAPS:
        first, second = normalise(one), normalise(other)
        assert groups.get(first, first) != groups.get(second, second), (one, other)


def test_no_two_names_of_the_example_that_must_stay_apart_are_one() -> None:
    gold = yaml.safe_load((EXAMPLES / "gold.yaml").read_text(encoding="utf-8"))
    forms = {name for pair in gold["distinct"] for name in pair["names"]}
    forms |= {alias[end] for alias in gold["aliases"] for end in ("alias", "canonical")}
    forms |= {str(fact[end]) for fact in gold["facts"] for end in ("subject", "object")}
    short = [alias for alias in gold["aliases"] if alias["tier"] == "acronym"]
    expansions = {normalise(one["alias"]): normalise(one["canonical"]) for one in short}
    keys = {normalise(form): form for form in sorted(forms)}
    found = _groups(*keys.values(), expansions=expansions)
    groups = {name: row.target_key for name, row in found.items()}
    for pair in gold["distinct"]:
        tops = [groups.get(key, key) for key in map(normalise, pair["names"])]
        assert len(set(tops)) == len(tops), pair


SAME = [
    ("logoutPage", "Logout Page", NameTier.LETTERS),
    ("time zone", "TimeZone", NameTier.LETTERS),
    ("set_payload", "setPayload", NameTier.LETTERS),
    ("S/4 HANA", "S/4HANA", NameTier.LETTERS),
    ("10 GB", "10GB", NameTier.LETTERS),
    ("Keyword - Documentation", "keyword documentation", NameTier.LETTERS),
    ("tenant of SAP Cloud Identity Services", "SAP Cloud Identity Services tenant", NameTier.WORDS),
    ("types of an event", "event type", NameTier.WORDS),
    ("user’s e-mail", "e-mail of the user", NameTier.WORDS),
    ("Create a Role", "Create Role", NameTier.WORDS),
    ("table structure", "structure of a table", NameTier.WORDS),
    ("host name of the application", "hostname of your application", NameTier.WORDS),
    ("name for the key", "name of the key", NameTier.WORDS),
    ("method GET", "GET method", NameTier.WORDS),
    ("button Download", "Download button", NameTier.WORDS),
    ("APIs of the registered system", "APIs of registered systems", NameTier.WORDS),
    ("Fiori app", "Fiori application", NameTier.SHORT),
    ("Bill of Materials (BOM)", "Bill of Materials", NameTier.SHORT),
]


@pytest.mark.parametrize(("one", "other", "tier"), SAME)
def test_names_that_differ_in_spelling_or_grammar_are_one(
    one: str, other: str, tier: NameTier
) -> None:
    [row] = _groups(one, other).values()
    assert row.tier == tier
    assert 0 <= row.score <= 1
    assert row.target_key in {normalise(one), normalise(other)} - {row.name_key}
    assert row.reason.startswith(f"{tier}: ")


@pytest.mark.parametrize(
    ("one", "other", "guard"),
    [
        ("version 1.1", "version 11", NameGuard.NUMBERS),
        ("--help", "help", NameGuard.SIGNS),
        ("IAM app", "I am app", NameGuard.SINGLE_LETTER),
        ("LOG_TABLE", "table of logs", NameGuard.IDENTIFIER),
        ("value of this parameter", "value of the parameters", NameGuard.POINTING),
        ("logs access", "access to logs", NameGuard.LINK),
        ("instance number", "number of instances", NameGuard.HEAD),
        ("data source", "source data", NameGuard.ORDER),
        ("roles and users of a team", "team roles and users", NameGuard.SEVERAL),
        ("inbound call", "outbound call", NameGuard.CONTRAST),
    ],
)
def test_a_pair_tells_which_guard_stopped_it(one: str, other: str, guard: NameGuard) -> None:
    assert _guard(one, other) == guard


def test_an_acronym_inside_a_name_is_read_where_a_document_introduces_it() -> None:
    forms = ("MTA archive", "multitarget application archive")
    assert _groups(*forms) == {}
    [row] = _groups(*forms, expansions={"mta": "multitarget application"}).values()
    assert row.tier == NameTier.SHORT


def test_names_beside_each_other_in_a_list_are_two() -> None:
    one, other = "event type", "type of events"
    known = Known(contrasts={(one, "type of event"): Contrast(NameGuard.BESIDE, "t1")})
    names = [_name(one), _name(other)]
    found = group_names(names, compared_pairs(names), known)
    assert found.groups == []
    assert [(row.guard, row.evidence_triple_id) for row in found.pairs] == [("beside", "t1")]


def test_a_table_that_explains_a_field_by_its_own_words_tells_one_thing_twice() -> None:
    known = Known(contrasts={("first name", "firstname"): Contrast(NameGuard.ENDS, "t1")})
    assert list(_groups("FirstName", "first name", known=known)) != []


def test_what_the_team_keeps_apart_splits_a_group_in_one_way() -> None:
    forms = ("event type", "type of event", "types of the event")
    assert len(_groups(*forms)) == 2
    known = Known(apart=frozenset({("event type", "type of event")}))
    found = {name: row.target_key for name, row in _groups(*forms, known=known).items()}
    assert len(found) == 1
    assert found.get("type of event") != "event type"


def test_the_team_joins_what_a_guard_stops_and_a_concept_names_the_group() -> None:
    known = Known(
        concepts={"purchase order": "purchase order"},
        together=frozenset({("data source", "source data"), ("po", "purchase order")}),
    )
    found = _groups("source data", "data source", "PO", "Purchase Order", known=known)
    assert {row.tier for row in found.values()} == {NameTier.DECISION}
    assert found["po"].target_key == "purchase order"


def test_names_of_two_concepts_or_two_types_stay_apart() -> None:
    concepts = Known(concepts={"time zone": "time zone", "timezone": "timezone"})
    types = Known(types={"time zone": "Place", "timezone": "Field"})
    for known, guard in ((concepts, NameGuard.SEEDS), (types, NameGuard.TYPE)):
        names = [_name("time zone"), _name("timezone")]
        found = group_names(names, compared_pairs(names), known)
        assert found.groups == []
        assert [row.guard for row in found.pairs] == [guard]


def test_the_name_of_a_thing_names_the_group_and_not_its_description() -> None:
    names = [_name("name of the user", 9, "description"), _name("user name", 5)]
    [row] = group_names(names, compared_pairs(names), Known()).groups
    assert row.target_key == "user name"


_WORDS = st.sampled_from(["event", "types", "type", "of", "the", "Name", "userName", "app", "12"])
_FORMS = st.lists(st.lists(_WORDS, min_size=1, max_size=4).map(" ".join), max_size=12)


@settings(max_examples=150, deadline=None)
@given(_FORMS, st.randoms(use_true_random=False), st.data())
def test_the_order_of_names_decides_nothing_and_what_is_apart_stays_apart(
    forms: list[str], shuffle: random.Random, data: st.DataObject
) -> None:
    names = list({name.key: name for name in map(_name, forms)}.values())
    keys = sorted(name.key for name in names)
    pairs = st.tuples(st.sampled_from(keys), st.sampled_from(keys)) if keys else st.nothing()
    apart = data.draw(st.lists(pairs, max_size=3)) if keys else []
    known = Known(apart=frozenset((a, b) for a, b in apart if a < b))
    found = group_names(names, compared_pairs(names), known)
    shuffled = names.copy()
    shuffle.shuffle(shuffled)
    again = compared_pairs(shuffled)
    shuffle.shuffle(again)
    assert group_names(shuffled, again, known) == found
    target = {row.name_key: row.target_key for row in found.groups}
    assert not target.keys() & set(target.values())
    for one, other in known.apart:
        assert target.get(one, one) != target.get(other, other)


def test_a_hundred_thousand_names_take_seconds() -> None:
    words = [
        f"{a}{b}" for a in ("ba", "co", "du", "fe", "gi") for b in ("lan", "ter", "mis", "rov")
    ]
    pick = random.Random(5)  # no secret
    forms = {" ".join(pick.choices(words, k=pick.randint(2, 5))) for _ in range(30_000)}
    started = time.process_time()
    names = [_name(form) for form in forms]
    group_names(names, compared_pairs(names), Known())
    assert time.process_time() - started < 30
