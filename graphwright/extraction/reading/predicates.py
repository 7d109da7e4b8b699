"""Predicates: the normalised text of a verb with its lead, object, particle and preposition.

"wants to delete" becomes "want to delete", "has been assigned to" becomes "be assigned to",
"provides secure access to" becomes "provide access to". The words as written are found
beside it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause
from graphwright.extraction.reading.verbs import noun_lemma, verb_text

_MAX_FILLERS = 5
_AUXILIARIES = ("aux", "auxpass", "neg")


@dataclasses.dataclass(frozen=True, slots=True)
class Predicate:
    """A normalised predicate and the characters (canonical offsets) that state it.

    ``start`` equals ``end`` where no word states it. ``anchor`` is the token that carries it, and
    ``tail`` the tokens of the prepositions that end it. ``act`` says what is done, without the
    words that only lead to it: "create" of "want to create" and of "be used to create".
    ``intended`` says that it tells what may be done rather than what is ("the option to create").
    """

    text: str
    start: int
    end: int
    anchor: int
    tail: tuple[int, ...] = ()
    act: str = ""
    intended: bool = False


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

    ``object_`` is an object that belongs to the predicate ("access" of "provide full access to"),
    which has its noun alone;
    ``tail`` holds the prepositions after it; ``passive`` overrides the clause's voice; ``middle``
    is text put between verb and tail ("available" of "be available in").
    """
    passive = clause.passive if passive is None else passive
    lead = clause.lead
    parts = [verb_text(tree, clause.verb, passive=passive, led=bool(lead.text))]
    if object_ is not None:
        parts.append(noun_form(tree, object_))
    parts.append(middle)
    parts.append(tail_words(tree, tail))
    tokens = [*clause.chain, clause.verb, *tree.within(clause.verb, "prt"), *tail]
    text = _in_one_line(lead.text, *parts)
    stated = spanned(tree, text, tokens, clause.verb, tail=tail)
    if not lead.text:
        return stated
    act = _in_one_line(lead.act, *parts)
    return dataclasses.replace(stated, act=act, intended=lead.intended)


def noun_form(tree: Tree, argument: Argument) -> str:
    """Return the noun of a light verb as a predicate has it: "access" of "full access"."""
    head = argument.head
    if tree.tag[head] in ("NN", "NNS") and head not in tree.names and tree.words[head].islower():
        return noun_lemma(tree.lemma[head].lower())
    return tree.slice(argument.first, argument.last)


def tail_words(tree: Tree, tail: Sequence[int]) -> str:
    """Return the prepositions at the end of a predicate; "by using" is "using"."""
    found = [tree.lower[index] for index in tail]
    return " ".join(found[1:] if found == ["by", "using"] else found)


def joined_words(*parts: str) -> str:
    """Return the words of parts of a predicate, some of which may be empty."""
    return " ".join(part for part in parts if part)


def _in_one_line(*parts: str) -> str:
    return " ".join(joined_words(*parts).split())


def spanned(
    tree: Tree, text: str, tokens: Sequence[int], anchor: int, *, tail: Sequence[int] = ()
) -> Predicate:
    """Return a predicate whose span covers ``tokens`` where they stand close, else the anchor.

    A preposition before the verb is left out: the subject stands between them ("in 1990 it ran").
    """
    behind = [token for token in tokens if token >= anchor or token not in tail] or [anchor]
    first, last = min(behind), max(behind) + 1
    if last - first > len(tokens) + _MAX_FILLERS:
        first, last = anchor, anchor + 1
    first = _with_helpers(tree, first)
    return Predicate(text, tree.start[first], tree.end[last - 1], anchor, tuple(tail), text)


def unwritten(tree: Tree, first: int, text: str, anchor: int) -> Predicate:
    """Return a predicate that no word states: its span is empty, where token ``first`` starts."""
    start = tree.start[first]
    return Predicate(text, start, start, anchor, act=text)


def written(tree: Tree, text: str, tokens: tuple[int, int], anchor: int) -> Predicate:
    """Return a predicate that the words from one token to another (inclusive) state."""
    first, last = tokens
    return Predicate(text, tree.start[first], tree.end[last], anchor, act=text)


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
