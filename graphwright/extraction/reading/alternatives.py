"""Alternatives: "the front door or the cellar", of which the sentence does not say which."""

from __future__ import annotations

from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument

_MAX_TOKENS = 25
_MAX_JOINED = 12


def alternatives(tree: Tree, argument: Argument) -> tuple[int, int] | None:
    """Return the tokens of the nouns that "or" joins to an argument, or None where none is."""
    top = argument.head
    while tree.dep[top] == "conj" and tree.tag[tree.head[top]] in NOUN_TAGS:
        top = tree.head[top]
    series = [top]
    while len(series) < _MAX_JOINED:
        joined = next((i for i in tree.within(series[-1], "conj") if i > series[-1]), None)
        if joined is None or tree.tag[joined] not in NOUN_TAGS:
            break
        series.append(joined)
    signs = (cc for noun in series for cc in tree.within(noun, "cc", "preconj"))
    if len(series) < 2 or argument.head not in series or all(tree.lower[s] != "or" for s in signs):
        return None
    first, last = tree.left[top], max(argument.last, series[-1] + 1)
    while tree.lower[first] in ("a", "an", "the"):
        first += 1
    whole = first <= argument.first and last - first <= _MAX_TOKENS
    return (first, last) if whole else None


def alternative_acts(tree: Tree, verb: int) -> tuple[int, int] | None:
    """Return the tokens from "either" to the end of the verbs that "or" joins, or None."""
    top = verb
    while tree.dep[top] == "conj" and tree.tag[tree.head[top]] in VERB_TAGS:
        top = tree.head[top]
    either = next((i for i in tree.within(top, "preconj") if tree.lower[i] == "either"), None)
    last = next((i for i in tree.within(top, "conj") if i > top), None)
    if either is None or last is None or tree.tag[last] not in VERB_TAGS:
        return None
    if not any(tree.lower[i] == "or" for i in tree.within(top, "cc")):
        return None
    end = tree.right[last]
    while end > last and not tree.words[end - 1][-1].isalnum():
        end -= 1
    return (either, end) if end - either <= _MAX_TOKENS else None
