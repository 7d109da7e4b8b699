"""What "is" joins, where a parser took it for a helper or turned it round; numbers behind "#"."""

from __future__ import annotations

import pytest
from extraction_texts import tree_of

from graphwright.extraction.parse.copulas import (
    repair_helper_of_name,
    repair_subject_behind_quality,
)
from graphwright.extraction.parse.hyphens import repair_named_subject
from graphwright.extraction.parse.plural_verbs import repair_number_sign


def test_what_helps_a_word_inside_a_name_joins_the_name() -> None:
    tree = tree_of(
        ["The", "kind", "is", "Forced", "Air", "Heating", "."],
        ["DT", "NN", "VBZ", "VBN", "NNP", "NNP", "."],
        ["det", "nsubj", "auxpass", "compound", "compound", "ROOT", "punct"],
        [1, 2, 3, 5, 5, 5, 5],
        lemma=["the", "kind", "be", "force", "Air", "Heating", "."],
    )
    repair_helper_of_name(tree, 0, 7)
    assert tree.dep == ["det", "nsubj", "ROOT", "compound", "compound", "attr", "punct"]
    assert tree.head == [1, 2, 2, 5, 5, 2, 2]


def test_a_helper_of_a_verb_stays() -> None:
    tree = tree_of(
        ["The", "pump", "is", "Renamed", "Automatically"],
        ["DT", "NN", "VBZ", "VBN", "RB"],
        ["det", "nsubjpass", "auxpass", "ROOT", "advmod"],
        [1, 3, 3, 3, 3],
        lemma=["the", "pump", "be", "rename", "automatically"],
    )
    repair_helper_of_name(tree, 0, 5)
    assert (tree.dep[2], tree.dep[3]) == ("auxpass", "ROOT")


@pytest.mark.parametrize(
    ("word", "tag", "turned"), [("Integral", "NNP", True), ("Ada", "NNP", False)]
)
def test_a_quality_that_leads_is_told_of_the_noun_behind(word: str, tag: str, turned: bool) -> None:
    tree = tree_of(
        [word, "to", "us", "is", "the", "crew"],
        [tag, "IN", "PRP", "VBZ", "DT", "NN"],
        ["nsubj", "prep", "pobj", "ROOT", "det", "attr"],
        [3, 0, 1, 3, 5, 3],
        lemma=[word, "to", "we", "be", "the", "crew"],
    )
    repair_subject_behind_quality(tree, 0, 6)
    assert (tree.dep[0] == "acomp" and tree.dep[5] == "nsubj") is turned


def test_an_identifier_belongs_to_the_noun_before_it_within_the_subject() -> None:
    tree = tree_of(
        ["size", "of", "room", "B-7", "is", "small"],
        ["NN", "IN", "NN", "NN", "VBZ", "JJ"],
        ["nsubj", "prep", "pobj", "nsubj", "ROOT", "acomp"],
        [4, 0, 1, 4, 4, 4],
    )
    repair_named_subject(tree, 0, 6)
    assert (tree.dep[3], tree.head[3]) == ("appos", 2)


def test_a_number_behind_its_sign_is_a_part_of_the_noun_before() -> None:
    tree = tree_of(
        ["Room", "#", "12", "and", "room", "#", "13", "open"],
        ["NN", "$", "CD", "CC", "NN", "$", "CD", "VBP"],
        ["nsubj", "quantmod", "appos", "cc", "conj", "quantmod", "appos", "ROOT"],
        [7, 2, 0, 2, 2, 6, 4, 7],
    )
    repair_number_sign(tree, 0, 8)
    assert tree.head == [7, 2, 0, 0, 0, 6, 4, 7]
    assert (tree.dep[2], tree.dep[6]) == ("nummod", "nummod")
