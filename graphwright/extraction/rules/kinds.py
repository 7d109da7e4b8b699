"""Rules of kinds and their members: "databases such as HANA", "two clouds: A and B"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import MAX_CELL_TOKENS
from graphwright.extraction.reading.kind_nouns import kind_noun
from graphwright.extraction.reading.predicates import spanned
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Feature, Labels, Rule, Trait, reads
from graphwright.extraction.rules.proposal import noun_triple, proposes

_PLURALS = frozenset({"NNS", "NNPS"})
_COMMON = frozenset({"NN", "NNS"})
_REST = frozenset({"other", "more", "further", "others"})
_COUNTING = frozenset({"several", "various", "many", "multiple", "different", "numerous"})
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


EXAMPLE = Rule(
    "example",
    Family.NOUN,
    reads(
        "The service supports databases such as HANA and Oracle.",
        ("HANA", "be", "databases"),
        ("Oracle", "be", "databases"),
    ),
    traits=frozenset({Trait.KIND_OF_MEMBER}),
    fitted_on=Labels.HAND_READ,
)


LIST_KIND = Rule(
    "list_kind",
    Family.LAYOUT,
    reads("The platform supports the following runtimes:\n- Kyma", ("Kyma", "be", "runtimes")),
    traits=frozenset({Trait.KIND_OF_MEMBER, Trait.LISTED, Trait.AFTER_COLON, Trait.OF_SECTION}),
)

BY_LIKE = Feature("by_like", '"Like" leads to the members: "breweries like Northwind".')
BY_INCLUDING = Feature(
    "by_including", '"Including" leads to what may be parts: "breweries, including Northwind".'
)
SUCH_BESIDE = Feature(
    "such_beside", 'No comma stands before "such as": "breweries such as Northwind".'
)


@proposes(EXAMPLE)
def examples(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "databases such as HANA and Oracle" -> (HANA, be, databases), (Oracle, be, databases)."""
    tree, phrases = reading.tree, reading.phrases
    first = _start_of_marker(tree, index)
    member = tree.first(index, "pobj")
    if first is None or member is None:
        return
    head = kind_noun(tree, tree.head[index], member, first)
    if head is None or not phrases.is_nominal(head):
        return
    if tree.lemma[head].lower() == "number" and tree.lower[head + 1 : head + 2] == ["of"]:
        return  # "languages with large numbers of speakers, such as French"
    kind = _without_count(tree, phrases.of(head))
    if kind.last > first:
        return
    beside, like = kind.last == first, tree.lower[index] == "like"
    if like and not beside:
        return  # "the games that we play like children"
    features = (BY_LIKE,) if like else (SUCH_BESIDE,) if beside else ()
    if tree.lower[index] == "including":
        features = (BY_INCLUDING,)
    predicate = spanned(tree, "be", list(range(first, index + 1)), index)
    for name in phrases.joined(member):
        if not _is_no_example(tree, name.head):
            yield noun_triple(reading, EXAMPLE, (name, predicate, kind), features)


@proposes(LIST_KIND)
def listed_members(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "supports two clouds: Kyma and Neo" -> (Kyma, be, clouds), (Neo, be, clouds)."""
    tree, phrases = reading.tree, reading.phrases
    colon, head = tree.left[index] - 1, tree.head[index]
    if tree.dep[index] != "appos" or head > colon or tree.words[colon] != ":":
        return
    if not _ends_sentence(reading, tree.right[index]) or tree.tag[head] not in _COMMON:
        return
    members = phrases.joined(index)
    short = all(name.tokens <= MAX_CELL_TOKENS for name in members)
    if not short or not _promises(tree, head, len(members)):
        return
    kind = phrases.of(head)
    predicate = spanned(tree, "be", [colon], index)
    for name in members:
        yield noun_triple(reading, LIST_KIND, (name, predicate, kind))


def _ends_sentence(reading: ScopeReading, last: int) -> bool:
    """Return whether nothing but a stop follows a token that ends a phrase."""
    rest = reading.tree.words[last : reading.last]
    return all(word in (".", ";", ")") for word in rest)


def _promises(tree: Tree, noun: int, members: int) -> bool:
    """Return whether a noun announces as many members as follow: "two", "the following"."""
    if tree.has(noun, "conj") or tree.dep[noun] == "conj":
        return False  # "the following host name and port number: X"
    numbers = [tree.lower[child] for child in tree.within(noun, "nummod")]
    if numbers:
        return members > 1 and NUMBERS.get(numbers[0]) == members
    ahead = any(tree.lower[child] in words("directions") for child in tree.children[noun])
    return ahead and (tree.tag[noun] == "NNS") == (members > 1)


def _start_of_marker(tree: Tree, index: int) -> int | None:
    """Return where "such as", ", including" or "like" starts that leads to examples, or None."""
    if tree.dep[index] != "prep":
        return None
    such, word = tree.first(index, "amod"), tree.lower[index]
    if word == "as" and such is not None and tree.lower[such] == "such":
        return min(such, index)
    included = word == "including" and index > 0 and tree.words[index - 1] == ","
    plural = tree.tag[tree.head[index]] in _PLURALS  # "the event, including its date": parts
    return index if plural and (included or word == "like") else None


def _without_count(tree: Tree, kind: Argument) -> Argument:
    """Return a kind without what counts it: of "63 signs" or "several signs" one is a sign."""
    start = kind.first
    while start < kind.head and (tree.tag[start] == "CD" or tree.lower[start] in _COUNTING):
        start += 1
    return dataclasses.replace(kind, first=start)


def _is_no_example(tree: Tree, noun: int) -> bool:
    """Return whether what is listed is a part or the rest: "their ends", "and other tools"."""
    if any(tree.lower[child] in ("its", "their") for child in tree.within(noun, "poss")):
        return True
    return any(tree.lower[child] in _REST for child in tree.within(noun, "amod", "det"))
