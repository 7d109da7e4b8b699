"""The layer of a triple: that of its rule, but for a text that only tells what it is about.

"This guide describes the ledger" is a clause like any other; what it says is of the guide.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Trait
from graphwright.tables.triples import Layer


def layer_of(tree: Tree, found: Candidate) -> Layer:
    """Return the layer of a candidate, whose clause is in ``tree``."""
    if found.rule.has(Trait.SUBJECT_OF_CLAUSE) and _tells(tree, found):
        return Layer.NAVIGATION
    return found.rule.layer


def _tells(tree: Tree, found: Candidate) -> bool:
    """Return whether a text tells something, or something is told in a text."""
    if tree.lemma[found.predicate.anchor].lower() not in words("telling_verbs"):
        return False
    ends = (found.object, found.subject) if found.subject_span is None else (found.object,)
    return any(tree.lemma[end.head].lower() in words("texts") for end in ends)
