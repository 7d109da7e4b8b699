"""Repairs of what a preposition hangs on: a small parser hangs it on the noun before it.

Only words that settle it are used: "from A to B", adverbs such as "in turn", and verbs that take
the preposition themselves ("combine it with data"). What is open stays as the parse has it.
"""

from __future__ import annotations

from graphwright.extraction.lexicon import words
from graphwright.extraction.tree import NOUN_TAGS, VERB_TAGS, Tree

_ACTS = ("tion", "sion", "ment", "ance", "ence", "ing")
_MAX_STEPS = 6
_TAKEN = frozenset({"with", "to", "from", "into"})


def repair_attachment(tree: Tree, first: int, last: int) -> None:
    """Hang prepositions on what they belong to, in place, before the tree is linked."""
    for prep in range(first + 2, last - 1):
        noun = tree.head[prep]
        if tree.dep[prep] != "prep" or not first <= noun < prep or tree.dep[noun] != "pobj":
            continue
        holder = _holder(tree, first, prep, noun)
        if holder is not None:
            tree.head[prep] = holder


def _holder(tree: Tree, first: int, prep: int, noun: int) -> int | None:
    """Return what a preposition belongs to that the parse hangs on ``noun``, or None."""
    before, word = tree.head[noun], tree.lower[prep]
    if tree.dep[before] != "prep" or not first <= tree.head[before] < before < noun:
        return None
    if _makes_adverb(tree, before, noun) and word != "of":
        return tree.head[before]
    if word not in _TAKEN or _takes(tree, noun, word):
        return None
    if word == "to" and tree.lower[before] == "from":
        return tree.head[before]
    verb = _verb_above(tree, first, prep, noun)
    return verb if verb is not None and _governs(tree, verb, prep) else None


def _makes_adverb(tree: Tree, prep: int, noun: int) -> bool:
    """Return whether two words make an adverb: "in turn", "by default"."""
    return (
        noun == prep + 1
        and tree.lower[prep] in words("adverbial_prepositions")
        and tree.lower[noun] in words("adverbial_nouns") - words("preposition_nouns")
    )


def _takes(tree: Tree, noun: int, word: str) -> bool:
    """Return whether a noun takes the preposition itself: "access to", "integration with"."""
    return tree.lower[noun].removesuffix("s").endswith(_ACTS) or (
        tree.lemma[noun].lower() in words(f"nouns_with_{word}")
    )


def _verb_above(tree: Tree, first: int, prep: int, noun: int) -> int | None:
    """Return the verb whose object or phrase a noun stands in, if it has no such phrase yet."""
    node = noun
    for _ in range(_MAX_STEPS):
        above = tree.head[node]
        if not first <= above < node:
            return None
        if tree.dep[node] == "prep" and tree.lower[node] == tree.lower[prep]:
            return None  # the verb has its phrase: "assign A to B to C"
        if tree.tag[above] in VERB_TAGS:
            return above if tree.dep[node] in ("dobj", "prep") else None
        if tree.tag[above] in NOUN_TAGS and _takes(tree, above, tree.lower[prep]):
            return None  # "the integration of A with B"
        node = above
    return None


def _governs(tree: Tree, verb: int, prep: int) -> bool:
    """Return whether a verb takes a preposition behind it, or the tool that "with" names."""
    word, lemma = tree.lower[prep], tree.lemma[verb].lower()
    if tree.has_finite_verb(verb + 1, prep):
        return False
    if lemma in words(f"verbs_with_{word}"):
        return True
    inner = next((i for i in range(prep + 1, len(tree.head)) if tree.head[i] == prep), None)
    if word != "with" or inner is None or lemma not in words("adjusting_verbs"):
        return False
    tools = words("tool_nouns")
    return any(tree.lower[i] in tools for i in range(prep + 1, inner + 1))


def repair_set(tree: Tree, first: int, last: int) -> None:
    """ "a business configuration set": behind one noun, and with nothing below, "set" is a noun."""
    for index in range(first + 2, last):
        noun = index - 1
        if tree.lower[index] != "set" or tree.dep[index] not in ("acl", "relcl"):
            continue
        if tree.head[index] != noun or tree.tag[noun] != "NN" or tree.dep[noun] == "compound":
            continue
        single = any(
            tree.head[i] == noun and tree.lower[i] in ("a", "an") for i in range(first, noun)
        )
        if single and not any(tree.head[i] == index for i in range(first, last)):
            _move(tree, first, last, noun, index)


def _move(tree: Tree, first: int, last: int, noun: int, head: int) -> None:
    """Make ``head`` the head of the name that ``noun`` was taken to head."""
    tree.tag[head], tree.lemma[head] = "NN", tree.lower[head]
    tree.dep[head], tree.head[head] = tree.dep[noun], tree.head[noun]
    if tree.head[noun] == noun:
        tree.head[head] = head
    for index in range(first, last):
        if tree.head[index] == noun and index not in (noun, head):
            tree.head[index] = head
    tree.dep[noun], tree.head[noun] = "compound", head
