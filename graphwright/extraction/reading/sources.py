"""Who says what a clause states: "Lee says", "according to Lee", not "according to our needs"."""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.clause import Clause, Origin
from graphwright.extraction.reading.phrases import Phrases

_SPEAKERS = frozenset({"PERSON", "ORG", "NORP", "GPE"})
_NO_SPEAKERS = frozenset({"you", "it", "this", "that", "these", "those", "which"})
"""What may stand for the subject of a verb of saying and names nobody: "you can tell that ..."."""


def attribution(tree: Tree, phrases: Phrases, clause: Clause) -> str | None:
    """Return who says it: the subject of the verb of saying above, or the source named."""
    source = _source_of(tree, clause)
    if source is not None:
        return _name(tree, phrases, source)
    above = clause.above
    if above is None or tree.dep[clause.verb] not in ("ccomp", "parataxis"):
        return _reported_beside(tree, phrases, clause.verb)
    if tree.lemma[above.verb] in words("attribution_verbs") and above.subjects:
        return _name(tree, phrases, above.subjects[0])
    return None


def _reported_beside(tree: Tree, phrases: Phrases, verb: int) -> str | None:
    """Return the speaker of a parenthetical clause: "The plan, said Lee, is ready"."""
    for child in tree.within(verb, "parataxis", "ccomp"):
        speaker = tree.first(child, "nsubj")
        says = tree.lemma[child] in words("attribution_verbs")
        if speaker is None or not says:
            continue
        if not tree.has(child, "dobj", "ccomp", "attr", "mark"):
            return _name(tree, phrases, speaker)
    return None


def _name(tree: Tree, phrases: Phrases, head: int) -> str | None:
    """Return a speaker as written, or None for a word that names nobody."""
    if tree.lower[head] in _NO_SPEAKERS:
        return None
    argument = phrases.of(head)
    return tree.slice(argument.first, argument.last)


def _source_of(tree: Tree, clause: Clause) -> int | None:
    """Return the noun behind "according to" that says what a clause states, or None.

    A source stands before the whole clause, or is somebody by name. Behind a verb it is the measure
    by which something is done, and so it is in an order: "according to your needs, choose X".
    """
    for prep in tree.within(clause.verb, "prep"):
        if tree.lower[prep] != "according":
            continue
        inner = tree.first(prep, "prep")
        noun = tree.first(prep if inner is None else inner, "pobj")
        if noun is None:
            continue
        named = tree.label[noun] in _SPEAKERS and not tree.has(noun, "poss")
        if named or _leads(tree, clause, prep, noun):
            return noun
    return None


def _leads(tree: Tree, clause: Clause, prep: int, noun: int) -> bool:
    """Return whether a phrase stands before the subject of a clause that is no order."""
    if clause.reader or clause.origin is not Origin.OWN or tree.has(noun, "poss"):
        return False
    return all(prep < subject for subject in (*clause.subjects, clause.verb))
