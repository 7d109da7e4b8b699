"""Features of whether a sentence states a triple as a fact, or denies or only supposes it."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.predicates import Predicate
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, Labels, Trait
from graphwright.extraction.scoring.sentences import SUPPOSING

_NEGATIVE = frozenset({"not", "n't", "never"})
_SET_ASIDE = frozenset({"instead of", "rather than", "other than", "opposed to", "apart from"})

MODAL = Feature("modal", 'A modal verb stands with the verb: "can", "must".')
NEGATED = Feature("negated", "The statement is denied.")
CONDITIONAL = Feature("conditional", "The statement holds under a condition.")
PARTLY_DENIED = Feature(
    "partly_denied", 'Only that all are meant is denied: "not all users have" is true of some.'
)
SET_ASIDE = Feature("set_aside", 'What is not meant is an argument: "A instead of B".')


def factuality_of_statement(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield what weakens a statement, whatever states it."""
    flags, tree = candidate.flags, reading.tree
    if flags.modality is not None:
        yield MODAL
    if flags.negated:
        yield NEGATED
        if _is_partly_denied(reading, candidate):
            yield PARTLY_DENIED
    if flags.condition is not None:
        yield CONDITIONAL
    if _is_set_aside(tree, candidate):
        yield SET_ASIDE
    anchor = candidate.predicate.anchor
    verbal = tree.tag[anchor] in VERB_TAGS and not candidate.flags.negated  # "fails to lock"
    if verbal and _stands_under_denial(tree, anchor):
        yield UNDER_DENIAL


def _is_partly_denied(reading: ScopeReading, candidate: Candidate) -> bool:
    """Return whether only that all are meant is denied: "not all users have", "is not always"."""
    tree, total = reading.tree, words("total_words")
    for sign in tree.within(candidate.predicate.anchor, "neg"):
        if any(word in total for word in tree.lower[sign + 1 : sign + 2]):
            return True
    if candidate.subject_span is not None:
        return False
    for argument in (candidate.subject, candidate.object):
        if tree.tag[argument.head] not in NOUN_TAGS:
            continue
        head = argument.head
        while tree.dep[head] == "conj" and tree.scope[head] <= tree.head[head] < head:
            head = tree.head[head]  # "not all tools and services"
        first = reading.phrases.full(head).first
        if not total.isdisjoint(tree.lower[first : max(first, min(head, argument.first)) + 1]):
            return True
    return False


def _is_set_aside(tree: Tree, candidate: Candidate) -> bool:
    """Return whether an argument is what is not meant: "use A instead of B"."""
    if candidate.subject_span is None and _set_aside_by(tree, candidate.subject) is not None:
        return True
    preposition = _set_aside_by(tree, candidate.object)
    return preposition is not None and not _says_itself(tree, candidate.predicate, preposition)


def _says_itself(tree: Tree, predicate: Predicate, preposition: int) -> bool:
    """Return whether a predicate sets its object aside: "A is used instead of B" is no doubt."""
    tail = predicate.tail
    adverb_left_out = tree.tag[preposition - 1] == "RB" and preposition - 1 not in tail
    return preposition in tail and not adverb_left_out


def _set_aside_by(tree: Tree, argument: Argument) -> int | None:
    """Return the preposition before an argument that sets it aside, or None."""
    first, scope = argument.first, tree.scope[argument.head]
    while first > scope and tree.tag[first - 1] in ("DT", "PRP$", "JJ"):
        first -= 1
    set_aside = first - 2 >= scope and " ".join(tree.lower[first - 2 : first]) in _SET_ASIDE
    return first - 1 if set_aside else None


UNDER_DENIAL = Feature(
    "under_denial", 'A verb above is denied: "Do not use a pattern that is shorter".'
)


def _stands_under_denial(tree: Tree, verb: int) -> bool:
    """Return whether a verb above is denied: "Do not use a pattern that is shorter than"."""
    if tree.dep[verb] in ("aux", "auxpass"):
        verb = tree.head[verb]
    while tree.head[verb] != verb and not _holds_alone(tree, verb):
        joined = tree.dep[verb] == "conj"
        verb = tree.head[verb]
        if joined or tree.tag[verb] not in VERB_TAGS:
            continue
        if any(tree.lower[sign] in _NEGATIVE for sign in tree.within(verb, "neg")):
            return True
        if tree.lemma[verb].lower() in words("negative_verbs"):
            return True
    return False


def _holds_alone(tree: Tree, index: int) -> bool:
    """Return whether what is denied above says nothing of a part: a subject, "when ..."."""
    if tree.dep[index] in ("nsubj", "nsubjpass", "csubj"):
        return True
    marked = any(True for _ in tree.within(index, "mark", "advmod"))
    return tree.dep[index] == "advcl" and marked


SUPPOSED = Feature(
    "supposed", 'The verb stands in a clause with "if" or "whether".', Labels.HAND_READ
)
SUPPOSED_STATE = Feature("supposed_state", 'What something is is only supposed: "if X is a Y".')
CIRCUMSTANCE = Feature(
    "circumstance", 'The verb stands in a clause with "when" or "until".', Labels.HAND_READ
)
INTENDED = Feature("intended", 'What may be done is told, not what is: "the option to use X".')


def factuality_of_verb(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what says that a verb's clause tells no fact of its own."""
    verb = candidate.predicate.anchor
    if _stands_under(tree, verb, SUPPOSING):
        yield SUPPOSED
        if candidate.rule.has(Trait.STATE):
            yield SUPPOSED_STATE
    elif _stands_under(tree, verb, words("condition_marks")):
        yield CIRCUMSTANCE
    if candidate.predicate.intended:
        yield INTENDED


def _stands_under(tree: Tree, verb: int, marks: frozenset[str]) -> bool:
    """Return whether a verb stands in a clause with one of the marks ("if"): it states no fact."""
    if marks.isdisjoint(tree.words_around(verb)):
        return False
    while True:
        joined = tree.within(verb, "mark", "advmod")
        if any(tree.lower[mark] in marks and mark < verb for mark in joined):
            return True
        if tree.head[verb] == verb or tree.dep[verb] == "relcl":
            return False
        verb = tree.head[verb]
