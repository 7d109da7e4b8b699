"""Repairs of participles that a small parser takes for verbs of their own, and of what they hold.

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.compounds import is_above, take_name, take_name_as_noun
from graphwright.extraction.parse.joined_clauses import subject_of
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Scope, Tree

_INSIDE = frozenset({"compound", "amod", "nmod", "nummod"})
_COUNTING = frozenset({"all", "any", "some", "both"})
_HELPING = frozenset({"aux", "auxpass", "nsubj", "nsubjpass", "mark"})
_BELOW = frozenset({"xcomp", "ccomp", "advcl", "acl", "dep"})


@needs(both({"VBN"}, _BELOW) | _COUNTING)
def repair_participle_before_noun(tree: Tree, first: int, last: int) -> None:
    """ "Prevents blocked users from", "in referenced files": the participle describes the noun.

    A verb or a preposition that has no object yet governs the noun; a past participle without
    "have" governs none.
    """
    for participle in range(first + 1, last - 1):
        above = participle - 1
        if _describes_counted(tree, participle, (first, last)):
            continue
        if tree.tag[participle] != "VBN" or tree.dep[participle] not in _BELOW:
            continue
        noun = _described(tree, participle, last)
        if noun is None or any(
            tree.head[i] == participle and tree.dep[i] in _HELPING for i in range(first, last)
        ):
            continue
        held = _labels_below(tree, (first, last), above)
        if tree.tag[above] in ("IN", "TO") and tree.dep[above] == "prep" and not held:
            _govern(tree, (first, last), participle, noun, "pobj")
        elif _may_govern(tree, above) and tree.head[participle] == above and "dobj" not in held:
            _govern(tree, (first, last), participle, noun, "dobj")


def _describes_counted(tree: Tree, participle: int, scope: Scope) -> bool:
    """Mend "stores all received mail", and return whether "all" was read as the verb's object."""
    counting, verb = participle - 1, tree.head[participle - 1]
    if tree.lower[counting] not in _COUNTING or tree.dep[counting] != "dobj":
        return False
    noun = _described(tree, participle, scope[1])
    if tree.tag[participle] not in ("VBD", "VBN") or noun is None or verb >= counting:
        return False
    for index in range(*scope):
        if tree.head[index] == participle and index != noun:
            tree.head[index] = verb
    tree.dep[noun], tree.head[noun] = "dobj", verb
    tree.dep[counting], tree.head[counting] = "det", noun
    tree.tag[participle], tree.dep[participle], tree.head[participle] = "VBN", "amod", noun
    return True


@needs({"VBD", "VBN"})
def repair_participle_behind_have(tree: Tree, first: int, last: int) -> None:
    """ "Have the gate opened", "must have the gate opened": the noun is had, in that state."""
    for participle in range(first + 2, last):
        if tree.tag[participle] not in ("VBD", "VBN"):
            continue
        have = tree.head[participle] if tree.dep[participle] == "ccomp" else first
        had = subject_of(tree, participle, have + 1, participle)
        if had is None:
            continue
        ordered = have == first and _is_first_have(tree, participle, (first, last))
        if ordered or _has_bare_content(tree, have, participle):
            if ordered:
                above = tree.head[participle]
                tree.head[have] = have if above == participle else above
                tree.dep[have], tree.tag[have] = tree.dep[participle], "VB"
            tree.dep[had], tree.head[had] = "dobj", have
            tree.tag[participle], tree.dep[participle] = "VBN", "acl"
            tree.head[participle] = had


def _is_first_have(tree: Tree, participle: int, scope: Scope) -> bool:
    """Return whether a sentence starts with "have" as the helper of a verb, and asks nothing."""
    helps = tree.head[scope[0]] == participle and tree.dep[scope[0]] == "aux"
    return helps and tree.lower[scope[0]] == "have" and "?" not in tree.words[slice(*scope)]


def _has_bare_content(tree: Tree, have: int, participle: int) -> bool:
    """Return whether "have" has a clause as its object that no word leads: "had a ship painted"."""
    plain = tree.lemma[have] == "have" and tree.dep[participle] == "ccomp"
    helpers = (i for i in range(have + 1, participle) if tree.head[i] == participle)
    return plain and not any(tree.dep[i] in ("aux", "auxpass", "mark") for i in helpers)


@needs(both({"VBG"}, {"relcl"}), {"where", "when"})
def repair_gerund_in_relative(tree: Tree, first: int, last: int) -> None:
    """ "Yards where loading at night is forbidden": the gerund is what is forbidden."""
    for gerund in range(first + 2, last - 1):
        led = tree.tag[gerund] == "VBG" and tree.dep[gerund] == "relcl"
        if not led or tree.lower[gerund - 1] not in ("where", "when"):
            continue
        verb, noun = _finite_behind(tree, gerund, last), tree.head[gerund]
        if verb is not None and not is_above(tree, verb, noun):
            tree.head[verb], tree.dep[verb] = noun, "relcl"
            tree.head[gerund], tree.dep[gerund] = verb, "csubj"
            tree.head[gerund - 1] = verb


def _finite_behind(tree: Tree, gerund: int, last: int) -> int | None:
    """Return the form of "be" right behind a gerund's phrase that has no subject, or None."""
    for verb in range(gerund + 1, last):
        if tree.head[verb] < gerund:
            bare = not any(
                tree.head[i] == verb and tree.dep[i] in _HELPING for i in range(gerund, verb)
            )
            be = tree.lemma[verb] == "be" and tree.tag[verb] in ("VBZ", "VBP", "VBD")
            return verb if be and bare and tree.head[verb] < gerund - 1 else None
    return None


@needs({"to"}, {"VBN", "VBD"})
def repair_participle_behind_to(tree: Tree, first: int, last: int) -> None:
    """ "Access to newly written logs": behind "to" a past participle is no verb."""
    for to in range(first + 1, last - 2):
        participle = to + 1
        while participle < last - 1 and tree.tag[participle] == "RB":
            participle += 1
        if tree.lower[to] != "to" or tree.tag[participle] not in ("VBN", "VBD"):
            continue
        noun = _described(tree, participle, last)
        subject = subject_of(tree, participle, first, to)
        if noun is None or subject is None or tree.head[to] != participle:
            continue
        above = tree.head[participle]
        for index in range(first, last):
            if tree.head[index] == participle and not to < index < participle:
                tree.head[index] = subject
        tree.dep[subject] = tree.dep[participle]
        tree.head[subject] = subject if above == participle else above
        tree.tag[to], tree.dep[to] = "IN", "prep"
        tree.dep[noun], tree.head[noun] = "pobj", to
        tree.dep[participle], tree.head[participle] = "amod", noun


@needs(both({"VBG"}, {"xcomp"}), both({"NNS"}, {"dobj"}))
def repair_gerund_before_noun(tree: Tree, first: int, last: int) -> None:
    """ "Manage signing keys": behind a verb that takes no gerund it describes its noun."""
    for gerund in range(first + 1, last - 1):
        verb, noun = gerund - 1, gerund + 1
        if tree.tag[gerund] != "VBG" or tree.dep[gerund] != "xcomp" or tree.head[gerund] != verb:
            continue
        if tree.lemma[verb].lower() in words("gerund_verbs") or not _may_govern(tree, verb):
            continue
        if tree.tag[noun] != "NNS" or tree.head[noun] != gerund or tree.dep[noun] != "dobj":
            continue
        if "dobj" not in _labels_below(tree, (first, last), verb):
            _govern(tree, (first, last), gerund, noun, "dobj")


@needs(both({"VBG"}, {"acl"}), both(NOUN_TAGS, {"dobj"}))
def repair_gerund_in_name(tree: Tree, first: int, last: int) -> None:
    """ "Provides audit logging functions": a noun that nobody counts does nothing to the next.

    What a function or service does stands before it, and is no act of the noun in front: "the
    letter sorting service".
    """
    for gerund in range(first + 1, last - 1):
        noun, head = gerund - 1, gerund + 1
        if tree.tag[gerund] != "VBG" or tree.dep[gerund] != "acl" or tree.head[gerund] != noun:
            continue
        if tree.tag[noun] != "NN" or tree.head[head] != gerund or tree.dep[head] != "dobj":
            continue
        if tree.tag[head] in NOUN_TAGS and tree.lemma[head].lower() in words("serving_nouns"):
            take_name_as_noun(tree, first, last, noun, head)
            tree.dep[gerund], tree.head[gerund] = "compound", head


@needs(both({"VBG"}, {"acl"}), {"VBZ"})
def repair_gerund_before_verb(tree: Tree, first: int, last: int) -> None:
    """ "Yearly mail sorting is done": what stands between a noun and its verb ends the name.

    A participle that tells which thing is meant seldom stands alone; and a plural is no subject of
    a verb in the singular.
    """
    for gerund in range(first + 1, last - 1):
        noun, verb = gerund - 1, gerund + 1
        if tree.tag[gerund] != "VBG" or tree.dep[gerund] != "acl" or tree.head[gerund] != noun:
            continue
        if tree.tag[verb] != "VBZ" or tree.dep[noun] not in ("nsubj", "nsubjpass"):
            continue
        below = [i for i in range(first, last) if tree.head[i] == gerund]
        known = any(tree.head[i] == noun and tree.dep[i] == "det" for i in range(first, noun))
        if not below and (tree.tag[noun] == "NNS" or (tree.tag[noun] == "NN" and not known)):
            take_name(tree, first, last, noun, gerund)


@needs(both({"VBG"}, {"conj"}), both({"NN"}, {"dobj"}))
def repair_joined_gerunds_before_noun(tree: Tree, first: int, last: int) -> None:
    """ "In loading or mooring mode": behind a preposition two gerunds describe one bare noun."""
    for noun in range(first + 4, last):
        second, joint, gerund = noun - 1, noun - 2, noun - 3
        prep = tree.head[gerund]
        if tree.tag[noun] != "NN" or tree.dep[noun] != "dobj" or tree.head[noun] != second:
            continue
        if tree.tag[second] != "VBG" or tree.dep[second] != "conj" or tree.head[second] != gerund:
            continue
        if tree.dep[gerund] != "pcomp" or prep != gerund - 1 or tree.tag[joint] != "CC":
            continue
        tree.dep[noun], tree.head[noun] = "pobj", prep
        for word in (gerund, second):
            tree.dep[word], tree.head[word] = "amod", noun


@needs({"using"}, {"ccomp"})
def repair_means_read_as_clause(tree: Tree, first: int, last: int) -> None:
    """ "To print forms using a template": what an infinitive acts on does not use anything."""
    for using in range(first + 3, last - 1):
        verb, noun = tree.head[using], using - 1
        if tree.lower[using] != "using" or tree.dep[using] != "ccomp" or verb >= noun:
            continue
        if tree.dep[noun] != "nsubj" or tree.head[noun] != using or tree.lower[verb - 1] != "to":
            continue
        taken = "dobj" in _labels_below(tree, (first, last), verb)
        if not taken and "aux" not in _labels_below(tree, (first, last), using):
            tree.dep[noun], tree.head[noun] = "dobj", verb
            tree.dep[using] = "advcl"


def _labels_below(tree: Tree, scope: Scope, word: int) -> set[str]:
    """Return the relations of what hangs on a word, its own where it heads the scope."""
    return {tree.dep[index] for index in range(*scope) if tree.head[index] == word}


def _described(tree: Tree, participle: int, last: int) -> int | None:
    """Return the noun that follows a participle directly, as its object, or None."""
    noun = next(
        (
            i
            for i in range(participle + 1, last)
            if tree.head[i] == participle and tree.dep[i] == "dobj"
        ),
        None,
    )
    if noun is None or tree.tag[noun] not in NOUN_TAGS:
        return None
    between = range(participle + 1, noun)
    return noun if all(tree.dep[i] in _INSIDE for i in between) else None


def _may_govern(tree: Tree, verb: int) -> bool:
    return tree.tag[verb] in VERB_TAGS and tree.lemma[verb].lower() not in ("be", "have", "get")


def _govern(tree: Tree, scope: Scope, participle: int, noun: int, dep: str) -> None:
    """Hang a noun on the word before its participle, and the rest on the verb above."""
    verb = tree.head[participle]
    for index in range(*scope):
        if tree.head[index] == participle and index != noun:
            tree.head[index] = verb
    tree.dep[noun], tree.head[noun] = dep, participle - 1
    tree.dep[participle], tree.head[participle] = "amod", noun


@needs({"which", "whom"})
def repair_led_relative(tree: Tree, first: int, last: int) -> None:
    """ "Trust for the account in which it runs": what "in which" follows is what is meant."""
    for which in range(first + 2, last - 1):
        prep, verb = which - 1, tree.head[tree.head[which]]
        if tree.lower[which] not in ("which", "whom") or tree.head[which] != prep:
            continue
        if tree.dep[verb] != "relcl" or verb < which or tree.head[prep] != verb:
            continue
        noun = prep - 1 if tree.words[prep - 1] != "," else prep - 2
        while tree.dep[noun] in _INSIDE and noun < tree.head[noun] < prep:
            noun = tree.head[noun]
        nearer = tree.head[verb] < noun and tree.tag[noun] in NOUN_TAGS
        if nearer and tree.dep[noun] in ("pobj", "dobj", "conj", "attr"):
            tree.head[verb] = noun


@needs({"has", "have"}, {"VBN"})
def repair_quality_read_as_perfect(tree: Tree, first: int, last: int) -> None:
    """ "The mill has predefined hours": what was done before is a quality, and "has" the verb."""
    for quality in range(first + 1, last - 1):
        has = quality - 1
        if tree.tag[quality] != "VBN" or tree.lower[quality] not in words("qualities_in_advance"):
            continue
        helps = tree.head[has] == quality and tree.dep[has] == "aux"
        noun = _described(tree, quality, last)
        if noun is None or not helps or tree.lower[has] not in ("has", "have"):
            continue
        if tree.head[noun] != quality or tree.dep[noun] != "dobj":
            continue
        above = tree.head[quality]
        tree.head[has], tree.dep[has] = (has if above == quality else above), tree.dep[quality]
        for word in range(first, last):
            if tree.head[word] == quality and word not in (quality, has):
                tree.head[word] = has
        tree.tag[quality], tree.dep[quality], tree.head[quality] = "JJ", "amod", noun
