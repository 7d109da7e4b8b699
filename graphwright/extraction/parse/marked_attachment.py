"""Where a name that the author marked hangs in its sentence: the tree is mended around it.

The parser may have read the words of a label as verbs, whose objects and clauses then hang on them.
Each name becomes one noun, its attachment follows from what stands beside it, and what hung on its
words hangs on it or above it. Which marks are names is decided in ``marked_names``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import (
    FINITE_TAGS,
    NOUN_TAGS,
    VERB_TAGS,
    MarkedName,
    Scope,
    Tree,
)

_NOMINAL = frozenset(
    {"nsubj", "nsubjpass", "dobj", "pobj", "attr", "appos", "oprd", "dative", "compound", "nmod"}
)
_BEFORE_NAME = frozenset({"DT", "PRP$", "PDT", "JJ", "CD"})
_OF_NOUN = frozenset(
    {"det", "amod", "poss", "nummod", "predet", "case", "compound", "nmod", "relcl", "acl"}
)
_CLAUSE_MARKS = frozenset(
    {"if", "whether", "that", "because", "although", "though", "while", "unless", "so", "since"}
    | {"once", "until"}
)
Attachment = tuple[int, str] | None
"""Head and label by which a name hangs; None where one of its words heads the sentence."""

_LINKING = frozenset({"compound", "amod", "nmod"})
_KIND_TAGS = NOUN_TAGS | {"JJ"}
_OBJECTS = frozenset({"xcomp", "ccomp", "acomp", "dep", "prep", "advmod", "prt"})
_OF_CLAUSES = {"pcomp": "pobj", "ccomp": "dobj", "xcomp": "dobj", "acomp": "dobj"}
"""What a noun is to the word above it where a clause was read."""

JOINING = frozenset({",", "and", "or", "/", "and/or"})
_DETERMINERS = {"DT": "det", "PDT": "predet", "PRP$": "poss", "CD": "nummod"}
_BEHIND = frozenset({"prep", "conj", "cc", "appos", "case"})
_OF_CLAUSE = frozenset({"prep", "punct", "advcl", "advmod", "npadvmod", "cc", "conj", "agent"})


def attach(tree: Tree, name: MarkedName, scope: Scope) -> None:
    """Make the tokens of a name one noun that hangs where the name stands."""
    top = _top(tree, name, scope[1])
    unit = range(name.first, max(name.last, top + 1))
    attachment = _attachment_of(tree, unit)
    below = [i for i in range(*scope) if i not in unit and tree.head[i] in unit]
    verbal = any(tree.tag[index] in VERB_TAGS for index in unit)
    before = _before(tree, name.first, scope[0])
    heir = _heir(tree, before, below, attachment)
    _make_noun(tree, name, top)
    anchor = heir if heir is not None else attachment[0] if attachment is not None else top
    if heir is not None:
        _inherit(tree, heir, attachment)
    found = _new_attachment(tree, unit, before, attachment, heir)
    found = found or _attachment_by_verb(tree, unit, attachment, anchor, scope[1])
    tree.head[top], tree.dep[top] = found
    for child in below:
        if child != heir:
            over = top if _leads_into(tree, anchor, {child}) else anchor
            _hang(tree, child, unit, (top, over), verbal=verbal)
    _cut_circle(tree, top, anchor)


def _inherit(tree: Tree, heir: int, attachment: Attachment) -> None:
    """Give a word the place that a name had; an order takes that of the verb it was subject of."""
    if attachment is None or attachment[0] == heir:
        tree.head[heir], tree.dep[heir] = heir, "ROOT"
        return
    above, label = attachment
    if tree.tag[heir] in VERB_TAGS and label in ("conj", "appos"):
        above, label = _verb_above(tree, above), "conj"
    noun = tree.tag[heir] in NOUN_TAGS
    tree.head[heir], tree.dep[heir] = above, _OF_CLAUSES.get(label, label) if noun else label
    if tree.tag[heir] in VERB_TAGS and label in ("nsubj", "nsubjpass"):
        free = tree.head[above] == above
        tree.head[heir] = heir if free else tree.head[above]
        tree.dep[heir] = tree.dep[above]
        tree.head[above], tree.dep[above] = heir, "advcl" if tree.tag[above] == "VB" else "conj"


def _verb_above(tree: Tree, index: int) -> int:
    """Return the verb that a word stands under, to which a later order is joined; else the word."""
    above = index
    while tree.tag[above] not in VERB_TAGS and tree.head[above] != above:
        above = tree.head[above]
    return above if tree.tag[above] in VERB_TAGS else index


def _top(tree: Tree, name: MarkedName, last: int) -> int:
    """Return the common noun that the name stands before ("the *X* wizard"), else its own head."""
    noun = name.last
    if noun >= last or tree.tag[noun] not in _KIND_TAGS or noun in tree.names:
        return name.head
    inside = range(name.first, noun)
    if not (tree.words[noun].islower() or any(_modifies(tree, i, noun) for i in inside)):
        return name.head
    while tree.dep[noun] in _LINKING and noun < tree.head[noun] < last:
        if noun + 1 in tree.names or tree.tag[noun + 1] not in NOUN_TAGS | {"JJ", "HYPH"}:
            break
        noun += 1
    return noun if tree.tag[noun] in NOUN_TAGS else name.head


def _modifies(tree: Tree, index: int, noun: int) -> bool:
    return tree.head[index] == noun and tree.dep[index] in _LINKING


def _attachment_of(tree: Tree, unit: range) -> Attachment:
    """Return (head, label) by which the words of a unit hang; None where one heads them all."""
    if any(tree.head[index] == index for index in unit):
        return None
    outer = [index for index in unit if tree.head[index] not in unit]
    nominal = [index for index in outer if tree.dep[index] in _NOMINAL]
    index = (nominal or outer)[-1]
    return tree.head[index], tree.dep[index]


def _before(tree: Tree, first: int, start: int) -> int | None:
    """Return the word before a name and before its article and adjectives."""
    index = first - 1
    while index >= start and index not in tree.names:
        order = index == first - 1 and tree.lower[index] in words("interface_verbs")
        if order or (tree.tag[index] not in _BEFORE_NAME and tree.dep[index] != "amod"):
            break
        index -= 1
    return index if index >= start and index not in tree.names else None


def _heir(
    tree: Tree, before: int | None, below: Sequence[int], attachment: Attachment
) -> int | None:
    """Return the word that takes the attachment which the words of a name had in the sentence."""
    verbs = [i for i in below if tree.tag[i] in VERB_TAGS or tree.dep[i] == "csubj"]
    joined = None if before is None else _joined_name(tree, before)
    if joined is not None and joined in below and attachment is not None:
        return joined
    if before is not None and before in below:
        if before in verbs or (attachment is not None and _is_kind(tree, before)):
            return before
        if tree.lower[before] in words("interface_verbs"):
            tree.tag[before], tree.lemma[before] = "VB", tree.lower[before]
            return before
    if attachment is not None:
        return None
    main = [i for i in verbs if tree.dep[i] not in ("acl", "relcl", "advcl")]
    return next(iter(main), None)


def _is_kind(tree: Tree, index: int) -> bool:
    """Return whether a noun was taken for the subject of the name behind it: "the plans *X*"."""
    return tree.dep[index] == "nsubj" and tree.tag[index] in ("NN", "NNS")


def _make_noun(tree: Tree, name: MarkedName, top: int) -> None:
    for index in range(name.first, name.last):
        tree.tag[index], tree.lemma[index] = "NNP", tree.words[index]
        tree.dep[index], tree.head[index] = "compound", name.head
    for index in (name.head, *range(name.last, top)):
        tree.head[index] = top
        tree.dep[index] = tree.dep[index] if tree.dep[index] in _LINKING else "compound"


def _new_attachment(
    tree: Tree, unit: range, before: int | None, old: Attachment, heir: int | None
) -> tuple[int, str] | None:
    """Return (head, label) of a name's noun by what stands beside it; None where nothing tells."""
    if heir is not None and heir == before and tree.tag[heir] in VERB_TAGS:
        return heir, "dobj"
    if before is not None and _is_preposition(tree, before, old):
        _make_preposition(tree, before)
        return before, "pobj"
    joined = None if before is None else _joined_name(tree, before)
    if joined is not None and (old is None or old[1] not in ("nsubj", "nsubjpass")):
        return joined, "conj"
    if old is not None and (old[1] in _NOMINAL or _joins_nouns(tree, old)):
        return (old[0], "appos") if old[1] in _LINKING and old[0] < unit[0] else old
    if before is not None and tree.tag[before] in VERB_TAGS:
        return before, "attr" if tree.lemma[before] == "be" else "dobj"
    kind = before is not None and before == unit[0] - 1 and tree.tag[before] in ("NN", "NNS")
    return (before, "appos") if kind and before is not None else None


def _is_preposition(tree: Tree, before: int, old: Attachment) -> bool:
    """Return whether the word before a name leads to it, whatever the parser took it for."""
    if tree.tag[before] not in ("IN", "TO") or tree.lower[before] in _CLAUSE_MARKS:
        return False
    subject = old is not None and old[1] in ("nsubj", "nsubjpass")
    return not (subject and tree.dep[before] == "mark")


def _make_preposition(tree: Tree, index: int) -> None:
    tree.tag[index] = "IN"
    if tree.dep[index] not in ("prep", "agent", "dative"):
        tree.dep[index] = "prep"


def _attachment_by_verb(
    tree: Tree, unit: range, old: Attachment, anchor: int, last: int
) -> tuple[int, str]:
    """Return (head, label) of a name's noun: of the verb behind it, or above it as it was."""
    verb = _verb_behind(tree, unit[-1] + 1, last)
    if verb is not None:
        below = range(unit[-1], verb)
        passive = any(tree.dep[i] == "auxpass" and tree.head[i] == verb for i in below)
        return verb, "nsubjpass" if passive else "nsubj"
    if old is not None and anchor < unit[0] and tree.tag[anchor] in VERB_TAGS:
        return anchor, "dobj" if old[1] in _OBJECTS else "dep"
    return anchor, "ROOT" if anchor in unit else "dep"


def _joins_nouns(tree: Tree, attachment: tuple[int, str]) -> bool:
    return attachment[1] == "conj" and tree.tag[attachment[0]] in NOUN_TAGS


def _joined_name(tree: Tree, before: int) -> int | None:
    """Return the noun of the marked name that "and" or a comma joins a later one to."""
    index = before
    while index > 0 and tree.lower[index] in JOINING:
        index -= 1
    if index == before or index not in tree.names:
        return None
    head = tree.names[index].head
    return tree.head[head] if tree.dep[head] == "compound" and tree.head[head] < before else head


def _verb_behind(tree: Tree, index: int, last: int) -> int | None:
    """Return the finite verb that stands directly behind a name, or what it helps."""
    if index >= last or tree.tag[index] not in FINITE_TAGS or index in tree.names:
        return None
    return tree.head[index] if tree.dep[index] in ("aux", "auxpass") else index


def _hang(tree: Tree, child: int, unit: range, heads: tuple[int, int], *, verbal: bool) -> None:
    """Hang a word that hung on a word of a name on its noun or, as part of a clause, above it."""
    top, anchor = heads
    left, tag, next_ = child < unit[0], tree.tag[child], unit[-1] + 1
    noun = tag in NOUN_TAGS or (tag not in VERB_TAGS and not verbal)
    behind = not left and noun and tree.dep[child] in _BEHIND
    if left and tag in _DETERMINERS:
        tree.head[child], tree.dep[child] = top, _DETERMINERS[tag]
    elif behind or tree.dep[child] in _OF_NOUN:
        tree.head[child] = top
    elif tree.dep[child] == "dobj" and next_ < child and _is_free(tree, next_, heads):
        tree.head[child], tree.dep[child] = next_, "pobj"  # "choose *Pull* in the header"
    else:
        tree.head[child] = anchor
        if tree.dep[child] not in _OF_CLAUSE:
            tree.dep[child] = "dep"


def _is_free(tree: Tree, prep: int, heads: tuple[int, int]) -> bool:
    """Return whether a preposition hangs on a name or above it, and so not below its object."""
    return tree.dep[prep] == "prep" and tree.head[prep] in heads


def _cut_circle(tree: Tree, top: int, anchor: int) -> None:
    """Make the word that leads from a noun back to it hang above it, or head the sentence."""
    index, seen = tree.head[top], {top}
    while index not in seen and tree.head[index] != index:
        seen.add(index)
        if tree.head[index] in seen:
            free = index if _leads_into(tree, anchor, seen) else anchor
            tree.head[index] = free
            tree.dep[index] = "ROOT" if free == index else tree.dep[index]
            return
        index = tree.head[index]


def _leads_into(tree: Tree, index: int, words_seen: Collection[int]) -> bool:
    """Return whether a word, or one above it, is among others."""
    above = {index}
    while index not in words_seen and tree.head[index] not in above:
        index = tree.head[index]
        above.add(index)
    return index in words_seen
