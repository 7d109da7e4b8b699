"""Repairs of what "is" joins, where a small parser takes it for a helper or turns it round.

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.last_nouns import OF_VERBS
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import needs
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree

_INSIDE = frozenset({"compound", "amod"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_FINITE = frozenset({"VBZ", "VBP", "VBD"})


@needs(_FINITE)
def repair_helper_of_name(tree: Tree, first: int, last: int) -> None:
    """ "The system is Forced Air Heating": what helps a word inside of a name joins the name."""
    for helper in range(first + 1, last - 2):
        word = tree.head[helper]
        noun = tree.head[word]
        if tree.lemma[helper] != "be" or tree.tag[helper] not in _FINITE:
            continue
        if tree.dep[word] not in _INSIDE or not helper < word < noun:
            continue
        if tree.tag[noun] not in NOUN_TAGS or not tree.words[word][0].isupper():
            continue
        above = tree.head[noun]
        tree.dep[helper], tree.head[helper] = tree.dep[noun], helper if above == noun else above
        for other in range(first, last):
            outside = other < helper or tree.dep[other] in ("punct", "advcl", "conj", "cc")
            if tree.head[other] in (word, noun) and other != helper and outside:
                tree.head[other] = helper
            if other < helper and tree.head[other] == helper and tree.dep[other] in _SUBJECTS:
                tree.dep[other] = "nsubj"
        tree.dep[noun], tree.head[noun] = "attr", helper


@needs({"csubj"})
def repair_clausal_subject(tree: Tree, first: int, last: int) -> None:
    """ "WOGR is a station": a noun before "is" that governs nothing is its subject, and no act."""
    for noun in range(first, last - 1):
        be = tree.head[noun]
        if tree.dep[noun] != "csubj" or tree.tag[noun] not in NOUN_TAGS or tree.lemma[be] != "be":
            continue
        below = {tree.dep[i] for i in range(first, last) if tree.head[i] == noun and i != noun}
        if noun < be and below.isdisjoint(OF_VERBS):
            tree.dep[noun] = "nsubj"


@needs({"nsubj", "acomp"})
def repair_subject_behind_quality(tree: Tree, first: int, last: int) -> None:
    """ "Integral to our work is the workshop": what "is" follows that leads is told of the noun."""
    if first >= last or tree.dep[first] not in ("nsubj", "acomp"):
        return
    be = tree.head[first]
    quality = tree.tag[first] == "JJ" or tree.lower[first] in words("leading_qualities")
    if not quality or not first < be < last or tree.lemma[be] != "be":
        return
    nouns = [
        index
        for index in range(be + 1, last)
        if tree.head[index] == be and tree.dep[index] == "attr" and tree.tag[index] in NOUN_TAGS
    ]
    led = any(tree.head[i] == first and tree.dep[i] == "prep" for i in range(first + 1, be))
    if led and len(nouns) == 1:
        tree.tag[first], tree.lemma[first] = "JJ", tree.lower[first]
        tree.dep[first], tree.dep[nouns[0]] = "acomp", "nsubj"
