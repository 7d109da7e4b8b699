"""Participles before nouns, orders before participles, and what "in which" follows."""

from __future__ import annotations

from collections.abc import Callable

from extraction_texts import Extracted, tree_of

from graphwright.extraction.parse.orders import repair_first_verb, repair_later_order
from graphwright.extraction.parse.participles import (
    repair_gerund_before_verb,
    repair_led_relative,
    repair_participle_before_noun,
    repair_participle_behind_have,
)

Extract = Callable[[str], Extracted]


def test_a_participle_behind_a_preposition_describes_its_noun() -> None:
    tree = tree_of(
        ["changes", "in", "referenced", "Git", "repositories", "stop"],
        ["NNS", "IN", "VBN", "NNP", "NNS", "VBP"],
        ["nsubj", "prep", "xcomp", "compound", "dobj", "ROOT"],
        [5, 0, 5, 4, 2, 5],
    )
    repair_participle_before_noun(tree, 0, 6)
    assert (tree.dep[2], tree.head[2], tree.dep[4], tree.head[4]) == ("amod", 4, "pobj", 1)


def test_a_participle_behind_a_verb_describes_its_object() -> None:
    tree = tree_of(
        ["locks", "keep", "blocked", "users", "from", "harm"],
        ["NNS", "VBP", "VBN", "NNS", "IN", "NN"],
        ["nsubj", "ROOT", "xcomp", "dobj", "prep", "pobj"],
        [1, 1, 1, 2, 2, 4],
    )
    repair_participle_before_noun(tree, 0, 6)
    assert (tree.dep[3], tree.head[3], tree.head[4]) == ("dobj", 1, 1)


def test_the_perfect_keeps_its_participle() -> None:
    tree = tree_of(
        ["locks", "have", "blocked", "users"],
        ["NNS", "VBP", "VBN", "NNS"],
        ["nsubj", "aux", "ROOT", "dobj"],
        [2, 2, 2, 2],
    )
    repair_participle_before_noun(tree, 0, 4)
    assert (tree.dep[2], tree.head[3]) == ("ROOT", 2)


def test_in_which_follows_what_is_meant() -> None:
    tree = tree_of(
        ["trust", "for", "the", "account", "in", "which", "it", "runs"],
        ["NN", "IN", "DT", "NN", "IN", "WDT", "PRP", "VBZ"],
        ["ROOT", "prep", "det", "pobj", "prep", "pobj", "nsubj", "relcl"],
        [0, 0, 3, 1, 7, 4, 7, 0],
    )
    repair_led_relative(tree, 0, 8)
    assert tree.head[7] == 3


def test_an_order_governs_a_noun_with_a_relative_clause() -> None:
    tree = tree_of(
        ["Arrange", "chairs", "that", "fit"],
        ["VB", "NNS", "WDT", "VBP"],
        ["compound", "ROOT", "nsubj", "relcl"],
        [1, 1, 3, 1],
    )
    repair_first_verb(tree, 0, 4)
    assert (tree.dep[0], tree.dep[1], tree.head[3]) == ("ROOT", "dobj", 1)


def test_an_order_hangs_on_no_purpose() -> None:
    tree = tree_of(
        ["To", "open", "the", "lock", ",", "annotate", "the", "key", "."],
        ["TO", "VB", "DT", "NN", ",", "VBP", "DT", "NN", "."],
        ["aux", "ROOT", "det", "dobj", "punct", "xcomp", "det", "dobj", "punct"],
        [1, 1, 3, 1, 1, 1, 7, 5, 1],
    )
    repair_later_order(tree, 0, 9)
    assert (tree.dep[5], tree.tag[5], tree.dep[1], tree.head[1]) == ("ROOT", "VB", "advcl", 5)


def test_behind_an_order_a_participle_describes_what_it_governs() -> None:
    tree = tree_of(
        ["Use", "sails", "tailored", "for", "storms"],
        ["VB", "NNS", "VBD", "IN", "NNS"],
        ["compound", "nsubj", "ROOT", "prep", "pobj"],
        [1, 2, 2, 2, 3],
    )
    repair_first_verb(tree, 0, 5)
    assert (tree.dep[0], tree.dep[1], tree.dep[2]) == ("ROOT", "dobj", "acl")
    assert (tree.tag[2], tree.head[1], tree.head[2]) == ("VBN", 0, 1)


def test_a_relative_clause_speaks_of_the_noun_that_fits(extract: Extract) -> None:
    text = "Monitor the calling time of outbound calls of type tug, ferry, and Web service that "
    facts = extract(text + "exceed a defined threshold.").facts
    assert ("Web service", "exceed", "defined threshold") not in facts
    assert ("outbound calls of type tug", "exceed", "defined threshold") in facts


def test_what_is_had_in_a_state_is_the_object_of_have() -> None:
    tree = tree_of(
        ["Crews", "have", "the", "gate", "opened", "."],
        ["NNS", "VBP", "DT", "NN", "VBD", "."],
        ["nsubj", "ROOT", "det", "nsubj", "ccomp", "punct"],
        [1, 1, 3, 4, 1, 1],
    )
    repair_participle_behind_have(tree, 0, 6)
    assert (tree.dep[3], tree.head[3]) == ("dobj", 1)
    assert (tree.tag[4], tree.dep[4], tree.head[4]) == ("VBN", "acl", 3)


def test_an_order_that_starts_with_have_is_no_perfect() -> None:
    tree = tree_of(
        ["Have", "the", "gate", "opened", "."],
        ["VBP", "DT", "NN", "VBD", "."],
        ["aux", "det", "nsubj", "ROOT", "punct"],
        [3, 2, 3, 3, 3],
    )
    repair_participle_behind_have(tree, 0, 5)
    assert (tree.dep[0], tree.head[0], tree.dep[2], tree.head[2]) == ("ROOT", 0, "dobj", 0)
    assert (tree.dep[3], tree.head[3]) == ("acl", 2)


def test_a_question_keeps_its_perfect() -> None:
    tree = tree_of(
        ["Have", "guests", "opened", "it", "?"],
        ["VBP", "NNS", "VBN", "PRP", "."],
        ["aux", "nsubj", "ROOT", "dobj", "punct"],
        [2, 2, 2, 2, 2],
    )
    repair_participle_behind_have(tree, 0, 5)
    assert (tree.dep[0], tree.dep[1], tree.dep[2]) == ("aux", "nsubj", "ROOT")


def test_a_gerund_between_a_noun_and_its_verb_ends_the_name() -> None:
    for determiner, heads in (("JJ", 2), ("DT", 1)):
        tree = tree_of(
            ["Yearly", "mail", "sorting", "is", "slow"],
            ["JJ", "NN", "VBG", "VBZ", "JJ"],
            ["det" if determiner == "DT" else "amod", "nsubj", "acl", "ROOT", "acomp"],
            [1, 3, 1, 3, 3],
        )
        repair_gerund_before_verb(tree, 0, 5)
        assert [i for i in range(5) if tree.dep[i] == "nsubj"] == [heads]
