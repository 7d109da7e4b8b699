"""A clause has the subject behind its conjunction, not the noun before it."""

from __future__ import annotations

from extraction_texts import tree_of

from graphwright.extraction.parse.marks import repair_subject_before_mark

WORDS = ["It", "allows", "imports", "after", "keys", "are", "added"]
TAGS = ["PRP", "VBZ", "NNS", "IN", "NNS", "VBP", "VBN"]


def test_the_noun_before_the_conjunction_is_the_object_of_the_verb_before() -> None:
    deps = ["nsubj", "ROOT", "nsubjpass", "mark", "nsubjpass", "auxpass", "ccomp"]
    tree = tree_of(WORDS, TAGS, deps, [1, 1, 6, 6, 6, 6, 1])
    repair_subject_before_mark(tree, 0, 7)
    assert (tree.dep[2], tree.head[2], tree.dep[6], tree.head[4]) == ("dobj", 1, "advcl", 6)


def test_a_clause_with_one_subject_stays() -> None:
    deps = ["nsubj", "ROOT", "dobj", "mark", "nsubjpass", "auxpass", "advcl"]
    tree = tree_of(WORDS, TAGS, deps, [1, 1, 1, 6, 6, 6, 1])
    repair_subject_before_mark(tree, 0, 7)
    assert (tree.dep[2], tree.head[2], tree.dep[6]) == ("dobj", 1, "advcl")
