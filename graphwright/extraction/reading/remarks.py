"""Remarks in brackets that explain a term of their own: "opens a gate (key: brass for halls)"."""

from __future__ import annotations

from graphwright.extraction.parse.tree import Tree


def is_remark(tree: Tree, verb: int, word: int) -> bool:
    """Return whether a word behind a verb stands behind a colon in a bracket that opens after it.

    What it says there belongs to the term before the colon, and not to the verb.
    """
    signs = (i for i in range(word - 1, verb, -1) if tree.words[i] in ("(", ")"))
    opened = next(signs, None)
    if opened is None or tree.words[opened] != "(":
        return False
    return ":" in tree.words[opened:word]
