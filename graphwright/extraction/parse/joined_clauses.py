"""Repairs of joined verbs: a second clause's subject that a small parser joins to an object of the
first, and an infinitive that it joins to a finite verb.

All other repairs are in ``repair``, which applies these.
"""

from __future__ import annotations

from graphwright.extraction.parse.tree import VERB_TAGS, Tree

_OBJECTS = frozenset({"dobj", "pobj", "attr", "nsubj"})
_SINGULAR = frozenset({"NN", "NNP"})
_PLURAL = frozenset({"NNS", "NNPS"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl", "mark"})
_ASKING = frozenset({"WDT", "WP", "WRB"})


def repair_subject_read_as_conjunct(tree: Tree, first: int, last: int) -> None:
    """ "He peels the carrots and the cook washes the leeks": a finite verb has its own subject.

    A verb without one right behind a joined noun of its number starts a second clause with it.
    """
    for verb in range(first + 3, last):
        finite, above = _finite(tree, first, verb), tree.head[verb]
        if finite is None or tree.dep[verb] not in ("ccomp", "conj", "dep", "advcl"):
            continue
        noun = finite - 1
        joined = tree.head[noun]
        if tree.dep[noun] != "conj" or not first <= above < joined < noun:
            continue
        below = [index for index in range(first, last) if tree.head[index] == verb]
        if any(tree.dep[i] in _SUBJECTS or tree.tag[i] in _ASKING for i in below):
            continue
        joint = next((i for i in range(joined + 1, noun) if tree.head[i] == joined), None)
        joins = joint is not None and tree.lower[joint] == "and" and tree.dep[joint] == "cc"
        if joint is None or not joins or tree.dep[joined] not in _OBJECTS:
            continue
        if tree.tag[above] in VERB_TAGS and _agrees(tree, noun, finite):
            tree.head[joint] = above
            tree.dep[verb], tree.head[verb] = "conj", above
            passive = any(tree.dep[i] == "auxpass" for i in below)
            tree.dep[noun], tree.head[noun] = "nsubjpass" if passive else "nsubj", verb


def repair_joined_over_bracket(tree: Tree, first: int, last: int) -> None:
    """ "Wash it, dry it (see the label), and fold it": nothing is joined to what a bracket held."""
    opened: int | None = None
    for bracket in range(first, last):
        if tree.words[bracket] == "(":
            opened = bracket
        elif tree.words[bracket] == ")" and opened is not None:
            _lead_out(tree, opened, bracket, last)
            opened = None


def _lead_out(tree: Tree, opened: int, closed: int, last: int) -> None:
    """Hang what is joined behind a bracket to a verb in it on the verb before the bracket."""
    for index in range(closed + 1, last):
        inner = tree.head[index]
        if tree.dep[index] not in ("cc", "conj") or not opened < inner < closed:
            continue
        outer = inner
        for _ in range(closed - opened):
            if not opened < outer < closed:
                break
            outer = tree.head[outer]
        verbal = tree.tag[inner] in VERB_TAGS and tree.tag[outer] in VERB_TAGS
        if verbal and outer < opened:
            tree.head[index] = outer


def _finite(tree: Tree, first: int, verb: int) -> int | None:
    """Return the first word of a finite verb form, which shows its number: "is" of "is sent"."""
    if tree.tag[verb] not in VERB_TAGS:
        return None
    start = min((i for i in range(first, verb) if _helps(tree, i, verb)), default=verb)
    return start if tree.tag[start] in ("VBZ", "VBP", "MD") else None


def _helps(tree: Tree, index: int, verb: int) -> bool:
    return tree.head[index] == verb and tree.dep[index] in ("aux", "auxpass")


def _agrees(tree: Tree, noun: int, finite: int) -> bool:
    number = {"VBZ": _SINGULAR, "VBP": _PLURAL, "MD": _SINGULAR | _PLURAL}[tree.tag[finite]]
    return tree.tag[noun] in number
