"""Phrases that describe a thing, and name none: "copy of this user", "the rest", "other roles"."""

from __future__ import annotations

from graphwright.extraction.forms.written_name import WrittenName
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree

_POINTING_TAGS = frozenset({"JJR", "JJS", "RBR", "RBS", "PDT", "DT", "PRP$"})
_ORDINALS = frozenset({"first", "second", "third", "fourth", "fifth", "last", "former", "latter"})
_QUANTIFIERS = frozenset(
    {"all", "each", "every", "any", "some", "no", "both", "either", "neither", "another"}
)
_CHOICES = frozenset({"or", "and/or"})
_PLURALS = frozenset({"NNS", "NNPS"})
_CLAUSE_LABELS = frozenset({"relcl", "acl", "advcl", "ccomp"})


def is_listed(name: WrittenName) -> bool:
    """Return whether it is several things: "browsers and ciphers". Names in capitals may be one.

    "retention and deletion policies" is one: what is joined there only modifies the noun.
    """
    tree = name.tree
    if name.is_capitalised:
        return False
    joined = any(
        tree.dep[i] == "conj" and tree.head[i] == name.head and tree.tag[i] in NOUN_TAGS
        for i in name.behind_head()
    )
    return joined or any(
        tree.lower[i] in _CHOICES or (tree.tag[i] == "CC" and tree.tag[i - 1] in _PLURALS)
        for i in range(name.first + 1, name.last)
    )


def is_described(name: WrittenName) -> bool:
    """Return whether it only points at a thing: by its place in a text, or by its relations.

    "the following steps", "the most recent version", "a copy of this user", "the provider's
    spaces", "users who log on". A name in capitals is one, whatever its words say.
    """
    if name.is_capitalised:
        return _has_acronyms_apart(name)
    if name.text.split(" ", 1)[0].lower() in _QUANTIFIERS:
        return True
    tests = (_starts_pointing, _is_numbered, _has_owner, _is_bound, _is_part)
    return any(test(name) for test in tests)


def is_complemented(name: WrittenName) -> bool:
    """Return whether its head is followed by "of" and one bare noun: "unit of measure"."""
    return _complement(name) == name.last - 2 and not name.is_capitalised


def _has_acronyms_apart(name: WrittenName) -> bool:
    """ "ID of the MTA" is no name, though all its words but the joining ones are capitals."""
    tree = name.tree
    joined = any(tree.tag[i] in ("DT", "PRP$") for i in name.behind_head())
    return joined and all(tree.words[i].isupper() or tree.words[i].islower() for i in name.tokens)


def _starts_pointing(name: WrittenName) -> bool:
    tree, first = name.tree, name.first
    if first == name.head:
        return False
    word = tree.lower[first]
    return word in words("weak_modifiers") or word in _ORDINALS or tree.tag[first] in _POINTING_TAGS


def _is_numbered(name: WrittenName) -> bool:
    """ "step 4": a place in a text or a list. What has a name is written large: "Java 25"."""
    tree = name.tree
    return (
        name.last - name.first == 2  # a noun and its number
        and tree.words[name.first].islower()
        and tree.words[name.last - 1].isdecimal()
    )


def _has_owner(name: WrittenName) -> bool:
    """ "the provider's spaces", but not "Moore's law"."""
    tree = name.tree
    return any(
        tree.tag[i] == "POS" and i > name.first and tree.words[i - 1][0].islower()
        for i in name.tokens
    )


def _is_bound(name: WrittenName) -> bool:
    """Return whether a clause stands behind the head, or a phrase of more than "of" and a noun."""
    tree, complement = name.tree, _complement(name)
    if complement is None:
        if tree.tag[name.head] in VERB_TAGS and not name.is_single:
            return True
        return any(tree.dep[i] in _CLAUSE_LABELS for i in name.behind_head())
    bare = complement == name.last - 2 and tree.tag[name.last - 1] == "NN"
    return not (bare and tree.lower[complement] == "of")


def _is_part(name: WrittenName) -> bool:
    """ "number of properties", "list of roles": what is counted is not named."""
    tree, complement = name.tree, _complement(name)
    return (
        complement is not None
        and tree.lower[complement] == "of"
        and tree.lemma[name.head].lower() in words("counting_nouns")
    )


def _complement(name: WrittenName) -> int | None:
    """Return the preposition that starts what follows the noun, or None."""
    tree = name.tree
    inside = range(name.first + 1, name.last - 1)
    return next((i for i in inside if tree.tag[i] in ("IN", "TO") and _is_apart(tree, i)), None)


def _is_apart(tree: Tree, index: int) -> bool:
    """Return whether a word is no part of a hyphenated one: "sign-in page"."""
    return "-" not in (tree.words[index - 1], tree.words[index + 1])
