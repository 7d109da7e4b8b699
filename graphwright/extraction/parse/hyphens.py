"""Repairs of words that a hyphen joins and a small parser reads as several: "non-numeric".

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree

_SHARED = frozenset({"acomp", "attr", "oprd", "dobj", "pobj", "conj", "ROOT"})
_QUALITIES = frozenset({"JJ", "VBN"})
_OF_PHRASE = frozenset({"CC", "HYPH", "JJ", "VBN"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


@needs({"-"})
def repair_hyphenated(tree: Tree, first: int, last: int) -> None:
    """ "The quota is non-numeric": what stands before a hyphen belongs to the word behind it.

    A parser gives each part the same place in the clause, or hangs the word on its prefix; alone
    the word behind the prefix says the opposite.
    """
    for sign in range(first + 1, last - 1):
        if tree.words[sign] != "-" or not is_inside_word(tree, sign):
            continue
        part, word = sign - 1, sign + 1
        twice = tree.head[part] == tree.head[word] and tree.dep[part] == tree.dep[word]
        denied = tree.lower[part] in words("denying_prefixes")
        if not (denied or (twice and tree.dep[part] in _SHARED and tree.tag[word] in _QUALITIES)):
            continue
        if tree.head[word] == part:
            _swap(tree, (first, last), part, word)
        tree.dep[part], tree.head[part] = "npadvmod", word
        tree.dep[sign], tree.head[sign] = "punct", word


@needs({"-"}, both({"IN"}, {"prep"}))
def repair_prefix_read_as_preposition(tree: Tree, first: int, last: int) -> None:
    """ "supports in-memory or file-based stores": a hyphen joins "in" to a word."""
    for sign in range(first + 1, last - 1):
        prefix, word = sign - 1, sign + 1
        if tree.words[sign] != "-" or tree.tag[prefix] != "IN" or tree.dep[prefix] != "prep":
            continue
        if tree.head[word] != prefix or tree.dep[word] != "pobj" or not is_inside_word(tree, sign):
            continue
        if prefix > first and tree.words[prefix - 1] == "-":
            continue  # "side-by-side"
        noun = _noun_behind(tree, word, last)
        if noun is None or noun == prefix:
            continue
        if tree.head[noun] == word:
            tree.dep[noun], tree.head[noun] = "dobj", tree.head[prefix]
        for index in range(word + 1, noun):
            if tree.head[index] == word:
                tree.head[index] = noun
                tree.dep[index] = "compound" if tree.dep[index] == "conj" else tree.dep[index]
        tree.tag[word], tree.dep[word], tree.head[word] = "JJ", "amod", noun
        tree.dep[prefix], tree.head[prefix] = "npadvmod", word
        tree.dep[sign], tree.head[sign] = "punct", word


def _noun_behind(tree: Tree, word: int, last: int) -> int | None:
    """Return the last noun of the phrase that goes on behind a word: "memory or file-based stores".

    None where the phrase is over.
    """
    end = word + 1
    while end < last and (tree.tag[end] in _OF_PHRASE or tree.tag[end] in NOUN_TAGS):
        end += 1
    while end - 1 > word and tree.tag[end - 1] not in NOUN_TAGS:
        end -= 1
    return end - 1 if end - 1 > word else None


def is_inside_word(tree: Tree, sign: int) -> bool:
    """Return whether a sign touches the words on both of its sides."""
    touches = tree.end[sign - 1] == tree.start[sign] and tree.end[sign] == tree.start[sign + 1]
    return touches and tree.words[sign - 1].isalnum() and tree.words[sign + 1].isalnum()


def _swap(tree: Tree, scope: tuple[int, int], part: int, word: int) -> None:
    """Give a word the place of the prefix that it hangs on, with all else below that."""
    above = tree.head[part]
    for index in range(*scope):
        if tree.head[index] == part and index not in (part, word):
            tree.head[index] = word
    tree.dep[word] = tree.dep[part]
    tree.head[word] = word if above == part else above


@needs(_SUBJECTS)
def repair_named_subject(tree: Tree, first: int, last: int) -> None:
    """ "The parameter sc_name has to be X": a noun and its identifier are one subject, not two.

    The noun may stand within the subject: "the size of room B-7 is 3 m".
    """
    for name in range(first + 1, last):
        noun = name - 1
        if tree.dep[name] not in _SUBJECTS or tree.tag[noun] not in NOUN_TAGS:
            continue
        if _is_identifier(tree.words[name]) and _within_other_subject(tree, noun, name):
            tree.dep[name], tree.head[name] = "appos", noun


def _is_identifier(word: str) -> bool:
    """Return whether a word is one by its signs: "sc_name", "B-7"."""
    has_digit = any(sign.isdigit() for sign in word)
    return bool("_" in word and word.strip("_")) or (has_digit and word[0].isupper())


def _within_other_subject(tree: Tree, noun: int, name: int) -> bool:
    """Return whether a noun is, or is a part of, another subject of the same verb as a name."""
    verb, top = tree.head[name], noun
    while tree.head[top] != verb and tree.head[top] < top:
        top = tree.head[top]
    return top != name and tree.head[top] == verb and tree.dep[top] == tree.dep[name]
