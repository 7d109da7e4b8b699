"""Verbs that say little by themselves, and the one form of what they say with other words.

"Lets", "enables to" and "offers functionality to" are "allow to"; "makes use of" is "use"; "gives
access to" is "provide access to"; "takes into account" keeps its noun.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree

_PLACING = frozenset({"take", "put", "bring", "keep", "set", "call", "place", "hold"})
"""Verbs that make one verb with a preposition and a bare noun: "take into account"."""


def enabling_text(tree: Tree, verb: int) -> str:
    """Return how the predicate of a verb starts that makes possible what follows: "allow to"."""
    lemma = tree.lemma[verb].lower()
    return "allow to" if lemma in words("allowing_verbs") else f"{lemma} to"


def is_means(tree: Tree, verb: int) -> bool:
    """Return whether the reader only uses what a verb is done to: "click Save to post"."""
    return tree.lemma[verb].lower() in words("means_verbs", "interface_verbs")


def offers(tree: Tree, verb: int) -> bool:
    """Return whether a verb's object is there for its purpose: "offers functionality to"."""
    return tree.lemma[verb].lower() in words("offering_verbs")


def made_use_of(tree: Tree, verb: int) -> tuple[int, int] | None:
    """Return "of" and the noun behind it in "makes use of X", which says "uses X", or None."""
    if tree.lemma[verb].lower() != "make":
        return None
    use = next((noun for noun in tree.within(verb, "dobj") if tree.lower[noun] == "use"), None)
    for holder in (use, verb) if use is not None else ():
        of = next((prep for prep in tree.within(holder, "prep") if prep == (use or 0) + 1), None)
        noun = None if of is None or tree.lower[of] != "of" else tree.first(of, "pobj")
        if of is not None and noun is not None:
            return of, noun
    return None


def giving_verb(tree: Tree, verb: int) -> str:
    """Return the one verb for those that give what a noun names: "grant access to"."""
    lemma = tree.lemma[verb].lower()
    return "provide" if lemma == "grant" or lemma in words("offering_verbs") else lemma


def fixed_phrase(tree: Tree, verb: int) -> tuple[int, ...]:
    """Return preposition and noun that belong to a verb: "into account", else nothing."""
    if tree.lemma[verb].lower() not in _PLACING or not tree.has(verb, "dobj"):
        return ()
    for prep in tree.within(verb, "prep"):
        noun = tree.first(prep, "pobj")
        bare = noun == prep + 1 and noun is not None and tree.tag[noun] == "NN"
        if bare and noun is not None and not tree.children[noun] and prep > verb:
            return (prep, noun)
    return ()
