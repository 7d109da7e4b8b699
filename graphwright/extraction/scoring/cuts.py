"""Signs that a triple is empty because what made it say something was cut off its arguments.

Each is a name with a weight in ``weights.yaml``; ``signs`` yields them with the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.phrases import Argument, is_bare
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.rules.candidate import Candidate

_CLAUSES = ("relcl", "acl")
_OWN = frozenset({"own", "conjunct"})
_WITH_VERB = frozenset({"object", "preposition", "object_preposition", "passive", "enabling"})


def cuts(reading: Reading, candidate: Candidate) -> Iterator[str]:
    """Yield what was cut off the arguments of a candidate that says too little without it."""
    tree, object_ = reading.tree, candidate.object
    if any(tree.lower[word] == "same" for word in tree.within(object_.head, "amod")):
        behind = tree.lower[object_.last : min(object_.last + 2, reading.last)]
        compared = behind[:1] == ["as"] and behind[1:] != ["well"]
        yield "same_as" if compared else "same_object"
    if is_bare(tree, object_) and tree.lower[object_.first - 1] == "own":
        yield "own_object"
    if _leads_to_list(tree, object_):
        yield "leads_to_list"
    if candidate.place is None and candidate.rule in _WITH_VERB:
        yield from _of_subject(tree, candidate)
    if candidate.origin == "infinitive" and is_bare(tree, candidate.subject):
        yield "means_act"
    if candidate.origin == "relative" and is_bare(tree, candidate.subject):
        yield "bare_relative"


def _leads_to_list(tree: Tree, argument: Argument) -> bool:
    """Return whether a name holds "following" for what comes: "either of the following ways"."""
    inside = range(argument.first + 1, argument.last - 1)
    ahead = words("directions")
    return any(tree.words[i] in ahead and tree.tag[i + 1] in NOUN_TAGS for i in inside)


def _of_subject(tree: Tree, candidate: Candidate) -> Iterator[str]:
    """Yield how a subject of one common noun went on: "users with the role", "files made by"."""
    subject = candidate.subject
    if candidate.origin not in _OWN or not is_bare(tree, subject):
        return
    anchor = candidate.predicate.anchor
    behind = [c for c in tree.children[subject.head] if subject.last <= c < anchor]
    if any(tree.dep[c] in _CLAUSES for c in behind):
        yield "subject_clause_cut"
    elif any(tree.dep[c] == "prep" for c in behind):
        yield "subject_phrase_cut"
