"""The layer of a triple: that of its rule, but for clauses that tell nothing by themselves.

"This guide describes the ledger" is a clause like any other; what it says is of the guide. "Send
the invoice to the buyer" is a step, whatever it is about. "The operation runs in the system" is
true of things that only its text knows.
"""

from __future__ import annotations

import re
from enum import Enum

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import BEHIND_NOUN, DESCRIBING, Origin, Voice
from graphwright.extraction.reading.header_words import points
from graphwright.extraction.reading.pointing import (
    is_amount,
    is_definite,
    is_name,
    is_plain,
    is_pointed_at,
)
from graphwright.extraction.reading.unasserted import first_of_complement
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Trait
from graphwright.tables.triples import Layer

_STATEMENTS = frozenset({Family.VERB, Family.COPULA, Family.NOUN})
_TELLING_MORE = frozenset({"condition", "limit", "object", "time"})
"""Kinds of qualifiers with which a fact about things of its text may still tell something."""

_TELLING_WHICH = frozenset({Trait.NOUN_PREPOSITION, Trait.DESIGNATION})
_BEHIND_OBJECT = frozenset({Trait.PREPOSITIONAL, Trait.PURPOSE})
_ASKING = frozenset(
    {"how", "what", "which", "who", "whose", "whether", "where", "when", "why", "that"}
)
_DIGITS_OF_ROWS = 2
"""A longer number is a code: "404"."""

_POINTING_BACK = re.compile(
    r"(?:in|under) (?:this|that|these|those|such)(?: an?)? (?!page|section|tab|view|app|screen)\w+"
)
_LINKING = re.compile(r"(?:as|in) (?:a|an|the|this) (?:consequence|result|rule|way|step|next step)")
_ORDERING = frozenset(
    {"now", "then", "next", "later", "still", "already", "afterwards", "subsequently"}
)
_CONSEQUENCES = ("consequently", "as a result", "as a consequence", "in consequence")
_PRONOUNS = frozenset({"it", "them", "this", "these", "those"})
_DUTIES = frozenset({"must", "need to", "have to", "should", "shall"})


class Required(Enum):
    """What a sentence says of what a task requires."""

    NOTHING = "nothing announces it"
    STATES = "plain states of things without a name are required"
    WHOLE = "its main clause is required"


def layer_of(
    tree: Tree,
    found: Candidate,
    *,
    required: Required = Required.NOTHING,
    is_symptom: bool = False,
) -> Layer:
    """Return the layer of a candidate, whose clause is in ``tree``.

    ``required``: whether it stands below what announces what a task requires; ``is_symptom``: under
    a heading that says how things are when something fails, which they are not otherwise.
    """
    rule = found.rule
    if rule.has(Trait.SUBJECT_OF_CLAUSE) and _tells(tree, found):
        return Layer.NAVIGATION
    if rule.layer is not Layer.KNOWLEDGE:
        return rule.layer
    if rule.has(Trait.CELL) and points(found.predicate.text):
        return Layer.NAVIGATION
    if _is_step(found) or _is_required(tree, found, required):
        return Layer.PROCEDURE
    if (
        (is_symptom and _is_how_it_is(found))
        or found.flags.contextual
        or any(check(tree, found) for check in _CHECKS_OF_TEXT)
    ):
        return Layer.CONTEXT
    return Layer.KNOWLEDGE


def _is_how_it_is(found: Candidate) -> bool:
    """Return whether a clause says how something is, and not what it does."""
    state = found.predicate.text.split(" ")[0] in ("be", "have")
    return state and found.rule.family in (Family.VERB, Family.COPULA)


def _is_of_vague_kind(tree: Tree, found: Candidate) -> bool:
    """Return whether a kind tells nothing of its member: "details, such as the name".

    A list may only say that it holds a part: "Fill in these fields: Password".
    """
    kind = found.object
    plain = all(tree.tag[i] in ("JJ", "NNS", "NN") for i in range(kind.first, kind.last))
    if not found.rule.has(Trait.KIND_OF_MEMBER) or found.subject_span is not None or not plain:
        return False
    lemma = tree.lemma[kind.head].lower()
    if lemma in words("vague_kinds") or _repeats_kind(tree, found):
        return True
    if found.rule.has(Trait.LISTED):
        return kind.tokens == 1 and lemma in words("part_kinds")
    vague = words("general_kinds", "container_nouns", "vague_nouns")
    return kind.tokens == 1 and lemma in vague


def _repeats_kind(tree: Tree, found: Candidate) -> bool:
    """Return whether a name ends with its kind and says it so: "guest users are users"."""
    kind = [tree.lemma[i].lower() for i in range(found.object.first, found.object.last)]
    name = [tree.lemma[i].lower() for i in range(found.subject.first, found.subject.last)]
    return name[-len(kind) :] == kind


def _tells_which_to_take(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause says which of many an order is about: "Take the key that fits".

    What stands behind a comma tells more of the one that is meant: "the key, which fits".
    """
    noun, verb = found.subject.head, found.predicate.anchor
    if found.origin not in DESCRIBING or found.subject_span is not None:
        return False
    if is_name(tree, found.subject) or "," in tree.words[noun:verb]:
        return False
    return _is_ordered(tree, noun)


def _is_ordered(tree: Tree, noun: int) -> bool:
    """Return whether an order is about a noun, or about what the noun belongs to."""
    above = tree.head[noun]
    while tree.tag[above] in NOUN_TAGS | {"IN"} and tree.head[above] != above:
        above = tree.head[above]
    doers = tree.has(above, "nsubj", "nsubjpass", "aux", "mark")
    return tree.tag[above] == "VB" and not doers and above < noun


def _holds_of_some(_tree: Tree, found: Candidate) -> bool:
    """Return whether a clause only tells which of many things are meant: "guests who own a card".

    Who does something to some of them does it: "solutions published by Northwind".
    """
    picked, object_ = found.flags.picked, found.object
    return picked is not None and not object_.first <= picked < object_.last


def _is_done_to_some(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause only tells which things are meant: "boats owned by the guest".

    What somebody with a name has done is so: "maps printed by Northwind".
    """
    described = found.origin is Origin.PARTICIPLE or _goes_on_describing(tree, found)
    done = found.voice is Voice.PASSIVE and described
    told = found.rule.has(Trait.SUBJECT_OF_VERB) and not found.rule.has(Trait.PREPOSITIONAL)
    behind = found.object.last
    comma = tree.words[behind : behind + 1] == [","]
    if not done or not told or comma or is_name(tree, found.subject):
        return False
    if _is_ordered(tree, found.object.head):
        return True
    return tree.has_finite_verb(*tree.around(behind - 1))  # not "A set of maps picked by a guest."


def _follows_from_text(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause tells what comes of the sentence before: "Consequently, X is not"."""
    if found.subject_span is not None or found.rule.family not in (Family.VERB, Family.COPULA):
        return False
    first, told = tree.scope[found.predicate.anchor], (found.flags.modality or "").lower()
    follows = " ".join(tree.lower[first : first + 3]).startswith(_CONSEQUENCES)
    return follows and told not in _DUTIES | {"has to", "can", "may"}


def _leaves_out_case(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause holds in the case of its noun alone: "a storm, for which X pays Y".

    Where the fact ends in that noun, it says so: "the hall in which the guests meet".
    """
    first = tree.left[found.predicate.anchor]
    asked = tree.tag[first] in ("IN", "TO") and tree.tag[first + 1 : first + 2] == ["WDT"]
    return asked and found.origin is Origin.RELATIVE and first not in found.predicate.tail


def _tells(tree: Tree, found: Candidate) -> bool:
    """Return whether a text tells something, or something is told in a text."""
    if tree.lemma[found.predicate.anchor].lower() not in words("telling_verbs"):
        return False
    ends = (found.object, found.subject) if found.subject_span is None else (found.object,)
    return any(tree.lemma[end.head].lower() in words("texts") for end in ends)


def _is_step(found: Candidate) -> bool:
    """Return whether the reader is told to do it; what he can do is true of the things."""
    modality = (found.flags.modality or "").lower()
    return found.rule.has(Trait.READER_ACT) and (not modality or modality in _DUTIES)


def _is_required(tree: Tree, found: Candidate, required: Required) -> bool:
    """Return whether a clause says how things must be: "The users exist in the directory".

    The first clause of an item does, whatever it names: "The Alder lock uses the tide handler".
    """
    if required is Required.NOTHING or found.flags.negated:
        return False
    if found.rule.family not in (Family.VERB, Family.COPULA):
        return False
    if found.voice is Voice.PASSIVE:
        return True  # also of a name: "the Alder lock is opened"
    if required is Required.WHOLE and _is_main(tree, found):
        return True
    if required is Required.WHOLE and found.flags.modality in _DUTIES:
        return False  # "the lock must be open" tells the duty itself
    told = found.origin in BEHIND_NOUN or is_definite(tree, found.subject)
    return not is_name(tree, found.subject) and (told or is_plain(tree, found.subject))


def _is_main(tree: Tree, found: Candidate) -> bool:
    """Return whether a candidate is of a main clause that is told without a condition."""
    verb, flags = found.predicate.anchor, found.flags
    if tree.dep[verb] == "auxpass":
        verb = tree.head[verb]
    main = tree.dep[first_of_complement(tree, verb)] == "ROOT"
    return main and not flags.modality and flags.condition is None


def _only_points(tree: Tree, found: Candidate) -> bool:
    """Return whether a statement is about things that are known from its text alone."""
    rule, subject = found.rule, found.subject
    if found.subject_span is not None or rule.family not in _STATEMENTS:
        return rule.has(Trait.CELL) and found.subject_span is None and _only_counts(tree, subject)
    if rule.family is Family.NOUN and not rule.traits.isdisjoint(_TELLING_WHICH):
        return _only_tells_which(tree, found)
    if rule.family is not Family.NOUN and _is_known_from_text(tree, found):
        return True
    if not rule.traits.isdisjoint(_BEHIND_OBJECT) and _lacks_object(tree, found):
        return True
    copular = rule.family is Family.COPULA or found.predicate.text.startswith(
        ("be to ", "be not to ")
    )
    if copular and _judges(tree, subject):
        return True
    if rule.has(Trait.PARTICIPLE_STATE):
        points = not is_name(tree, subject)
    else:
        points = is_pointed_at(tree, found.object) or _are_plain(tree, found)
    return points and not _is_restricted(tree, found)


def _is_known_from_text(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause tells of this thing, or in this case, which its text knows."""
    if is_pointed_at(tree, found.subject) or _depends(found):
        return True
    return _is_of_pronoun(tree, found.subject) and not _is_restricted(tree, found)


def _is_of_pronoun(tree: Tree, subject: Argument) -> bool:
    """Return whether a subject is of what a pronoun stands for: "their contents are sealed"."""
    if not is_plain(tree, subject):
        return False
    return any(tree.lower[owner] in ("its", "their") for owner in tree.within(subject.head, "poss"))


def _only_tells_which(tree: Tree, found: Candidate) -> bool:
    """Return whether a noun phrase only says which thing is meant: "the content of the file"."""
    rule, object_ = found.rule, found.object
    if rule.has(Trait.NOUN_PREPOSITION):
        return not is_amount(tree, object_)
    return object_.tokens == 1 and _is_kind_of_part(tree, found.subject, object_)


def _is_kind_of_part(tree: Tree, name: Argument, kind: Argument) -> bool:
    """Return whether a kind leaves out what a named part belongs to: "UPDATE is a method".

    A name that holds another says it ("DOCK_GATE~OPEN"), and that of a file says what it is.
    """
    lemma, written = tree.lemma[kind.head].lower(), tree.slice(name.first, name.last)
    if lemma == "file":
        return "." in written[1:]
    whole = lemma == "method" and any(sign in written for sign in ("~", "=>", "->", "::"))
    return lemma in words("part_kinds") and not whole


def _only_counts(tree: Tree, name: Argument) -> bool:
    """Return whether the name of a row is its number in the table: "12 | Check out the branch"."""
    word = tree.words[name.first]
    return name.tokens == 1 and word.isdigit() and len(word) <= _DIGITS_OF_ROWS


def _are_plain(tree: Tree, found: Candidate) -> bool:
    """Return whether both ends are common nouns, and the text says of which it speaks.

    What an act behind "of" tells is no plain noun: "the risk of losing the key".
    """
    ends, behind = (found.subject, found.object), found.object.last
    if not all(is_plain(tree, end) for end in ends):
        return False
    if tree.lower[behind : behind + 1] == ["of"] and tree.tag[behind + 1 : behind + 2] == ["VBG"]:
        return False
    described = found.origin in BEHIND_NOUN or _goes_on_describing(tree, found)
    return described or any(is_definite(tree, end) for end in ends)


def _goes_on_describing(tree: Tree, found: Candidate) -> bool:
    """Return whether a verb is joined to one that describes a noun: "goods made or sold by X"."""
    if found.origin is not Origin.CONJUNCT:
        return False
    first = first_of_complement(tree, found.predicate.anchor)
    return tree.dep[first] in ("relcl", "acl")


def _lacks_object(tree: Tree, found: Candidate) -> bool:
    """Return whether a fact leaves out the pronoun that its verb acts on: "binds it to a mast".

    Or the question that it settles: "tells at noon which gates are open".
    """
    verb = found.predicate.anchor
    if found.voice is not Voice.ACTIVE or found.rule.has(Trait.OBJECT_IN_PREDICATE):
        return False
    settled = (told for told in tree.within(verb, "ccomp") if told > verb)
    if any(tree.lower[tree.left[told]] in _ASKING for told in settled):
        return True
    acted_on = next((i for i in tree.within(verb, "dobj") if i > verb), found.object.first)
    return acted_on < found.object.first and tree.lower[acted_on] in _PRONOUNS


def _judges(tree: Tree, subject: Argument) -> bool:
    """Return whether a subject names no thing but what a text makes of one: "The goal is to"."""
    head = subject.head
    if tree.lower[head] not in words("judging_nouns"):
        return False
    named = is_name(tree, subject) or any(tree.lower[p] == "of" for p in tree.within(head, "prep"))
    beside = (tree.tag[i] for i in range(subject.first, subject.last) if i != head)
    plain = all(tag in ("JJ", "JJS", "VBN", "DT") for tag in beside)
    return plain and not named


def _depends(found: Candidate) -> bool:
    """Return whether a fact holds in a case that its text tells: "In this case, ..."."""
    stated = [q.text for q in found.flags.qualifiers if q.kind == "condition"]
    stated += [found.flags.condition] if found.flags.condition else []
    return any(_POINTING_BACK.fullmatch(text.lower()) for text in stated)


def _is_restricted(tree: Tree, found: Candidate) -> bool:
    """Return whether a fact says when it holds: "the key expires after the session ends".

    "Then", "now" and "as a consequence" only say where in its text it stands, and what the object
    itself is a part of ("with this app") says nothing beside it.
    """
    place = tree.start[found.object.first]
    if found.flags.condition is not None:
        return True
    return any(
        qualifier.kind in _TELLING_MORE
        and qualifier.text.lower() not in _ORDERING
        and not _LINKING.fullmatch(qualifier.text.lower())
        and not qualifier.start <= place < qualifier.end
        for qualifier in found.flags.qualifiers
    )


def _is_message(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause is what an application shows: "fails with this message: No key"."""
    start, first = tree.scope[found.predicate.anchor], found.subject.first
    if found.subject_span is not None or ":" not in tree.words[start:first]:
        return False
    colon = start + tree.words[start:first].index(":")
    return any(tree.lemma[i].lower() == "message" for i in range(start, colon))


def _is_made_up(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause is of things that stand for any: "Dock A feeds dock B".

    So it is of any one who only meets a fault: "A guest faces a problem with the lift".
    """
    if found.subject_span is not None or found.rule.family not in (Family.VERB, Family.COPULA):
        return False
    subject, object_ = tree.words[found.subject.last - 1], tree.words[found.object.last - 1]
    if subject != object_ and all(_is_letter(word) for word in (subject, object_)):
        return True
    meets = tree.lemma[found.predicate.anchor].lower() in words("meeting_verbs")
    return meets and any(
        tree.lower[d] in ("a", "an") for d in tree.within(found.subject.head, "det")
    )


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isupper()


_CHECKS_OF_TEXT = (
    _is_made_up,
    _is_message,
    _holds_of_some,
    _leaves_out_case,
    _follows_from_text,
    _is_done_to_some,
    _is_of_vague_kind,
    _tells_which_to_take,
    _only_points,
)
"""Of these each tells that a fact says nothing without its text."""
