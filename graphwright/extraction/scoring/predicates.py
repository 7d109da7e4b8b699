"""Features of the verb, and of where subject and object stand around it."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import FINITE_TAGS, NAME_TAGS, NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import is_bare
from graphwright.extraction.reading.clause import BEHIND_NOUN, Origin, Voice
from graphwright.extraction.reading.predicates import Predicate
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Extractor, Feature, Labels, Trait
from graphwright.extraction.scoring.attachment import SECOND_PHRASE, is_deep
from graphwright.extraction.scoring.factuality import factuality_of_verb

_BREAKS = frozenset({">", "|", ":", "→", "=>", "=", "{", "}"})
_FAR = 10

FAR_OBJECT = Feature("far_object", "The object stands more than 10 tokens from the verb.")
_JOINING = frozenset({",", "and", "or", "/"})

CROSSES_VERB = Feature("crosses_verb", "Another verb stands between verb and object.")
BRACKET_BETWEEN = Feature("bracket_between", "A bracket opens between subject and object.")
NESTED_NOUN = Feature(
    "nested_noun", "A clause describes a noun that itself stands behind a preposition."
)
BROKEN_BY_SIGN = Feature(
    "broken_by_sign", 'A sign such as ">" or "|" stands between the parts of the triple.'
)


def features_of_predicate(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield what is seen of the predicate, and of the words around it."""
    tree, verb = reading.tree, candidate.predicate.anchor
    label = tree.words[verb].isupper() and len(tree.words[verb]) > 1
    if tree.tag[verb] in VERB_TAGS and label and not _stands_elsewhere(tree, candidate.predicate):
        yield NOUN_AS_VERB
    rule = candidate.rule
    if rule.extractor is Extractor.LINEAR and not rule.has(Trait.DISTANT_CLAUSE):
        return
    yield from _of_distances(tree, candidate)
    yield from _of_verb(tree, candidate)
    yield from factuality_of_verb(tree, candidate)
    yield from _beside_arguments(tree, candidate)
    if candidate.origin in BEHIND_NOUN and tree.dep[candidate.subject.head] == "pobj":
        yield NESTED_NOUN
    if candidate.origin is Origin.OWN and not rule.has(Trait.DISTANT_CLAUSE):
        yield from _of_own_subject(tree, candidate)


def _stands_elsewhere(tree: Tree, predicate: Predicate) -> bool:
    """Return whether a predicate is written and holds not its anchor: the header of a column."""
    start = tree.start[predicate.anchor]
    return predicate.start < predicate.end and not predicate.start <= start < predicate.end


def _of_distances(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what stands between the parts of a triple."""
    verb, object_ = candidate.predicate.anchor, candidate.object
    if abs(object_.head - verb) > _FAR:
        yield FAR_OBJECT
    if verb < object_.head and _crosses_verb(tree, verb, object_.first):
        yield CROSSES_VERB
    if "(" in tree.words[min(candidate.subject.first, verb) : object_.last]:
        yield BRACKET_BETWEEN
    if not _BREAKS.isdisjoint(_between(tree, candidate)):
        yield BROKEN_BY_SIGN
    if _has_phrase_between(tree, verb, object_.first):
        yield SECOND_PHRASE


def _crosses_verb(tree: Tree, verb: int, object_: int) -> bool:
    """Return whether another verb stands before an object that does not share it.

    "Creates and manages X": both have the object, as nothing else stands between the two.
    """
    finite = [index for index in range(verb + 1, object_) if tree.tag[index] in FINITE_TAGS]
    if not finite:
        return False
    between = range(verb + 1, finite[-1] + 1)
    return any(tree.dep[i] != "conj" and tree.lower[i] not in _JOINING for i in between)


def _between(tree: Tree, candidate: Candidate) -> list[str]:
    """Return the words between subject, predicate and object that belong to none of them."""
    subject, object_ = candidate.subject, candidate.object
    ends = (subject.last, object_.last, candidate.predicate.anchor + 1)
    starts = (subject.first, object_.first, candidate.predicate.anchor)
    return tree.words[min(ends) : max(starts)]


def _has_phrase_between(tree: Tree, first: int, last: int) -> bool:
    """Return whether two phrases start between a word and an argument: the second may be the
    first's and not the word's ("install the tool in the folder of X with the key").
    """
    inside = range(first + 1, last) if tree.scope[first] == tree.scope[last] else ()
    return sum(tree.dep[i] == "prep" and tree.lower[i] != "of" for i in inside) > 1


DEEP = Feature("deep", "The verb stands under 3 heads or more.")
LIGHT_VERB = Feature(
    "light_verb", 'The verb says little by itself: "have", "use", "perform".', Labels.HAND_READ
)
NOUN_AS_VERB = Feature(
    "noun_as_verb", "The predicate is tagged as a noun, or is a capitalised label."
)
METADISCOURSE = Feature(
    "metadiscourse", 'The text speaks about itself: "see", "refer to".', Labels.HAND_READ
)
TELLS = Feature(
    "tells", 'The verb says what a text is about: "the guide describes X".', Labels.HAND_READ
)
BASED = Feature(
    "based", 'A participle of "base" has no noun of its own: "adjusts the view based on X".'
)


def _of_verb(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what a verb is and where in its sentence it stands."""
    verb = candidate.predicate.anchor
    lemma = tree.lemma[verb].lower()
    if is_deep(tree, verb):
        yield DEEP
    if candidate.rule.has(Trait.ACTED_ON) and lemma in words("light_verbs"):
        yield LIGHT_VERB
    if tree.tag[verb] in NOUN_TAGS or _is_label(tree, verb):
        yield NOUN_AS_VERB
    if lemma in words("metadiscourse_verbs") and not candidate.rule.has(Trait.KIND):
        yield METADISCOURSE
    if lemma in words("telling_verbs"):
        yield TELLS
    if lemma == "base" and candidate.origin is Origin.PARTICIPLE:
        yield BASED


def _is_label(tree: Tree, verb: int) -> bool:
    """Return whether a "verb" is written as the label of a button or field."""
    capital = tree.words[verb][0].isupper()
    return capital and verb > tree.scope[verb] and tree.words[verb - 1][-1].isalnum()


JOINED_SUBJECT = Feature(
    "joined_subject", 'The subject is joined to another noun: "A and B have C".'
)
FIRST_SUBJECT = Feature(
    "first_subject", "No article stands before the subject that starts the sentence."
)
GOES_ON_TO = Feature(
    "goes_on_to", 'The object goes on with "to": "a way" of "a way to translate".', Labels.HAND_READ
)
BARE_AFTER_TO = Feature("bare_after_to", 'One common noun stands behind "to": it may be a verb.')


def _beside_arguments(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what the words directly beside subject and object show."""
    subject, object_ = candidate.subject, candidate.object
    if candidate.subject_span is None:
        if tree.dep[subject.head] == "conj" or tree.has(subject.head, "conj"):
            yield JOINED_SUBJECT
        if subject.first == tree.scope[subject.head] and tree.tag[subject.head] not in NAME_TAGS:
            yield FIRST_SUBJECT
    after = tree.lower[object_.last] if object_.last < len(tree.lower) else ""
    if after == "to" and tree.scope[object_.last] == tree.scope[object_.head]:
        yield GOES_ON_TO
    tail = candidate.predicate.tail
    ends_with_to = bool(tail) and tree.lower[tail[-1]] == "to"
    if ends_with_to and tree.lower[object_.first - 1] == "to" and is_bare(tree, object_):
        yield BARE_AFTER_TO


FAR_SUBJECT = Feature("far_subject", "The subject stands more than 10 tokens from the verb.")
NO_AGREEMENT = Feature("no_agreement", 'Subject and verb do not agree: "services runs".')
WRONG_SIDE = Feature("wrong_side", "The object stands before the verb.")
COMMA_AFTER_SUBJECT = Feature(
    "comma_after_subject",
    'A comma follows the subject, which may be none: "in the X environment, Y is Z".',
)


def _of_own_subject(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what is odd about a subject that stands beside its verb."""
    verb, subject = candidate.predicate.anchor, candidate.subject.head
    if abs(subject - verb) > _FAR:
        yield FAR_SUBJECT
    if _disagrees(tree, subject, verb):
        yield NO_AGREEMENT
    if candidate.voice is Voice.ACTIVE and candidate.object.head < verb:
        yield WRONG_SIDE
    comma = candidate.subject.last < verb and tree.words[candidate.subject.last] == ","
    if comma and not tree.has(subject, "relcl"):  # "the clerk, who reads it, signs it"
        yield COMMA_AFTER_SUBJECT


def _disagrees(tree: Tree, subject: int, verb: int) -> bool:
    if tree.dep[subject] != "nsubj" or tree.head[subject] != verb:
        return False
    if tree.has(verb, "aux") or tree.has(subject, "conj"):
        return False
    numbers = (tree.tag[verb], tree.tag[subject])
    return numbers in (("VBZ", "NNS"), ("VBP", "NN"))
