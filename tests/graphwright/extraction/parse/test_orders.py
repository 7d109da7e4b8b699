from __future__ import annotations

from extraction_texts import tree_of

from graphwright.extraction.parse.orders import (
    repair_first_verb,
    repair_later_order,
    repair_order,
    repair_unmarked_order,
)


def test_a_name_before_an_article_is_an_order():
    tree = tree_of(
        ["Restart", "a", "failed", "job"],
        ["NNP", "DT", "VBN", "NN"],
        ["ROOT", "det", "amod", "appos"],
        [0, 3, 3, 0],
    )
    repair_order(tree, 0, 4)
    assert (tree.tag[0], tree.dep[3]) == ("VB", "dobj")


def test_a_name_joined_to_an_order_is_one():
    tree = tree_of(
        ["Download", "and", "install", "the", "client"],
        ["NNP", "CC", "VB", "DT", "NN"],
        ["ROOT", "cc", "conj", "det", "dobj"],
        [0, 0, 0, 4, 2],
    )
    repair_order(tree, 0, 5)
    assert tree.tag[0] == "VB"


def test_a_name_with_another_behind_a_comma_is_no_order():
    tree = tree_of(
        ["Kyma", ",", "the", "runtime"],
        ["NNP", ",", "DT", "NN"],
        ["ROOT", "punct", "det", "appos"],
        [0, 0, 3, 0],
    )
    repair_order(tree, 0, 4)
    assert (tree.tag[0], tree.dep[3]) == ("NNP", "appos")


def test_an_order_behind_a_comma_is_read(extract):
    text = "To post an invoice, navigate to the Ledger page and choose Create."
    found = extract(f"# Posting an Invoice\n{text}")
    assert ("Posting an Invoice", "involve navigating to", "Ledger page") in found.facts


def test_an_order_behind_a_comma_governs_its_label():
    tree = tree_of(
        ["On", "the", "page", ",", "select", "Reports"],
        ["IN", "DT", "NN", ",", "JJ", "NNPS"],
        ["prep", "det", "pobj", "punct", "amod", "ROOT"],
        [5, 2, 0, 5, 5, 5],
    )
    repair_later_order(tree, 0, 6)
    assert (tree.tag[4], tree.head[0], tree.dep[5]) == ("VB", 4, "dobj")


def test_an_order_tagged_as_a_verb_is_no_part_of_a_name():
    tree = tree_of(
        ["Assign", "quotas", "to", "teams"],
        ["VBP", "NNS", "IN", "NNS"],
        ["compound", "ROOT", "prep", "pobj"],
        [1, 1, 1, 2],
    )
    repair_first_verb(tree, 0, 4)
    assert (tree.tag[0], tree.dep[1], tree.head[1]) == ("VB", "dobj", 0)


def test_a_past_without_a_subject_is_an_order():
    tree = tree_of(
        ["To", "stop", "it", ",", "set", "the", "limit"],
        ["TO", "VB", "PRP", ",", "VBD", "DT", "NN"],
        ["aux", "advcl", "dobj", "punct", "ROOT", "det", "dobj"],
        [1, 4, 1, 4, 4, 6, 4],
    )
    repair_unmarked_order(tree, 0, 7)
    assert (tree.tag[4], tree.lemma[4]) == ("VB", "set")


def test_a_past_with_a_subject_stays_one():
    tree = tree_of(
        ["Yesterday", ",", "set", "she", "the", "limit"],
        ["NN", ",", "VBD", "PRP", "DT", "NN"],
        ["npadvmod", "punct", "ROOT", "nsubj", "det", "dobj"],
        [2, 2, 2, 2, 5, 2],
    )
    repair_unmarked_order(tree, 0, 6)
    assert tree.tag[2] == "VBD"
