"""Alternatives: "the front door or the cellar", of which the sentence does not say which."""

from __future__ import annotations

from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument

_OR = frozenset({"or", "and/or"})
_AND = frozenset({"and"})
_STATES = ("acomp", "attr", "auxpass")
_MAX_TOKENS = 25
_MAX_JOINED = 12


def alternatives(tree: Tree, argument: Argument) -> tuple[int, int] | None:
    """Return the tokens of the nouns that "or" joins to an argument, or None where none is."""
    return _joined(tree, argument, _OR)


def joined_parts(tree: Tree, argument: Argument) -> tuple[int, int] | None:
    """Return the tokens of the nouns that "and" joins to an argument, or None where none is."""
    return _joined(tree, argument, _AND)


def _joined(tree: Tree, argument: Argument, joints: frozenset[str]) -> tuple[int, int] | None:
    """Return the tokens of the nouns that one of some words joins to an argument, or None."""
    if joints.isdisjoint(tree.words_around(argument.head)):
        return None
    top = _first(tree, argument.head, NOUN_TAGS)
    series = [top]
    while len(series) < _MAX_JOINED:
        joined = next((i for i in tree.within(series[-1], "conj") if i > series[-1]), None)
        if joined is None or tree.tag[joined] not in NOUN_TAGS:
            break
        series.append(joined)
    signs = (cc for noun in series for cc in tree.within(noun, "cc", "preconj"))
    if (
        len(series) < 2
        or argument.head not in series
        or all(tree.lower[s] not in joints for s in signs)
    ):
        return None
    first, last = tree.left[top], max(argument.last, series[-1] + 1)
    while tree.lower[first] in ("a", "an", "the"):
        first += 1
    cut = tree.words[last : last + 1] == ["-"] and tree.end[last - 1] == tree.start[last]
    whole = first <= argument.first and last - first <= _MAX_TOKENS and not cut
    return (first, last) if whole else None


def alternative_acts(tree: Tree, verb: int) -> tuple[int, int] | None:
    """Return the tokens from "either" to the end of the verbs that "or" joins, or None.

    States are alternatives without it too: "is lost, broken, or does not fit".
    """
    if "or" not in tree.words_around(verb):
        return None
    top = _first(tree, verb, VERB_TAGS)
    either = next((i for i in tree.within(top, "preconj") if tree.lower[i] == "either"), None)
    either = _first_state(tree, top) if either is None else either
    if either is None or either > top + 1:
        return None
    end = tree.right[top]  # the second verb may have been read as a noun: "dries or heats"
    if "or" not in tree.lower[top:end]:
        return None
    while end > top and not tree.words[end - 1][-1].isalnum():
        end -= 1
    either = min([either, *(i for i in tree.within(top, "neg") if i < either)])  # "not met or lost"
    return (either, end) if end - either <= _MAX_TOKENS else None


def _first_state(tree: Tree, top: int) -> int | None:
    """Return where the states start that "or" joins with those of other verbs, or None."""
    if not tree.has(top, *_STATES):
        return None
    series = [top]
    while len(series) < _MAX_JOINED:
        joined = next((i for i in tree.within(series[-1], "conj") if i > series[-1]), None)
        if joined is None or tree.has(joined, "nsubj", "nsubjpass"):
            break
        series.append(joined)
    joints = [cc for verb in series for cc in tree.within(verb, "cc")]
    joined_by_or = len(series) > 1 and any(tree.lower[cc] in _OR for cc in joints)
    return top + (tree.lemma[top] == "be") if joined_by_or else None


def _first(tree: Tree, index: int, tags: frozenset[str]) -> int:
    """Return the first of the words that are joined to one."""
    while tree.dep[index] == "conj" and tree.tag[tree.head[index]] in tags:
        index = tree.head[index]
    return index
