from __future__ import annotations

import pytest
from extraction_texts import tree_of

from graphwright.extraction.parse.compounds import (
    repair_name_over_comma,
    repair_noun_read_as_participle,
    repair_object_of_passive,
    repair_set,
)


@pytest.mark.parametrize(
    ("words", "noun"),
    [
        (["creates", "a", "value", "set"], 3),
        (["creates", "the", "value", "set"], 2),  # "the value set by the clerk"
    ],
)
def test_set_behind_one_noun_is_a_noun(words, noun):
    tree = tree_of(words, ["VBZ", "DT", "NN", "VBN"], ["ROOT", "det", "dobj", "acl"], [0, 2, 0, 2])
    repair_set(tree, 0, 4)
    assert tree.dep[noun] == "dobj"
    assert tree.head[noun] == 0
    assert tree.head[1] == noun


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        (
            "The gateway generates the registration token.",
            ("gateway", "generate", "registration token"),
        ),
        (
            "Use the registration token to complete the setup.",
            ("registration token", "be used to complete", "setup"),
        ),
        (
            "The pairing is based on a registration token that is used once.",
            ("pairing", "be based on", "registration token"),
        ),
        (
            "The client forwards the Ledger token to the gateway.",
            ("client", "forward to", "gateway"),
        ),
        (
            "The client contains the communication system inbound user names.",
            ("client", "contain", "communication system inbound user names"),
        ),
        (
            "The value set by the clerk contains the name.",  # "set" is its own participle
            ("clerk", "set", "value"),
        ),
    ],
)
def test_a_past_form_that_is_its_own_lemma_ends_a_name(extract, sentence, fact):
    assert fact in extract(sentence).facts


@pytest.mark.parametrize(
    ("deps", "heads", "kept"),
    [
        (["ROOT", "det", "dobj", "acl"], [0, 2, 0, 2], ["ROOT", "det", "compound", "dobj"]),
        (["ROOT", "det", "nsubj", "ccomp"], [0, 2, 3, 0], ["ROOT", "det", "compound", "dobj"]),
        (["ROOT", "det", "dobj", "advmod"], [0, 2, 0, 0], ["ROOT", "det", "compound", "dobj"]),
    ],
)
def test_wherever_it_hangs_it_takes_the_place_of_the_noun(deps, heads, kept):
    tree = tree_of(["gets", "the", "access", "token"], ["VBZ", "DT", "NN", "VBN"], deps, heads)
    repair_noun_read_as_participle(tree, 0, 4)
    assert tree.dep == kept
    assert tree.head == [0, 3, 3, 0]


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        (
            "SAP BTP, Kyma runtime holds the attestation.",
            ("SAP BTP, Kyma runtime", "hold", "attestation"),
        ),
        (
            "The service runs in SAP BTP, Kyma runtime.",
            ("service", "run in", "SAP BTP, Kyma runtime"),
        ),
        ("In Oslo, Norway holds the record.", ("Norway", "hold", "record")),
    ],
)
def test_a_name_may_have_a_comma(extract, sentence, fact):
    assert fact in extract(sentence).facts


def test_a_name_with_a_comma_may_head_all_words():
    tree = tree_of(
        ["Northwind", "Cloud", ",", "Harbour", "runtime"],
        ["NNP", "NNP", ",", "NNP", "NN"],
        ["compound", "ROOT", "punct", "compound", "appos"],
        [1, 1, 1, 4, 1],
    )
    repair_name_over_comma(tree, 0, 5)
    assert list(tree.head) == [1, 4, 1, 4, 4]


def test_marked_names_that_share_a_kind_are_two_subjects(extract_names):
    facts = extract_names("Both the *Ship Usage* and *Dock Usage* views display the data.").facts
    assert {("Ship Usage", "display", "data"), ("Dock Usage views", "display", "data")} <= facts


def test_a_passive_has_no_object_behind_the_noun_of_its_phrase():
    words = ["room", "is", "offered", "in", "the", "value", "help"]
    tags = ["NN", "VBZ", "VBN", "IN", "DT", "NN", "NN"]
    deps = ["nsubjpass", "auxpass", "ROOT", "prep", "det", "pobj", "dobj"]
    tree = tree_of(words, tags, deps, [2, 2, 2, 2, 5, 3, 2])
    repair_object_of_passive(tree, 0, 7)
    assert (tree.dep[6], tree.head[6]) == ("pobj", 3)
    assert (tree.dep[5], tree.head[5], tree.head[4]) == ("compound", 6, 6)
