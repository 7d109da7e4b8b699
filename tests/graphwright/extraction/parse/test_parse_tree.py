from __future__ import annotations

from extraction_texts import tree_of


def test_a_slice_holds_the_text_of_its_tokens_and_may_be_empty():
    """An order can be the last word of a text: nothing stands behind it."""
    tree = tree_of(["please", "help"], ["UH", "VB"], ["intj", "ROOT"], [1, 1])
    assert tree.slice(0, 2).split() == ["please", "help"]
    assert tree.slice(1, 2).strip() == "help"
    assert tree.slice(2, 2) == ""
