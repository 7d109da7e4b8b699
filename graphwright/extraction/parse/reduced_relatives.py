"""Repairs of participles behind a noun that a small parser takes for the verb of a clause.

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import NOUN_TAGS, PLAIN_TAGS, Tree

_PRESENT = frozenset({"VB", "VBP", "VBZ"})
_LOOSE = frozenset({"advcl", "ccomp", "conj", "dep", "xcomp"})
_SAYING = ("attribution_verbs", "nonfactive_verbs", "idle_verbs", "finding_verbs", "telling_verbs")


@needs({"VBD", "VBN"}, both(NOUN_TAGS, {"nsubj"}), {"prep"})
def repair_reduced_relative(tree: Tree, first: int, last: int) -> None:
    """ "The key contained in the reply names X": of two finite verbs the first describes a noun.

    So do two participles that are joined: "Any letter sent or received by sea is opened".
    """
    for verb in range(first + 1, last - 1):
        if not _is_bare(tree, verb, first):
            continue
        noun, end = verb - 1, _end_of_joined(tree, verb, last)
        if tree.dep[end] != "prep":
            continue
        if tree.head[noun] != verb or tree.dep[noun] != "nsubj" or tree.tag[noun] not in NOUN_TAGS:
            continue
        main = next((i for i in range(end + 1, last) if _is_main(tree, i, verb, last)), None)
        if main is None or _has_object(tree, verb, last):
            continue
        for index in range(main + 1, last):
            if tree.head[index] == verb:
                tree.head[index] = main
        passive = any(tree.head[i] == main and tree.dep[i] == "auxpass" for i in range(verb, main))
        tree.dep[noun], tree.head[noun] = "nsubjpass" if passive else "nsubj", main
        tree.tag[verb], tree.dep[verb], tree.head[verb] = "VBN", "acl", noun
        tree.dep[main], tree.head[main] = "ROOT", main
        return


def _end_of_joined(tree: Tree, verb: int, last: int) -> int:
    """Return the token behind a past form, or behind the participle that is joined to it."""
    joint, second = verb + 1, verb + 2
    if second + 1 < last and tree.dep[joint] == "cc" and tree.tag[second] == "VBN":
        return second + 1 if tree.head[second] == verb == tree.head[joint] else joint
    return joint


@needs({"VBD", "VBN"}, both(NOUN_TAGS, {"nsubj"}), {"prep"})
def repair_reduced_subject(tree: Tree, first: int, last: int) -> None:
    """ "Gates opened on Monday may be wide": a past form with no object is no clause as subject."""
    for verb in range(first + 1, last - 1):
        noun, main = verb - 1, tree.head[verb]
        if tree.tag[verb] not in ("VBD", "VBN") or main <= verb:
            continue
        if tree.dep[verb] != "csubj" and not _lacks_subject(tree, verb, main):
            continue
        below = [i for i in range(first, last) if tree.head[i] == verb]
        told = tree.dep[noun] == "nsubj" and noun in below and tree.tag[noun] in NOUN_TAGS
        led = any(tree.dep[i] in ("dobj", "mark", "aux", "auxpass", "advmod") for i in below)
        if not told or led or tree.dep[verb + 1] != "prep":
            continue
        beside = (i for i in range(first, last) if tree.head[i] == main)
        passive = any(tree.dep[i] == "auxpass" for i in beside)
        tree.dep[noun], tree.head[noun] = "nsubjpass" if passive else "nsubj", main
        tree.tag[verb], tree.dep[verb], tree.head[verb] = "VBN", "acl", noun
        for index in range(first, noun):
            if tree.head[index] == verb:
                tree.head[index] = main


def _lacks_subject(tree: Tree, verb: int, main: int) -> bool:
    """Return whether a clause stands where the subject of the finite verb behind it is missing."""
    between = range(verb + 1, main)
    if tree.dep[verb] != "ccomp" or any(tree.words[i] in (",", ";", ":") for i in between):
        return False
    below = [i for i in between if tree.head[i] == main]
    if any(tree.dep[i] in ("nsubj", "nsubjpass", "expl", "csubj", "mark") for i in below):
        return False
    return any(tree.tag[i] in PLAIN_TAGS | {"MD"} for i in below if tree.dep[i].startswith("aux"))


@needs({"VBG"})
def repair_participle_over_main(tree: Tree, first: int, last: int) -> None:
    """ "Users entering the port must use a pass": the participle describes the subject.

    What was read as the subject of the modal verb is the participle's object.
    """
    for verb in range(first + 1, last - 2):
        if tree.tag[verb] != "VBG":
            continue
        noun = _first_of_joined(tree, verb - 1)
        if tree.head[noun] != verb or _is_led(tree, verb, first):
            continue
        if tree.dep[noun] != "nsubj" or tree.tag[noun] not in NOUN_TAGS:
            continue
        if _repair_passive_main(tree, noun, verb, range(first, last)):
            return
        main = _main_of_participle(tree, verb, last)
        object_ = next((i for i in range(verb + 1, last) if tree.head[i] == main), None)
        if main is None or object_ is None or tree.dep[object_] not in ("nsubj", "nsubjpass"):
            continue
        tree.dep[noun], tree.head[noun] = tree.dep[object_], main
        tree.dep[object_], tree.head[object_] = "dobj", verb
        tree.dep[verb], tree.head[verb] = "acl", noun
        tree.dep[main], tree.head[main] = "ROOT", main
        return


def _repair_passive_main(tree: Tree, noun: int, verb: int, scope: range) -> bool:
    """Return whether the passive below a participle had no subject, and give it that noun.

    "The names identifying the guests of the inn are printed": the names are.
    """
    main = next((i for i in scope if i > verb + 1 and _is_passive_below(tree, i, verb)), None)
    if tree.head[verb] != verb or main is None:
        return False
    for index in scope:
        outside = index < noun or index > main
        if tree.head[index] == verb and outside and index != verb:
            tree.head[index] = main
    tree.dep[noun], tree.head[noun] = "nsubjpass", main
    tree.dep[verb], tree.head[verb] = "acl", noun
    tree.dep[main], tree.head[main] = "ROOT", main
    return True


def _is_passive_below(tree: Tree, index: int, verb: int) -> bool:
    """Return whether a verb is a passive without a subject, read as what another verb says."""
    if tree.head[index] != verb or tree.dep[index] != "ccomp" or tree.tag[index] != "VBN":
        return False
    below = [i for i in range(verb + 1, index) if tree.head[i] == index]
    helped = any(tree.dep[i] == "auxpass" and tree.tag[i] in ("VBZ", "VBP") for i in below)
    return helped and not any(tree.dep[i] in ("nsubj", "nsubjpass", "mark") for i in below)


def _first_of_joined(tree: Tree, noun: int) -> int:
    """Return the first of the nouns that one is joined to: "name" of "name and address"."""
    while tree.dep[noun] == "conj" and tree.head[noun] < noun:
        noun = tree.head[noun]
    return noun


def _main_of_participle(tree: Tree, verb: int, last: int) -> int | None:
    """Return the verb that a participle was read to govern, or to be the subject of."""
    if tree.dep[verb] == "csubj" and tree.head[verb] > verb:
        return tree.head[verb]
    if tree.head[verb] != verb:
        return None
    return next((i for i in range(verb + 2, last) if _is_content(tree, i, verb)), None)


def _is_content(tree: Tree, index: int, verb: int) -> bool:
    """Return whether a verb with a modal is read as what another verb says."""
    helpers = range(verb + 1, index)
    modal = any(tree.head[i] == index and tree.tag[i] == "MD" for i in helpers)
    return modal and tree.head[index] == verb and tree.dep[index] == "ccomp"


def _is_led(tree: Tree, verb: int, first: int) -> bool:
    """Return whether a participle has an auxiliary, or a word that joins it, before it."""
    leading = ("aux", "auxpass", "mark", "advmod")
    return any(tree.head[i] == verb and tree.dep[i] in leading for i in range(first, verb))


def _is_bare(tree: Tree, verb: int, first: int) -> bool:
    """Return whether a root is a past form, or a participle that no auxiliary makes a verb."""
    if tree.tag[verb] not in ("VBD", "VBN") or tree.head[verb] != verb:
        return False
    helped = any(
        tree.head[i] == verb and tree.dep[i] in ("aux", "auxpass") for i in range(first, verb)
    )
    return tree.tag[verb] == "VBD" or not helped


def _has_object(tree: Tree, verb: int, last: int) -> bool:
    inside = range(verb + 1, last)
    return any(tree.head[i] == verb and tree.dep[i] == "dobj" for i in inside)


def _is_main(tree: Tree, index: int, verb: int, last: int) -> bool:
    """Return whether a finite verb below another has no subject and no word that joins it."""
    if tree.head[index] != verb or tree.dep[index] not in _LOOSE:
        return False
    own = [i for i in range(verb + 1, last) if tree.head[i] == index]
    if any(tree.dep[i] in ("nsubj", "nsubjpass", "mark", "cc", "expl") for i in own):
        return False
    end = _end_of_joined(tree, verb, last)
    joined = any(tree.dep[i] == "cc" and tree.head[i] == verb for i in range(end, index))
    helped = any(tree.dep[i] in ("aux", "auxpass") and tree.tag[i] in PLAIN_TAGS for i in own)
    return not joined and (tree.tag[index] in ("VBZ", "VBP") or helped)


@needs(both({"VBD"}, {"ccomp", "csubj"}))
def repair_reduced_clause(tree: Tree, first: int, last: int) -> None:
    """ "Download the report created for the clerk": below a verb of the present, no past clause.

    The noun is the object of the verb above, which takes no statement, or the subject of the
    verb behind it: "The value passed to the tool needs a name".
    """
    for verb in range(first + 2, last - 1):
        if tree.tag[verb] != "VBD" or tree.dep[verb] not in ("ccomp", "csubj"):
            continue
        noun = next((i for i in range(first, verb) if tree.head[i] == verb), first)
        if tree.dep[noun] != "nsubj" or not NOUN_TAGS.issuperset(tree.tag[noun:verb]):
            continue
        above, below = tree.head[verb], range(first, last)
        own = {tree.dep[i] for i in below if tree.head[i] == verb}
        if tree.tag[above] not in _PRESENT or not own <= {"nsubj", "prep", "agent", "punct"}:
            continue
        governs = tree.dep[verb] == "csubj" or not _takes_clause(tree, above)
        if governs and tree.dep[verb + 1] in ("prep", "agent"):
            tree.dep[noun] = "nsubj" if tree.dep[verb] == "csubj" else "dobj"
            tree.head[noun] = above
            tree.tag[verb], tree.dep[verb], tree.head[verb] = "VBN", "acl", noun


def _takes_clause(tree: Tree, verb: int) -> bool:
    """Return whether what stands below a verb may be what somebody says, sees or wants."""
    lemma = tree.lemma[verb].lower()
    return lemma == "mean" or any(lemma in words(name) for name in _SAYING)
