"""Repairs of conditional clauses that a small parser hangs on the wrong word.

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree

_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
_LED = _SUBJECTS | {"mark", "aux"}
_MISREAD = frozenset({"ccomp", "advcl", "acl", "relcl", "conj", "prep", "dep"})
_TIMES = frozenset({"when", "whenever", "unless", "until", "once"})
_MAX_STEPS = 6
_NO_CLAUSE = frozenset({",", ".", ";", ":", "("})


@needs({"case"}, {"in"})
def repair_case_clause(tree: Tree, first: int, last: int) -> None:
    """ "The lamp glows in case the tank is empty": "in case" joins the clause behind it."""
    for index in range(first, last - 3):
        case = index + 1
        if tree.lower[index] != "in" or tree.lower[case] != "case":
            continue
        verb = _verb_of_clause(tree, case + 1, last)
        if verb is None:
            continue
        whole = index == first and tree.dep[verb] == "ROOT"  # the main clause was misread
        if whole or tree.dep[verb] in _MISREAD:
            if tree.head[verb] in (index, case):  # so that no two words hang on each other
                above = tree.head[index]
                if above in (index, case, verb):
                    continue
                tree.head[verb] = above
            tree.dep[verb] = "advcl"
            for word in (index, case):
                tree.dep[word], tree.head[word] = "mark", verb


def _verb_of_clause(tree: Tree, start: int, last: int) -> int | None:
    """Return the verb of the clause whose subject starts at a token, or None."""
    for index in range(start, last):
        if tree.words[index] in _NO_CLAUSE or tree.tag[index] == "IN":
            return None
        if tree.dep[index] in _SUBJECTS:
            verb = tree.head[index]
            return verb if verb > index and tree.tag[verb] in VERB_TAGS else None
    return None


@needs({"if"}, {"ccomp"})
def repair_condition_read_as_root(tree: Tree, first: int, last: int) -> None:
    """ "Checks run if the field Type: A is set": the main clause stands before "if"."""
    for mark in range(first + 2, last - 2):
        subject = tree.head[mark]
        verb = tree.head[subject]
        if tree.lower[mark] != "if" or not mark < subject < verb or tree.head[verb] != verb:
            continue
        main = next(
            (i for i in range(first, mark) if tree.head[i] == verb and tree.dep[i] == "ccomp"), None
        )
        if main is None or tree.dep[subject] not in _SUBJECTS:
            continue
        tree.head[main], tree.dep[main] = main, "ROOT"
        tree.head[verb], tree.dep[verb] = main, "advcl"
        tree.head[mark], tree.dep[mark] = verb, "mark"


def _order_behind_comma(tree: Tree, root: int, first: int, last: int) -> int | None:
    """Return the order behind a comma that is joined to a verb, or else to one further down."""
    behind = [
        i
        for i in range(root + 2, last)
        if tree.words[i - 1] == "," and tree.dep[i] in ("conj", "advcl") and tree.head[i] != i
    ]
    joined = [i for i in behind if tree.head[i] == root and tree.dep[i] == "conj"]
    order = joined[0] if joined else (behind[-1] if behind else None)
    if order is None or tree.tag[order] not in ("VB", "VBP"):
        return None
    led = any(tree.head[i] == order and tree.dep[i] in _LED for i in range(first, order))
    return None if led else order


@needs(both(VERB_TAGS, {"conj"}))
def repair_joined_condition(tree: Tree, first: int, last: int) -> None:
    """ "The lamp glows if A is full and B is open": what follows "and" is supposed as well.

    A clause with a subject of its own, behind no comma, is joined to the condition beside it and
    not to the main clause: what the sentence may only suppose is never read as told. The same holds
    behind "any": "for any guest that has no card and the owner is away".
    """
    for verb in range(first + 4, last):
        above = tree.head[verb]
        if tree.dep[verb] != "conj" or tree.tag[verb] not in VERB_TAGS or above >= verb:
            continue
        joint = _joint_before_subject(tree, above, verb)
        if joint is None or tree.words[joint - 1] == ",":
            continue
        between = range(above + 1, joint)
        supposed = next(
            (i for i in between if _is_conditional(tree, i, above) or _picks_any(tree, i)), None
        )
        if supposed is None or "," in tree.words[supposed:joint]:
            continue
        if not _is_marked(tree, verb, range(joint, last)):
            tree.head[verb] = tree.head[joint] = supposed


def _joint_before_subject(tree: Tree, first: int, verb: int) -> int | None:
    """Return the "and" or "or" behind which the subject of a verb stands, or None."""
    joint = max((i for i in range(first, verb) if tree.dep[i] == "cc"), default=None)
    subjects = [i for i in range(first, verb) if tree.head[i] == verb and tree.dep[i] in _SUBJECTS]
    return joint if joint is not None and any(joint < subject for subject in subjects) else None


def _is_conditional(tree: Tree, verb: int, above: int) -> bool:
    """Return whether a verb heads a condition of the verb above: "if ...", "as long as ..."."""
    if tree.dep[verb] != "advcl" or tree.tag[verb] not in VERB_TAGS:
        return False
    adverb = tree.head[verb]
    if tree.lower[adverb] in ("long", "far", "soon"):
        return tree.head[adverb] == above
    return (
        adverb < verb
        and _leads_to(tree, above, adverb)
        and _is_marked(tree, verb, range(above + 1, verb))
    )


def _leads_to(tree: Tree, above: int, verb: int) -> bool:
    """Return whether a verb is another, or an aim of that: "is done to save A and lose B if C"."""
    for _ in range(_MAX_STEPS):
        if verb == above:
            return True
        if tree.dep[verb] not in ("advcl", "conj", "xcomp") or tree.tag[verb] != "VB":
            return False
        if tree.head[verb] >= verb:
            return False  # a verb behind may be the one that is hung anew
        verb = tree.head[verb]
    return False


def _picks_any(tree: Tree, verb: int) -> bool:
    """Return whether a clause tells which of many are meant: "any guest that has no card"."""
    noun = tree.head[verb]
    if tree.dep[verb] != "relcl" or noun > verb:
        return False
    before = range(max(0, noun - 4), noun)
    return any(tree.head[i] == noun and tree.lower[i] in ("any", "every", "each") for i in before)


def _is_marked(tree: Tree, verb: int, tokens: range) -> bool:
    """Return whether one of some tokens makes a condition of a verb, or of one that it leads."""
    return any(
        verb in (tree.head[i], tree.head[tree.head[i]])
        and tree.dep[i] in ("mark", "advmod")
        and tree.lower[i] in words("condition_marks")
        for i in tokens
    )


@needs({"mark"})
def repair_conditional_mark(tree: Tree, first: int, last: int) -> None:
    """ "If the field Type: External is set": "if" joins the clause, and no noun of it."""
    for mark in range(first, last - 2):
        noun = tree.head[mark]
        verb = tree.head[noun]
        if tree.lower[mark] not in words("condition_marks") or tree.dep[mark] != "mark":
            continue
        if tree.tag[noun] not in NOUN_TAGS or tree.dep[noun] != "advcl" or not mark < noun < verb:
            continue
        if tree.tag[verb] in VERB_TAGS and tree.dep[verb] in ("advcl", "ccomp"):
            tree.head[mark], tree.dep[verb], tree.dep[noun] = verb, "advcl", "dep"


@needs({"ccomp", "conj"})
def repair_time_clause_read_as_content(tree: Tree, first: int, last: int) -> None:
    """ "Codes can only be logged when tabs are open": the clause says when, and not what.

    A verb that has its object, and a passive, leaves no place for a content. Nor does "when" join
    what no "and" joins.
    """
    for verb in range(first + 1, last):
        above, dep = tree.head[verb], tree.dep[verb]
        if dep not in ("ccomp", "conj") or above >= verb or tree.tag[above] not in VERB_TAGS:
            continue
        if dep == "conj" and any(tree.tag[i] == "CC" for i in range(above, verb)):
            continue
        mark = next((i for i in range(above + 1, verb) if _tells_when(tree, i, verb)), None)
        has_object = any(
            tree.head[i] == above and tree.dep[i] in ("dobj", "nsubjpass", "attr")
            for i in range(first, verb)
        )
        if mark is not None and (has_object or dep == "conj"):
            tree.dep[verb], tree.head[mark] = "advcl", verb


def _tells_when(tree: Tree, mark: int, verb: int) -> bool:
    """Return whether a word makes a time of a verb's clause, though the parser hangs it lower.

    On the gerund in "when opening gates is risky", or on an auxiliary.
    """
    holder = tree.head[mark]
    lower = tree.dep[holder] in ("csubj", "auxpass", "aux") and tree.head[holder] == verb
    joined = holder == verb or lower
    return joined and tree.dep[mark] in ("mark", "advmod") and tree.lower[mark] in _TIMES


@needs({"mark", "advmod"}, {","})
def repair_order_behind_condition(tree: Tree, first: int, last: int) -> None:
    """ "If the lamp is off, replace it and restart": the order behind the comma is the main clause.

    A condition is never joined to an order.
    """
    root = next((i for i in range(first, last) if tree.head[i] == i), None)
    if root is None or tree.tag[root] not in VERB_TAGS:
        return
    marked = any(
        tree.head[i] == root
        and tree.dep[i] in ("mark", "advmod")
        and tree.lower[i] in words("condition_marks")
        for i in range(first, min(first + 2, root))
    )
    order = _order_behind_comma(tree, root, first, last) if marked else None
    if order is None:
        return
    tree.tag[order] = "VB"
    tree.dep[order], tree.head[order] = "ROOT", order
    tree.dep[root], tree.head[root] = "advcl", order
    for index in range(order - 1, last):
        if tree.head[index] == root and index != order:
            tree.head[index] = order
