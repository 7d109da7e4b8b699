"""Restrictive clauses: what says which of the things that a noun names are meant.

"Users who have the auditor role", "changes performed manually", "features available in Oslo": what
is said of such a noun is not said of all users. A clause behind a comma only tells more of it.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import FINITE_TAGS, NAME_TAGS, NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clauses import means_of
from graphwright.extraction.reading.conditions import is_supposed, picks_out
from graphwright.extraction.reading.denial import is_any
from graphwright.extraction.reading.verbs import is_infinitive

_MAX_TOKENS = 40
_MAX_DEPTH = 6
_BREAKS = frozenset({",", ";", ":", "(", ")", "–", "—", "-LRB-"})
_ADJECTIVES = frozenset({"JJ", "JJR", "VBN"})
_UNFINISHED = frozenset({"CC", "DT", "IN", "PRP$", "TO", "WDT"})
_DETERMINERS = ("det", "poss", "predet")
_SELECTING = frozenset(
    {"any", "no", "only", "whichever", "anybody", "anyone", "anything", "nobody", "nothing"}
)
"""Words before or for a noun whose clause tells which things are meant, not what they all do."""

_SELECTING_SUBJECTS = frozenset(
    {"all", "each", "every", "few", "most", "those", "everybody", "everyone", "everything"}
)
"""The same where the noun is a subject; "list all keys of the clerk" says that he has some."""


def restricted_end(tree: Tree, argument: Argument) -> int | None:
    """Return the token after the restrictive clause of an argument, or None where it has none.

    The clause stands directly behind the argument, or behind the prepositions that follow it.
    """
    noun, last = argument.head, argument.last
    scope_end = tree.right[noun] if noun >= argument.first else last
    ends = [
        _clause_end(tree, clause)
        for clause in range(last, min(max(scope_end, last), last + _MAX_TOKENS))
        if _restricts(tree, clause) and _hangs_on(tree, clause, argument)
    ]
    ends += _content_end(tree, argument)
    end = _whole(tree, last, ends[0]) if ends else last
    waits = end < len(tree.words) and tree.words[end] == ":"  # "permissions that include:"
    waits = waits or _is_unfinished(tree, end)
    return end if last < end <= last + _MAX_TOKENS and not waits else None


def _is_unfinished(tree: Tree, end: int) -> bool:
    """Return whether a clause is cut before its last noun: no "the list you look at"."""
    within = end < len(tree.words) and tree.scope[end] == tree.scope[end - 1]
    if tree.tag[end - 1] not in _UNFINISHED or not within or not tree.words[end][0].isalnum():
        return False
    return tree.tag[end] not in FINITE_TAGS


def is_selected(tree: Tree, verb: int) -> bool:
    """Return whether a clause only tells which things are meant: "any user who has a key".

    "Users who have a key can ..." does not say that users have one either.
    """
    noun = tree.head[verb]
    if not picks_out(tree, verb) or _is_name(tree, noun):
        return False
    return selects(tree, noun)


def selects(tree: Tree, noun: int) -> bool:
    """Return whether what stands behind a noun tells which are meant: "each guest with a key".

    A plural without an article selects where it is the subject: "guests with a key may enter".
    """
    before = tree.lower[max(tree.scope[noun], tree.left[noun] - 1) : noun + 1]
    if not _SELECTING.isdisjoint(before):
        return True
    if tree.dep[noun] not in ("nsubj", "nsubjpass") or noun > tree.head[noun]:
        return False
    bare = tree.tag[noun] in ("NNS", "NNPS") and not any(tree.within(noun, *_DETERMINERS, "nummod"))
    return bare or not _SELECTING_SUBJECTS.isdisjoint(before)


def is_supposed_thing(tree: Tree, noun: int) -> bool:
    """Return whether a noun names what a condition supposes: "if there is a key in the box"."""
    if not is_any(tree, noun):
        return False
    index = noun
    for _ in range(_MAX_DEPTH):
        index = tree.head[index]
        if tree.tag[index] in VERB_TAGS:
            return is_supposed(tree, index)
    return False


def _restricts(tree: Tree, index: int) -> bool:
    """Return whether a token heads a clause, or an adjective, that restricts the noun before it."""
    head = tree.head[index]
    if head >= index or not _is_close(tree, index):
        return False
    if tree.dep[index] == "prep":  # "guests with a key may enter"
        return _narrows_subject(tree, index)
    if tree.dep[index] == "amod" and tree.tag[index] in _ADJECTIVES:
        return tree.right[index] > index + 1  # "features available in Oslo"
    verbal = tree.dep[index] == "relcl" or tree.tag[index] in VERB_TAGS
    return verbal and tree.dep[index] in ("relcl", "acl") and not _is_means(tree, index)


def _narrows_subject(tree: Tree, prep: int) -> bool:
    """Return whether a preposition tells which things a subject before its verb names."""
    noun, inner = tree.head[prep], tree.first(prep, "pobj")
    if tree.dep[noun] not in ("nsubj", "nsubjpass") or noun > tree.head[noun] or inner is None:
        return False
    aside = tree.lower[prep] in words("detached_prepositions")
    vague = tree.lower[inner] in words("adverbial_nouns") | words("directions")
    return not aside and not vague and tree.right[prep] <= tree.head[noun]


def _is_means(tree: Tree, index: int) -> bool:
    """Return whether a participle or infinitive tells no property: "including", "to delete"."""
    prepositional = tree.lower[index] in words("detached_prepositions")  # "including"
    if prepositional or means_of(tree, index) is not None:
        return True
    return is_infinitive(tree, index) and tree.dep[index] == "acl"


def _is_close(tree: Tree, index: int) -> bool:
    """Return whether nothing but joined nouns parts a modifier from the noun before it."""
    noun = tree.head[index]
    joined = noun
    while (after := _next(tree, joined)) is not None and joined < after < index:
        joined = after
    return _BREAKS.isdisjoint(tree.words[joined + 1 : tree.left[index] + 1])


def _next(tree: Tree, noun: int) -> int | None:
    return next((i for i in tree.within(noun, "conj") if tree.tag[i] in NOUN_TAGS), None)


def _hangs_on(tree: Tree, clause: int, argument: Argument) -> bool:
    """Return whether a clause describes a noun of an argument, or one behind its prepositions."""
    noun = tree.head[clause]
    if _is_name(tree, noun):
        return False
    for _ in range(_MAX_DEPTH):
        if argument.first <= noun < argument.last:
            beside = noun == tree.head[clause]  # what joined nouns share stands behind the last
            return beside or _BREAKS.isdisjoint(tree.words[argument.last : tree.left[clause]])
        if tree.dep[noun] not in ("pobj", "prep") or noun < argument.last:
            return False
        noun = tree.head[noun]
    return False


def _is_name(tree: Tree, noun: int) -> bool:
    """Return whether a noun names one thing; a capital at the start of a sentence tells nothing."""
    named = tree.tag[noun] in NAME_TAGS and noun > tree.scope[noun]
    return (named or noun in tree.names) and not any(tree.within(noun, *_DETERMINERS))


def _content_end(tree: Tree, argument: Argument) -> list[int]:
    """Return the end of a "that" clause behind an object that the parser hung on the verb."""
    verb = tree.head[argument.head]
    if tree.dep[argument.head] != "dobj" or tree.tag[verb] not in VERB_TAGS:
        return []
    said = words("attribution_verbs") | words("nonfactive_verbs") | words("telling_verbs")
    if tree.lemma[verb].lower() in said:
        return []
    return [
        _clause_end(tree, clause)
        for clause in tree.within(verb, "ccomp")
        if tree.left[clause] >= argument.last
        and tree.lower[tree.left[clause]] == "that"
        and tree.head[tree.left[clause]] == clause
        and _BREAKS.isdisjoint(tree.words[argument.last : tree.left[clause]])
    ]


def _clause_end(tree: Tree, clause: int) -> int:
    """Return the token after a clause, without what a comma joins to it."""
    joined = (tree.left[child] for child in tree.within(clause, "cc", "conj") if child > clause)
    commas = (first - 1 for first in joined if tree.words[first - 1] == ",")
    return min(commas, default=tree.right[clause])


def _whole(tree: Tree, first: int, last: int) -> int:
    """Return the end of a span without signs at its end, and with the noun that it cuts."""
    while last > first and not tree.words[last - 1][-1].isalnum():
        last -= 1
    scope = tree.scope[first - 1]
    while last < len(tree.words) and tree.scope[last] == scope:
        if tree.tag[last - 1] not in NOUN_TAGS or tree.tag[last] not in NOUN_TAGS:
            break
        last += 1
    return last
