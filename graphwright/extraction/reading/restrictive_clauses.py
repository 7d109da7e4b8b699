"""Restrictive clauses: what says which of the things that a noun names are meant.

"Users who have the auditor role", "changes performed manually", "features available in Oslo": what
is said of such a noun is not said of all users. A clause behind a comma only tells more of it.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import FINITE_TAGS, NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clauses import means_of
from graphwright.extraction.reading.conditions import is_supposed, picks_out
from graphwright.extraction.reading.denial import is_any
from graphwright.extraction.reading.verbs import is_infinitive

_AMONG = frozenset({"in", "of", "on", "among", "within"})
_MAX_TOKENS = 40
_MAX_DEPTH = 6
_BREAKS = frozenset({",", ";", ":", "(", ")", "–", "—", "-LRB-"})
_ADJECTIVES = frozenset({"JJ", "JJR", "VBN"})
_DESCRIBING = frozenset({"relcl", "acl", "amod", "prep"})
_EXPLAINING = frozenset({"such", "including", "which", "e.g.", "i.e.", "especially"})
_UNFINISHED = frozenset({"CC", "DT", "IN", "PRP$", "TO", "WDT"})
_DETERMINERS = ("det", "poss", "predet")
_SELECTING = frozenset(
    {
        "any",
        "each",
        "every",
        "no",
        "only",
        "whichever",
        "anybody",
        "anyone",
        "anything",
        "nobody",
        "nothing",
    }
)
"""Words before or for a noun whose clause tells which things are meant, not what they all do."""

_ONLY = frozenset({"only", "solely", "exclusively"})
_LEADING = frozenset({"pobj", "prep", "dobj", "attr", "acomp", "dative", "conj", "agent"})
"""Relations by which what a word limits reaches a noun behind it."""

_SELECTING_SUBJECTS = frozenset(
    {"all", "few", "most", "those", "everybody", "everyone", "everything"}
)
"""The same where the noun is a subject; "list all keys of the clerk" says that he has some."""


def restricted_end(tree: Tree, argument: Argument) -> int | None:
    """Return the token after the restrictive clause of an argument, or None where it has none."""
    span = restrictive_span(tree, argument)
    return None if span is None else span[1]


def restrictive_span(tree: Tree, argument: Argument) -> tuple[int, int] | None:
    """Return the tokens of the restrictive clause of an argument, or None where it has none.

    The clause stands directly behind the argument, or behind the prepositions that follow it.
    """
    noun, last = argument.head, argument.last
    scope_end = tree.right[_first_joined(tree, noun)] if noun >= argument.first else last
    spans = [
        (max(last, tree.left[clause]), _clause_end(tree, clause))
        for clause in range(last, min(max(scope_end, last), last + _MAX_TOKENS))
        if tree.dep[clause] in _DESCRIBING
        and _restricts(tree, clause)
        and _hangs_on(tree, clause, argument)
    ]
    spans += _content(tree, argument)
    if not spans:
        return None
    first, end = spans[0]
    end = _whole(tree, last, _over_time(tree, noun, end))
    while end - 1 > first and tree.tag[end - 1] == "CC":
        end -= 1  # "that occurred in May and", where a parser joins what follows elsewhere
    waits = end < len(tree.words) and tree.words[end] == ":"  # "permissions that include:"
    waits = waits or _is_unfinished(tree, end)
    return (first, end) if first < end <= last + _MAX_TOKENS and not waits else None


def _over_time(tree: Tree, noun: int, end: int) -> int:
    """Return the end of a restriction over the time behind it: "refining in Peru | in 2013"."""
    for prep in tree.within(noun, "prep"):
        when = tree.first(prep, "pobj") if prep == end else None
        if when is not None and (tree.label[when] == "DATE" or tree.tag[when] == "CD"):
            return tree.right[prep]
    return end


def without_examples(tree: Tree, first: int, end: int) -> int:
    """Return the end of a clause without what only explains it: "(see A)", ", such as B"."""
    for index in range(first + 2, end - 1):
        if tree.words[index] in ("(", "-LRB-"):
            return index
        if tree.words[index] == "," and tree.lower[index + 1] in _EXPLAINING:
            return index
    return end


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
    if _is_only(tree, noun) or _sets_frame(tree, noun):
        return True
    if tree.dep[noun] not in ("nsubj", "nsubjpass") or noun > tree.head[noun]:
        return False
    plural = tree.tag[noun] in ("NNS", "NNPS") or noun == tree.scope[noun]
    bare = plural and not tree.has(noun, *_DETERMINERS, "nummod")
    return bare or not _SELECTING_SUBJECTS.isdisjoint(before)


def _is_only(tree: Tree, noun: int) -> bool:
    """Return whether "only" limits a clause to a noun: "is only open to guests that have a key"."""
    index = noun
    for _ in range(_MAX_DEPTH):
        limited = tree.lower[tree.left[index] : noun]
        if not _ONLY.isdisjoint(limited):
            signs = tree.within(index, "advmod", "amod")
            if any(tree.lower[sign] in _ONLY and sign < noun for sign in signs):
                return True
        above = tree.head[index]
        if above == index or above > noun or tree.dep[index] not in _LEADING:
            return False
        index = above
    return False


def _sets_frame(tree: Tree, noun: int) -> bool:
    """Return whether a bare noun is what a clause is true of: "For boats that leak, ..."."""
    prep = tree.head[noun]
    before = tree.dep[noun] == "pobj" and prep == tree.scope[noun] and prep < noun < tree.head[prep]
    return before and not tree.has(noun, *_DETERMINERS, "nummod")


def is_supposed_thing(tree: Tree, noun: int, *, named: bool = False) -> bool:
    """Return whether a noun names what a condition supposes: "if there is a key in the box".

    ``named`` says that it may be a name, which a clause behind it narrows: "Radios that beep".
    """
    if not is_any(tree, noun, named=named):
        return False
    index = noun
    for _ in range(_MAX_DEPTH):
        index = tree.head[index]
        led = tree.dep[index] in ("conj", "xcomp") and tree.tag[tree.head[index]] in VERB_TAGS
        if tree.tag[index] in VERB_TAGS and not led:
            return is_supposed(tree, index)
    return False


def _restricts(tree: Tree, index: int) -> bool:
    """Return whether a token that describes a noun restricts it: a clause, or an adjective."""
    relation = tree.dep[index]
    if tree.head[index] >= index or not _is_close(tree, index):
        return False
    if relation == "prep":  # "guests with a key may enter"
        return _narrows_noun_before_verb(tree, index) or _bounds_superlative(tree, index)
    if relation == "amod":
        adjective = tree.tag[index] in _ADJECTIVES
        return adjective and tree.right[index] > index + 1  # "features available in Oslo"
    verbal = relation == "relcl" or tree.tag[index] in VERB_TAGS
    return verbal and not _is_means(tree, index)


def _narrows_noun_before_verb(tree: Tree, prep: int) -> bool:
    """Return whether a preposition tells which things are meant of a subject before its verb.

    So it does of what a sentence begins with: "For boxes with a red label, the crane stops".
    """
    noun, inner = tree.head[prep], tree.first(prep, "pobj")
    lead = tree.head[noun]
    fronted = tree.dep[noun] == "pobj" and lead < noun and tree.dep[lead] == "prep"
    if not fronted and tree.dep[noun] not in ("nsubj", "nsubjpass"):
        return False
    verb = tree.head[lead] if fronted else lead
    if noun > verb or inner is None:
        return False
    aside = tree.lower[prep] in words("detached_prepositions")
    vague = tree.lower[inner] in words("adverbial_nouns", "directions")
    return not aside and not vague and tree.right[prep] <= verb


def _bounds_superlative(tree: Tree, prep: int) -> bool:
    """Return whether a phrase says among which things one is first: "the oldest mill in Oslo".

    So it does behind their name: "the first member of a movement in Oslo".
    """
    noun = tree.head[prep]
    of = tree.head[noun]
    led = tree.dep[noun] == "pobj" and tree.lower[of] == "of"
    first = is_superlative(tree, noun) or (led and is_superlative(tree, tree.head[of]))
    return tree.lower[prep] in _AMONG and first


def is_superlative(tree: Tree, noun: int) -> bool:
    """Return whether no other thing is as much so: "the oldest mill", "the most open port"."""
    return any(
        (tree.tag[quality] == "JJS" and tree.lower[quality] != "latest")
        or any(tree.tag[degree] == "RBS" for degree in tree.within(quality, "advmod"))
        for quality in tree.within(noun, "amod")
    )


def _is_means(tree: Tree, index: int) -> bool:
    """Return whether a participle or infinitive tells no property: "including", "to delete"."""
    if tree.lower[index] in words("detached_prepositions"):  # "including"
        return True
    if means_of(tree, index) is not None:
        noun = tree.head[index]  # "guests using a pass may enter"
        led = tree.dep[noun] in ("nsubj", "nsubjpass") and index == noun + 1
        return not (led and index < tree.head[noun])
    return is_infinitive(tree, index) and tree.dep[index] == "acl"


def _is_close(tree: Tree, index: int) -> bool:
    """Return whether nothing but joined nouns parts a modifier from the noun before it."""
    noun = tree.head[index]
    joined = noun
    while (after := _next(tree, joined)) is not None and joined < after < index:
        joined = after
    return _BREAKS.isdisjoint(tree.words[joined + 1 : tree.left[index] + 1])


def _next(tree: Tree, noun: int) -> int | None:
    return next((i for i in tree.within(noun, "conj") if tree.tag[i] not in VERB_TAGS), None)


def _first_joined(tree: Tree, noun: int) -> int:
    """Return the first of the nouns that are joined to one."""
    while tree.dep[noun] == "conj" and tree.head[noun] < noun:
        if tree.tag[tree.head[noun]] not in NOUN_TAGS | {"JJ"}:
            break
        noun = tree.head[noun]
    return noun


def _hangs_on(tree: Tree, clause: int, argument: Argument) -> bool:
    """Return whether a clause describes a noun of an argument, or one behind its prepositions."""
    noun = tree.head[clause]
    kind = argument.first <= noun < argument.last and noun != argument.head
    if _is_name(tree, noun) and not (kind and tree.lower[tree.left[clause]] == "where"):
        return False
    if noun < argument.first and _first_joined(tree, argument.head) == noun:
        return clause > argument.last  # "any card, key or letter that is lost"
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
    named = tree.tag[noun] == "NNP" and noun > tree.scope[noun]
    return (named or noun in tree.names) and not tree.has(noun, *_DETERMINERS)


def _content(tree: Tree, argument: Argument) -> list[tuple[int, int]]:
    """Return the tokens of a "that" clause behind an object that the parser hung on the verb."""
    verb = tree.head[argument.head]
    if tree.dep[argument.head] != "dobj" or tree.tag[verb] not in VERB_TAGS:
        return []
    said = words("attribution_verbs", "nonfactive_verbs", "telling_verbs")
    if tree.lemma[verb].lower() in said:
        return []
    return [
        (tree.left[clause], _clause_end(tree, clause))
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
