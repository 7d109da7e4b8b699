from __future__ import annotations

from extraction_texts import tree_of

from graphwright.extraction.parse.cell_ends import repair_end_of_cell

WORDS = ["Holds", "the", "key", "of", "the", "clerk", "Optional"]
TAGS = ["VBZ", "DT", "NN", "IN", "DT", "NN", "NNP"]


def test_the_end_of_a_cell_is_no_part_of_the_next():
    deps = ["ROOT", "det", "dobj", "prep", "det", "compound", "npadvmod"]
    tree = tree_of(WORDS, TAGS, deps, [0, 2, 0, 2, 6, 6, 0])
    repair_end_of_cell(tree, 0, 6)
    assert (tree.dep[5], tree.head[5]) == ("pobj", 3)
    assert (tree.dep[4], tree.head[4]) == ("det", 5)


def test_what_has_its_noun_takes_no_other():
    deps = ["ROOT", "det", "dobj", "prep", "det", "pobj", "npadvmod"]
    tree = tree_of(WORDS, TAGS, deps, [0, 2, 0, 2, 5, 3, 0])
    kept = list(tree.head)
    repair_end_of_cell(tree, 0, 6)
    assert tree.head == kept
