"""Signs of what nouns tell: a kind that says nothing, a phrase that is the verb's.

Each is a name with a weight in ``weights.yaml``; ``signs`` yields them with the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.phrases import Argument, is_bare
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.rules.candidate import Candidate

_UNSURE = frozenset({"for", "in", "to", "from", "by", "via"})
_OF_KIND = frozenset({"example", "list_kind"})


def noun_doubts(reading: Reading, candidate: Candidate) -> Iterator[str]:
    """Yield what speaks against a candidate of a rule over nouns."""
    tree = reading.tree
    if candidate.rule in _OF_KIND and _is_vague(tree, candidate.object.head):
        yield "vague_kind"
    if candidate.rule == "copula":
        if _is_half(tree, candidate.object):
            yield "half_of"
        if is_bare(tree, candidate.object) and _is_general(tree, candidate.object.head):
            yield "general_kind"
    if candidate.rule == "noun_preposition":
        yield from _of_phrase(tree, candidate)


def _is_vague(tree: Tree, kind: int) -> bool:
    """Return whether a kind tells nothing of its members: "details", no "details of the order"."""
    lemma = tree.lemma[kind].lower()
    vague = words("vague_nouns") | words("vague_kinds")
    return tree.tag[kind] not in NAME_TAGS and lemma in vague


def _is_general(tree: Tree, kind: int) -> bool:
    """Return whether a kind holds nearly everything: "a unit that ...", "a mechanism to ..."."""
    return tree.lemma[kind].lower() in words("general_kinds")


def _is_half(tree: Tree, argument: Argument) -> bool:
    """Return whether more nouns follow the one behind "of": "a bundle of files" and keys."""
    last = argument.last - 1
    inside = tree.dep[tree.head[last]] == "prep" and tree.head[last] > argument.head
    return inside and any(child > last for child in tree.within(last, "conj"))


def _of_phrase(tree: Tree, candidate: Candidate) -> Iterator[str]:
    """Yield why a phrase may not be its noun's: "read X from Y", "a user in the team"."""
    noun, word = candidate.subject.head, candidate.predicate.text
    while tree.dep[noun] == "conj":
        noun = tree.head[noun]
    under_verb = tree.dep[noun] == "pobj" and tree.tag[tree.head[tree.head[noun]]] in VERB_TAGS
    if under_verb and word in _UNSURE:
        yield "from_under_verb" if word == "from" else "noun_under_verb"
    if candidate.predicate.anchor > candidate.subject.last:
        yield "second_phrase"
    if any(tree.lower[det] in ("a", "an") for det in tree.within(candidate.subject.head, "det")):
        yield "noun_indefinite"
