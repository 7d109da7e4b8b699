"""What "it", "they", "its" and "their" stand for where their own sentence settles it.

Only number and place are looked at. Where one subject or object before a pronoun fits, the pronoun
stands for it; where more nouns do, and none is a subject as the pronoun is, it is open. Where none
does, the text before has to tell.
"""

from __future__ import annotations

import dataclasses

from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.complements import is_adverbial
from graphwright.extraction.reading.phrases import Phrases

_SINGULAR = frozenset({"NN", "NNP"})
_PLURAL = frozenset({"NNS", "NNPS"})
_NUMBERS = {
    "it": _SINGULAR,
    "its": _SINGULAR,
    "they": _PLURAL,
    "them": _PLURAL,
    "their": _PLURAL,
}
_HEADS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "dative", "conj", "ROOT", "oprd"})
_DEEP = frozenset({"pobj", "conj"})
"""Where a noun is one of several that a sentence is about, though the only one that fits."""

_SUBJECTS = ("nsubj", "nsubjpass")
_MAX_STEPS = 8


@dataclasses.dataclass(frozen=True, slots=True)
class Antecedent:
    """What is known of a pronoun: the noun that it stands for, or that this is open."""

    head: int | None = None
    is_open: bool = False


def antecedent_of(tree: Tree, phrases: Phrases, pronoun: int) -> Antecedent:
    """Return what a pronoun stands for by its own sentence alone."""
    number = _NUMBERS.get(tree.lower[pronoun])
    if number is None or tree.tag[pronoun] not in ("PRP", "PRP$"):
        return Antecedent()
    beside = _subject_beside(tree, pronoun)
    found = [
        noun
        for noun in range(tree.scope[pronoun], pronoun)
        if _may_be_meant(tree, phrases, noun)
        and (tree.tag[noun] in number or (number is _PLURAL and _is_group(tree, noun)))
    ]
    if tree.dep[pronoun] == "dobj" and beside in found:
        found.remove(beside)  # "the service stores it": not itself
    found = [n for n in found if not (_holds(tree, n, pronoun) or _is_what_is_not(tree, n))]
    if len(found) == 1 and number is _PLURAL and _is_group(tree, found[0]):
        return Antecedent()
    if len(found) == 1 and tree.dep[found[0]] not in _DEEP and not _equals(tree, found[0], pronoun):
        return Antecedent(found[0])
    if tree.tag[pronoun] == "PRP$" and beside in found:
        return Antecedent(beside)  # "the router keeps the key in its session"
    parallel = tree.dep[pronoun] in _SUBJECTS and any(tree.dep[n] in _SUBJECTS for n in found)
    return Antecedent(is_open=bool(found) and not parallel)


def _holds(tree: Tree, noun: int, pronoun: int) -> bool:
    """Return whether a pronoun stands right behind a noun, as a part of it: "access to it"."""
    prep = tree.head[pronoun]
    if tree.dep[pronoun] != "pobj":
        return False
    return tree.head[prep] == noun or (prep == noun + 1 and pronoun == prep + 1)


def _is_what_is_not(tree: Tree, noun: int) -> bool:
    """Return whether a noun is what something is not: "the hall is not a shed, it is a home"."""
    return tree.dep[noun] == "attr" and tree.has(tree.head[noun], "neg")


def _may_be_meant(tree: Tree, phrases: Phrases, noun: int) -> bool:
    """Return whether a noun heads an argument that a pronoun may stand for."""
    if tree.dep[noun] not in _HEADS or tree.label[noun] in ("DATE", "TIME"):
        return False
    if tree.dep[noun] == "pobj" and is_adverbial(tree, tree.head[noun], noun):
        return False
    return tree.tag[noun] in NOUN_TAGS and phrases.is_nominal(noun)


def _equals(tree: Tree, noun: int, pronoun: int) -> bool:
    """Return whether a pronoun stands in what a noun is said to be: "the reason is that it ..."."""
    verb = tree.head[noun]
    below = (*tree.within(verb, "ccomp", "xcomp", "attr"),)
    same = tree.lemma[verb] == "be" and tree.dep[noun] in _SUBJECTS
    return same and any(tree.left[node] <= pronoun < tree.right[node] for node in below)


def _is_group(tree: Tree, noun: int) -> bool:
    """Return whether nouns are joined to a noun: "a pen and a key" are "they"."""
    return tree.has(noun, "conj")


def _subject_beside(tree: Tree, pronoun: int) -> int | None:
    """Return the subject of the clause that a pronoun stands in, if that is no pronoun."""
    index = pronoun
    for _ in range(_MAX_STEPS):
        above = tree.head[index]
        if above == index:
            break
        index = above
        if tree.tag[index] in VERB_TAGS:
            subject = next(iter(tree.within(index, *_SUBJECTS)), None)
            known = subject is not None and subject < pronoun and tree.tag[subject] in NOUN_TAGS
            return subject if known else None
    return None
