from __future__ import annotations

import pytest
from extraction_texts import tree_of

from graphwright.extraction.parse.joined_clauses import repair_subject_read_as_conjunct


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
