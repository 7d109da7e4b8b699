"""What a clause holds under: the clauses and phrases beside its verb that set a condition.

A condition stands before its clause or behind it: a clause with "if" or "unless", one that several
words join ("provided that", "as long as", "on condition that"), an inverted one ("should the job
fail"), a phrase ("in case of fire", "by default"), or a phrase in front of the subject, which sets
the frame of what follows ("In the trial edition, ...").
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree

_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj")
_LASTING = frozenset({"be", "exist", "remain", "stay"})
_CLAUSES = ("pcomp", "ccomp", "acl", "advcl", "relcl", "csubj")
_INVERTED = frozenset({"should", "had", "were"})
_SUPPOSING = frozenset({"provided", "providing", "given", "assuming", "supposing"})
"""Participles that start a condition with the clause behind them."""

_ASKED_FOR = frozenset({"to", "for", "from", "of", "with"})
"""Prepositions that may start a question; "during which" tells more of a noun."""

_CASES = frozenset({"case", "event", "condition"})
_POINTING = frozenset({"this", "that", "such", "these", "those", "which", "all", "other"})
_TEMPORAL = frozenset({"when", "once", "until", "whenever"})
_NAMING = ("compound", "nmod", "poss", "prep")
"""What makes of a vague noun the name of something: "the edit step"."""

_SIGNS = frozenset(":-–—…")

_MAX_TOKENS = 40

Span = tuple[int, int]
"""First token and the token after the last."""


def conditions_of(tree: Tree, verb: int) -> Iterator[Span]:
    """Yield the tokens of each clause or fixed phrase that is a condition of a verb's clause."""
    for child in tree.children[verb]:
        span = condition_span(tree, verb, child)
        if span is not None:
            yield span
    for holder in tree.within(verb, "acomp", "dobj"):
        for child in tree.children[holder]:
            if conjoined_clause(tree, child) is not None:
                yield _trimmed(tree, tree.left[child], tree.right[child])
    misread = _before_comma(tree, verb)
    if misread is not None:
        yield misread


def condition_span(tree: Tree, verb: int, child: int) -> Span | None:
    """Return the tokens of a condition that a child of a verb starts, or None."""
    marked = tree.dep[child] == "advcl" and (
        (bool(conditional_mark(tree, child)) and not _is_asked(tree, child))
        or _is_misread(tree, child)
        or _labels_case(tree, verb, child)
    )
    if marked or conjoined_clause(tree, child) is not None or _excepts(tree, child):
        return _trimmed(tree, tree.left[child], tree.right[child])
    if tree.dep[child] == "prep" and names_case(tree, child):
        return _case(tree, verb, child)
    return None


def _is_asked(tree: Tree, child: int) -> bool:
    """Return whether "whether" stands right behind the verb that asks it: "to see whether"."""
    first = tree.left[child]
    behind = first > tree.scope[child] and tree.tag[first - 1] == "VB"
    return behind and tree.lower[first] == "whether"


def _labels_case(tree: Tree, verb: int, child: int) -> bool:
    """Return whether a participle before a colon says when what follows is so: "Sailing at night:".

    One that has an object names a topic: "Sending letters: the clerk ..."
    """
    last = tree.right[child]
    if child != tree.scope[child] or tree.tag[child] != "VBG" or not last <= verb:
        return False
    if tree.has(child, "dobj") or not tree.has(child, "prep"):
        return False
    return ":" in (tree.words[last - 1], tree.words[last])


def _is_misread(tree: Tree, child: int) -> bool:
    """Return whether a condition is read as its last noun, with the clause below that."""
    first = tree.left[child]
    led = tree.lower[first] in words("condition_marks") and tree.dep[first] in ("mark", "advmod")
    return led and tree.tag[child] in NOUN_TAGS and tree.head[first] < child


def conjoined_clause(tree: Tree, index: int) -> int | None:
    """Return the verb of the clause that a conjunction of several words joins, or None.

    ``index`` is the word on which the clause hangs: "provided" of "provided that", "long" of "as
    long as", "on" of "on condition that".
    """
    word, dep = tree.lower[index], tree.dep[index]
    if word in _SUPPOSING and dep in ("prep", "agent", "advcl", "acl"):
        return next((c for c in tree.within(index, *_CLAUSES) if _is_supposed_of(tree, c)), None)
    if word in ("long", "far", "soon") and index > tree.scope[index]:
        # "so long that" tells what came of it
        led = tree.lower[index - 1] in ("as", "so") and tree.lower[index + 1 : index + 2] == ["as"]
        return tree.first(index, *_CLAUSES) if led else None
    if dep == "prep" and names_case(tree, index):
        noun = tree.first(index, "pobj")
        return None if noun is None else tree.first(noun, *_CLAUSES)
    return None


def conditional_mark(tree: Tree, verb: int) -> str:
    """Return the word that makes a verb's clause a condition ("if", "should"), or nothing."""
    joined = sorted((*tree.within(verb, "mark"), *tree.within(verb, "advmod")))
    found = (tree.lower[word] for word in joined if word < verb)
    mark = next((word for word in found if word in words("condition_marks")), "")
    if mark or tree.dep[verb] != "advcl":
        return mark
    if tree.lower[tree.left[verb] : tree.left[verb] + 2] == ["in", "case"]:
        return "in"
    helper = helper_before_subject(tree, verb)
    return tree.lower[helper] if helper is not None and tree.lower[helper] in _INVERTED else ""


def helper_before_subject(tree: Tree, verb: int) -> int | None:
    """Return the auxiliary that a clause starts with, before its subject: "should it rain"."""
    helper = tree.left[verb]
    if helper not in tree.within(verb, "aux", "auxpass"):
        return None
    return helper if any(helper < one for one in tree.within(verb, *_SUBJECTS)) else None


def is_supposed(tree: Tree, verb: int) -> bool:
    """Return whether a verb's clause is itself a condition, and tells no fact.

    "When the firm moved to Oslo in 1990, ..." tells one: what is past has happened.
    """
    head = tree.head[verb]
    if (tree.dep[verb] == "pcomp" and _leaves_out(tree, verb)) or _asks(tree, verb):
        return True
    if _is_content_of_doubt(tree, verb) or _is_each_time(tree, verb) or _is_either(tree, verb):
        return True
    if any(verb == conjoined_clause(tree, top) for top in (head, tree.head[head])):
        return True
    if tree.dep[verb] != "advcl" and not _is_joined_condition(tree, verb):
        return _is_marked_root(tree, verb)
    mark = conditional_mark(tree, verb)
    if mark:
        return not (mark in _TEMPORAL and is_past(tree, verb))
    return _is_awaited(tree, verb)


def _is_joined_condition(tree: Tree, verb: int) -> bool:
    """Return whether a clause is one more condition, whatever it hangs on: "..., or when A is"."""
    mark = tree.left[verb]
    if tree.dep[verb] != "conj" or tree.head[mark] != verb or mark == tree.scope[verb]:
        return False
    marked = tree.lower[mark] in words("condition_marks") and tree.dep[mark] in ("mark", "advmod")
    return marked and tree.dep[mark - 1] == "cc"


def _is_marked_root(tree: Tree, verb: int) -> bool:
    """Return whether a sentence is read as its condition, as where "if" starts it and no more."""
    if tree.head[verb] != verb or _before_comma(tree, verb) is not None:
        return False
    marks = (tree.lower[mark] for mark in tree.within(verb, "mark") if mark < verb)
    return any(mark in words("condition_marks") for mark in marks)


def is_marked_participle(tree: Tree, verb: int) -> bool:
    """Return whether a participle only says when: "the name of the gate when seen from the sea"."""
    if tree.dep[verb] not in ("acl", "relcl") or tree.tag[verb] not in ("VBN", "VBG", "VBD"):
        return False
    before = tree.left[verb]
    return before == verb - 1 and tree.lower[before] in ("when", "if", "once", "unless", "until")


def _is_awaited(tree: Tree, verb: int) -> bool:
    """Return whether a clause only says when: "before a clerk prints a ticket, ...".

    What the reader does first is a step of what is told: "after you open the valve, ...".
    """
    subject = tree.first(verb, *_SUBJECTS)
    if subject is None or tree.lower[subject] in ("you", "we"):
        return False
    marks = [tree.lower[mark] for mark in tree.within(verb, "mark") if mark < verb]
    awaited = "after" in marks or "before" in marks
    return (awaited or ("while" in marks and _only_lasts(tree, verb))) and not is_past(tree, verb)


def _only_lasts(tree: Tree, verb: int) -> bool:
    """Return whether "while" only says how long: "needs a crew while the ship is at sea".

    In front, or behind a comma, it may tell what else is so.
    """
    first = tree.left[verb]
    lasts = tree.lemma[verb] in _LASTING or tree.has(verb, "auxpass") or tree.tag[verb] == "VBG"
    return lasts and tree.head[verb] < first and tree.words[first - 1] != ","


def _asks(tree: Tree, verb: int) -> bool:
    """Return whether a complement leaves open what it tells: "decides which room is free"."""
    if tree.dep[verb] not in ("ccomp", "pcomp"):
        return False
    before = tree.left[verb] - 1
    if tree.lower[before] == "which" and tree.dep[before] == "dobj":
        return tree.head[before] == tree.head[verb]  # "find out which | rooms have a lock"
    if any(tree.lower[mark] in ("whether", "if") for mark in tree.within(verb, "mark")):
        return True
    if conditional_mark(tree, verb) in _TEMPORAL and not is_past(tree, verb):
        return True  # "shows when the gate opens"
    first = tree.left[verb]
    first += tree.lower[first] in _ASKED_FOR and first + 1 < verb  # "knows to which group"
    asked = tree.lower[first] in ("which", "what", "who", "whose") and first < verb
    asked = asked or (tree.lower[first] == "how" and tree.tag[first + 1] in ("RB", "JJ"))
    return asked and tree.head[verb] < first


def _is_content_of_doubt(tree: Tree, verb: int) -> bool:
    """Return whether a clause is what a noun leaves open: "a risk that the rope breaks"."""
    that = tree.left[verb]
    led = tree.dep[that] == "mark" and tree.head[that] == verb and tree.lower[that] == "that"
    noun = tree.head[verb]
    return led and noun < that and tree.lemma[noun].lower() in words("doubting_nouns")


def _is_each_time(tree: Tree, verb: int) -> bool:
    """Return whether a clause only says when: "each time a page is printed, the lamp glows"."""
    if tree.dep[verb] not in ("ccomp", "advcl") or verb > tree.head[verb]:
        return False
    times = (word for word in tree.within(verb, "npadvmod") if tree.lower[word] == "time")
    before = (tree.lower[word - 1] for word in times if word > tree.scope[word])
    return any(word in ("each", "every", "next", "first", "last") for word in before)


def _is_either(tree: Tree, verb: int) -> bool:
    """Return whether a clause is one of two of which one is so: "either that A or that B".

    So is a sentence of its own that starts so, which only an item of such a list does: "Either they
    have no key."
    """
    start = tree.scope[verb]
    if start < verb and tree.lower[start] == "either" and tree.head[start] == verb:
        joins = tree.dep[start] in ("cc", "preconj", "advmod") and tree.has(verb, *_SUBJECTS)
        return joins and "or" not in tree.lower[start + 1 : verb]
    first = tree.head[verb] if tree.dep[verb] == "conj" else verb
    if tree.dep[first] != "ccomp":
        return False
    that = next((word for word in tree.within(first, "mark") if tree.lower[word] == "that"), 0)
    return that > tree.scope[first] and tree.lower[that - 1] == "either"


def governing_spans(tree: Tree, first: int, last: int) -> Iterator[Span]:
    """Yield the tokens of what a lead-in sets for the items below it.

    ``first`` and ``last`` are its scope: "If you use Linux, do the following:" and the fragments
    "If you use Linux:" and "On Linux servers only:" set a condition.
    """
    if tree.words[last - 1] != ":":
        return
    root = tree.root(first, last)
    fragment = tree.dep[root] == "prep" or tree.tag[root] in ("IN", "TO")
    marked = bool(conditional_mark(tree, root)) and _before_comma(tree, root) is None
    if marked or (fragment and root == first and _names_frame(tree, root)):
        yield _trimmed(tree, first, last)
        return
    for span in conditions_of(tree, root):
        before = max(first, span[0] - 1)
        if tree.lemma[before].lower() not in words("inquiring_verbs"):
            yield span  # not of "To test if the gate is open, do the following:"
    for prep in tree.within(root, "prep"):
        if condition_span(tree, root, prep) is None and is_frame(tree, root, prep):
            yield _trimmed(tree, tree.left[prep], tree.right[prep])


def picks_out(tree: Tree, verb: int) -> bool:
    """Return whether a denied clause only says which of the things that a noun names are meant.

    "Catalogs that do not support apps are hidden" does not say that catalogs do not support them;
    behind a comma such a clause tells a fact of the noun.
    """
    noun = tree.head[verb]
    if tree.dep[verb] not in ("relcl", "acl") or noun == verb:
        return False
    return "," not in tree.words[noun + 1 : max(noun + 1, tree.left[verb] + 1)]


def awaited_condition(tree: Tree, verb: int) -> int | None:
    """Return the word that ends a sentence whose condition stands below: "The pump stops if:"."""
    first, last = tree.scope[verb], verb
    while last + 1 < len(tree.words) and tree.scope[last + 1] == first:
        last += 1
    end = last
    while end > first and tree.words[end] in _SIGNS:
        end -= 1
    return end if end < last and tree.lower[end] in words("condition_marks") else None


def names_case(tree: Tree, prep: int) -> bool:
    """Return whether a preposition starts what is supposed: "in case of X", "in this case"."""
    noun = tree.first(prep, "pobj")
    if noun is None or tree.lower[prep] not in ("in", "on", "under"):
        return False
    if tree.lemma[noun].lower() not in _CASES or noun - prep > 3:
        return False
    if any(tree.lower[det] in _POINTING for det in tree.within(noun, "det", "predet", "amod")):
        return True
    if tree.lower[prep] == "in" and tree.lower[noun] == "condition":
        return False  # "in good condition" tells a state
    of = any(tree.lower[child] == "of" and child == noun + 1 for child in tree.within(noun, "prep"))
    return of or noun - prep <= 2


def is_default(tree: Tree, prep: int) -> bool:
    """Return whether a phrase says that something else can be set: "by default"."""
    noun = tree.first(prep, "pobj")
    return noun == prep + 1 and tree.lower[prep] == "by" and tree.lower[noun] == "default"


def is_frame(tree: Tree, verb: int, prep: int) -> bool:
    """Return whether a phrase stands in front of a clause, and names what it is true of.

    "In the trial edition, the menu is hidden" does; "In addition, ..." and "For details, see ..."
    only join or point.
    """
    subject = tree.first(verb, *_SUBJECTS)
    first = verb if subject is None else min(verb, tree.left[subject])
    pointing = tree.lemma[verb].lower() in words("metadiscourse_verbs")
    joined = tree.lower[max(prep - 1, tree.scope[prep])] in ("but", "and", "or")
    return prep < first and not pointing and not joined and _names_frame(tree, prep)


def is_discourse(tree: Tree, verb: int, prep: int) -> bool:
    """Return whether a phrase in front of a verb only joins its clause: "In addition, ..."."""
    noun = tree.first(prep, "pobj")
    if noun is None or prep > verb or tree.has(noun, *_NAMING) or names_case(tree, prep):
        return False
    said = tree.lower[noun] in words("adverbial_nouns") and tree.lower[noun] != "default"
    return said and tree.lower[prep] in words("adverbial_prepositions")


def _names_frame(tree: Tree, prep: int) -> bool:
    """Return whether a preposition leads to what a statement can be true of."""
    noun, word = tree.first(prep, "pobj"), tree.lower[prep]
    if noun is None or tree.tag[noun] in ("WDT", "WP", "PRP") or word in ("by", "to"):
        return False
    if word in words("detached_prepositions") and word != "as":
        return False
    if tree.lower[noun] in words("pointed_nouns"):
        return False
    vague = words("adverbial_nouns", "vague_nouns", "directions")
    return tree.lower[noun] not in vague or tree.has(noun, *_NAMING)


def _is_supposed_of(tree: Tree, clause: int) -> bool:
    """Return whether a clause below "providing" and the like is what that supposes.

    "providing jobs to help families" has an aim; a complement may have lost its subject in a parse.
    """
    complement = tree.dep[clause] in ("ccomp", "pcomp")
    return complement or tree.has(clause, *_SUBJECTS)


def _leaves_out(tree: Tree, verb: int) -> bool:
    """Return whether a clause is not so: "except when A is full", "without A being full"."""
    prep = tree.head[verb]
    return _excepts(tree, prep) or (tree.lower[prep] == "without" and tree.has(verb, *_SUBJECTS))


def _excepts(tree: Tree, index: int) -> bool:
    """Return whether a preposition sets a clause aside: "except when the tank is empty"."""
    return tree.lower[index] == "except" and tree.dep[index] == "prep" and tree.has(index, "pcomp")


def _case(tree: Tree, verb: int, prep: int) -> Span:
    """Return the tokens of "in case ...", with the clause that the parser hangs on the verb."""
    last = tree.right[prep]
    for clause in tree.within(verb, "ccomp", "advcl"):
        noun = tree.first(prep, "pobj")
        if tree.left[clause] == last and noun == last - 1:
            last = tree.right[clause]
    return _trimmed(tree, tree.left[prep], last)


def _before_comma(tree: Tree, verb: int) -> Span | None:
    """Return a condition whose words the parser hung on the main verb behind its comma.

    "If the filter clogs, the valve closes": read as if "clogs" were a noun.
    """
    mark = tree.scope[verb]
    if tree.head[verb] != verb or tree.lower[mark] not in words("condition_marks"):
        return None
    if mark not in tree.within(verb, "mark", "advmod"):
        return None
    subject = tree.first(verb, *_SUBJECTS)
    if subject is None:
        return None
    commas = [i for i in range(mark + 2, verb) if tree.words[i] == ","]
    behind = [i for i in commas if any(tree.tag[j].startswith("N") for j in range(i + 1, verb))]
    return (mark, behind[-1]) if behind else None


def is_past(tree: Tree, verb: int) -> bool:
    """Return whether a verb or its auxiliary is in the past tense."""
    return any(tree.tag[word] == "VBD" for word in (verb, *tree.within(verb, "aux", "auxpass")))


def _trimmed(tree: Tree, first: int, last: int) -> Span:
    """Return a span without the signs at its end, and of bounded length."""
    last = min(last, first + _MAX_TOKENS)
    while last - 1 > first and not tree.words[last - 1][-1].isalnum():
        last -= 1
    return first, last
