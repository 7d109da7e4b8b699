"""Features of doubtful attachment: a phrase, clause or pronoun that may belong to another word."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import DESCRIBING, Origin
from graphwright.extraction.reading.marked_names import is_marked
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, Labels, Trait

_UNSURE = frozenset({"for", "in", "to", "from", "by", "via"})
_SINGULAR = frozenset({"VBZ"})
_PLURAL = frozenset({"VBP"})
_NUMBERS = {"NN": _SINGULAR, "NNP": _SINGULAR, "NNS": _PLURAL, "NNPS": _PLURAL}
_NAMING = NOUN_TAGS | VERB_TAGS
_DEEP = 3

STARTS_AS_ORDER = Feature(
    "starts_as_order",
    'The first word of an argument is an order: "Display systems that use X".',
)
LATE_PRONOUN = Feature(
    "late_pronoun",
    'A pronoun may stand for a noun of its own sentence: "if the app is changed, it ...".',
    Labels.HAND_READ,
)


def features_of_attachment(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield what may hang on another word than the candidate has it."""
    tree, rule = reading.tree, candidate.rule
    ends = (candidate.subject, candidate.object) if rule.has(Trait.SUBJECT_OF_CLAUSE) else ()
    if any(_starts_as_order(tree, end) for end in ends):
        yield STARTS_AS_ORDER
    if rule.has(Trait.PREPOSITIONAL):
        yield from _of_preposition(tree, candidate)
    if rule.has(Trait.VERB_COMPLEMENT) and _is_followed_by_phrase(reading, candidate):
        yield PHRASE_BEHIND
    if rule.has(Trait.NOUN_PREPOSITION):
        yield from _of_noun_preposition(tree, candidate)
    if tree.tag[candidate.predicate.anchor] in VERB_TAGS:
        yield from _of_clause(tree, candidate)
    if not rule.has(Trait.GENITIVE) and _is_late_pronoun(reading, candidate):
        yield LATE_PRONOUN


def _starts_as_order(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument starts its sentence with a verb: "Display systems that use X"."""
    first = argument.first
    if first != tree.scope[argument.head]:
        return False
    word = tree.lower[first]
    told = tree.tag[first + 1 : first + 2] in (["VBD"], ["VBN"])  # "Forwards validated requests"
    base = word[:-1] if told and word.endswith("s") else word
    if base not in words("first_orders", "pure_orders") or is_marked(tree, argument):
        return False
    capital = tree.words[first].istitle() and tree.words[first + 1] != "-"
    return capital and tree.lower[first + 1] not in ("of", "case", "cases")


VERB_IN = Feature("verb_in", 'The preposition of a verb is "in": "is deployed in X".')
DIRECTLY_TO = Feature("directly_to", 'No article stands behind "to".')
ACT_WITH = Feature(
    "act_with", 'The reader acts on the subject "with" the object: "is configured with X".'
)
ACT_TO = Feature("act_to", 'The verb brings the subject to nothing: "choose the way to X".')


def _of_preposition(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what speaks against the preposition that leads to the object."""
    rule, tail = candidate.rule, candidate.predicate.tail
    preposition = tree.lower[tail[-1]]
    of_reader = rule.has(Trait.READER_ACT)
    if preposition == "in" and not of_reader and not rule.has(Trait.TRANSITIVE):
        yield VERB_IN
    if preposition == "with" and of_reader:
        yield ACT_WITH
    if preposition != "to":
        return
    if tree.lower[candidate.object.first - 1] == "to":
        yield DIRECTLY_TO
    lemma = tree.lemma[candidate.predicate.anchor].lower()
    if of_reader and not _brings(lemma):
        yield ACT_TO


def _brings(lemma: str) -> bool:
    """Return whether a verb brings its object to something; "choose the way to X" does not."""
    return lemma in words("verbs_with_to") or lemma in words("leading_verbs")


PHRASE_BEHIND = Feature(
    "phrase_behind",
    'A preposition follows the object, and may belong to it: "a key in the list".',
    Labels.HAND_READ,
)


def _is_followed_by_phrase(reading: ScopeReading, candidate: Candidate) -> bool:
    tree, last = reading.tree, candidate.object.last
    return last < reading.last and tree.tag[last] == "IN" and tree.lower[last] != "of"


FROM_UNDER_VERB = Feature(
    "from_under_verb",
    'A phrase with "from" may be the verb\'s: "entered in the list from the server".',
)
NOUN_UNDER_VERB = Feature(
    "noun_under_verb", 'A phrase of a noun may be the verb\'s: "stored in the folder on the disk".'
)
SECOND_PHRASE = Feature(
    "second_phrase", "Two prepositions stand before the object: the second may be the first's."
)
NOUN_INDEFINITE = Feature(
    "noun_indefinite",
    'An indefinite article stands before the noun of a phrase: "a user in the team".',
)


def _of_noun_preposition(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield why a phrase may not be its noun's: "read X from Y", "a user in the team"."""
    noun, word = candidate.subject.head, candidate.predicate.text
    while tree.dep[noun] == "conj":
        noun = tree.head[noun]
    under_verb = tree.dep[noun] == "pobj" and tree.tag[tree.head[tree.head[noun]]] in VERB_TAGS
    if under_verb and word in _UNSURE:
        yield FROM_UNDER_VERB if word == "from" else NOUN_UNDER_VERB
    if candidate.predicate.anchor > candidate.subject.last:
        yield SECOND_PHRASE
    if any(tree.lower[det] in ("a", "an") for det in tree.within(candidate.subject.head, "det")):
        yield NOUN_INDEFINITE


FRONTED = Feature(
    "fronted",
    'Who does a clause before its subject is unsaid: "upon running X, the changes are applied".',
)
DEEP_OBJECT = Feature("deep_object", "The verb of a direct object stands under 3 heads or more.")
EITHER_NOUN = Feature(
    "either_noun",
    'A clause may describe either of two nouns: "formation in the cockpit that includes X".',
)


def _of_clause(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what speaks against the subject or the place of a verb's clause."""
    verb, rule = candidate.predicate.anchor, candidate.rule
    of_subject = not rule.traits.isdisjoint({Trait.VERB_COMPLEMENT, Trait.PURPOSE})
    of_subject = of_subject and not rule.has(Trait.READER_ACT)
    if of_subject and _is_fronted(tree, candidate, verb):
        yield FRONTED
    if rule.has(Trait.TRANSITIVE) and is_deep(tree, verb):
        yield DEEP_OBJECT
    if candidate.origin in DESCRIBING and _has_two_nouns(tree, candidate.subject.head, verb):
        yield EITHER_NOUN


def _is_fronted(tree: Tree, candidate: Candidate, verb: int) -> bool:
    """Return whether a clause stands before a subject that does nothing: who does it is unsaid.

    "Upon running the request, the changes are applied": the changes run nothing.
    """
    if candidate.origin is not Origin.ADVERBIAL or candidate.subject.first < verb:
        return False
    above = tree.head[tree.head[verb]] if tree.dep[verb] == "pcomp" else tree.head[verb]
    idle = tree.lemma[above].lower() in words("idle_verbs")
    return idle or tree.has(above, "auxpass", "nsubjpass")


def is_deep(tree: Tree, verb: int) -> bool:
    """Return whether a verb stands under 3 heads or more; "capable of storing" is one verb."""
    adjective = tree.head[tree.head[verb]]
    if tree.dep[verb] == "pcomp" and tree.dep[adjective] == "acomp":
        verb = tree.head[adjective]
    return tree.depth(verb) >= _DEEP


def _has_two_nouns(tree: Tree, noun: int, verb: int) -> bool:
    """Return whether a clause may describe the noun before its noun just as well.

    "a formation in the cockpit that includes X": the number of both nouns fits the verb.
    """
    prep = tree.head[noun]
    higher = tree.head[prep]
    if tree.dep[noun] != "pobj" or tree.dep[prep] != "prep" or tree.tag[higher] not in NOUN_TAGS:
        return False
    helpers = [verb, *tree.within(verb, "aux", "auxpass")]
    finite = [tree.tag[word] for word in helpers if tree.tag[word] in _SINGULAR | _PLURAL]
    return not finite or finite[0] in _NUMBERS[tree.tag[higher]]


def _is_late_pronoun(reading: ScopeReading, candidate: Candidate) -> bool:
    """Return whether a pronoun may stand for a noun of its own sentence as well as of the last.

    "It gives an overview" speaks of the text before; "if the app is changed, it ..." may not.
    """
    tree, subject = reading.tree, candidate.subject.head
    if candidate.subject_span is not None or tree.tag[subject] != "PRP":
        return False
    return any(tree.tag[word] in _NAMING for word in range(reading.first, subject))
