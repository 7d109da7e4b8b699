"""Features of triples that may say nothing although their sentence says it: common nouns alone."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument, is_bare
from graphwright.extraction.reading.clause import BEHIND_NOUN
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, Labels, Trait
from graphwright.extraction.scoring.arguments import is_vague

_PAIRING = frozenset({"between", "among"})

ANNOUNCES = Feature(
    "announces", "The object is what the list behind the sentence names.", Labels.HAND_READ
)
HALF_PAIR = Feature(
    "half_pair",
    'A preposition that needs two nouns has one: "mapping between X" of "mapping between X and Y".',
    Labels.HAND_READ,
)


def information_of(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield why a triple may say nothing although its sentence says it."""
    tree, tail = reading.tree, candidate.predicate.tail
    if _announces(reading, candidate):
        yield ANNOUNCES
    if tail and tree.lower[tail[-1]] in _PAIRING:
        yield HALF_PAIR
    yield from _of_rule(tree, candidate)
    yield from _of_bare_arguments(tree, candidate)
    yield from _of_cut_object(reading, candidate)


def _announces(reading: ScopeReading, candidate: Candidate) -> bool:
    """Return whether an argument only stands for the list that the sentence leads to."""
    tree = reading.tree
    if tree.words[reading.last - 1] != ":" or candidate.rule.has(Trait.LISTED):
        return False
    heads = [candidate.object.head]
    if candidate.subject_span is None:
        heads.append(candidate.subject.head)
    return any(tree.lower[c] in words("directions") for head in heads for c in tree.children[head])


BARE_STATE = Feature(
    "bare_state",
    'All that is said of one common noun is a participle: "entries are deleted".',
    Labels.HAND_READ,
)
BARE_STEP = Feature(
    "bare_step", 'A step on one common noun: "involve selecting row".', Labels.HAND_READ
)
BARE_WORK = Feature(
    "bare_work",
    'The same, but the verb names the work: "involve rotating secrets".',
    Labels.HAND_READ,
)
VAGUE_OWNED = Feature(
    "vague_owned", 'What is owned names nothing in particular: "X has a name".', Labels.HAND_READ
)
BARE_OWNED = Feature(
    "bare_owned", 'What is owned is one common noun: "X has a design".', Labels.HAND_READ
)
BARE_HOLDER = Feature(
    "bare_holder", 'One common noun is the subject: "access is ready for X".', Labels.HAND_READ
)
BARE_ACT = Feature(
    "bare_act",
    'What the reader acts on, and with, are common nouns: "services are provided for consumption".',
    Labels.HAND_READ,
)


def _of_rule(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield whether common nouns stand where a rule needs a name."""
    rule, object_ = candidate.rule, candidate.object
    bare_object = is_bare(tree, object_)
    if rule.has(Trait.OWNERSHIP):
        if is_vague(tree, object_.head):
            yield VAGUE_OWNED
        elif bare_object:
            yield BARE_OWNED
    if bare_object and rule.has(Trait.BARE_STEP):
        shown = words("interface_verbs", "finding_verbs")
        lemma = tree.lemma[candidate.predicate.anchor].lower()
        yield BARE_STEP if lemma in shown else BARE_WORK
    if not is_bare(tree, candidate.subject):
        return
    if rule.has(Trait.PARTICIPLE_STATE):
        yield BARE_STATE
    if rule.has(Trait.HOLDER):
        yield BARE_HOLDER
    if bare_object and rule.has(Trait.READER_ACT):
        yield BARE_ACT


BARE_BOTH = Feature("bare_both", "Subject and object are one common noun each.", Labels.HAND_READ)
BARE_DESCRIBED = Feature(
    "bare_described",
    'A clause describes one common noun: "systems that run in X".',
    Labels.HAND_READ,
)


def _of_bare_arguments(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    bare = candidate.subject_span is None and is_bare(tree, candidate.subject)
    if bare and is_bare(tree, candidate.object) and not candidate.rule.has(Trait.OWNERSHIP):
        yield BARE_BOTH
    if candidate.origin in BEHIND_NOUN and is_bare(tree, candidate.subject):
        yield BARE_DESCRIBED


BARE_JOINED = Feature(
    "bare_joined",
    'A joined noun lost what follows the other: "test" of "the test and productive system".',
)
BARE_GOES_ON = Feature(
    "bare_goes_on",
    'A clause or name behind one common noun is left out: "a service called X".',
    Labels.HAND_READ,
)
BARE_WITH_PHRASE = Feature(
    "bare_with_phrase",
    'A phrase behind one common noun is left out: "provide access" of "provide access to X".',
    Labels.HAND_READ,
)


def _of_cut_object(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield whether one common noun of the triple went on in its sentence."""
    tree, object_ = reading.tree, candidate.object
    parts = [candidate.subject, object_]
    if candidate.rule.has(Trait.OBJECT_IN_PREDICATE):
        # "maintain application and service availability"
        parts += map(reading.phrases.of, tree.within(candidate.predicate.anchor, "dobj"))
    if any(_is_joined_to_name(reading, argument) for argument in parts):
        yield BARE_JOINED
    if not is_bare(tree, object_):
        return
    if tree.has(object_.head, "acl", "relcl", "appos"):
        yield BARE_GOES_ON
    elif _has_phrase_behind(tree, candidate):
        yield BARE_WITH_PHRASE


def _is_joined_to_name(reading: ScopeReading, argument: Argument) -> bool:
    """Return whether half a name may stand alone: "test" of "the test and productive system"."""
    tree, head = reading.tree, argument.head
    if argument.tokens > 1 or tree.tag[head] not in ("NN", "NNS", "JJ", "VBG"):
        return False
    for other in reading.phrases.conjuncts(head)[1:]:  # "the day, month and year components"
        name = reading.phrases.of(other)
        if name.tokens > 1 and tree.lower[name.first - 1] in ("and", "or"):
            return True
    return False


def _has_phrase_behind(tree: Tree, candidate: Candidate) -> bool:
    """Return whether a preposition follows the object directly: "provide access" to something."""
    prep, object_ = candidate.object.last, candidate.object.head
    if prep >= len(tree.dep) or tree.dep[prep] != "prep" or tree.lower[prep] == "of":
        return False
    return tree.head[prep] == object_ or tree.head[object_] == tree.head[prep]
