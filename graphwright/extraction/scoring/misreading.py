"""The feature of a misread parse: what English does not allow, told from the parse alone.

A small parser takes nouns for verbs, and joins what no word joins. Such a triple stays a row with a
score below every threshold, so that ``explain`` and ``rejected_triples`` show it. What a repair can
mend is mended in ``parse``; what no sentence states whatever its parse is in ``rules/doubtful``.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import is_code, words
from graphwright.extraction.parse.tree import (
    FINITE_TAGS,
    NAME_TAGS,
    NOUN_TAGS,
    VERB_TAGS,
    Tree,
)
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Origin, Voice
from graphwright.extraction.reading.conditions import helper_before_subject
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.verbs import is_infinitive
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Feature, Labels
from graphwright.extraction.rules.definitions import DEFINITION
from graphwright.extraction.rules.kinds import EXAMPLE
from graphwright.language.plural_verbs import looks_like_both

_CLAUSAL = frozenset({Family.VERB, Family.COPULA})
_JOINTS = frozenset(
    {",", ";", ":", "/", "-", "(", ")", "and", "or", "but", "nor", "then", "and/or"}
)
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
_CLAUSES = frozenset({"advcl", "ccomp", "csubj", "xcomp"})
_WHOLE_CLAUSES = frozenset({"ROOT", "conj", "ccomp", "parataxis", "dep"})
_OPENING = frozenset({"the", "a", "an", "your"})
_ONE = frozenset({"a", "an", "one", "each", "every", "this"})
_GLUE = ("and", "or", "is", "are", "the", "with", "from")
_LEFT_OVER = (["a"], ["an"], ["the"])
_MANY = 8

MISREAD = Feature(
    "misread",
    "English does not allow the parse: a noun is read as a verb, or clauses as one clause.",
    Labels.NONE,
)


def features_of_misreading(reading: ScopeReading, candidate: Candidate) -> Iterator[Feature]:
    """Yield the feature of a candidate that rests on a parse that cannot be right."""
    if _is_misread(reading, candidate):
        yield MISREAD


def _is_misread(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether a candidate rests on a parse that cannot be right."""
    tree = reading.tree
    own = [found.object] if found.object_span is None else []
    own += [found.subject] if found.subject_span is None else []
    if any(_is_inside_string(tree, argument) for argument in own):
        return True
    if any(_is_cut_word(tree, argument) or _is_one_of_two(tree, argument) for argument in own):
        return True
    if found.rule.family is Family.PUNCTUATION or found.rule is EXAMPLE:
        return _is_no_kind_or_term(reading, found)
    if found.rule.family not in _CLAUSAL:
        return False
    cut = any(q.text.split()[-1:] in _LEFT_OVER for q in found.flags.qualifiers)
    return (
        cut  # "at least a" of "at least a year"
        or _is_no_verb(tree, found)
        or _has_no_subject(tree, found)
        or _is_half_of_two(tree, found.object)
        or _does_itself(tree, found)
        or _is_supposed_before(tree, found)
        or (reading.holds_code and found.subject.tokens >= _MANY)
    )


def _is_supposed_before(tree: Tree, found: Candidate) -> bool:
    """Return whether no verb stands between "if" and a verb: "if field A = B is set, ..." is torn.

    What is so read as a condition already says so itself.
    """
    verb = found.predicate.anchor
    verb = tree.head[verb] if tree.dep[verb] == "auxpass" else verb
    if tree.dep[verb] not in _WHOLE_CLAUSES:
        return False
    helpers = [i for i in tree.within(verb, "aux", "auxpass") if i < verb]
    finite = min([*helpers, verb])
    if tree.tag[finite] not in FINITE_TAGS:
        return False
    for index in range(finite - 1, tree.scope[verb] - 1, -1):
        if tree.lower[index] == "if":
            return True
        parted = tree.words[index] in (",", ";", ":", "(", ")", "–", "—")
        if parted or tree.tag[index] in FINITE_TAGS or tree.tag[index] in ("VBN", "VB"):
            return False
    return False


def _does_itself(tree: Tree, found: Candidate) -> bool:
    """Return whether an order is what does it: "View the keys and view the locks"."""
    subject = found.subject
    same = tree.lower[subject.head] == tree.lemma[found.predicate.anchor].lower()
    return found.origin is Origin.CONJUNCT and subject.tokens == 1 and same


def _is_inside_string(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument is a part of a word with colons: "urn" of "urn:gate:names"."""
    return _is_colon_inside(tree, argument.last) or _is_colon_inside(tree, argument.first - 1)


def _is_colon_inside(tree: Tree, sign: int) -> bool:
    """Return whether a colon stands between two words without a space."""
    if not 0 < sign < len(tree.words) - 1 or tree.words[sign] != ":":
        return False
    close = tree.start[sign] == tree.end[sign - 1] and tree.end[sign] == tree.start[sign + 1]
    return close and tree.words[sign + 1][0].isalnum() and tree.words[sign - 1][-1].isalnum()


def _is_cut_word(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument holds half a bracket or what quotes code with its escapes.

    Or it ends with two words glued together.
    """
    text = tree.slice(argument.first, argument.last)
    half = text.count("(") != text.count(")")
    return half or '\\"' in text or _is_glued(tree.lower[argument.last - 1])


@functools.cache
def _is_glued(word: str) -> bool:
    """Return whether a kind and a joining word stand without their space: "buttonand"."""
    return any(
        word.endswith(end) and word.removesuffix(end) in words("designators") for end in _GLUE
    )


def _is_no_kind_or_term(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether what is explained before a sign is no term, or what is named is no kind."""
    tree, subject, kind = reading.tree, found.subject, found.object
    if found.rule is DEFINITION:
        behind = found.predicate.anchor + 1
        if tree.tag[behind] == "IN" and kind.first > behind:
            return True  # "Storm: under high load, the gate ..."
        if tree.dep[kind.head] in _SUBJECTS and tree.head[kind.head] >= kind.last:
            return True  # "Storm: the gates of the harbour are shut"
        section = subject.tokens == 1 and tree.lower[subject.head].endswith("ing")
        return section and kind.tokens == 1 and is_code(tree.words[kind.head])
    if found.rule is not EXAMPLE:
        return False
    numbered = tree.tag[kind.last - 1] == "CD"  # "any berth on pier 4, such as ..."
    starts = kind.first == reading.first and kind.tokens > 1
    verbal = starts and tree.tag[kind.first] in ("NNS", "VBZ") and tree.tag[kind.head] == "NN"
    added = "well" in tree.lower[kind.last : subject.first]  # "bells like A as well as lamps"
    return numbered or verbal or added or _has_comma_behind_owner(tree, subject)


def _has_comma_behind_owner(tree: Tree, argument: Argument) -> bool:
    """Return whether an owner has two things in one span: "the guest's name, room number"."""
    inside = range(argument.first, argument.last)
    owner = next((i for i in inside if tree.tag[i] == "POS"), None)
    return owner is not None and "," in tree.words[owner : argument.last]


def _is_no_verb(tree: Tree, found: Candidate) -> bool:
    """Return whether a "verb" is a part of a name, or lacks what its form asks for."""
    return (
        _is_in_name(tree, found.predicate.anchor)
        or _takes_none(tree, found)
        or _is_bare_below(tree, found)
        or _is_aim_of_noun(tree, found.predicate.anchor)
    )


def _is_in_name(tree: Tree, verb: int) -> bool:
    """Return whether a participle only tells what kind of thing the noun behind it is."""
    objects, before = list(tree.within(verb, "dobj")), verb - 1
    if not objects or tree.has(verb, "aux", "auxpass"):
        return False
    if tree.lower[verb] == "based":
        return True  # "tide based ferry plans"
    if tree.tag[verb] == "VBG" and tree.dep[verb] in ("ccomp", "ROOT"):
        tight = tree.first(verb, "nsubj") == before and objects == [verb + 1]
        return tight and tree.tag[verb + 1] == "NNS"  # "see the Alder climbing guides"
    held = tree.tag[before] == "IN" and tree.dep[before] == "prep" and not tree.children[before]
    held = held and tree.dep[tree.head[before]] not in ("relcl", "acl")  # "the berth you asked for"
    past = tree.tag[verb] in ("VBD", "VBN")
    return past and held and before > tree.scope[verb]  # "with heated rooms"


def _takes_none(tree: Tree, found: Candidate) -> bool:
    """Return whether a verb has an object, or an infinitive behind it, that it cannot have."""
    verb, text = found.predicate.anchor, found.predicate.text
    lemma = tree.lemma[verb].lower()
    if lemma in words("objectless_verbs") and found.voice is not Voice.PASSIVE and text == lemma:
        return True  # "the note that the boat belongs to the guild" read as told of a note
    if text == "use to":
        return True  # "the clerk uses the seal to letters"
    if text.startswith("require to ") and found.voice is not Voice.PASSIVE:
        return True  # "Keys required to open the gate": no verb at all
    if text.startswith("be to ") and is_infinitive(tree, verb):
        asked = (tree.lower[word] for word in tree.within(verb, "advmod"))
        return "how" in asked  # "Mooring - How to moor a ship"
    if lemma != "be" or tree.has(verb, "attr", "acomp") or not text.startswith("be "):
        return False  # "the gates are yet to be painted"
    return any(is_infinitive(tree, below) for below in tree.within(verb, "xcomp"))


def _is_bare_below(tree: Tree, found: Candidate) -> bool:
    """Return whether an object "does" what a noun names: "starts the engine check with a tool"."""
    verb = found.predicate.anchor
    bare = tree.tag[verb] == "VB" and not tree.has(verb, "aux")
    above = tree.lemma[tree.head[verb]].lower()
    controlled = found.origin is Origin.OBJECT_CONTROL and tree.dep[verb] in ("ccomp", "xcomp")
    return controlled and bare and above not in words("bare_infinitive_verbs")


def _is_aim_of_noun(tree: Tree, verb: int) -> bool:
    """Return whether a noun is said to be able to do what it only leads to: "the first step to be
    able to sail"."""
    able = tree.head[verb]
    be = tree.head[able]
    led = tree.lower[able] == "able" and tree.dep[be] in ("relcl", "acl")
    return led and is_infinitive(tree, be)


def _has_no_subject(tree: Tree, found: Candidate) -> bool:
    """Return whether a subject is taken from where none can stand."""
    verb, subject = found.predicate.anchor, found.subject
    if found.subject_span is not None:
        return False
    if subject.head > verb:
        return _is_inverted(tree, verb) or _is_order_before(tree, verb, subject.head)
    if _is_first_order(tree, subject) or _is_of_phrase_before(tree, subject):
        return True
    if _is_asked(tree, subject):
        return True
    of_origin = {
        Origin.PARTICIPLE: lambda: _is_of_owner(tree, subject.head),
        Origin.CONJUNCT: lambda: _is_unjoined(tree, verb) or _is_order_behind_aim(tree, verb),
        Origin.ADVERBIAL: lambda: verb == tree.scope[verb] and tree.tag[verb] in ("VB", "VBP"),
        Origin.OWN: lambda: (
            _disagrees(tree, verb)
            or _is_cut_name(tree, found)
            or _is_behind_comma(tree, found)
            or _is_bare_subject_clause(tree, verb)
        ),
    }.get(found.origin)
    wrong = of_origin is not None and of_origin()
    return wrong or _runs_on(tree, verb) or _is_inverted(tree, verb)


def _is_order_before(tree: Tree, verb: int, subject: int) -> bool:
    """Return whether a verb orders, before a clause: "Leave the gate (the default is none)"."""
    told = tree.dep[verb] in ("ccomp", "xcomp") and verb < subject < tree.head[verb]
    return told and tree.tag[verb] == "VB" and not tree.has(verb, "aux", "mark")


def _disagrees(tree: Tree, verb: int) -> bool:
    """Return whether subject and verb differ in number: "roles is", "guild trust letters"."""
    subject = tree.first(verb, "nsubj", "nsubjpass")
    if subject is None or subject > verb or subject in tree.names or tree.label[subject]:
        return False
    finite = min([*(i for i in tree.within(verb, "aux", "auxpass") if subject < i), verb])
    signs = {tree.lower[sign] for sign in tree.within(subject, "det", "nummod")}
    either = words("mass_plurals", "either_number")
    if tree.has(subject, "conj", "appos", "prep") or tree.lower[subject] in either:
        return False
    if tree.tag[finite] == "VBZ":
        gerund = tree.tag[tree.left[subject]] == "VBG"  # "sorting letters is done by"
        plural = tree.tag[subject] == "NNS" and tree.words[subject].islower()
        return plural and signs.isdisjoint(_ONE) and not gerund
    if tree.tag[finite] != "VBP" or tree.has(subject, "relcl"):
        return False
    unmarked = words("unmarked_verbs", "unmarked_participles")
    if tree.lower[verb] in unmarked and finite == verb:
        return False  # "the hall cost 90 coins"
    singular = tree.tag[subject] in ("NN", "NNP") and not tree.lower[subject].endswith("s")
    return singular or not signs.isdisjoint(_ONE) or _is_name_of_cell(tree, subject, verb)


def _is_name_of_cell(tree: Tree, subject: int, verb: int) -> bool:
    """Return whether a description has no subject: "Displays start time" read as displays."""
    if (
        subject != tree.scope[verb]
        or verb != subject + 1
        or not looks_like_both(tree.words[subject])
    ):
        return False
    object_ = tree.first(verb, "dobj")
    return object_ == verb + 1 and tree.tag[object_] == "NN"


def _is_cut_name(tree: Tree, found: Candidate) -> bool:
    """Return whether nouns right behind a subject belong to it: "login" of "login JWT token"."""
    behind, head = found.subject.last, found.subject.head
    if not head < behind < found.predicate.anchor or tree.tag[behind] not in NOUN_TAGS:
        return False
    if tree.tag[found.predicate.anchor - 1] in NAME_TAGS or _ends_in_name(tree, behind):
        return False  # "the pilot Ann Lee"
    above = tree.head[behind]
    return head in (above, tree.head[above]) or above == found.predicate.anchor


def _is_behind_comma(tree: Tree, found: Candidate) -> bool:
    """Return whether one comma alone parts a "verb" from its subject: "keys for A, sealed rooms".

    In English two commas do, or none: the participle tells of what stands behind it.
    """
    verb = found.predicate.anchor
    if tree.tag[verb] != "VBD" or tree.words[verb - 1] != "," or found.subject.head > verb:
        return False
    return tree.words[found.subject.head : verb].count(",") == 1


def _is_bare_subject_clause(tree: Tree, verb: int) -> bool:
    """Return whether a past clause is a subject without "that": "The gate closed sign is lit"."""
    led = tree.has(verb, "mark") or any(
        tree.tag[below] in ("WDT", "WP", "WRB") for below in tree.children[verb]
    )
    return tree.dep[verb] == "csubj" and tree.tag[verb] == "VBD" and not led


def _ends_in_name(tree: Tree, word: int) -> bool:
    """Return whether the last of the nouns from a token on is a name."""
    while word + 1 < len(tree.words) and tree.tag[word + 1] in NOUN_TAGS:
        word += 1
    return tree.tag[word] in NAME_TAGS


def _is_first_order(tree: Tree, subject: Argument) -> bool:
    """Return whether a subject is the order that starts a sentence: "Import the plan to the"."""
    first = subject.head
    if first != tree.scope[first] or subject.tokens > 1 or first + 1 >= len(tree.words):
        return False
    led = tree.lower[first] in words("moving_orders") and tree.lower[first + 1] in ("to", "back")
    return led or tree.lower[first + 1] in _OPENING


def _is_asked(tree: Tree, subject: Argument) -> bool:
    """Return whether a subject is what is asked for: "choose which keys to hang up"."""
    which = subject.first - 1
    inside = which > tree.scope[subject.head] and tree.lower[which] == "which"
    return inside and tree.tag[which - 1] in VERB_TAGS


def _is_order_behind_aim(tree: Tree, verb: int) -> bool:
    """Return whether an order takes a subject out of its aim: "To see how A can help B, open C"."""
    aim = tree.lower[tree.scope[verb]] == "to" and tree.tag[verb] == "VB"
    return aim and tree.left[verb] == verb and tree.words[verb - 1] == ","


def _is_of_phrase_before(tree: Tree, subject: Argument) -> bool:
    """Return whether a subject starts with the noun of a preposition: "on SAP | Help Portal"."""
    prep = subject.first - 1
    if prep < tree.scope[subject.head] or tree.dep[prep] != "prep":
        return False
    return any(
        subject.first <= noun < subject.last
        and noun != subject.head
        and tree.tag[noun] in NAME_TAGS
        for noun in tree.within(prep, "pobj")
    )


def _is_of_owner(tree: Tree, noun: int) -> bool:
    """Return whether a noun stands behind "of their": what follows tells of another noun."""
    of = tree.head[noun]
    owned = any(tree.tag[owner] == "PRP$" for owner in tree.within(noun, "poss"))
    return owned and tree.dep[noun] == "pobj" and tree.lower[of] == "of"


def _is_unjoined(tree: Tree, verb: int) -> bool:
    """Return whether no word or sign joins a verb to the one that lends it a subject."""
    above = tree.head[verb]
    if tree.dep[verb] != "conj" or above > verb:
        return False
    signs = (i for holder in (above, verb) for i in tree.children[holder] if above < i < verb)
    joined = any(tree.lower[i] in _JOINTS or tree.dep[i] == "cc" for i in signs)
    before = tree.left[verb] - 1
    return not joined and tree.lower[before] not in _JOINTS


def _runs_on(tree: Tree, verb: int) -> bool:
    """Return whether a subject is a part of the clause in front of it.

    "To show both doors and new harbour keys as a plan, use": "and" joins the keys to the doors. "As
    you can't sell old harbour shares from": "sell" has no object but the shares.
    """
    subject = tree.first(verb, "nsubj", "nsubjpass")
    if subject is None or subject > verb:
        return False
    before = tree.left[subject] - 1
    if before <= tree.scope[verb]:
        return False
    inside = _clause_before(tree, verb, before)
    if inside is None:
        return False
    if tree.tag[before] == "CC":
        return tree.head[before] != inside
    both = looks_like_both(tree.words[verb]) and tree.tag[verb] == "VBZ"
    bare = inside == before and tree.tag[before] == "VB" and not tree.has(before, "dobj")
    return both and bare and not tree.has(subject, "det", "poss")


def _clause_before(tree: Tree, verb: int, word: int) -> int | None:
    """Return the clause below a verb, and in front of it, that a word belongs to, or None."""
    for _ in range(len(tree.words)):
        above = tree.head[word]
        if above == verb:
            return word if tree.dep[word] in _CLAUSES and word < verb else None
        if above == word:
            return None
        word = above
    return None


def _is_inverted(tree: Tree, verb: int) -> bool:
    """Return whether a clause is a condition without "if": "Should a guest come, open the gate"."""
    root = verb
    while tree.dep[root] == "conj" and not tree.has(root, *_SUBJECTS):
        root = tree.head[root]
    first = helper_before_subject(tree, root)
    return first is not None and first == tree.scope[verb] and tree.tag[first] == "MD"


def _is_one_of_two(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument ends before the second of two: "the pairing of the lock (and)"."""
    ends = argument.last < len(tree.words) and tree.lower[argument.last] == "and"
    of_two = tree.lemma[argument.head].lower() in words("nouns_of_two")
    return ends and of_two and argument.last - argument.head > 2


def _is_half_of_two(tree: Tree, object_: Argument) -> bool:
    """Return whether an object is the second of two: "the pairing of the lock and the key"."""
    first = tree.head[object_.head]
    if tree.dep[object_.head] != "conj" or tree.lemma[first].lower() not in words("nouns_of_two"):
        return False
    return tree.tag[first] in NOUN_TAGS and any(
        tree.lower[prep] in ("of", "between") and prep < object_.head
        for prep in tree.within(first, "prep")
    )
