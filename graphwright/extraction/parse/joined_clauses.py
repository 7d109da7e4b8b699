"""Repairs of joined verbs: a second clause's subject that a small parser joins to an object of the
first, what it hangs over a bracket or on an auxiliary, and a participle that it joins as a past.

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.compounds import is_above
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import VERB_TAGS, Tree

_OBJECTS = frozenset({"dobj", "pobj", "attr", "nsubj"})
_SINGULAR = frozenset({"NN", "NNP"})
_PLURAL = frozenset({"NNS", "NNPS"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl", "mark"})
_ASKING = frozenset({"WDT", "WP", "WRB"})
_HELPING = frozenset({"be", "have", "do"})
_LEADING = frozenset({"mark", "npadvmod"})
_HUNG_CLAUSES = frozenset({"advcl", "ccomp", "xcomp", "conj", "dep"})


@needs({"conj"}, both(VERB_TAGS, {"ccomp", "conj", "dep", "advcl"}))
def repair_subject_read_as_conjunct(tree: Tree, first: int, last: int) -> None:
    """ "He peels the carrots and the cook washes the leeks": a finite verb has its own subject.

    A verb without one right behind a joined noun of its number starts a second clause with it.
    """
    for verb in range(first + 3, last):
        if tree.dep[verb] not in ("ccomp", "conj", "dep", "advcl"):
            continue
        finite, above = _finite(tree, first, verb), tree.head[verb]
        if finite is None:
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


@needs({"dobj"}, {"VBZ", "VBP", "MD"})
def repair_content_without_that(tree: Tree, first: int, last: int) -> None:
    """ "Ensure the boats with a leak are found": what is to be ensured is a clause.

    A finite verb without a subject stands right behind the object of "ensure" and what is its own.
    """
    for noun in range(first + 1, last - 1):
        above = tree.head[noun]
        if tree.dep[noun] != "dobj" or tree.lemma[above].lower() not in words("ensuring_verbs"):
            continue
        finite = noun + 1
        while finite < last and noun <= tree.head[finite] < finite:
            finite += 1
        if finite >= last or tree.tag[finite] not in ("VBZ", "VBP", "MD"):
            continue
        helps = tree.dep[finite] in ("aux", "auxpass")
        verb = tree.head[finite] if helps else finite
        below = [i for i in range(first, last) if tree.head[i] == verb and i != verb]
        led = any(tree.dep[i] in _SUBJECTS for i in below) or verb < finite
        if led or tree.tag[verb] not in VERB_TAGS or is_above(tree, verb, above):
            continue
        passive = any(tree.dep[i] == "auxpass" for i in below)
        tree.dep[noun], tree.head[noun] = "nsubjpass" if passive else "nsubj", verb
        tree.dep[verb], tree.head[verb] = "ccomp", above


@needs({"ccomp"})
def repair_spliced_clause(tree: Tree, first: int, last: int) -> None:
    """ "The gauge is new, here you can read it": a clause before a comma is not what is read.

    It is so only where somebody says it: "The gate is open, the guard says."
    """
    for verb in range(first + 1, last - 3):
        above = tree.head[verb]
        if tree.dep[verb] != "ccomp" or not verb < above < last:
            continue
        if tree.lemma[above].lower() in words("attribution_verbs"):
            continue
        own, other = (subject_of(tree, each, first, last) for each in (verb, above))
        if own is None or other is None or not own < verb < other < above:
            continue
        if any(tree.dep[i] in _LEADING and tree.head[i] == verb for i in range(first, own)):
            continue  # "each time a guest opens the gate, the bell rings"
        if any(tree.words[i] == "," and tree.head[i] == above for i in range(verb + 1, other)):
            tree.dep[verb] = "parataxis"


def subject_of(tree: Tree, verb: int, first: int, last: int) -> int | None:
    """Return the first subject of a verb from ``first`` to before ``last``, or None."""
    below = (i for i in range(first, last) if tree.head[i] == verb)
    return next((i for i in below if tree.dep[i] in ("nsubj", "nsubjpass")), None)


@needs({"("}, {")"}, {"cc", "conj"})
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


@needs({"("}, both({"VB", "VBP"}, _HUNG_CLAUSES))
def repair_order_in_bracket(tree: Tree, first: int, last: int) -> None:
    """ "Besides a lock (see Doors), the safe rings": an order in brackets holds nothing outside.

    What stands before the bracket belongs to the verb that the order hangs on.
    """
    for verb in range(first + 2, last - 1):
        above = tree.head[verb]
        if tree.words[verb - 1] != "(" or tree.tag[verb] not in ("VB", "VBP") or above == verb:
            continue
        if tree.tag[above] not in VERB_TAGS or tree.dep[verb] not in _HUNG_CLAUSES:
            continue
        tree.dep[verb] = "parataxis"
        for index in range(first, verb - 1):
            if tree.head[index] == verb:
                tree.head[index] = above


@needs({"nsubj"})
def repair_subject_of_auxiliary(tree: Tree, first: int, last: int) -> None:
    """ "That you're allowed to open": the subject of an auxiliary is that of its verb."""
    for index in range(first, last):
        helper = tree.head[index]
        if tree.dep[index] != "nsubj" or tree.dep[helper] not in ("aux", "auxpass"):
            continue
        if tree.tag[helper] != "MD" and tree.lemma[helper] not in _HELPING:
            continue  # "the table rows hold": a noun that was taken for one
        passive = tree.dep[helper] == "auxpass"
        tree.dep[index] = "nsubjpass" if passive else "nsubj"
        tree.head[index] = tree.head[helper]


@needs(both({"VBD", "VBN"}, {"conj"}), both({"NNS"}, {"dobj"}), {"and", "or"})
def repair_participle_read_as_past(tree: Tree, first: int, last: int) -> None:
    """ "Contains a key, and coloured labels": no past is joined to the present without a subject.

    The participle describes the plural behind it, which is joined to the object before.
    """
    for verb in range(first + 3, last - 1):
        above = tree.head[verb]
        if tree.tag[verb] not in ("VBD", "VBN") or tree.dep[verb] != "conj" or above >= verb:
            continue
        own = [i for i in range(first, last) if tree.head[i] == verb and tree.dep[i] != "punct"]
        object_ = own[0] if len(own) == 1 and tree.dep[own[0]] == "dobj" else None
        held = next((i for i in range(above, verb) if _is_held(tree, i, above)), None)
        if object_ is None or held is None or tree.tag[above] not in ("VBZ", "VBP"):
            continue
        bare = all(tree.dep[i] != "det" for i in range(verb, object_) if tree.head[i] == object_)
        if bare and tree.tag[object_] == "NNS" and tree.lower[verb - 1] in ("and", "or"):
            tree.tag[verb], tree.dep[verb], tree.head[verb] = "VBN", "amod", object_
            tree.dep[object_], tree.head[object_] = "conj", held


def _is_held(tree: Tree, index: int, verb: int) -> bool:
    return tree.head[index] == verb and tree.dep[index] == "dobj"


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
