"""Repairs of what a preposition hangs on: a small parser hangs it on the noun before it.

Only words that settle it are used: "from A to B", adverbs such as "in turn", and verbs that take
the preposition themselves ("combine it with data"). What is open stays as the parse has it.
"""

from __future__ import annotations

from graphwright.extraction.parse.joined_clauses import subject_of
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import FINITE_TAGS, NOUN_TAGS, VERB_TAGS, Tree

_ACTS = ("tion", "sion", "ment", "ance", "ence", "ing")
_MAX_STEPS = 6
_OF_AMOUNT = frozenset({"det", "nummod", "quantmod", "advmod", "amod"})
_LASTING = frozenset(
    {"time", "period", "duration", "second", "minute", "hour", "day", "week", "month", "year"}
)
_COMPLEMENTS = frozenset({"dobj", "xcomp", "ccomp", "attr"})
_TAKEN = frozenset({"with", "to", "from", "into"})


@needs({"prep"}, {"pobj"})
def repair_attachment(tree: Tree, first: int, last: int) -> None:
    """Hang prepositions on what they belong to, in place, before the tree is linked."""
    for prep in range(first + 2, last - 1):
        noun = tree.head[prep]
        if tree.dep[prep] != "prep" or not first <= noun < prep or tree.dep[noun] != "pobj":
            continue
        holder = _holder(tree, first, prep, noun)
        if holder is not None:
            tree.head[prep] = holder


@needs({"no"}, {","})
def repair_added_denial(tree: Tree, first: int, last: int) -> None:
    """ "The boat must sail alone, for example, no crew on deck": no second object of the verb.

    What denies it denies nothing that the clause says.
    """
    for sign in range(first + 2, last - 1):
        noun = tree.head[sign]
        verb = tree.head[noun]
        led = tree.lower[sign] == "no" and tree.words[sign - 1] == "," and tree.dep[sign] == "det"
        if led and tree.dep[noun] == "dobj" and verb < sign:
            before = range(verb + 1, sign)
            if any(tree.head[i] == verb and tree.dep[i] in _COMPLEMENTS for i in before):
                tree.dep[noun] = "dep"


@needs({"for"}, {"pcomp"}, both(NOUN_TAGS, {"dobj"}))
def repair_purpose_of_object(tree: Tree, first: int, last: int) -> None:
    """ "Offers cranes for lifting crates": what an object is for, behind a verb that only holds it.

    So the cranes lift, and not what offers them.
    """
    for prep in range(first + 2, last - 1):
        verb, noun = tree.head[prep], prep - 1
        if tree.lower[prep] != "for" or tree.lemma[verb].lower() not in words("holding_verbs"):
            continue
        if tree.head[noun] != verb or tree.dep[noun] != "dobj" or tree.tag[noun] not in NOUN_TAGS:
            continue
        if tree.dep[prep + 1] == "pcomp" and tree.head[prep + 1] == prep:
            tree.head[prep] = noun


@needs({("IN", "oprd"), "and", "or"})
def repair_joined_preposition(tree: Tree, first: int, last: int) -> None:
    """ "In April and in October": the second preposition belongs to what the first belongs to.

    Not behind "not" or "but", which set it against the first; to a noun only where it is the same
    word, as "users from A or with B" may belong to two.
    """
    for prep in range(first + 2, last - 1):
        before, joint = tree.head[prep], prep - 1
        if tree.tag[prep] == "IN" and tree.dep[prep] == "oprd" and tree.tag[before] in VERB_TAGS:
            tree.dep[prep] = "prep"  # "kept in the safe"
        if tree.tag[prep] not in ("IN", "TO") or tree.lower[joint] not in ("and", "or"):
            continue
        if tree.dep[prep] in ("prep", "conj"):
            _free_joint(tree, joint)
        if tree.dep[prep] == "conj" and before < joint and _shares(tree, first, before, prep):
            tree.dep[prep], tree.head[prep] = tree.dep[before], tree.head[before]


def _free_joint(tree: Tree, joint: int) -> None:
    """Hang "and" on the preposition before it, where it joins two rather than two nouns."""
    noun = tree.head[joint]
    before = tree.head[noun]
    if tree.dep[noun] == "pobj" and before < joint and tree.dep[before] == "prep":
        tree.head[joint] = before


def _shares(tree: Tree, first: int, before: int, prep: int) -> bool:
    """Return whether a joined preposition belongs to what the first one belongs to."""
    same = tree.lower[prep] == tree.lower[before]
    if tree.dep[before] not in ("prep", "agent"):
        return False
    if tree.tag[tree.head[before]] not in VERB_TAGS and not same:
        return False
    signs = (index for index in range(first, prep) if tree.head[index] == before)
    return not any(tree.dep[i] in ("neg", "preconj") or tree.lower[i] == "not" for i in signs)


def _holder(tree: Tree, first: int, prep: int, noun: int) -> int | None:
    """Return what a preposition belongs to that the parse hangs on ``noun``, or None."""
    before, word = tree.head[noun], tree.lower[prep]
    if tree.dep[before] != "prep" or not first <= tree.head[before] < before < noun:
        return None
    if _makes_adverb(tree, before, noun) and word != "of":
        return tree.head[before]
    if word == "for" and _is_duration(tree, prep):
        return _verb_above(tree, first, prep, noun)
    if word not in _TAKEN or _takes(tree, noun, word):
        return None
    if word == "to" and tree.lower[before] == "from":
        return tree.head[before]
    verb = _verb_above(tree, first, prep, noun)
    return verb if verb is not None and _governs(tree, verb, prep) else None


def _is_duration(tree: Tree, prep: int) -> bool:
    """Return whether "for" says how long: "stays in the queue for the set time"."""
    inner = next((i for i in range(prep + 1, len(tree.head)) if tree.head[i] == prep), None)
    return inner is not None and tree.lemma[inner].lower() in _LASTING


def _makes_adverb(tree: Tree, prep: int, noun: int) -> bool:
    """Return whether two words make an adverb: "in turn", "by default"."""
    return (
        noun == prep + 1
        and tree.lower[prep] in words("adverbial_prepositions")
        and tree.lower[noun] in words("adverbial_nouns")
        and tree.lower[noun] not in words("preposition_nouns")
    )


def _takes(tree: Tree, noun: int, word: str) -> bool:
    """Return whether a noun takes the preposition itself: "access to", "integration with"."""
    act = tree.lower[noun].removesuffix("s").endswith(_ACTS)
    return act or (word in _TAKEN and tree.lemma[noun].lower() in words(f"nouns_with_{word}"))


def _verb_above(tree: Tree, first: int, prep: int, noun: int) -> int | None:
    """Return the verb whose object or phrase a noun stands in, if it has no such phrase yet."""
    node = noun
    for _ in range(_MAX_STEPS):
        above = tree.head[node]
        if not first <= above < node:
            return None
        if tree.dep[node] == "prep" and tree.lower[node] == tree.lower[prep]:
            return None  # the verb has its phrase: "assign A to B to C"
        if tree.tag[above] in VERB_TAGS:
            return above if tree.dep[node] in ("dobj", "prep") else None
        if tree.tag[above] in NOUN_TAGS and _takes(tree, above, tree.lower[prep]):
            return None  # "the integration of A with B"
        node = above
    return None


def _governs(tree: Tree, verb: int, prep: int) -> bool:
    """Return whether a verb takes a preposition behind it, or the tool that "with" names."""
    word, lemma = tree.lower[prep], tree.lemma[verb].lower()
    if tree.has_finite_verb(verb + 1, prep):
        return False
    if lemma in words(f"verbs_with_{word}"):
        return True
    inner = next((i for i in range(prep + 1, len(tree.head)) if tree.head[i] == prep), None)
    if word != "with" or inner is None or lemma not in words("adjusting_verbs"):
        return False
    tools = words("tool_nouns")
    return any(tree.lower[i] in tools for i in range(prep + 1, inner + 1))


@needs(both({"WDT"}, {"nsubj", "nsubjpass"}))
def repair_relative_of_plural(tree: Tree, first: int, last: int) -> None:
    """ "A delivery of parcels, which are labelled": one verb in the plural speaks of the plural."""
    for which in range(first + 2, last - 1):
        verb = tree.head[which]
        noun = tree.head[verb]
        if tree.tag[which] != "WDT" or tree.dep[which] not in ("nsubj", "nsubjpass"):
            continue
        if tree.dep[verb] != "relcl" or tree.tag[noun] not in ("NN", "NNP"):
            continue
        near = which - 2 if tree.words[which - 1] == "," else which - 1
        finite = next((i for i in range(which + 1, verb + 1) if tree.tag[i] in FINITE_TAGS), verb)
        inside = first <= noun < near and tree.dep[near] == "pobj" and tree.tag[near] == "NNS"
        joined = any(tree.head[i] == noun and tree.dep[i] == "conj" for i in range(noun, which))
        if inside and tree.tag[finite] == "VBP" and not joined:
            tree.head[verb] = near


@needs({"which"}, {","})
def repair_clause_relative(tree: Tree, first: int, last: int) -> None:
    """ "Enable it, which creates an instance": a clause that fits no noun speaks of the sentence.

    So does "which means ..."; and one verb in the singular does not speak of "filters, which".
    """
    for which in range(first + 2, last - 1):
        if tree.lower[which] != "which" or tree.words[which - 1] != ",":
            continue
        verb = tree.head[which]
        noun = tree.head[verb]
        if tree.dep[verb] != "relcl" or not first <= noun < which < verb:
            continue
        if _tells_of_clause(tree, which, verb, noun):
            tree.dep[verb], tree.head[verb] = "parataxis", _clause_above(tree, first, noun)


@needs({"which", "whom"}, both({"VB"}, {"xcomp"}))
def repair_fronted_preposition(tree: Tree, first: int, last: int) -> None:
    """ "the seal with which clerks are allowed to sign": the preposition is that of the last verb.

    Nobody is allowed with a seal.
    """
    for which in range(first + 2, last - 3):
        prep = which - 1
        verb = tree.head[prep]
        if tree.lower[which] not in ("which", "whom") or tree.dep[which] != "pobj":
            continue
        if tree.head[which] != prep or tree.dep[verb] != "relcl" or verb < which:
            continue
        aims = (i for i in range(verb + 1, last) if tree.head[i] == verb and tree.dep[i] == "xcomp")
        aim = next((i for i in aims if tree.tag[i] == "VB" and tree.lower[verb + 1] == "to"), None)
        if tree.tag[verb] == "VBN" and aim is not None:
            tree.head[prep] = aim


@needs({"with", "without"})
def repair_preposition_behind_fronted(tree: Tree, first: int, last: int) -> None:
    """ "For boxes with level 2, the crane stops": it is the boxes that have level 2."""
    for prep in range(first + 2, last - 3):
        noun, verb = prep - 1, tree.head[prep]
        if tree.dep[prep] != "prep" or tree.lower[prep] not in ("with", "without"):
            continue
        leads = tree.dep[noun] == "pobj" and first <= tree.head[noun] < noun
        leads = leads and tree.head[tree.head[noun]] == verb
        if leads and subject_of(tree, verb, prep + 2, verb) is not None:
            tree.head[prep] = noun


@needs({"to"}, FINITE_TAGS)
def repair_preposition_before_aim(tree: Tree, first: int, last: int) -> None:
    """ "On deck, guests have to wear a badge": nobody has on deck; it is where the badge is worn.

    That holds for verbs whose only content is what stands behind their "to".
    """
    for verb in range(first + 3, last - 2):
        aim = tree.head[verb + 1]
        if tree.lower[verb + 1] != "to" or tree.tag[verb] not in FINITE_TAGS:
            continue
        if tree.lemma[verb].lower() not in words("aiming_verbs") or tree.head[aim] != verb:
            continue
        if tree.tag[aim] != "VB" or tree.dep[aim] != "xcomp":
            continue
        for prep in range(first, verb):
            if tree.head[prep] == verb and tree.dep[prep] == "prep":
                tree.head[prep] = aim


@needs({"about"}, {"which"})
def repair_asked_clause(tree: Tree, first: int, last: int) -> None:
    """ "an overview about which gates are locked": what it is about is a question, and no overview.

    "Which" stands before its noun there, and for none.
    """
    for about in range(first + 1, last - 3):
        which, verb = about + 1, tree.head[about]
        if tree.lower[about] != "about" or tree.lower[which] != "which" or verb < which:
            continue
        if tree.dep[verb] != "relcl" or tree.tag[which + 1] not in NOUN_TAGS:
            continue
        noun = which + 1
        while tree.dep[noun] == "compound" and noun < tree.head[noun] < verb:
            noun = tree.head[noun]
        tree.tag[which], tree.dep[which], tree.head[which] = "WDT", "det", noun
        tree.head[about] = tree.head[verb]
        tree.dep[verb], tree.head[verb] = "pcomp", about


def _tells_of_clause(tree: Tree, which: int, verb: int, noun: int) -> bool:
    if tree.tag[noun] == "PRP" or tree.lemma[verb] == "mean":
        return True
    finite = next((i for i in range(which + 1, verb + 1) if tree.tag[i] in FINITE_TAGS), verb)
    if tree.tag[noun] != "NNS" or tree.lower[noun] in words("mass_plurals"):
        return False
    if tree.tag[finite] != "VBZ" or tree.dep[noun] == "conj":
        return False
    holder = tree.head[tree.head[noun]] if tree.dep[noun] == "pobj" else noun
    return tree.tag[holder] not in ("NN", "NNP")  # "the set of filters, which holds ..."


def _clause_above(tree: Tree, first: int, noun: int) -> int:
    """Return the verb that a noun stands under, or the head of its sentence."""
    for _ in range(_MAX_STEPS):
        above = tree.head[noun]
        if above == noun or above < first or tree.tag[noun] in VERB_TAGS:
            break
        noun = above
    return noun


@needs({"npadvmod"})
def repair_amount_before_preposition(tree: Tree, first: int, last: int) -> None:
    """ "Is kept for at least a year after its sale": a preposition holds the amount behind it.

    A parser may hang the amount on the next preposition, so that the first has nothing.
    """
    for noun in range(first + 2, last - 1):
        after = noun + 1
        if tree.dep[noun] != "npadvmod" or tree.head[noun] != after or tree.tag[after] != "IN":
            continue
        start = noun
        while start > first and tree.dep[start - 1] in _OF_AMOUNT:
            start -= 1
        prep = start - 1
        if prep < first or tree.dep[prep] != "prep" or tree.head[after] == noun:
            continue
        if not any(tree.head[i] == prep for i in range(prep + 1, last)):
            tree.dep[noun], tree.head[noun] = "pobj", prep
            for sign in range(start, noun):
                if tree.lower[sign] in ("a", "an"):
                    tree.tag[sign], tree.dep[sign] = "DT", "det"


@needs({"such"}, {"as"})
def repair_such_as(tree: Tree, first: int, last: int) -> None:
    """ "repairs vessels such as tugs": the examples are those of the noun before "such as"."""
    for marker in range(first + 2, last):
        noun = marker - 2
        if tree.lower[noun + 1 : marker + 1] != ["such", "as"] or tree.tag[noun] not in NOUN_TAGS:
            continue
        if tree.tag[tree.head[marker]] in VERB_TAGS and tree.head[marker] < noun:
            tree.dep[marker], tree.head[marker] = "prep", noun
            tree.dep[marker - 1], tree.head[marker - 1] = "amod", marker


@needs(both({"RP"}, {"prep"}))
def repair_particle(tree: Tree, first: int, last: int) -> None:
    """ "Switch on the lamp": what is tagged as a part of the verb behind it is no preposition."""
    for index in range(first + 1, last):
        hung = tree.dep[index] == "prep" and tree.head[index] == index - 1
        if tree.tag[index] == "RP" and hung and tree.tag[index - 1] in VERB_TAGS:
            tree.dep[index] = "prt"
