"""Rules over noun phrases: appositions, possessives, titles, participants of examples.

Each rule is a generator over one token of a scope. Patterns of signs and layout are in ``linear``
and ``layout``.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator

from graphwright.extraction.parse.lexicon import is_code, words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.phrases import Argument
from graphwright.extraction.reading.predicates import spanned
from graphwright.extraction.reading.sentence import Reading, is_adverbial
from graphwright.extraction.reading.spans import is_label
from graphwright.extraction.rules.candidate import LINEAR, Candidate, Predicate
from graphwright.extraction.rules.designations import kind_of, marked_at, marked_kinds
from graphwright.extraction.rules.such_as import examples, listed

_RELATING = frozenset({"for", "in", "from", "to", "with", "on", "within", "via", "by", "against"})
_NOUN_MARKS = {word: (f"noun_{word}",) for word in ("for", "in", "on")}
_MAX_NAME = 4
_PLAIN = re.compile(r"(?:[\w./-]|=>)*\w")
_ACTS = ("tion", "sion", "ment", "ing", "ance", "ence", "al", "ure", "age", "sis", "ity")
_INSIDE = frozenset({"compound", "amod", "nmod", "npadvmod"})
_RELATED = frozenset({"nsubj", "nsubjpass", "pobj", "conj"})


def appositions(reading: Reading, index: int) -> Iterator[Candidate]:
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
    marks = ("of_name",) if tree.tag[head] == "NNP" and tree.tag[index] == "NN" else ()
    prep = next((p for p in tree.within(index, "prep") if tree.lower[p] in ("of", "to")), None)
    inner = None if prep is None else tree.first(prep, "pobj")
    if prep == index + 1 and inner is not None and phrases.is_nominal(inner):
        relation = tree.slice(min(other.first, index), index + 1)
        text = f"be {relation} {tree.lower[prep]}"
        start = tree.start[min(other.first, index)]
        predicate = Predicate(text, start, tree.end[prep], index)
        yield _linear(reading, "apposition", name, predicate, phrases.of(inner), marks=marks)
        return
    yield _linear(reading, "apposition", name, _silent(reading, "be", index), other, marks=marks)


def _described(reading: Reading, index: int) -> int | None:
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


def _describes(reading: Reading, head: int, index: int) -> bool:
    """Return whether an apposition describes its noun, and is not the next item of a list."""
    tree = reading.tree
    if tree.tag[head] not in NOUN_TAGS or tree.tag[index] not in NOUN_TAGS:
        return False
    if any(tree.within(index, "conj", "appos")) or any(tree.within(head, "conj", "cc")):
        return False
    if sum(1 for _ in tree.within(head, "appos")) > 1:
        return False
    described = any(tree.within(index, "det", "poss")) or any(
        tree.lower[prep] == "of" for prep in tree.within(index, "prep")
    )
    named = tree.tag[index] == "NNP" and tree.tag[head] == "NN" and any(tree.within(head, "det"))
    return described or named


def possessives(reading: Reading, index: int) -> Iterator[Candidate]:
    """ "SAP's headquarters" -> (SAP, have, headquarters)."""
    tree, phrases = reading.tree, reading.phrases
    if tree.dep[index] != "poss":
        return
    head = tree.head[index]
    if tree.tag[head] not in NOUN_TAGS or tree.lower[index] in ("your", "our", "my", "whose"):
        return
    if tree.dep[head] == "nsubj" and any(tree.within(tree.head[head], "attr")):
        return  # the copula says it: "X's owner is Y"
    owner = phrases.of(index)
    case = tree.first(index, "case")
    if tree.tag[index] in VERB_TAGS:
        return  # "Let's"
    first = head
    while first - 1 > index and (tree.dep[first - 1] in _INSIDE or tree.tag[first - 1] == "HYPH"):
        first -= 1
    while first < head and tree.lower[first] in words("distributing"):
        first += 1  # "their respective fields"
    owned = phrases.trim(head, first, max(head + 1, phrases.of(head).last))
    if owner.overlaps(owned):
        return
    anchor = index if case is None else case
    yield _linear(reading, "possessive", owner, _silent(reading, "have", anchor), owned)


def of_relations(reading: Reading, index: int) -> Iterator[Candidate]:
    """ "the owner of the plant" -> (plant, have, owner)."""
    tree, phrases = reading.tree, reading.phrases
    head = tree.head[index]
    if tree.dep[index] != "prep" or tree.lower[index] != "of" or index != head + 1:
        return
    inner = tree.first(index, "pobj")
    if inner is None or tree.tag[inner] not in NOUN_TAGS or not _is_owned(reading, head):
        return
    if tree.dep[head] == "nsubj" and any(tree.within(tree.head[head], "attr")):
        return  # the copula says it: "the owner of X is Y"
    whole = phrases.of(head)
    owned = phrases.trim(head, min(whole.first, head), head + 1)
    predicate = Predicate("have", tree.start[index], tree.end[index], index)
    for owner in phrases.joined(inner):
        if not owner.overlaps(owned):
            yield _linear(reading, "of_relation", owner, predicate, owned)


def _is_owned(reading: Reading, head: int) -> bool:
    """Return whether a noun can belong to what follows "of": no count, no group, no act."""
    tree = reading.tree
    if tree.tag[head] not in NOUN_TAGS or not any(
        tree.lower[child] == "the" for child in tree.within(head, "det")
    ):
        return False
    lemma = tree.lemma[head].lower()
    return lemma not in words("counting_nouns") and not lemma.endswith(_ACTS)


def titles(reading: Reading, index: int) -> Iterator[Candidate]:
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
    if label == "ORG" and tree.lower[first - 1] not in words("kinds_of_group"):
        return
    name, role = Argument(index, first, index + 1), Argument(first - 1, title, first)
    yield _linear(reading, "title", name, _silent(reading, "be", index), role)


def _is_title(reading: Reading, word: int, name: int) -> bool:
    """Return whether a word before a name says what its bearer is ("chairman", "President")."""
    tree = reading.tree
    if name not in (tree.head[word], tree.head[tree.head[word]]):
        return False
    if tree.lower[word] in words("titles"):
        return True
    return tree.tag[word] in ("NN", "JJ") and tree.words[word].islower()


def places(reading: Reading, index: int) -> Iterator[Candidate]:
    """ "Walldorf, Germany" -> (Walldorf, be in, Germany): two names of places, and no list."""
    tree = reading.tree
    if tree.label[index] != "GPE" or tree.words[index - 1] != "," or index - 2 < reading.first:
        return
    before = index - 2
    if tree.label[before] != "GPE" or tree.dep[index] not in ("appos", "npadvmod"):
        return
    if any(tree.within(index, "conj", "cc")) or any(tree.within(before, "conj", "cc")):
        return
    first, last = before, index + 1
    while first - 1 >= reading.first and tree.label[first - 1] == "GPE":
        first -= 1
    while last < reading.last and tree.label[last] == "GPE":
        last += 1
    inner, outer = Argument(before, first, before + 1), Argument(last - 1, index, last)
    yield _linear(reading, "place_in_place", inner, _silent(reading, "be in", index), outer)


def _silent(reading: Reading, text: str, anchor: int) -> Predicate:
    """Return a predicate that no word states: its span is empty, at the scope's start."""
    start = reading.tree.start[reading.first]
    return Predicate(text, start, start, anchor)


def _linear(
    reading: Reading,
    rule: str,
    subject: Argument,
    predicate: Predicate,
    object_: Argument,
    *,
    marks: tuple[str, ...] = (),
) -> Candidate:
    flags = reading.flags_at(subject.head)
    return Candidate(rule, subject, predicate, object_, extractor=LINEAR, flags=flags, marks=marks)


def noun_prepositions(reading: Reading, index: int) -> Iterator[Candidate]:
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
    predicate = spanned(tree, tree.lower[index], [index], index)
    for other in phrases.joined(complement):
        found = _linear(reading, "noun_preposition", name, predicate, other)
        yield dataclasses.replace(found, marks=_NOUN_MARKS.get(tree.lower[index], ()))


def noun_adjectives(reading: Reading, index: int) -> Iterator[Candidate]:
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
    predicate = spanned(tree, text, [adjective, index], index)
    for other in phrases.joined(complement):
        if not name.overlaps(other) and adjective >= name.last:
            yield _linear(reading, "noun_preposition", name, predicate, other)


def designations(reading: Reading, index: int) -> Iterator[Candidate]:
    """ "the Save button" -> (Save, be, button); "parameter LOG" -> (LOG, be, parameter)."""
    tree = reading.tree
    first = index == reading.first  # "Interface IF_ORDER has two methods."
    word = tree.words[index]
    if tree.tag[index] not in ("NN", "NNP") or "_" in word or not (first or word.islower()):
        return
    name = None
    if tree.lower[index] in words("designators"):
        after = index + 1  # "command line"
        goes_on = after < reading.last and (
            (tree.head[index] == after and tree.dep[index] in ("compound", "nmod", "amod"))
            or tree.tag[after] in ("NN", "NNP", "HYPH")
        )
        name = None if goes_on else _named_before(reading, index)
        name = name or marked_at(reading, after) or _named_after(reading, index)
    elif index + 1 < reading.last and "_" in tree.words[index + 1]:
        name = _named_after(reading, index)  # of any kind: "transaction ORDER_ADD"
    name = name or _code_before(reading, index)
    articles = [det for det in tree.within(index, "det") if tree.lower[det] in ("a", "an")]
    if name is None or (reading.first in articles and tree.head[index] == index):
        return  # "A `list` property." says whose property the row tells of
    marks = ("one_of_name",) if articles and name.first < index else ()
    kind = kind_of(reading, index, name)
    silent = _silent(reading, "be", index)
    yield _linear(reading, "designation", name, silent, kind, marks=marks)


def _named_before(reading: Reading, index: int) -> Argument | None:
    """Return the capitalised words of the name before its kind ("the Role Collections page")."""
    tree = reading.tree
    marked = marked_at(reading, index - 1)
    if marked is not None:
        return marked
    first = index
    while first - 1 >= reading.first and _is_capital(tree.words[first - 1]):
        if tree.tag[first - 1] in ("DT", "PRP$"):
            break  # "The" that starts the sentence
        first -= 1
    if first == index or first - 1 < reading.first or tree.dep[index - 1] == "punct":
        return None
    if tree.tag[first - 1] not in ("DT", "IN", "PRP$") or tree.tag[first] in ("DT", "PRP$"):
        return None
    if (
        tree.tag[first - 1] == "IN"
        and first - 2 > reading.first
        and (_is_capital(tree.words[first - 2]))
    ):
        return None  # "the Extensions on Northwind tile": the name starts before
    alone = index - first == 1
    on_screen = tree.lower[index] in words("screen_parts") and not tree.words[first].isupper()
    if alone and not on_screen and "_" not in tree.words[first]:
        return None  # "a JSON file", "a Kyma endpoint": a kind of file, not its name
    return reading.phrases.trim(index - 1, first, index)


def _code_before(reading: Reading, index: int) -> Argument | None:
    """Return the identifier before its kind, whatever that is: "the ORDER_ADD transaction"."""
    tree, first = reading.tree, index
    if tree.dep[index] == "compound" or tree.lower[index] in words("counting_nouns"):
        return None  # "with python_buildpack version 1.8"
    while first - 1 > reading.first and tree.dep[first - 1] == "compound":
        first -= 1
        if not tree.words[first].islower() or "_" in tree.words[first]:
            break
    word = tree.words[first]
    if first == index or "_" not in word or not is_code(word) or not _PLAIN.fullmatch(word):
        return None
    return Argument(first, first, first + 1) if word[0].isalpha() else None


def _is_capital(word: str) -> bool:
    return word[0].isupper() or (word[0] in "_/-." and len(word) > 2)


def _named_after(reading: Reading, index: int) -> Argument | None:
    """Return the identifier or the name in capitals after its kind ("parameter ROUND_SIGN")."""
    tree, name = reading.tree, index + 1
    label = next((a for a in tree.within(index, "appos") if is_label(tree, name, a)), None)
    if label is not None and label > name:
        return Argument(label, name, label + 1)
    if name >= reading.last:
        return None
    word = tree.words[name]
    if tree.tag[name] not in NOUN_TAGS | {"CD"} and not ("_" in word and is_code(word)):
        return None
    code = any(sign in word[1:] for sign in "_-/.") or (word.isupper() and len(word) > 2)
    if not code or not word[0].isalpha() or not _PLAIN.fullmatch(word):
        return None
    after = name + 1
    if (
        after < reading.last
        and (tree.tag[after] in NOUN_TAGS or tree.start[after] == tree.end[name] < tree.end[-1] - 1)
        and tree.words[after] not in (".", ",", ")", ";", ":")
    ):
        return None  # the identifier goes on
    return Argument(name, name, name + 1)


TokenRule = Callable[[Reading, int], Iterator[Candidate]]

_BY_DEPENDENCY: dict[str, tuple[TokenRule, ...]] = {
    "appos": (appositions, places, listed),
    "npadvmod": (appositions, places),
    "poss": (possessives,),
    "prep": (of_relations, examples, noun_prepositions, noun_adjectives),
}
_BY_TAG: dict[str, tuple[TokenRule, ...]] = {
    "NN": (designations,),
    "NNP": (titles, designations),
    "NNS": (marked_kinds,),
}

TOKEN_RULES = frozenset(
    rule for rules in (*_BY_DEPENDENCY.values(), *_BY_TAG.values()) for rule in rules
)
"""All rules over noun phrases."""


def token_rules(tree: Tree, index: int) -> tuple[TokenRule, ...]:
    """Return the rules that may start from a token: asking all of every token would cost."""
    return _BY_DEPENDENCY.get(tree.dep[index], ()) + _BY_TAG.get(tree.tag[index], ())
