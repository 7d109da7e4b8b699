"""Features of truncated arguments: what made a triple say something was cut off them."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument, is_bare
from graphwright.extraction.reading.clause import Origin
from graphwright.extraction.reading.restrictive_clauses import restricted_end
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, Labels, Trait

_CLAUSES = ("relcl", "acl")
_OWN = frozenset({Origin.OWN, Origin.CONJUNCT})

SAME_OBJECT = Feature(
    "same_object",
    'The object is said to be the same as another: "in the same folder".',
    Labels.HAND_READ,
)
SAME_AS = Feature(
    "same_as",
    'What the object is the same as follows: "in the same folder as X".',
    Labels.HAND_READ,
)
OWN_OBJECT = Feature(
    "own_object",
    'The object is one common noun behind "own": "in its own folder".',
    Labels.HAND_READ,
)
LEADS_TO_LIST = Feature(
    "leads_to_list",
    'A name holds a word for what follows: "either of the following ways".',
    Labels.HAND_READ,
)
MEANS_ACT = Feature(
    "means_act",
    'An infinitive says what one common noun is for: "the function to change X".',
    Labels.HAND_READ,
)
BARE_RELATIVE = Feature(
    "bare_relative",
    'A relative clause describes one common noun: "changes that are applied to X".',
    Labels.HAND_READ,
)


def truncations(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield what was cut off the arguments of a candidate that says too little without it."""
    tree, object_ = reading.tree, candidate.object
    if any(tree.lower[word] == "same" for word in tree.within(object_.head, "amod")):
        behind = tree.lower[object_.last : min(object_.last + 2, reading.last)]
        compared = behind[:1] == ["as"] and behind[1:] != ["well"]
        yield SAME_AS if compared else SAME_OBJECT
    if is_bare(tree, object_) and tree.lower[object_.first - 1] == "own":
        yield OWN_OBJECT
    if _leads_to_list(tree, object_):
        yield LEADS_TO_LIST
    if candidate.subject_span is None and candidate.rule.has(Trait.SUBJECT_OF_VERB):
        yield from _of_subject(tree, candidate)
    if candidate.origin is Origin.INFINITIVE and is_bare(tree, candidate.subject):
        yield MEANS_ACT
    if candidate.origin is Origin.RELATIVE and is_bare(tree, candidate.subject):
        yield BARE_RELATIVE


def _leads_to_list(tree: Tree, argument: Argument) -> bool:
    """Return whether a name holds "following" for what comes: "either of the following ways"."""
    inside = range(argument.first + 1, argument.last - 1)
    ahead = words("directions")
    return any(tree.words[i] in ahead and tree.tag[i + 1] in NOUN_TAGS for i in inside)


SUBJECT_CLAUSE_CUT = Feature(
    "subject_clause_cut",
    'A clause behind the subject is left out: "files" of "the files that are created by X".',
    Labels.HAND_READ,
)
SUBJECT_PHRASE_CUT = Feature(
    "subject_phrase_cut",
    'A phrase behind the subject is left out: "users" of "users with the role".',
    Labels.HAND_READ,
)


def _of_subject(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield how a subject of one common noun went on: "users with the role", "files made by"."""
    subject = candidate.subject
    if candidate.origin not in _OWN or not is_bare(tree, subject):
        return
    anchor = candidate.predicate.anchor
    kept = restricted_end(tree, subject)
    if kept is not None and kept <= anchor:
        return  # the triple holds it as a limit
    behind = [c for c in tree.children[subject.head] if subject.last <= c < anchor]
    if any(tree.dep[c] in _CLAUSES and not _is_aside(tree, c) for c in behind):
        yield SUBJECT_CLAUSE_CUT
    elif any(tree.dep[c] == "prep" and tree.lower[c] != "except" for c in behind):
        yield SUBJECT_PHRASE_CUT


def _is_aside(tree: Tree, clause: int) -> bool:
    """Return whether commas part a clause from its noun: "the dealer, who owns no car, sells"."""
    before = tree.left[clause] - 1
    return before >= tree.scope[clause] and tree.words[before] == ","
