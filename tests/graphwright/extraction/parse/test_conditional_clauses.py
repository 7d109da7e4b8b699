from __future__ import annotations

from extraction_texts import tree_of

from graphwright.extraction.parse.conditional_clauses import (
    repair_case_clause,
    repair_order_behind_condition,
)


def test_in_case_joins_the_clause_behind_it_and_makes_no_circle():
    tree = tree_of(
        ["glows", "in", "case", "it", "rains"],
        ["VBZ", "IN", "NN", "PRP", "VBZ"],
        ["ROOT", "prep", "pobj", "nsubj", "acl"],
        [0, 0, 1, 4, 2],
    )
    repair_case_clause(tree, 0, 5)
    assert (tree.dep[4], tree.head[4]) == ("advcl", 0)
    assert tree.head[1:3] == [4, 4]


def test_an_order_behind_a_condition_is_the_main_clause():
    tree = tree_of(
        ["If", "lamps", "are", "off", ",", "replace", "them", "."],
        ["IN", "NNS", "VBP", "JJ", ",", "VBP", "PRP", "."],
        ["mark", "nsubj", "ROOT", "acomp", "punct", "conj", "dobj", "punct"],
        [2, 2, 2, 2, 2, 2, 5, 2],
    )
    repair_order_behind_condition(tree, 0, 8)
    assert (tree.dep[5], tree.head[5], tree.tag[5]) == ("ROOT", 5, "VB")
    assert (tree.dep[2], tree.head[2], tree.head[7]) == ("advcl", 5, 5)


def test_a_joined_clause_with_a_subject_stays_joined():
    tree = tree_of(
        ["If", "lamps", "are", "off", ",", "we", "wait"],
        ["IN", "NNS", "VBP", "JJ", ",", "PRP", "VBP"],
        ["mark", "nsubj", "ROOT", "acomp", "punct", "nsubj", "conj"],
        [2, 2, 2, 2, 2, 6, 2],
    )
    repair_order_behind_condition(tree, 0, 7)
    assert (tree.dep[6], tree.head[2]) == ("conj", 2)
