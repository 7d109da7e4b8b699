"""Rules over noun phrases: appositions, possessives, titles, places, prepositions of nouns.

Each function is a generator over one token of a scope.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.complements import is_adverbial
from graphwright.extraction.reading.conditions import names_case
from graphwright.extraction.reading.predicates import spanned, unwritten, written
from graphwright.extraction.reading.restrictive_clauses import is_supposed_thing, selects
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Feature, Labels, Rule, Trait, reads
from graphwright.extraction.rules.proposal import noun_triple, proposes

_RELATING = frozenset({"for", "in", "from", "to", "with", "on", "within", "via", "by", "against"})
_MAX_NAME = 4
_ACTS = ("tion", "sion", "ment", "ing", "ance", "ence", "al", "ure", "age", "sis", "ity")
_INSIDE = frozenset({"compound", "amod", "nmod", "npadvmod"})
_RELATED = frozenset({"nsubj", "nsubjpass", "pobj", "conj"})


APPOSITION = Rule(
    "apposition",
    Family.NOUN,
    reads(
        "Maria Lopez, the director of Northwind, signed the contract.",
        ("Maria Lopez", "be director of", "Northwind"),
    ),
    fitted_on=Labels.HAND_READ,
)
OF_NAME = Feature("of_name", 'What an apposition describes is a name: "Northwind, a brewery".')


@proposes(APPOSITION)
def appositions(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "Lopez, CEO of SAP" -> (Lopez, be CEO of, SAP); "Kyma, a runtime" -> (Kyma, be, runtime)."""
    tree, phrases = reading.tree, reading.phrases
    head = _described(reading, index)
    if head is None or not phrases.is_nominal(index):
        return
    name, other = phrases.of(head), phrases.of(index)
    if name.overlaps(other) or tree.words[tree.left[index] - 1] not in (",", "-", "—", "–"):
        return
    if not _describes(reading, head, index):
        return
    if tree.tag[index] == "NNP" and tree.tag[head] in ("NN", "NNS"):
        name, other = other, name  # "the service, Kyma": the name is the second
        head, index = index, head
    features = (OF_NAME,) if tree.tag[head] == "NNP" and tree.tag[index] == "NN" else ()
    prep = next((p for p in tree.within(index, "prep") if tree.lower[p] in ("of", "to")), None)
    inner = None if prep is None else tree.first(prep, "pobj")
    if prep == index + 1 and inner is not None and phrases.is_nominal(inner):
        relation = tree.slice(min(other.first, index), index + 1)
        text = f"be {relation} {tree.lower[prep]}"
        predicate = written(tree, text, (min(other.first, index), prep), index)
        yield noun_triple(reading, APPOSITION, (name, predicate, phrases.of(inner)), features)
        return
    predicate = unwritten(tree, reading.first, "be", index)
    yield noun_triple(reading, APPOSITION, (name, predicate, other), features)


def _described(reading: ScopeReading, index: int) -> int | None:
    """Return the noun that an apposition stands behind, also where the parse took it for a time."""
    tree = reading.tree
    if tree.dep[index] == "appos":
        return tree.head[index]
    comma = tree.left[index] - 1
    if tree.dep[index] != "npadvmod" or tree.label[index] in ("DATE", "TIME"):
        return None
    if comma - 1 < reading.first or tree.words[comma] != "," or tree.tag[index] != "NN":
        return None
    article = any(tree.lower[det] in ("a", "an", "the") for det in tree.within(index, "det"))
    return comma - 1 if article and tree.tag[comma - 1] in NOUN_TAGS else None


def _describes(reading: ScopeReading, head: int, index: int) -> bool:
    """Return whether an apposition describes its noun, and is not the next item of a list."""
    tree = reading.tree
    if tree.tag[head] not in NOUN_TAGS or tree.tag[index] not in NOUN_TAGS:
        return False
    if tree.has(index, "conj", "appos") or tree.has(head, "conj", "cc"):
        return False
    if sum(1 for _ in tree.within(head, "appos")) > 1:
        return False
    described = tree.has(index, "det", "poss") or any(
        tree.lower[prep] == "of" for prep in tree.within(index, "prep")
    )
    named = tree.tag[index] == "NNP" and tree.tag[head] == "NN" and tree.has(head, "det")
    return described or named


POSSESSIVE = Rule(
    "possessive",
    Family.NOUN,
    reads("The clerk checks Northwind's invoices.", ("Northwind", "have", "invoices")),
    traits=frozenset({Trait.OWNERSHIP, Trait.GENITIVE}),
    fitted_on=Labels.HAND_READ,
)


@proposes(POSSESSIVE)
def possessives(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "SAP's headquarters" -> (SAP, have, headquarters)."""
    tree, phrases = reading.tree, reading.phrases
    if tree.dep[index] != "poss":
        return
    head = tree.head[index]
    while tree.dep[head] == "compound" and tree.head[head] == head + 1:
        head += 1  # "Istio's traffic management features", hung on "management"
    if tree.tag[head] not in NOUN_TAGS or tree.lower[index] in ("your", "our", "my", "whose"):
        return
    if tree.dep[head] == "nsubj" and tree.has(tree.head[head], "attr"):
        return  # the copula says it: "X's owner is Y"
    owner = phrases.of(index)
    case = tree.first(index, "case")
    if tree.tag[index] in VERB_TAGS:
        return  # "Let's"
    first = head
    while first - 1 > index and (tree.dep[first - 1] in _INSIDE or tree.tag[first - 1] == "HYPH"):
        first -= 1
    while first < head and tree.lower[first] in words("distributing") | {"own"}:
        first += 1  # "their respective fields"
    if not _may_be_had(reading, index, head):
        return
    owned = phrases.trim(head, first, max(head + 1, phrases.of(head).last))
    if owner.overlaps(owned):
        return
    anchor = index if case is None else case
    predicate = unwritten(tree, reading.first, "have", anchor)
    yield noun_triple(reading, POSSESSIVE, (owner, predicate, owned))


def _may_be_had(reading: ScopeReading, owner: int, head: int) -> bool:
    """Return whether a noun is something that its owner has.

    Not an act or a part that what stands before it does or counts ("the customer's choice", "its
    creation"), nor what a time only dates ("today's rates").
    """
    tree = reading.tree
    lemma = tree.lemma[head].lower()
    if tree.label[owner] in ("DATE", "TIME") or lemma in words("counting_nouns"):
        return False
    compound = tree.has(head, "compound", "amod")
    return compound or not lemma.endswith(_ACTS)


OF_RELATION = Rule(
    "of_relation",
    Family.NOUN,
    reads("The clerk knows the owner of the plant.", ("plant", "have", "owner")),
    traits=frozenset({Trait.OWNERSHIP, Trait.HOLDER}),
    fitted_on=Labels.HAND_READ,
)


@proposes(OF_RELATION)
def of_relations(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "the owner of the plant" -> (plant, have, owner)."""
    tree, phrases = reading.tree, reading.phrases
    head = tree.head[index]
    if tree.dep[index] != "prep" or tree.lower[index] != "of" or index != head + 1:
        return
    inner = tree.first(index, "pobj")
    if inner is None or tree.tag[inner] not in NOUN_TAGS or not _is_owned(reading, head):
        return
    if tree.dep[head] == "nsubj" and tree.has(tree.head[head], "attr"):
        return  # the copula says it: "the owner of X is Y"
    first = min(phrases.of(head).first, head)
    owned = phrases.trim(head, first, head + 1)
    predicate = written(tree, "have", (index, index), index)
    for owner in phrases.joined(inner):
        if not owner.overlaps(owned) and not _is_amount(tree, owner.head):
            yield noun_triple(reading, OF_RELATION, (owner, predicate, owned))


def _is_amount(tree: Tree, noun: int) -> bool:
    """Return whether a noun with its number is an amount, which has nothing: "10,000 EUR"."""
    counted = any(tree.tag[number] == "CD" for number in tree.within(noun, "nummod"))
    unit = tree.tag[noun] in ("NNP", "$") or tree.lemma[noun].lower() in words("measure_nouns")
    return counted and unit


def _is_owned(reading: ScopeReading, head: int) -> bool:
    """Return whether a noun can belong to what follows "of": no count, no group, no act.

    "In the event of an error" says that there may be one.
    """
    tree = reading.tree
    if tree.dep[head] == "pobj" and names_case(tree, tree.head[head]):
        return False
    if tree.tag[head] not in NOUN_TAGS or not any(
        tree.lower[child] == "the" for child in tree.within(head, "det")
    ):
        return False
    lemma = tree.lemma[head].lower()
    return lemma not in words("counting_nouns") and not lemma.endswith(_ACTS)


TITLE = Rule(
    "title",
    Family.NOUN,
    reads("The contract was signed by chairman John Smith.", ("John Smith", "be", "chairman")),
)


@proposes(TITLE)
def titles(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "chairman Ada Byron" -> (Ada Byron, be, chairman): a name after what its bearer is."""
    tree = reading.tree
    label = tree.label[index]
    if label not in ("PERSON", "ORG") or tree.dep[index] == "compound" or tree.tag[index] != "NNP":
        return
    first = index
    while first - 1 >= tree.scope[index] and tree.label[first - 1] == label:
        first -= 1
    title = first
    while title - 1 >= tree.scope[index] and _is_title(reading, title - 1, index):
        title -= 1
    if title == first or tree.tag[first - 1] == "JJ" or index - first > _MAX_NAME:
        return
    if tree.words[first].islower():
        return  # "user logon", which a parser took for a name
    if label == "ORG" and tree.lower[first - 1] not in words("kinds_of_group"):
        return
    name, role = Argument(index, first, index + 1), Argument(first - 1, title, first)
    yield noun_triple(reading, TITLE, (name, unwritten(tree, reading.first, "be", index), role))


def _is_title(reading: ScopeReading, word: int, name: int) -> bool:
    """Return whether a word before a name says what its bearer is ("chairman", "President")."""
    tree = reading.tree
    if name not in (tree.head[word], tree.head[tree.head[word]]):
        return False
    if tree.lower[word] in words("titles"):
        return True
    if tree.lower[word] in words("interface_verbs"):
        return False  # "select Destinations"
    return tree.tag[word] in ("NN", "JJ") and tree.words[word].islower()


PLACE_IN_PLACE = Rule(
    "place_in_place",
    Family.NOUN,
    reads("The company opened an office in Austin, Texas, in 2019.", ("Austin", "be in", "Texas")),
)


@proposes(PLACE_IN_PLACE)
def places_in_places(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "Walldorf, Germany" -> (Walldorf, be in, Germany): two names of places, and no list."""
    tree = reading.tree
    if tree.label[index] != "GPE" or tree.words[index - 1] != "," or index - 2 < reading.first:
        return
    before = index - 2
    if tree.label[before] != "GPE" or tree.dep[index] not in ("appos", "npadvmod"):
        return
    if tree.has(index, "conj", "cc") or tree.has(before, "conj", "cc"):
        return
    first, last = before, index + 1
    while first - 1 >= reading.first and tree.label[first - 1] == "GPE":
        first -= 1
    while last < reading.last and tree.label[last] == "GPE":
        last += 1
    inner, outer = Argument(before, first, before + 1), Argument(last - 1, index, last)
    predicate = unwritten(tree, reading.first, "be in", index)
    yield noun_triple(reading, PLACE_IN_PLACE, (inner, predicate, outer))


NOUN_PREPOSITION = Rule(
    "noun_preposition",
    Family.NOUN,
    reads(
        "The endpoint for the token service returns a key.", ("endpoint", "for", "token service")
    ),
    traits=frozenset({Trait.NOUN_PREPOSITION}),
    fitted_on=Labels.HAND_READ,
)
NOUN_FOR = Feature("noun_for", 'The preposition of a noun is "for": "endpoint for the service".')
NOUN_IN = Feature("noun_in", 'The preposition of a noun is "in": "link in the column".')
NOUN_ON = Feature("noun_on", 'The preposition of a noun is "on": "button on the page".')
_NOUN_WITH = {"for": (NOUN_FOR,), "in": (NOUN_IN,), "on": (NOUN_ON,)}


@proposes(NOUN_PREPOSITION)
def noun_prepositions(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "the endpoint for the token service" -> (endpoint, for, token service) (SAP, 3.1.2).

    Prepositions after a direct object or a predicate noun are read with their verb.
    """
    tree, phrases = reading.tree, reading.phrases
    head = tree.head[index]
    if tree.dep[index] != "prep" or tree.lower[index] not in _RELATING:
        return
    if tree.tag[head] not in NOUN_TAGS or tree.dep[head] not in _RELATED:
        return
    complement = tree.first(index, "pobj")
    if complement is None or tree.tag[complement] not in NOUN_TAGS:
        return
    if tree.label[complement] in ("DATE", "TIME") or is_adverbial(tree, index, complement):
        return
    name = phrases.of(head)
    if index < name.last or (name.tokens == 1 and tree.lower[head] in words("preposition_nouns")):
        return
    word = tree.lower[index]
    predicate = spanned(tree, word, [index], index, tail=[index])
    features = _NOUN_WITH.get(word, ())
    selecting = word in ("with", "without") and selects(tree, head)
    unstated = selecting or is_supposed_thing(tree, head)
    for other in phrases.joined(complement):
        triple = (name, predicate, other)
        yield noun_triple(reading, NOUN_PREPOSITION, triple, features, unstated=unstated)


@proposes(NOUN_PREPOSITION)
def noun_adjectives(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "methods specific to classes" -> (methods, be specific to, classes)."""
    tree, phrases = reading.tree, reading.phrases
    adjective = tree.head[index]
    noun = tree.head[adjective]
    if tree.dep[index] != "prep" or tree.tag[adjective] != "JJ" or tree.dep[adjective] != "amod":
        return
    complement = tree.first(index, "pobj")
    if not noun < adjective < index or complement is None or tree.tag[noun] not in NOUN_TAGS:
        return
    if tree.tag[complement] not in NOUN_TAGS or is_adverbial(tree, index, complement):
        return
    name = phrases.of(noun)
    text = f"be {tree.lower[adjective]} {tree.lower[index]}"
    predicate = spanned(tree, text, [adjective, index], index, tail=[index])
    unstated = selects(tree, noun) or is_supposed_thing(tree, noun)
    for other in phrases.joined(complement):
        if not name.overlaps(other) and adjective >= name.last:
            triple = (name, predicate, other)
            yield noun_triple(reading, NOUN_PREPOSITION, triple, unstated=unstated)
