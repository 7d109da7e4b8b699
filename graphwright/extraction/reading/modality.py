"""What says that a clause is only possible, allowed, wanted or due: its modality, as written.

How a clause shares that of the clause above is put together in ``flags``.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.clause import Clause, Origin
from graphwright.extraction.reading.unasserted import first_of_complement, is_for_somebody
from graphwright.extraction.reading.verbs import is_infinitive, semi_modal

_CHANCE_MODALS = frozenset({"can", "could", "may", "might"})
_FUTURE = frozenset({"will", "'ll", "wo"})
_CUT_MODALS = {"ca": "can", "sha": "shall"}
"""Modals that the tokenizer cuts before "n't"."""

_SURE = frozenset({"sure", "certain"})
_CHANCES = frozenset({"possible", "likely", "probable", "conceivable", "unlikely"})


def leaves_free(modality: str | None) -> bool:
    """Return whether a modal verb leaves it to somebody or to chance: "can", "may"."""
    return (modality or "").lower() in _CHANCE_MODALS


def modal_of(tree: Tree, verb: int) -> str | None:
    """Return the modal verb; "will" tells the future and is none."""
    modals = (a for a in (verb, *tree.within(verb, "aux")) if tree.tag[a] == "MD")
    modal = next(modals, None)
    if modal is None or tree.lower[modal] in _FUTURE:
        return None
    return _CUT_MODALS.get(tree.lower[modal], tree.words[modal])


def semi_modality(tree: Tree, clause: Clause) -> str | None:
    """Return the modality of a verb that another leads like a modal: "needs to"."""
    above = clause.above
    if clause.origin is not Origin.CONTROL or clause.reader or above is None:
        return None
    if above.verb in clause.chain:
        return None
    return semi_modal(tree, above.verb) or None


def asked(tree: Tree, clause: Clause) -> str | None:
    """Return the verb that asks its object to do it: "must" of "must ask X to" is of asking."""
    return wish(tree, clause) if clause.origin is Origin.OBJECT_CONTROL else None


def wish(tree: Tree, clause: Clause) -> str | None:
    """Return the verb that asks for or allows the clause rather than states it, as written."""
    above = clause.above
    if above is None:
        return None
    first = clause.verb
    if clause.origin is Origin.CONJUNCT and is_infinitive(tree, first):
        return wish(tree, above)  # "lets him open A, and also to close B"
    marked = any(tree.lower[mark] == "that" for mark in tree.within(clause.verb, "mark"))
    if marked and clause.origin is Origin.OWN and above.above is not None:
        first = first_of_complement(tree, clause.verb)
        if first == above.verb != clause.verb:  # "Check that A is open and that B is shut"
            above = above.above
    if tree.dep[first] not in ("xcomp", "ccomp"):
        return None
    in_predicate = clause.origin is Origin.CONTROL
    if in_predicate:
        return None
    beside = tree.lower[above.verb + 1 : above.verb + 2]
    if beside and beside[0] in _SURE:
        return tree.slice(above.verb, above.verb + 2)  # "make sure"
    wished = tree.lemma[above.verb] in words("nonfactive_verbs")
    return tree.words[above.verb] if wished else None


def of_means(tree: Tree, clause: Clause, above: str | None) -> str | None:
    """Return the modality of what somebody may do by a means: "can open A by turning B".

    So too of what lets him do it: "lets guests open A by turning B". ``above`` is the modality of
    the clause above.
    """
    leading = clause.above
    by = tree.dep[clause.verb] == "pcomp" and tree.lower[tree.head[clause.verb]] == "by"
    if leading is None or clause.reader or clause.origin is not Origin.ADVERBIAL or not by:
        return None
    noun = tree.head[leading.verb]
    let = tree.dep[leading.verb] == "acl" and tree.dep[noun] == "dobj"
    if let and tree.lemma[tree.head[noun]].lower() in words("enabling_verbs"):
        return tree.words[tree.head[noun]]
    return above


def chance(tree: Tree, clause: Clause, above: str | None) -> str | None:
    """Return what says that a clause may be so: "it might happen that", "it is possible that".

    A clause joined to the verb above may be a part of what may be so: "there may be a clerk,
    and his desk has a bell". ``above`` is the modality of the clause above.
    """
    leading = clause.above
    if leading is None:
        return None
    if is_for_somebody(tree, clause.verb):
        return judged_beside_it(tree, leading.verb)
    joined = tree.dep[clause.verb] == "conj"
    if joined and any(tree.lower[s] == "there" for s in tree.within(leading.verb, "expl")):
        return above
    if not joined and tree.dep[clause.verb] not in ("ccomp", "csubj"):
        return None
    if (joined and not tree.has(leading.verb, "ccomp")) or not _is_dummy(tree, leading.verb):
        return None
    guess = (a for a in tree.within(leading.verb, "acomp") if tree.lower[a] in _CHANCES)
    adjective = next(guess, None)
    return above if adjective is None else tree.words[adjective]


def judged_beside_it(tree: Tree, verb: int) -> str | None:
    """Return what is said of an act for which "it" stands: "it is necessary for guests to"."""
    adjective = tree.first(verb, "acomp") if _is_dummy(tree, verb) else None
    return None if adjective is None else tree.words[adjective]


def _is_dummy(tree: Tree, verb: int) -> bool:
    """Return whether "it" is the subject of a verb."""
    return any(tree.lower[s] == "it" for s in tree.within(verb, "nsubj", "expl"))
