"""Features of one argument: what it is, whether it names anything, and where its name is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, PRONOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument, is_bare
from graphwright.extraction.reading.gerunds import is_gerund
from graphwright.extraction.reading.marked_names import is_marked
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import (
    Feature,
    Labels,
    Side,
    SidedFeature,
    Trait,
    on_both_sides,
)

_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")  # 1024 is a size
_SIGNS = frozenset({"(", ")", "[", "]", ":", ";", ",", "|", "→", "{", "}", "=", "?", "!"})
_ARGUMENT_TAGS = NOUN_TAGS | PRONOUN_TAGS | {"CD", "FW", "ADD", "$"}
_THIS = frozenset({"this", "these", "that", "those", "such", "another"})
_ONE = frozenset({"a", "an", "each", "every", "this", "that"})
_JOINERS = frozenset({"for", "per", "of", "to"})
_QUOTES = frozenset({'"', "“", "‘", "`", "«"})
_COMPARING = frozenset({"JJR", "RBR"})
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_BRACKET = re.compile(r"[()\[\]{}]")
_LONGEST = (5, 6)
"""Tokens of a subject and of an object from which on they are long."""

PRONOUN = on_both_sides(
    "pronoun_{}", "The {} is a pronoun: it is resolved later, or the triple rejected."
)
ADJECTIVE_OBJECT = Feature("adjective_object", "The object is an adjective or a participle.")
ODD = on_both_sides("odd_{}", "The head of the {} is no noun, number or pronoun.")
MARKED = on_both_sides("marked_{}", "The {} is all of a name that the author marked.")
THIS = on_both_sides("this_{}", 'The {} is pointed at: "this service", "such files".')
LONG = SidedFeature(
    Feature("long_subject", "The subject has more than 5 tokens."),
    Feature("long_object", "The object has more than 6 tokens."),
)
YEAR = on_both_sides("year_{}", 'The {} is a year: "was founded in 1868".')
NUMBER = on_both_sides("number_{}", "The {} is a number alone.")
NAME = on_both_sides("name_{}", "The head of the {} is a proper noun.")
STRANDED_SIGN = Feature("stranded_sign", "A bracket, slash or colon stands inside an argument.")
POINTS_AHEAD = Feature(
    "points_ahead", 'An argument stands for what follows: "the following values".', Labels.HAND_READ
)
CUT_NAME = Feature("cut_name", "A noun stands directly beside an argument.")
JOINED_ACROSS_VERB = Feature(
    "joined_across_verb",
    'An argument is joined to a noun before another verb: "A has B that C needs and D".',
)
DISJUNCTION = Feature(
    "disjunction", 'An argument is one of alternatives: "A or B", of which each alone may be wrong.'
)


_OF_WORD_KIND = frozenset({ADJECTIVE_OBJECT, ODD[Side.OBJECT], NUMBER[Side.OBJECT]})
"""What speaks against an object of a clause for the kind of its head."""


def features_of_arguments(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield what is seen of the subject, where it stands in the sentence, and of the object."""
    if candidate.subject_span is None:
        yield from _features_of(reading, candidate.subject, Side.SUBJECT)
    if not candidate.rule.has(Trait.NAMELESS):
        seen = _features_of(reading, candidate.object, Side.OBJECT)
        cell = candidate.rule.has(Trait.CELL)  # whose value may be any kind of word
        yield from (feature for feature in seen if not cell or feature not in _OF_WORD_KIND)
    yield from _of_edges(reading.tree, candidate)


def _features_of(reading: ScopeReading, argument: Argument, side: Side) -> Iterator[Feature]:
    tree, head = reading.tree, argument.head
    tag = tree.tag[head]
    if tag in PRONOUN_TAGS and argument.tokens == 1:
        yield PRONOUN[side]
    elif tag not in _ARGUMENT_TAGS and not _stands_as_noun(reading, head):
        adjective = side is Side.OBJECT and tag in ("JJ", "VBN")
        yield ADJECTIVE_OBJECT if adjective else ODD[side]
    yield from _vagueness_of(tree, argument, side)
    if argument.tokens > _LONGEST[side]:
        yield LONG[side]
    if tag == "CD" and argument.tokens == 1:
        yield YEAR[side] if _YEAR.fullmatch(tree.words[head]) else NUMBER[side]
    if tag in NAME_TAGS:
        yield NAME[side]
    if is_marked(tree, argument):
        yield MARKED[side]
    else:
        if not _SIGNS.isdisjoint(tree.words[argument.first : argument.last]):
            yield STRANDED_SIGN
        if _is_cut(tree, argument):
            yield CUT_NAME
    yield from _of_words_below(tree, head, side)


def _stands_as_noun(reading: ScopeReading, head: int) -> bool:
    return reading.phrases.inside_atom(head) or is_gerund(reading.tree, head)


def _of_words_below(tree: Tree, head: int, side: Side) -> Iterator[Feature]:
    """Yield what the determiners, conjunctions and modifiers of a head say."""
    for child in tree.children[head]:
        word, relation = tree.lower[child], tree.dep[child]
        if word in _THIS and relation in ("det", "predet"):
            yield THIS[side]
        if word in words("directions"):
            yield POINTS_AHEAD
        if word == "or" and relation == "cc":
            yield DISJUNCTION
    if tree.dep[head] == "conj" and tree.has_finite_verb(tree.head[head] + 1, head):
        yield JOINED_ACROSS_VERB


VAGUE = on_both_sides("vague_{}", "The {} names nothing in particular.", Labels.HAND_READ)
VAGUE_HEAD = on_both_sides(
    "vague_head_{}", 'The head of the {} names nothing: "name of the user".', Labels.HAND_READ
)
BARE = on_both_sides("bare_{}", "The {} is one common noun.")


def _vagueness_of(tree: Tree, argument: Argument, side: Side) -> Iterator[Feature]:
    """Yield whether an argument names nothing in particular."""
    tag = tree.tag[argument.head]
    if tag not in NAME_TAGS and is_vague(tree, argument.head):
        alone = argument.tokens == 1 or tree.lower[argument.head] in ("one", "ones")
        yield VAGUE[side] if alone else VAGUE_HEAD[side]
    elif is_bare(tree, argument) or (argument.tokens == 1 and tag == "VBG"):
        yield BARE[side]


def is_vague(tree: Tree, head: int) -> bool:
    """Return whether a noun names nothing by itself: "information", "section"."""
    return not words("vague_nouns").isdisjoint((tree.lemma[head].lower(), tree.lower[head]))


def _is_cut(tree: Tree, argument: Argument) -> bool:
    """Return whether the name seems to go on beside its span."""
    scope = tree.scope[argument.head]
    before, after = argument.first - 1, argument.last
    if after < len(tree.tag) and tree.scope[after] == scope and tree.tag[after] in NOUN_TAGS:
        return tree.dep[tree.head[after]] != "relcl" and tree.dep[after] != "dobj"
    return before >= scope and tree.tag[before] in NOUN_TAGS and tree.dep[before] != "pobj"


OPEN_BRACKET = Feature("open_bracket", "One bracket of a pair stands inside an argument.")
ODD_PLURAL = Feature(
    "odd_plural", 'A singular article stands before a plural: "a user authenticates" is no name.'
)
NAME_GOES_ON = Feature(
    "name_goes_on",
    'A name goes on behind an argument: "SAML" of "SAML 2.0", "SAP" of "SAP for Me".',
)


def _of_edges(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what speaks against the edges of the arguments."""
    subject, object_ = candidate.subject, candidate.object
    pairs = [(object_, subject)]
    if candidate.subject_span is None:
        pairs.append((subject, object_))
    for argument, other in pairs:
        text = tree.slice(argument.first, argument.last)
        if _leaves_bracket_open(text):
            yield OPEN_BRACKET
        if tree.tag[argument.head] == "NNS" and _is_odd_plural(tree, argument, text):
            yield ODD_PLURAL
        anchor = candidate.predicate.anchor
        if not is_marked(tree, argument) and _goes_on(tree, argument, other, anchor):
            yield NAME_GOES_ON


def _leaves_bracket_open(text: str) -> bool:
    if _BRACKET.search(text) is None:
        return False
    return any(text.count(opening) != text.count(closing) for opening, closing in _BRACKETS)


def _is_odd_plural(tree: Tree, argument: Argument, text: str) -> bool:
    """Return whether a name in the plural has a singular article."""
    singular = any(tree.lower[child] in _ONE for child in tree.within(argument.head, "det"))
    return singular and argument.tokens > 1 and text.islower()


def _goes_on(tree: Tree, argument: Argument, other: Argument, anchor: int) -> bool:
    """Return whether a name goes on behind it: "SAML" of "SAML 2.0", "SAP" of "SAP for Me"."""
    last, scope = argument.last, tree.scope[argument.head]
    if last + 1 >= len(tree.words) or tree.scope[last + 1] != scope:
        return False
    if anchor in (last, last + 1) or other.first <= last + 1 < other.last:
        return False
    word, behind = tree.words[last], tree.words[last + 1]
    if tree.tag[last] == "HYPH" or word in _QUOTES:
        return True
    if word == "or" and tree.tag[last + 1] in _COMPARING:  # "5 minutes or greater"
        return True
    if not tree.words[last - 1][0].isupper():
        return False
    joined = word in _JOINERS and behind[0].isupper()
    return joined or word[0].isupper() or tree.tag[last] == "CD"
