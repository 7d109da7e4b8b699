"""Predicates: the normalised text of a verb with its lead, object, particle and preposition.

"wants to delete" becomes "want to delete", "has been assigned to" becomes "be assigned to",
"provides secure access to" becomes "provide secure access to". The words as written are found
beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.clauses import Clause
from graphwright.extraction.reading.phrases import Argument
from graphwright.extraction.reading.verbs import verb_text
from graphwright.extraction.rules.candidate import Predicate

_MAX_FILLERS = 5
_AUXILIARIES = ("aux", "auxpass", "neg")


def verb_predicate(
    tree: Tree,
    clause: Clause,
    *,
    object_: Argument | None = None,
    tail: Sequence[int] = (),
    passive: bool | None = None,
    middle: str = "",
) -> Predicate:
    """Return the predicate of a clause.

    ``object_`` is an object that belongs to the predicate ("access" of "provide access to");
    ``tail`` holds the prepositions after it; ``passive`` overrides the clause's voice; ``middle``
    is text put between verb and tail ("available" of "be available in").
    """
    passive = clause.passive if passive is None else passive
    parts = [clause.lead, verb_text(tree, clause.verb, passive=passive, led=bool(clause.lead))]
    if object_ is not None:
        parts.append(tree.slice(object_.first, object_.last))
    parts.append(middle)
    parts.extend(tree.lower[index] for index in tail)
    text = " ".join(" ".join(part for part in parts if part).split())
    tokens = [*clause.chain, clause.verb, *tree.within(clause.verb, "prt"), *tail]
    return spanned(tree, text, tokens, clause.verb)


def spanned(tree: Tree, text: str, tokens: Sequence[int], anchor: int) -> Predicate:
    """Return a predicate whose span covers ``tokens`` where they stand close, else the anchor."""
    first, last = min(tokens), max(tokens) + 1
    if last - first > len(tokens) + _MAX_FILLERS:
        first, last = anchor, anchor + 1
    first = _with_helpers(tree, first)
    return Predicate(text, tree.start[first], tree.end[last - 1], anchor)


def _with_helpers(tree: Tree, verb: int) -> int:
    """Return the first word of a verb with what stands before it: "was not really ..."."""
    first = verb
    for index in range(verb - 1, max(tree.scope[verb], verb - _MAX_FILLERS) - 1, -1):
        if tree.dep[index] in _AUXILIARIES or (
            tree.dep[index] == "advmod" and tree.tag[index] in ("RB", "RBR", "RBS")
        ):
            first = index
        else:
            break
    return first
