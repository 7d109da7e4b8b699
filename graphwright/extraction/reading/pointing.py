"""Arguments that name a thing, and those that only point at one of their text."""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, Tree
from graphwright.extraction.reading.argument import Argument, is_bare

_DEMONSTRATIVES = frozenset({"this", "that", "these", "those", "such"})
_PICKING = frozenset({"one", "any", "some", "each", "either", "all", "none", "two", "both"})
_POINTING = _DEMONSTRATIVES | _PICKING
_DEFINITE = _DEMONSTRATIVES | {"the"}


def is_plain(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument is a common noun alone: of all its kind, or of one in its text.

    A noun that is marked, or written large inside its sentence, is a name.
    """
    head = argument.head
    if head in tree.names or not is_bare(tree, argument):
        return False
    return tree.words[head].islower() or head == tree.scope[head]


def is_pointed_at(tree: Tree, argument: Argument) -> bool:
    """Return whether a noun stands for a thing that its text tells: "this setting".

    So do "such tasks", "the following services", "some of these controls", "any of the following",
    "one of the gates", "the length of this period" and "the content in this section". A name behind
    "this" is known without its text.
    """
    if argument.head in tree.names or tree.tag[argument.head] in NAME_TAGS:
        return False
    around = tree.words_around(argument.head)
    if _POINTING.isdisjoint(around) and words("directions").isdisjoint(around):
        return False
    heads = [argument.head]
    for prep in tree.within(argument.head, "prep"):
        inner = tree.first(prep, "pobj")
        if inner is None or tree.tag[inner] in NAME_TAGS:
            continue
        if tree.lower[prep] == "of" and _picks(tree, argument, inner):
            return True
        if tree.lower[prep] == "of" or tree.lemma[inner].lower() in words("texts"):
            heads.append(inner)
    return any(_is_led(tree, head) for head in heads)


def _picks(tree: Tree, argument: Argument, whole: int) -> bool:
    """Return whether an argument is one or some of what the text has told of, and names nothing."""
    if tree.lower[argument.head] not in _PICKING or whole in tree.names:
        return False
    ahead = words("directions")
    definite = any(tree.lower[word] == "the" for word in tree.within(whole, "det"))
    bare = all(
        tree.dep[word] in ("det", "predet") or tree.lower[word] in ahead
        for word in tree.children[whole]
    )
    return definite and (bare or tree.lower[whole] in ahead)


def _is_led(tree: Tree, noun: int) -> bool:
    """Return whether a word before a noun points at what the text has told or goes on to tell."""
    if any(tree.lower[word] in _DEMONSTRATIVES for word in tree.within(noun, "det", "predet")):
        return True
    before = (tree.lower[word] for word in tree.within(noun, "amod", "nmod") if word < noun)
    return any(word == "such" or word in words("directions") for word in before)


def is_definite(tree: Tree, argument: Argument) -> bool:
    """Return whether a noun is one that its text has told of: "the key", "its keys"."""
    head = argument.head
    below = tree.within(head, "det", "predet", "poss")
    if any(tree.lower[word] in _DEFINITE or tree.dep[word] == "poss" for word in below):
        return True
    return any(tree.lower[word] in words("weak_modifiers") for word in tree.within(head, "amod"))


def names_one_of_text(tree: Tree, argument: Argument) -> bool:
    """Return whether a noun without a name is known from its text: "the key", "all records".

    "A key" is any, and "business users" are all that are called so.
    """
    if is_name(tree, argument):
        return False
    determiners = [tree.lower[word] for word in tree.within(argument.head, "det")]
    return is_definite(tree, argument) or (
        is_plain(tree, argument) and not any(word in ("a", "an") for word in determiners)
    )


def names_sort(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument has no name in it but the acronym of a sort: "the request URL"."""
    named = (i for i in range(argument.first, argument.last) if _names(tree, i))
    return all(tree.lower[i] in words("sort_acronyms") for i in named)


def is_name(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument has a name in it: a proper noun, a marked one, an identifier."""
    return any(_names(tree, i) for i in range(argument.first, argument.last))


def _names(tree: Tree, index: int) -> bool:
    return index in tree.names or tree.tag[index] in NAME_TAGS or _is_code(tree.words[index])


def _is_code(word: str) -> bool:
    return any(sign.isupper() for sign in word[1:]) or "_" in word[1:]


def is_amount(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument says how much: "16 GB of memory"."""
    inside = range(argument.first, argument.last)
    counts = (i for i in inside if tree.tag[i] == "CD" and tree.head[i] == argument.head)
    return any(tree.tag[i - 1] not in NAME_TAGS for i in counts)  # "SAML 2.0" counts nothing
