"""Which mention of the chains of "it" or "they" names it, and what is safer than the chains.

Persons ("he", "she") are chosen in ``person_antecedents``. The chains come from
``coreference_engine``; what a name is, is in ``names``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from graphwright.language.names import NOUN_POS, Name, name_of, noun_phrase

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_GROUPS = frozenset({"ORG", "PERSON", "NORP"})
"""Entity types that "they" may stand for though the name is singular."""
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_PLACES = frozenset({
    "in", "on", "at", "inside", "within", "under", "outside", "near", "above", "behind", "across",
    "after", "before", "during", "until", "since",
})  # fmt: skip
"""Prepositions of a place or a time: where something happens, and seldom what comes next."""
_SAME_SUBJECT = frozenset({"xcomp", "conj", "advcl", "pcomp"})
"""Clauses whose unsaid subject is that of the clause above."""
_INTRODUCING = frozenset({
    "launch", "introduce", "release", "announce", "unveil", "present", "publish", "develop",
    "build", "create", "ship", "design", "invent", "open",
})  # fmt: skip
"""Verbs whose object is new to the reader, so that the next sentence speaks of it."""
_OF_PEOPLE = frozenset({
    "say", "plan", "announce", "employ", "want", "hire", "expect", "believe", "decide",
    "acquire", "hope", "intend", "launch", "introduce", "release", "found",
})  # fmt: skip
"""Verbs whose subject is a company or a person rather than what these have made."""


class AntecedentSelector:
    """Chooses names; holds coreferee's list of nouns for persons."""

    def __init__(self, person_words: Iterable[str]) -> None:
        self._person_words = frozenset(person_words)

    def select(
        self,
        doc: Doc,
        index: int,
        mentions: Sequence[Sequence[int]],
        compatible: Sequence[int],
    ) -> Name | None:
        """Return the name that a pronoun stands for, or None: the most specific of its chains.

        ``mentions`` are those of its chains, each as the indexes of its root words; ``compatible``
        are the words that it may well stand for, in its chains or not.
        """
        pronoun = doc[index]
        certain = _newly_introduced(pronoun)
        if certain is None:
            subject = _continued_subject(pronoun, mentions, compatible)
            certain = None if subject is None else name_of(doc, [subject])
        if certain is not None:
            return certain
        ranked = sorted(
            (roots for roots in mentions if self._may_name(doc, roots, pronoun)),
            key=lambda roots: _specificity(doc, roots, index),
            reverse=True,
        )
        names = (name_of(doc, list(roots)) for roots in ranked)
        return next((name for name in names if name is not None), None)

    def _may_name(self, doc: Doc, roots: Sequence[int], pronoun: Token) -> bool:
        tokens = [doc[root] for root in roots]
        if any(token.pos_ not in NOUN_POS for token in tokens):
            return False
        if any(token.i >= pronoun.i and not _is_cataphoric(token, pronoun) for token in tokens):
            return False
        if _is_place(tokens[0]):
            return False
        if len(tokens) > 1:
            return True
        return self._agrees_in_number(tokens[0], pronoun)

    def _agrees_in_number(self, noun: Token, pronoun: Token) -> bool:
        plural_pronoun = "Plur" in pronoun.morph.get("Number", [])
        plural_noun = "Plur" in noun.morph.get("Number", [])
        if plural_pronoun and not plural_noun:
            return noun.ent_type_ in _GROUPS or noun.lemma_ in self._person_words
        if not plural_pronoun and _is_coordinated(noun):
            return False
        return plural_pronoun == plural_noun


def _is_place(noun: Token) -> bool:
    """Whether a noun only says where or when: "On the tab, you compare versions. It ...".

    Behind a verb, "on" belongs to it ("click on the tile", "drill down on the messages").
    """
    while noun.dep_ == "conj":
        noun = noun.head
    prep = noun.head
    if noun.dep_ != "pobj" or prep.lower_ not in _PLACES:
        return False
    before = prep.nbor(-1) if prep.i > 0 else prep
    governed = before.pos_ == "VERB" or before.dep_ in ("prt", "advmod")
    return not (prep.lower_ == "on" and governed)


def _is_coordinated(noun: Token) -> bool:
    """Whether a noun phrase of one root names several: "bronze and stainless steel"."""
    return any(
        below.dep_ == "cc" and below.lower_ == "and"
        for left in noun.lefts
        for below in left.children
    ) or any(left.dep_ == "cc" for left in noun.lefts)


def _newly_introduced(it: Token) -> Name | None:
    """The object of the sentence before: "SAP launched Joule. It helps users".

    coreferee takes the subject, as it has learnt from novels. Only where the verb brings in
    something new, named or with "a", and "it" does nothing that only its maker does.
    """
    if it.lower_ != "it" or it.dep_ not in _SUBJECTS or it.head.lemma_ in _OF_PEOPLE:
        return None
    start = it.sent.start
    if start == 0 or any(t.pos_ not in ("ADV", "PUNCT", "SPACE") for t in it.doc[start : it.i]):
        return None
    verb = it.doc[start - 1].sent.root
    if verb.lemma_ not in _INTRODUCING or _is_passive(verb) or _ends_block(it.doc[start - 1]):
        return None
    thing = next((child for child in verb.rights if child.dep_ == "dobj"), None)
    if thing is None or not _is_new(thing) or thing.right_edge.i - thing.i > 12:
        return None
    return name_of(it.doc, [thing.i])


def _is_passive(verb: Token) -> bool:
    return any(child.dep_ in ("nsubjpass", "auxpass", "neg") for child in verb.children)


def _ends_block(token: Token) -> bool:
    return token.is_space and "\n\n" in token.text


def _is_new(thing: Token) -> bool:
    if "Plur" in thing.morph.get("Number", []) or any(c.dep_ == "conj" for c in thing.rights):
        return False
    return thing.pos_ == "PROPN" or any(c.lower_ in ("a", "an") for c in thing.lefts)


def _is_cataphoric(noun: Token, pronoun: Token) -> bool:
    """Whether a name after the pronoun is safe: "Before it starts, the service checks ..."."""
    return noun.sent.start == pronoun.sent.start and noun.dep_ in _SUBJECTS


def _specificity(doc: Doc, roots: Sequence[int], pronoun: int) -> tuple[bool, int, int]:
    """What precedes; conjuncts before names before described nouns before bare; the nearest."""
    root = doc[roots[0]]
    if len(roots) > 1:
        rank = 3
    elif root.pos_ == "PROPN":
        rank = 2
    else:
        phrase = noun_phrase(root)
        rank = int(phrase is not None and any(t.pos_ != "DET" for t in phrase if t.i != root.i))
    return roots[0] < pronoun, rank, roots[0]


def _continued_subject(
    pronoun: Token, mentions: Sequence[Sequence[int]], compatible: Sequence[int]
) -> int | None:
    """Return the subject that a pronoun takes up again, None where that is not clear.

    A subject is taken up by subjects and possessives (centering: Grosz, Joshi and Weinstein 1995);
    coreferee knows this only as one tendency of many.
    """
    nearest = _subject_of_clause(pronoun)
    if nearest is not None and nearest.i in compatible:
        return nearest.i
    if pronoun.dep_ not in _SUBJECTS:
        return None
    doc = pronoun.doc
    subjects = [i for i in compatible if i < pronoun.i and doc[i].dep_ in _SUBJECTS]
    before = [doc[m[0]] for m in mentions if len(m) == 1 and m[0] < pronoun.i]
    nouns = [token for token in before if name_of(doc, [token.i]) is not None]
    if not subjects or not _outranks(doc[max(subjects)], nouns, pronoun):
        return None
    return max(subjects)


def _outranks(subject: Token, nouns: Sequence[Token], pronoun: Token) -> bool:
    """Whether the subject of a sentence is likelier than the nouns of the chains.

    An object is as likely as a subject.
    """
    if any(noun.dep_ in _SUBJECTS for noun in nouns):
        return False
    if not nouns:
        return subject.sent.end >= pronoun.sent.start
    near = subject.sent.start >= max(noun.sent.start for noun in nouns)
    return near and all(noun.dep_ == "pobj" for noun in nouns)


def _subject_of(verb: Token) -> Token | None:
    return next((child for child in verb.lefts if child.dep_ in _SUBJECTS), None)


def _subject_of_clause(pronoun: Token) -> Token | None:
    """ "The service reads the file with its driver, and it sends a report"."""
    if pronoun.dep_ in _SUBJECTS:
        return _subject_of(pronoun.head.head) if pronoun.head.dep_ == "conj" else None
    if pronoun.tag_ != "PRP$":
        return None
    for above in pronoun.ancestors:
        subject = _subject_of(above) if above.pos_ in ("VERB", "AUX") else None
        if subject is not None and subject.i < pronoun.i:
            return subject
        if above.pos_ in ("VERB", "AUX") and above.dep_ not in _SAME_SUBJECT:
            return None
    return None
