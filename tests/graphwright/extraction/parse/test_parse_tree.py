from __future__ import annotations

from extraction_texts import tree_of
from spacy.tokens import Doc
from spacy.vocab import Vocab

from graphwright.extraction.parse.tree import Tree


def test_a_slice_holds_the_text_of_its_tokens_and_may_be_empty():
    """An order can be the last word of a text: nothing stands behind it."""
    tree = tree_of(["please", "help"], ["UH", "VB"], ["intj", "ROOT"], [1, 1])
    assert tree.slice(0, 2).split() == ["please", "help"]
    assert tree.slice(1, 2).strip() == "help"
    assert tree.slice(2, 2) == ""


def test_words_that_repairs_hung_on_each_other_are_parted():
    """Rules climb from word to word, and would climb without end."""
    tree = tree_of(
        ["old", "keys", "open", "gates"],
        ["JJ", "NNS", "VBP", "NNS"],
        ["amod", "nsubj", "ROOT", "dobj"],
        [1, 2, 2, 2],
    )
    tree.head[1], tree.head[2] = 3, 3
    tree.head[3] = 1
    tree.link()
    assert tree.head == [1, 1, 3, 1]
    assert tree.dep[1] == "ROOT"
    assert tree.children == [[], [0, 3], [], [2]]
    assert (tree.left[1], tree.right[1]) == (0, 4)
    assert (tree.left[3], tree.right[3]) == (2, 4)


def test_a_word_whose_head_is_in_another_sentence_is_joined_to_nothing():
    doc = Doc(Vocab(), words=["gates", "and", "keys"], heads=[0, 0, 0], deps=["ROOT", "cc", "conj"])
    tree = Tree(doc, 0, [(2, 3)])
    tree.link()
    assert (tree.head[2], tree.dep[2]) == (2, "ROOT")
