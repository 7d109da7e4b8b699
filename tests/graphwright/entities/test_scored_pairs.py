"""Scored pairs: what is looked at, what guards stop, and the model as data."""

from __future__ import annotations

import functools
import random

import numpy as np
import pyarrow as pa
import pytest

from graphwright.entities.guards import guard_of, must_be_asked
from graphwright.entities.likely_pairs import likely_pairs
from graphwright.entities.likeness import FEATURES
from graphwright.entities.name_groups import Bounds, Known, group_names
from graphwright.entities.name_pairs import compared_pairs
from graphwright.entities.name_words import Name
from graphwright.entities.normalise import display_name, normalise
from graphwright.entities.pair_model import PairModel, Tree
from graphwright.entities.scored_pairs import neighbours_of, scored_pairs
from graphwright.errors import ModelError
from graphwright.settings import EmbeddingSettings
from graphwright.tables import LikelyPair, NameGuard, NameTier
from graphwright.vectors.embedder import Embedder, make_embedder

TRAPS = [
    ("SAP_COM_0516", "SAP_COM_0582"), ("eu10", "us10"), ("eu10.hana.example", "us10.hana.example"),
    ("IF_HEADER_SETTER", "IF_HEADER_GETTER"), ("Java", "Python"), ("JDK", "JRE"),
    ("S/4HANA 2021", "S/4HANA 2022"), ("version 1.1", "version 11"), ("400 Mi", "400 m"),
    ("TLS 1.2", "TLS 1.3"), ("Inbound Service", "Outbound Service"),
    ("read access", "write access"), ("source system", "target system"),
    ("minimum delay", "maximum delay"), ("before image", "after image"),
    ("user config directory", "user data directory"), ("data source", "source data"),
    ("invoice", "supplier invoice"), ("security office", "security officer"),
    ("approval", "approver"), ("purchase order", "purchase order item"),
    ("number of requests", "request number"), ("HTTP", "HTTPS"), ("C", "C++"),
    ("global account", "global account administrator"), ("space developer", "space manager"),
    ("subaccount", "account"), ("service instance", "service instances page"),
    ("access token", "refresh token"), ("trial account", "enterprise account"),
    ("Cloud Foundry environment", "Kyma environment"), ("OAuth client", "OAuth client secret"),
    ("import parameter", "export parameter"), ("upload", "download"),
    ("create method", "delete method"), ("first quarter", "second quarter"),
    ("buyer", "supplier"), ("employee", "employer"), ("consumer account", "provider account"),
    ("quarterly report", "yearly report"), ("plan A", "plan B"),
    ("asynchronous call", "synchronous call"), ("internal user", "external user"),
]  # fmt: skip
NO_TRIPLES = pa.table(
    {
        **{name: pa.array([], pa.string()) for name in
           ("triple_id", "sentence_id", "predicate", "rule", "subject_key", "object_key")},
        "predicate_start": pa.array([], pa.int64()),
    }
)  # fmt: skip


@functools.cache
def _embedder() -> Embedder:
    return make_embedder(EmbeddingSettings(), 1)


def _name(form: str, kind: str = "compound") -> Name:
    return Name(normalise(form), display_name(form), 1, kind)


def _scored(names: list[Name]) -> list[LikelyPair]:
    ordered = sorted(names, key=lambda name: name.key)
    return scored_pairs(names, NO_TRIPLES, _embedder().embed_passages([n.form for n in ordered]))


def test_no_trap_is_joined() -> None:
    assert len(TRAPS) >= 40
    names = list({name.key: name for pair in TRAPS for name in map(_name, pair)}.values())
    found = group_names(names, compared_pairs(names), Known(), _scored(names))
    target = {row.name_key: row.target_key for row in found.groups}
    for one, other in TRAPS:
        keys = normalise(one), normalise(other)
        assert target.get(keys[0], keys[0]) != target.get(keys[1], keys[1]), (one, other)


@pytest.mark.parametrize(
    ("one", "other", "guard"),
    [
        ("release 21", "release 22", NameGuard.NUMBERS),
        ("plan a", "plan b", NameGuard.SINGLE_LETTER),
        ("premium+ plan", "premium plan", NameGuard.SIGNS),
        ("inbound call", "outbound calls", NameGuard.CONTRAST),
        ("LOG_TABLE", "log tablet", NameGuard.IDENTIFIER),
        ("value of this parameter", "value of parameters", NameGuard.POINTING),
        ("roles and users", "roles and user", NameGuard.SEVERAL),
        ("access to logs", "access via logs", NameGuard.LINK),
        ("source data", "data source", NameGuard.ORDER),
        ("security office", "security officer", NameGuard.DERIVED),
        ("restricted access", "unrestricted access", NameGuard.DERIVED),
        ("authorisation server", "authorization server", None),
    ],
)
def test_a_guard_stands_before_the_score(one: str, other: str, guard: NameGuard | None) -> None:
    for first, second in ((one, other), (other, one)):
        assert guard_of(NameTier.SCORED, _name(first), _name(second)) == guard


def test_letters_that_follow_each_other_are_one_word() -> None:
    one, other = _name("b j upton", ""), _name("bj upton", "")
    assert guard_of(NameTier.SCORED, one, other) is None
    assert guard_of(NameTier.SCORED, _name("i am app", ""), _name("iam app", "")) is not None


def test_names_that_a_text_uses_are_asked_about_at_most() -> None:
    assert must_be_asked(_name("login session"), _name("logon session"))
    assert must_be_asked(_name("invoice"), _name("supplier invoice", ""))
    assert not must_be_asked(_name("invoice", ""), _name("supplier invoice", ""))
    forms = ("cloud cockpit", "SAP cloud cockpit", "clouds cockpits")
    for kind, asked in (("compound", True), ("", False)):
        rows = _scored([_name(form, kind) for form in forms])
        assert rows
        assert {row.asked for row in rows} == {asked}
    groups, pairs = _grouped([_likely("alpha", "beta", 0.9, asked=True)])
    assert groups == {}
    assert pairs == {("alpha", "beta"): (0.9, None)}


def test_the_order_of_names_decides_nothing() -> None:
    names = [_name(form) for pair in TRAPS[:12] for form in pair]
    expected = _scored(names)
    random.Random(1).shuffle(names)  # no secret
    assert _scored(names) == expected
    assert expected == sorted(expected, key=lambda row: (row.name_key, row.other_key))


def test_names_that_share_what_few_have_are_looked_at() -> None:
    names = sorted((_name(form, "") for form in ("fiu", "florida international university", "nhl",
                                                 "hockey league", "x", "y")),
                   key=lambda name: name.key)  # fmt: skip
    triples = NO_TRIPLES.from_pylist(
        [{"subject_key": name, "predicate": "play in", "object_key": "arena"} for name in "xy"]
    )
    pairs = likely_pairs(names, neighbours_of(names, triples))
    found = {(names[one].key, names[other].key) for one, other in pairs}
    assert found == {("fiu", "florida international university"), ("x", "y")}


def test_a_tree_goes_left_up_to_its_bound() -> None:
    tree = Tree((1, -1, -1), (0.5, 0.0, 0.0), (1, -1, -1), (2, -1, -1), (0.0, -2.0, 2.0))
    model = PairModel(0.7, 0.3, 0.0, (tree, tree))
    numbers = np.array([[0.0, 0.5], [0.0, 0.6]])
    assert model.chances(numbers).tolist() == [0.018, 0.982]


def test_a_model_of_other_numbers_is_refused() -> None:
    told = {"features": FEATURES[1:], "trees": [], "base": 0.0, "accept": 0.7, "review": 0.3}
    with pytest.raises(ModelError, match="fit_pair_model"):
        PairModel.of(told)


def _likely(
    one: str, other: str, score: float, guard: NameGuard | None = None, *, asked: bool = False
) -> LikelyPair:
    return LikelyPair(*sorted((one, other)), score, guard, "seen", None, asked)


def _grouped(likely: list[LikelyPair], known: Known | None = None):
    keys = {key for row in likely for key in (row.name_key, row.other_key)}
    names = [Name(key, key, 1, "compound") for key in sorted(keys)]
    found = group_names(names, compared_pairs(names), known or Known(), likely, Bounds(0.7, 0.3))
    return (
        {row.name_key: row.target_key for row in found.groups},
        {(row.name_key, row.other_key): (row.score, row.guard) for row in found.pairs},
    )


def test_pairs_join_from_the_bound_on_and_are_listed_below_it() -> None:
    groups, pairs = _grouped(
        [_likely("alpha", "beta", 0.9), _likely("gamma", "delta", 0.5),
         _likely("kappa", "mu", 0.2), _likely("nu", "xi", 0.8, NameGuard.ENDS)]
    )  # fmt: skip
    assert groups == {"beta": "alpha"}
    assert pairs == {
        ("alpha", "beta"): (0.9, None),
        ("delta", "gamma"): (0.5, None),
        ("nu", "xi"): (0.8, "ends"),
    }


def test_the_team_and_the_seeds_stand_above_the_score() -> None:
    pair = [_likely("alpha", "beta", 0.9)]
    for known, guard in (
        (Known(apart=frozenset({("alpha", "beta")})), "decision"),
        (Known(types={"alpha": "A", "beta": "B"}), "type"),
        (Known(concepts={"alpha": "alpha", "beta": "beta"}), "seeds"),
    ):
        groups, pairs = _grouped(pair, known)
        assert groups == {}
        assert pairs == {("alpha", "beta"): (0.9, guard)}
    stopped = [_likely("alpha", "beta", 0.9, NameGuard.ENDS)]
    groups, _ = _grouped(stopped, Known(together=frozenset({("alpha", "beta")})))
    assert groups == {"beta": "alpha"}


def test_a_group_that_holds_what_is_kept_apart_is_not_made() -> None:
    likely = [_likely("alpha", "beta", 0.9), _likely("beta", "gamma", 0.9),
              _likely("alpha", "gamma", 0.9)]  # fmt: skip
    groups, pairs = _grouped(likely, Known(apart=frozenset({("alpha", "gamma")})))
    assert groups == {"beta": "alpha"}
    assert pairs["beta", "gamma"] == (0.9, "group")
    assert pairs["alpha", "gamma"] == (0.9, "decision")
