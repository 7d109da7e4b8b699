"""What denies, beside the verb's own "not": "no manager", "rather than the owner", "no better".

Each function looks at one word of the parse and those around it. What follows for a clause is
in ``negation`` and ``flags``.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.phrases import Phrases

_NOBODY = frozenset({"neither", "none", "nobody", "nothing", "nowhere"})
_DENYING = _NOBODY | {"no", "not"}
"""Of these words one stands in each sentence that denies a noun."""

_DENYING_PREPOSITIONS = frozenset({"to", "from", "into", "on", "upon", "by"})
"""Where none of what follows them is meant, nothing is done; "with no key" is something done."""

_BEFORE_NOUNS = NOUN_TAGS | {"JJ", "JJR", "VBN"}

_SET_ASIDE = frozenset(
    {("instead", "of"), ("rather", "than"), ("other", "than"), ("opposed", "to"), ("apart", "from")}
)
_SETTING_ASIDE = frozenset(words_[0] for words_ in _SET_ASIDE)
SIGNS = _DENYING | _SETTING_ASIDE
"""Of these words one stands in each sentence that denies something without its verb's own "not"."""

_BEFORE_NOT = frozenset({"and", "but", ",", "(", "if", "'", '"', "`", "‘", "“"})
"""What stands before a "not" that denies the phrase behind it alone."""

_DEFINITE = frozenset({"the", "this", "that", "these", "those", "each", "every", "both"})
_CERTAIN = frozenset({"the", "this", "that"})
_OBJECTS = frozenset({"dobj", "pobj", "attr", "conj", "appos"})
_MAX_JOINED = 12


def is_none(tree: Tree, phrases: Phrases, noun: int) -> bool:
    """Return whether there is none of what a noun names: "no evidence", "neither A nor B".

    "Nobody but the owner" and "no fewer than three" are some.
    """
    if _DENYING.isdisjoint(tree.words_around(noun)) or _is_value(tree, noun):
        return False
    if tree.lower[noun] in _NOBODY or _is_no_one(tree, noun):
        return not excepts(tree, noun)
    signs = tuple(tree.within(noun, "det", "preconj"))
    first = tree.left[noun]
    adjective = tree.head[first]  # "no old, torn maps": hung on an adjective
    far = tree.dep[first] == "det" and tree.dep[adjective] == "amod"
    signs = (*signs, first) if far and tree.head[adjective] == noun else signs
    none = any(
        tree.lower[s] in ("no", "neither") and not (bounds(tree, s) or _is_value(tree, s))
        for s in signs
    )
    none = none or _is_none_far(tree, phrases.full(noun).first) or _follows_no(tree, noun)
    return (none and not excepts(tree, noun)) or _is_not_all(tree, phrases, noun)


def _is_none_far(tree: Tree, first: int) -> bool:
    """Return whether "no" stands before an adjective that a comma parts from the phrase."""
    adjective = first - 2
    if adjective < tree.scope[first] or tree.words[first - 1] != ",":
        return False
    denied = any(tree.lower[sign] == "no" for sign in tree.within(adjective, "det"))
    return denied and tree.dep[adjective] == "amod"


def _is_value(tree: Tree, index: int) -> bool:
    """Return whether a word is what something is set to: "the margin is set to None"."""
    return index > tree.scope[index] and tree.words[index] in ("None", "No")


def _follows_no(tree: Tree, noun: int) -> bool:
    """Return whether "no" starts the words before a noun, wherever a parser hangs it."""
    first = noun
    while first > tree.scope[noun] and tree.tag[first - 1] in _BEFORE_NOUNS:
        first -= 1
    sign = first - 1
    if sign < tree.scope[noun] or tree.lower[sign] != "no" or tree.tag[noun] not in NOUN_TAGS:
        return False
    joined = tree.words[first] == "-" or tree.lower[first] in ("longer", "-")
    return not (joined or bounds(tree, sign) or _is_value(tree, sign))


def _is_no_one(tree: Tree, noun: int) -> bool:
    return tree.lower[noun] == "one" and noun > 0 and tree.lower[noun - 1] == "no"


def excepts(tree: Tree, noun: int) -> bool:
    """Return whether an exception follows a noun: "nothing but coins", no "screws but no nails"."""
    after = tree.lower[noun + 1 : noun + 3]
    return after[:1] == ["but"] and after[1:] not in (["not"], ["no"], ["also"], ["only"])


def bounds(tree: Tree, sign: int) -> bool:
    """Return whether "no" starts a bound of a number: "no fewer than three"."""
    return "than" in tree.lower[sign + 2 : sign + 3]


def _is_not_all(tree: Tree, phrases: Phrases, noun: int) -> bool:
    """Return whether "not" denies that all of what a noun names is meant: "not all users"."""
    first = phrases.full(noun).first
    return any(
        tree.lower[index] == "not" and tree.lower[index + 1] in words("total_words")
        for index in range(max(tree.scope[noun], first - 2), noun)
    )


def is_none_behind(tree: Tree, phrases: Phrases, prep: int) -> bool:
    """Return whether a preposition's noun denies the clause: "by no clerk", "in no case"."""
    for noun in tree.within(prep, "pobj"):
        if any(tree.lower[sign] == "neither" for sign in tree.within(noun, "preconj")):
            return True
        if not is_none(tree, phrases, noun):
            continue
        if tree.dep[prep] in ("agent", "dative") or tree.lower[prep] in _DENYING_PREPOSITIONS:
            return True
        quick = tree.lower[prep] == "in" and tree.lower[noun] == "time"
        if tree.lower[noun] in words("denied_nouns") and not quick:
            return True
    return False


def is_no_better(tree: Tree, adjective: int) -> bool:
    """Return whether a comparison is denied: "no better than", "no more efficient than"."""
    if tree.tag[adjective] not in ("JJR", "RBR", "JJ", "RB"):
        return False
    compared = [i for i in tree.within(adjective, "advmod") if tree.tag[i] == "RBR"]
    if tree.lower[adjective] in ("later", "earlier", "sooner", "matter"):
        return False  # "no later than Friday" is a limit, "no matter whether" leaves it open
    return any(
        tree.lower[sign] == "no"
        for holder in (adjective, *compared)
        for sign in tree.within(holder, "neg", "det", "advmod")
    )


def set_aside_by(tree: Tree, index: int) -> int | None:
    """Return the last word of what sets a word or its phrase aside, or None: "instead of a key"."""
    if _SETTING_ASIDE.isdisjoint(tree.words_around(index)):
        return None
    first, scope = index, tree.scope[index]
    verbal = tree.tag[index] in VERB_TAGS
    while first > scope and (
        tree.tag[first - 1] in ("DT", "PRP$", "JJ", "TO") or first <= tree.head[first - 1] <= index
    ):
        if tree.lower[first - 1] == "than" or (tree.words[first - 1] == "," and verbal):
            break  # "Apart from that, the gate opens": the gate does
        first -= 1
    for end in (first, first - 1) if tree.tag[first - 1] == "IN" else (first,):
        if end - 2 >= scope and tuple(tree.lower[end - 2 : end]) in _SET_ASIDE:
            return end - 1
    return None


def starts_set_aside(tree: Tree, word: int) -> bool:
    """Return whether a word ends what sets the words behind it aside: "of" of "instead of"."""
    return word > tree.scope[word] and tuple(tree.lower[word - 1 : word + 1]) in _SET_ASIDE


def is_affirmed_beside(tree: Tree, prep: int) -> bool:
    """Return whether a phrase is what is so beside one that is not: "not in May, only in June"."""
    first = tree.left[prep]
    comma = first - 1
    if comma <= tree.scope[prep] or tree.words[comma] not in (",", ";"):
        return False
    led = tree.lower[first] in ("only", "but", "instead", "rather") and first < prep
    return led and any(one < comma for one in tree.within(tree.head[prep], "prep", "dobj"))


def is_set_against(tree: Tree, phrases: Phrases, argument: Argument) -> bool:
    """Return whether "not" stands before an argument alone: "with A and not B", "not A but B"."""
    if "not" not in tree.words_around(argument.head):
        return False
    noun, scope = _first_of_alternatives(tree, argument.head), tree.scope[argument.head]
    first = argument.first if noun == argument.head else noun
    if tree.tag[noun] in NOUN_TAGS:
        first = min(first, phrases.full(noun).first)
    sign = first - 1
    if sign > scope and tree.tag[sign] in ("IN", "TO"):
        sign -= 1
    if sign < scope or tree.lower[sign] != "not" or tree.lower[sign + 1] in words("adding_words"):
        return False
    if sign == scope:
        return tree.lower[sign + 1] not in words("total_words") and tree.tag[first] != "VB"
    return tree.lower[sign - 1] in _BEFORE_NOT


def _first_of_alternatives(tree: Tree, noun: int) -> int:
    """Return the first of nouns that "or" joins: what is denied of it is denied of all."""
    for _ in range(_MAX_JOINED):
        first = tree.head[noun]
        joined = (tree.lower[joint] for joint in tree.within(first, "cc") if first < joint < noun)
        if tree.dep[noun] != "conj" or tree.tag[first] not in NOUN_TAGS or "or" not in joined:
            break
        noun = first
    return noun


def is_missing(tree: Tree, phrases: Phrases, noun: int) -> bool:
    """Return whether there may be none of what a noun names: "without downtime", "has no key".

    What such a noun is for, of or with is then no fact either: "without downtime for the shop".
    """
    index = noun
    while True:
        head = tree.head[index]
        if is_none(tree, phrases, index) or tree.lower[head] == "without":
            return True
        if tree.dep[index] == "pobj" and set_aside_by(tree, index) is not None:
            return True
        if tree.tag[head] in VERB_TAGS:
            object_ = tree.dep[index] in ("dobj", "attr") and head < index
            placed = tree.dep[index] == "prep" and tree.lemma[head] == "be" and head < index
            if placed and tree.has(head, "neg"):
                return True  # "are not under the control of the clerk"
            return object_ and tree.has(head, "neg") and not _is_definite(tree, index)
        if head == index:
            return False
        index = head


def _is_definite(tree: Tree, noun: int) -> bool:
    signs = tree.within(noun, "det")
    return noun in tree.names or any(tree.lower[sign] in _DEFINITE for sign in signs)


def is_denied_act(tree: Tree, noun: int) -> bool:
    """Return whether a gerund that stands for a noun is denied: "not doing so"."""
    return tree.tag[noun] == "VBG" and tree.has(noun, "neg")


def is_but_joined(tree: Tree, phrases: Phrases, noun: int) -> bool:
    """Return whether a noun is what is meant instead of none: "no nails but screws"."""
    if tree.dep[noun] != "conj" or tree.tag[noun] in VERB_TAGS:
        return False  # "was sent but the gate was not opened"
    first = tree.head[noun]
    joined = [i for i in tree.within(first, "cc") if tree.lower[i] == "but" and i < noun]
    return bool(joined) and (is_none(tree, phrases, first) or excepts(tree, first))


def is_certain(tree: Tree, noun: int) -> bool:
    """Return whether a noun names one certain thing: a name, "the key", "its key", no "keys"."""
    determined = any(
        tree.lower[sign] in _CERTAIN or tree.dep[sign] == "poss"
        for sign in tree.within(noun, "det", "poss")
    )
    if tree.tag[noun] == "NN" and noun not in tree.names:
        return determined
    named = tree.tag[noun] == "NNP" or noun in tree.names
    return named and (determined or not tree.has(noun, "det", "predet"))


def is_any(tree: Tree, noun: int, *, named: bool = False) -> bool:
    """Return whether a noun behind its verb names no certain thing: "files", "a file".

    Under a denial there may be none of it, so what is said of it beside holds of nothing. With
    ``named`` it may be a name, as one that a clause narrows is that of many: "Orders made in May".
    """
    name = tree.tag[noun] in NAME_TAGS or noun in tree.names
    if tree.dep[noun] not in _OBJECTS or (name and not named):
        return False
    before = range(tree.left[noun], noun)
    return not any(tree.lower[i] in _DEFINITE or tree.dep[i] == "poss" for i in before)
