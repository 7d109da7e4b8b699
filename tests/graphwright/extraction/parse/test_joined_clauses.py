from __future__ import annotations

import pytest
from extraction_texts import tree_of

from graphwright.extraction.parse.joined_clauses import (
    repair_content_without_that,
    repair_order_in_bracket,
    repair_participle_read_as_past,
    repair_spliced_clause,
    repair_subject_of_auxiliary,
    repair_subject_read_as_conjunct,
)


@pytest.mark.parametrize(
    ("tag", "joint", "own"),
    [("NN", "and", True), ("NNS", "and", False), ("NN", "or", False)],
)
def test_a_finite_verb_takes_the_joined_noun_of_its_number(tag, joint, own):
    tree = tree_of(
        ["peels", "carrots", joint, "the", "cook", "washes", "leeks"],
        ["VBZ", "NNS", "CC", "DT", tag, "VBZ", "NNS"],
        ["ROOT", "dobj", "cc", "det", "conj", "ccomp", "dobj"],
        [0, 0, 1, 4, 1, 0, 5],
    )
    repair_subject_read_as_conjunct(tree, 0, 7)
    assert (tree.dep[4], tree.head[4]) == (("nsubj", 5) if own else ("conj", 1))


def test_each_clause_keeps_its_subject(extract):
    facts = extract("The cook peels the carrots and the helper washes the leeks.").facts
    assert ("helper", "wash", "leeks") in facts
    assert not {("cook", "peel", "helper"), ("cook", "wash", "leeks")} & facts


@pytest.mark.parametrize(("sign", "held"), [("(", 6), (",", 3)])
def test_an_order_in_brackets_holds_nothing_outside(sign, held):
    tree = tree_of(
        ["Besides", "locks", sign, "see", "Doors", ")", "rings"],
        ["IN", "NNS", "-LRB-", "VB", "NNP", "-RRB-", "VBZ"],
        ["prep", "pobj", "punct", "advcl", "dobj", "punct", "ROOT"],
        [3, 0, 3, 6, 3, 3, 6],
    )
    repair_order_in_bracket(tree, 0, 7)
    assert tree.head[0] == held
    assert tree.head[4] == 3


def test_the_subject_of_an_auxiliary_is_that_of_its_verb():
    tree = tree_of(
        ["room", "you", "be", "allowed", "in"],
        ["NN", "PRP", "VBP", "VBN", "IN"],
        ["ROOT", "nsubj", "auxpass", "relcl", "prep"],
        [0, 2, 3, 0, 3],
    )
    repair_subject_of_auxiliary(tree, 0, 5)
    assert (tree.dep[1], tree.head[1]) == ("nsubjpass", 3)


@pytest.mark.parametrize(
    ("above", "tag", "before"), [("VBZ", "NNS", True), ("VBD", "NNS", False), ("VBZ", "NN", False)]
)
def test_no_past_is_joined_to_the_present(above, tag, before):
    tree = tree_of(
        ["box", "holds", "maps", "and", "painted", "labels"],
        ["NN", above, "NNS", "CC", "VBD", tag],
        ["nsubj", "ROOT", "dobj", "cc", "conj", "dobj"],
        [1, 1, 1, 1, 1, 4],
    )
    repair_participle_read_as_past(tree, 0, 6)
    assert (tree.dep[4], tree.dep[5]) == (("amod", "conj") if before else ("conj", "dobj"))


@pytest.mark.parametrize(
    ("verb", "comma", "apart"), [("check", ",", True), ("say", ",", False), ("check", ";", False)]
)
def test_a_clause_before_a_comma_is_no_object_but_of_a_verb_of_saying(verb, comma, apart):
    tree = tree_of(
        ["gauge", "is", "new", comma, "guards", verb, "it"],
        ["NN", "VBZ", "JJ", ",", "NNS", "VBP", "PRP"],
        ["nsubj", "ccomp", "acomp", "punct", "nsubj", "ROOT", "dobj"],
        [1, 5, 1, 5, 5, 5, 5],
    )
    repair_spliced_clause(tree, 0, 7)
    assert (tree.dep[1] == "parataxis") is apart


@pytest.mark.parametrize(("verb", "content"), [("ensure", True), ("paint", False)])
def test_what_is_ensured_is_a_clause(verb, content):
    tree = tree_of(
        ["To", verb, "coins", "are", "kept", "stay"],
        ["TO", "VB", "NNS", "VBP", "VBN", "VB"],
        ["aux", "advcl", "dobj", "auxpass", "conj", "ROOT"],
        [1, 5, 1, 4, 5, 5],
    )
    repair_content_without_that(tree, 0, 6)
    found = (tree.dep[2], tree.dep[4], tree.head[4])
    assert found == (("nsubjpass", "ccomp", 1) if content else ("dobj", "conj", 5))


def test_no_clause_is_put_below_itself():
    tree = tree_of(
        ["ensure", "coins", "are", "kept"],
        ["VB", "NNS", "VBP", "VBN"],
        ["ccomp", "dobj", "auxpass", "ROOT"],
        [3, 0, 3, 3],
    )
    repair_content_without_that(tree, 0, 4)
    assert tree.head == [3, 0, 3, 3]
