"""Repairs of orders to the reader that a small model takes for names: "Restart a failed job".

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import FINITE_TAGS, MISREAD_TAGS, NOUN_TAGS, Scope, Tree

_BEFORE_ORDER = frozenset({",", ":", "then", "Then", "please", "Please", "also"})
_GOVERNED = frozenset({"dobj", "aux", "auxpass", "ccomp", "xcomp", "attr", "acomp"})
_LABELS = frozenset({"xcomp", "ccomp", "advcl", "acomp", "dep", "prep", "oprd"})
"""Relations that a label gets where it is read as something else behind its verb."""

_MAX_STEPS = 8
_NO_ORDER = frozenset({"nsubj", "nsubjpass", "csubj", "aux", "auxpass", "expl"})


@needs(MISREAD_TAGS)
def repair_order(tree: Tree, first: int, last: int) -> None:
    """ "Delete the file": a first word that governs an object is a verb, whatever its capital."""
    if first >= last or tree.lower[first].endswith("ing"):
        return
    if tree.tag[first] not in MISREAD_TAGS or tree.head[first] != first:
        return
    below = [index for index in range(first + 1, last) if tree.head[index] == first]
    labels = {tree.dep[index] for index in below}
    if not labels.isdisjoint({"nsubj", "nsubjpass", "aux"}):
        return
    object_ = next((i for i in below if tree.dep[i] == "appos" and _is_governed(tree, i)), None)
    joined = any(tree.dep[index] == "conj" and tree.tag[index] == "VB" for index in below)
    behind = tree.lower[first + 1 : first + 2]
    waits = tree.lower[first] in words("orders_before_for") and behind == ["for"]
    if "dobj" in labels or joined or object_ is not None or waits:
        tree.tag[first], tree.dep[first], tree.lemma[first] = "VB", "ROOT", tree.lower[first]
    if object_ is not None:
        tree.dep[object_] = "dobj"


def _is_governed(tree: Tree, noun: int) -> bool:
    """Return whether an article stands between the first word and a noun, and nothing else."""
    first = tree.head[noun]
    return tree.tag[first + 1] in ("DT", "PRP$") and "," not in tree.words[first:noun]


@needs({"compound", "nmod", "amod"})
def repair_first_verb(tree: Tree, first: int, last: int) -> None:
    """ "Use filters to drop data": where no verb is finite, the order is the verb, and no name."""
    if first + 1 >= last:
        return
    noun = tree.head[first]
    label = tree.words[noun + 1 : noun + 2] == [":"]  # "Approve step: a person confirms it"
    ordering = tree.lower[first] in words("means_verbs")
    ordering = ordering or (tree.lower[first] in words("pure_orders") and not label)
    if not ordering and tree.tag[first] not in ("VB", "VBP"):
        return
    if tree.dep[first] not in ("compound", "nmod", "amod") or tree.tag[noun] not in NOUN_TAGS:
        return
    if tree.head[noun] != noun:
        _order_before_participle(tree, (first, last), noun)
        _order_before_clause(tree, (first, last), noun)
        return
    if _has_main_verb(tree, first, last):
        return
    tree.tag[first], tree.dep[first], tree.head[first] = "VB", "ROOT", first
    tree.lemma[first] = tree.lower[first]
    tree.dep[noun], tree.head[noun] = "dobj", first
    for index in range(noun + 1, last):
        if tree.head[index] == noun and tree.dep[index] in ("acl", "relcl", "advcl", "punct"):
            purpose = tree.tag[index] == "VB"
            tree.head[index] = first if purpose or tree.dep[index] == "punct" else noun
            tree.dep[index] = "advcl" if purpose else tree.dep[index]


def _has_main_verb(tree: Tree, first: int, last: int) -> bool:
    """Return whether a finite verb stands behind a first word, and not in a relative clause.

    A word that is tagged as a verb and leads a noun with such a clause is an order: "Arrange
    chairs that fit".
    """
    verbs = [i for i in range(first + 1, last) if tree.tag[i] in FINITE_TAGS]
    tagged = tree.tag[first] in ("VB", "VBP")
    return any(not (tagged and _is_in_relative(tree, verb)) for verb in verbs)


def _is_in_relative(tree: Tree, verb: int) -> bool:
    """Return whether a verb stands in a relative clause."""
    for _ in range(_MAX_STEPS):
        if tree.dep[verb] == "relcl":
            return True
        if tree.head[verb] == verb:
            return False
        verb = tree.head[verb]
    return False


def _order_before_participle(tree: Tree, scope: Scope, noun: int) -> None:
    """ "Use tools tailored for X": behind an order a participle describes what it governs."""
    first, (_, last) = scope[0], scope
    verb = tree.head[noun]
    if tree.dep[noun] != "nsubj" or tree.head[verb] != verb or tree.tag[first] not in ("VB", "VBP"):
        return
    below = {tree.dep[i] for i in range(first, last) if tree.head[i] == verb}
    if tree.tag[verb] not in ("VBD", "VBN") or not below.isdisjoint(_GOVERNED):
        return
    for index in range(first, last):
        if tree.head[index] == verb and tree.dep[index] == "punct":
            tree.head[index] = first
    nearest = verb - 1 if tree.tag[verb - 1] in NOUN_TAGS else noun
    tree.tag[verb], tree.dep[verb], tree.head[verb] = "VBN", "acl", nearest
    tree.tag[first], tree.dep[first], tree.head[first] = "VB", "ROOT", first
    tree.lemma[first] = tree.lower[first]
    tree.dep[noun], tree.head[noun] = "dobj", first


def _order_before_clause(tree: Tree, scope: Scope, noun: int) -> None:
    """ "Confirm authorized signers are assigned": "that" is left out behind what is no noun."""
    first, (_, last) = scope[0], scope
    verb = tree.head[noun]
    word = tree.lower[first]
    ensures = word in words("pure_orders") and word in words("ensuring_verbs")
    if not ensures or tree.head[verb] != verb or tree.dep[noun] not in ("nsubj", "nsubjpass"):
        return
    if tree.lower[noun] in words("designators"):
        return  # "Confirm buttons are grey"
    parts = (verb, *(i for i in range(noun, last) if tree.head[i] == verb))
    if not any(tree.tag[i] in FINITE_TAGS for i in parts):
        return
    tree.tag[first], tree.dep[first], tree.head[first] = "VB", "ROOT", first
    tree.lemma[first] = tree.lower[first]
    tree.dep[verb], tree.head[verb] = "ccomp", first


@needs(both({"VBD", "VBN"}, {"ROOT"}))
def repair_unmarked_order(tree: Tree, first: int, last: int) -> None:
    """ "To stop it, set the limit to 0": without a subject, "set" is an order and no past."""
    for verb in range(first, last):
        if tree.tag[verb] not in ("VBD", "VBN") or tree.lower[verb] not in words("unmarked_verbs"):
            continue
        if tree.dep[verb] != "ROOT" or not (verb == first or tree.words[verb - 1] in _BEFORE_ORDER):
            continue
        labels = {tree.dep[index] for index in range(first, last) if tree.head[index] == verb}
        if "dobj" in labels and labels.isdisjoint(_NO_ORDER):
            tree.tag[verb], tree.lemma[verb] = "VB", tree.lower[verb]


@needs({","})
def repair_later_order(tree: Tree, first: int, last: int) -> None:
    """ "In the cockpit, navigate to X", "On the page, select X": an order behind a comma."""
    for word in range(first + 3, last - 1):
        noun = tree.head[word]
        past = tree.tag[word] in ("VBD", "VBN") and tree.lower[word] in words("unmarked_verbs")
        if tree.words[word - 1] != "," or not (past or tree.tag[word] in ("JJ", "VB", "VBP")):
            continue
        led = tree.lower[word + 1] == "to" and tree.tag[word + 1] == "IN"
        if led and tree.head[word + 1] == word and tree.dep[word] in ("ROOT", "conj", "advmod"):
            tree.tag[word], tree.lemma[word] = "VB", tree.lower[word]
            tree.dep[word] = "conj" if tree.dep[word] == "advmod" else tree.dep[word]
        elif tree.tag[word] == "JJ" and _orders(tree, word) and noun == word + 1 == tree.head[noun]:
            _govern(tree, word, noun, (first, last))
        bare = tree.tag[word] == "VB" and tree.dep[word] == "conj"
        if bare or _is_order_below(tree, word, last):
            _rise(tree, word, (first, last))


def _is_order_below(tree: Tree, word: int, last: int) -> bool:
    """Return whether a bare verb with an object, but no subject, hangs on the purpose before it."""
    if tree.tag[word] == "JJ" or tree.dep[word] not in ("xcomp", "ccomp"):
        return False
    below = {tree.dep[i] for i in range(tree.head[word] + 1, last) if tree.head[i] == word}
    return "dobj" in below and below.isdisjoint(_NO_ORDER | {"mark"})


def _rise(tree: Tree, order: int, scope: Scope) -> None:
    """Make an order the head of a sentence that starts with its purpose: "To X, do Y"."""
    purpose = tree.head[order]
    inside = range(*scope)
    joined = any(tree.head[i] == purpose and tree.dep[i] == "cc" for i in range(purpose, order))
    infinitive = any(tree.head[i] == purpose and tree.lower[i] == "to" for i in inside)
    if joined or not infinitive or tree.head[purpose] != purpose or purpose > scope[0] + 1:
        return
    for index in inside:
        if tree.head[index] == purpose and index > order:
            tree.head[index] = order
    tree.dep[order], tree.head[order] = "ROOT", order
    tree.tag[order], tree.lemma[order] = "VB", tree.lower[order]
    tree.dep[purpose], tree.head[purpose] = "advcl", order


def _orders(tree: Tree, word: int) -> bool:
    return tree.dep[word] == "amod" and tree.lower[word] in words("interface_verbs")


def _govern(tree: Tree, verb: int, noun: int, scope: Scope) -> None:
    """Make a noun that heads its sentence the object of the word before it."""
    for index in range(*scope):
        if tree.head[index] == noun and (index < verb or tree.dep[index] == "punct"):
            tree.head[index] = verb
    tree.tag[verb], tree.dep[verb], tree.head[verb] = "VB", "ROOT", verb
    tree.lemma[verb] = tree.lower[verb]
    tree.dep[noun], tree.head[noun] = "dobj", verb


@needs({"VB", "VBP"} | _LABELS)
def repair_label(tree: Tree, first: int, last: int) -> None:
    """ "Choose Create to save the filter": a capital behind such an order is a label's."""
    for label in range(first + 1, last):
        verb = label - 1
        if tree.lower[verb] not in words("interface_verbs"):
            continue
        if tree.head[verb] == label and tree.tag[label] in ("VB", "VBP"):
            tree.head[verb] = verb if tree.head[label] == label else tree.head[label]
            tree.tag[verb], tree.dep[verb], tree.dep[label] = "VB", tree.dep[label], "xcomp"
            tree.lemma[verb], tree.head[label] = tree.lower[verb], verb
        if tree.head[label] != verb:
            continue
        if tree.dep[label] not in _LABELS:
            continue
        if not tree.words[label][0].isupper() or tree.words[label].isupper():
            continue
        for index in range(first, last):
            if tree.head[index] == label:
                tree.head[index] = verb
                if tree.tag[index] == "VB" and tree.dep[index] == "xcomp":
                    tree.dep[index] = "advcl"
        tree.tag[label], tree.dep[label] = "NNP", "dobj"


@needs({"("}, {")"})
def repair_remark(tree: Tree, first: int, last: int) -> None:
    """ "(Optional) If the tide is low, lift the buoy": a remark in brackets before an order.

    A parser hangs the order on the remark, or takes the remark for whoever obeys.
    """
    if last - first < 5 or tree.words[first] != "(" or tree.words[first + 2] != ")":
        return
    remark = first + 1
    above = tree.head[remark]
    verb = above if above != remark else _order_below(tree, remark, last)
    if verb is None or tree.tag[verb] not in ("VB", "VBP") or verb <= first + 2:
        return
    for index in range(first + 3, last):
        if tree.head[index] == remark:
            tree.head[index] = verb
    tree.head[verb] = verb if tree.head[verb] == remark else tree.head[verb]
    tree.tag[verb], tree.lemma[verb] = "VB", tree.lower[verb]
    tree.dep[verb] = "ROOT" if tree.head[verb] == verb else tree.dep[verb]
    tree.dep[remark], tree.head[remark] = "meta", verb


def _order_below(tree: Tree, remark: int, last: int) -> int | None:
    """Return the verb without a subject that hangs on a remark, or None."""
    for verb in range(remark + 2, last):
        if tree.head[verb] != remark or tree.tag[verb] not in ("VB", "VBP"):
            continue
        below = {tree.dep[i] for i in range(remark + 2, last) if tree.head[i] == verb}
        return verb if below.isdisjoint(_NO_ORDER) else None
    return None
