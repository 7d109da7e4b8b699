"""Which noun examples are of: "data of the server, such as the load" gives data.

What stands right before "such as" is often only a part of the phrase that is meant. Where the
sentence leaves it open, no noun is found.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, Tree

_PLURALS = frozenset({"NNS", "NNPS"})
_COMMON = frozenset({"NN", "NNS"})
_DEFINITE = frozenset({"the", "this", "that"})
_ONE_OF_MANY = frozenset({"a", "an"})
_APART = frozenset({"a", "an", "any", "all", "each", "every", "other"})
"""Words that start a phrase of its own behind an "and": examples behind it are of it alone."""

_HOLDING = frozenset({"of", "about", "for", "on", "to", "regarding", "concerning"})
_DESCRIBING = frozenset({"prep", "acl", "relcl", "pcomp", "amod"})


def kind_noun(tree: Tree, head: int, member: int, first: int) -> int | None:
    """Return the noun of which a member is an example, or None where that is open.

    ``head`` is the noun that the parser gave the examples, which start at ``first``.
    """
    kind = _kind_above(tree, head, member, first)
    if kind is None or _may_be_of_container(tree, kind, member, first):
        return None
    kind = _container_of(tree, kind, member, first)
    if _are_parts(tree, kind, member) or _holds_two_kinds(tree, kind, first):
        return None
    like = tree.lower[first] == "like"
    open_kind = _is_one_of_two(tree, kind, first) or _may_be_of_noun_above(
        tree, kind, member, first
    )
    return None if open_kind and not like else kind


def _noun_above(tree: Tree, noun: int) -> int | None:
    """Return the noun that a phrase or clause around a noun describes: "tasks for a release"."""
    if tree.dep[noun] not in ("pobj", "dobj"):
        return None
    above = tree.head[noun]
    while tree.dep[above] in _DESCRIBING and tree.head[above] != above:
        above = tree.head[above]
    return above if tree.tag[above] in NOUN_TAGS and above < noun else None


def _kind_above(tree: Tree, head: int, member: int, first: int) -> int | None:
    """Return the noun whose kind is meant: one thing is no kind, but what it describes may be.

    "data of the server, such as the load": the server is one thing, and the load is no server.
    """
    if _is_one_thing(tree, head) and _stands_beside(tree, head, first):
        above = _noun_above(tree, head)
        if above is None or (tree.tag[above] not in _PLURALS and not _is_container(tree, above)):
            return head
        if _is_singled_out(tree, member):
            return head
        return above if _is_container(tree, above) else None
    while _is_one_thing(tree, head):
        above = _noun_above(tree, head)
        while above is not None and _is_mass_of(tree, above, member):
            above = _noun_above(tree, above)
        if above is None:
            return None
        head = above
    return head


def _stands_beside(tree: Tree, head: int, first: int) -> bool:
    """Return whether examples stand right behind a common noun, or behind it in brackets."""
    return (tree.words[first - 1] == "(" or head == first - 1) and tree.tag[head] in _COMMON


def _is_mass_of(tree: Tree, noun: int, member: int) -> bool:
    """Return whether a noun without an article has no members: "access to the quay, such as crews".

    What tells of things has: "data of the server".
    """
    counted = tree.tag[noun] in _PLURALS or tree.has(noun, "det") or _is_container(tree, noun)
    return not counted and tree.tag[member] in _PLURALS


def _is_container(tree: Tree, noun: int) -> bool:
    """Return whether a noun holds what is told of a thing: "details", "information"."""
    return tree.lemma[noun].lower() in words("container_nouns")


def _is_singled_out(tree: Tree, member: int) -> bool:
    """Return whether a member is a name or one of a kind: "such as Northwind", "such as an inn"."""
    if any(tree.lower[child] in _ONE_OF_MANY for child in tree.within(member, "det")):
        return True
    word = tree.words[tree.left[member]]
    return member in tree.names or not word.islower() or tree.tag[member] not in _COMMON


def _holder_of(tree: Tree, kind: int) -> int | None:
    """Return what holds details of a kind by its preposition: "details of guests", "data about"."""
    above = _noun_above(tree, kind)
    held = above is not None and tree.dep[kind] == "pobj" and _is_container(tree, above)
    prep = tree.head[kind]
    beside = tree.head[prep] == above and tree.lower[prep] in _HOLDING
    return above if held and beside else None


def _container_of(tree: Tree, kind: int, member: int, first: int) -> int:
    """Return the noun that holds what is listed: "details of guests, such as the arrival date".

    One definite thing behind a comma, or behind "a guest", is one of the details, and no guest.
    """
    above = _holder_of(tree, kind)
    definite = any(tree.lower[child] == "the" for child in tree.within(member, "det"))
    one = any(tree.lower[child] in _ONE_OF_MANY for child in tree.within(kind, "det"))
    apart = one or (tree.tag[kind] in _PLURALS and tree.words[first - 1] == ",")
    held = definite and apart and tree.tag[member] == "NN"
    return above if held and above is not None else kind


def _may_be_of_container(tree: Tree, kind: int, member: int, first: int) -> bool:
    """Return whether common nouns may be what is told of a kind: "details of inns, such as beds".

    Names are members of the kind: "details of inns, such as the Anchor".
    """
    definite = any(tree.lower[child] == "the" for child in tree.within(member, "det"))
    common = tree.words[tree.left[member]].islower() and member not in tree.names and not definite
    return common and tree.words[first - 1] == "," and _holder_of(tree, kind) is not None


def _is_one_of_two(tree: Tree, kind: int, first: int) -> bool:
    """Return whether examples may be of joined kinds: "inns and ferries, such as the Anchor".

    Names have no examples, and neither has what stands before a phrase of its own: "the deck and
    any other place, such as".
    """
    before = tree.head[kind] if tree.dep[kind] == "conj" else None
    joined = [before] if before is not None else []
    joined += [child for child in tree.within(kind, "conj") if child < first]
    if not any(tree.tag[other] in _COMMON for other in joined):
        return False
    last = before is not None and not any(other > kind for other in joined)
    own = any(tree.lower[child] in _APART for child in tree.within(kind, "det", "amod", "predet"))
    return not (last and own)


def _may_be_of_noun_above(tree: Tree, kind: int, member: int, first: int) -> bool:
    """Return whether examples behind a comma may be of what their kind describes.

    "tasks for a release, such as sealing": a task. "files, which hold data, such as ledgers":
    the comma ends the clause. "an engine or a part for running ships, such as Northwind 5": either.
    "values of guests, such as the age": a value.
    """
    above = _noun_above(tree, kind)
    if above is None or tree.words[first - 1] != ",":
        return False
    name = _is_singled_out(tree, member)
    if name and tree.tag[member] in NAME_TAGS and tree.has(above, "conj"):
        return tree.dep[kind] == "dobj" and tree.dep[tree.head[kind]] == "pcomp"
    if _is_in_closed_clause(tree, kind, above):
        return True
    if name or tree.tag[above] not in _PLURALS or _is_container(tree, kind):
        return False
    articles = {tree.lower[child] for child in tree.within(kind, "det")}
    definite = any(tree.lower[child] == "the" for child in tree.within(member, "det"))
    return bool(articles & _ONE_OF_MANY) or (definite and tree.tag[member] == "NN")


def _is_in_closed_clause(tree: Tree, noun: int, above: int) -> bool:
    """Return whether a noun ends a relative clause that a comma opens: "files, which hold data"."""
    for clause in tree.within(above, "relcl"):
        if clause < noun < tree.right[clause]:
            return tree.words[tree.left[clause] - 1] == ","
    return False


def _are_parts(tree: Tree, kind: int, member: int) -> bool:
    """Return whether what is listed belongs to single things: "the views such as the owner".

    One definite thing is no example of several definite ones behind an "of", and several things
    are no example of one: "the quay (such as cranes)".
    """

    def definite(noun: int) -> bool:
        return any(tree.lower[child] == "the" for child in tree.within(noun, "det"))

    above = tree.head[kind]
    owned = tree.dep[kind] == "pobj" and tree.lower[above] == "of"
    one_of_many = any(tree.lower[child] in ("a", "an") for child in tree.within(kind, "det"))
    if tree.tag[member] == "NNS" and tree.tag[kind] == "NN" and one_of_many:
        return True  # "a letter (such as stamps)"
    if tree.tag[member] == "NNS" and tree.tag[kind] == "NN" and definite(kind):
        return tree.lemma[kind].lower() not in words("container_nouns")
    one = tree.tag[member] == "NN" and tree.tag[kind] in _PLURALS
    return one and owned and definite(member) and definite(tree.head[above])


def _holds_two_kinds(tree: Tree, kind: int, first: int) -> bool:
    """Return whether the examples may be of two kinds: "guests of inns or farms, such as"."""
    return any(
        tree.lower[joint] in ("and", "or")
        for prep in tree.within(kind, "prep")
        if prep < first and tree.lower[prep] == "of"
        for inner in tree.within(prep, "pobj")
        for joint in tree.within(inner, "cc")
    )


def _is_one_thing(tree: Tree, noun: int) -> bool:
    """Return whether a noun names one thing: a name, or "the", "your" before a singular."""
    if tree.tag[noun] in _PLURALS:
        return False
    if any(tree.lower[child] in ("a", "an", "any", "each") for child in tree.within(noun, "det")):
        return False
    if tree.tag[noun] == "NNP":
        return not tree.words[noun].endswith("s")
    definite = any(tree.lower[child] in _DEFINITE for child in tree.within(noun, "det"))
    return definite or tree.has(noun, "poss")
