"""Which mention of a pronoun's chains names it, and what is safer than the chains.

The chains come from ``graphwright.language.coreference_engine``; what a name is, is in
``graphwright.language.names``.
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
_INTRODUCING = frozenset(
    [
        "launch",
        "introduce",
        "release",
        "announce",
        "unveil",
        "present",
        "publish",
        "develop",
        "build",
        "create",
        "ship",
        "design",
        "invent",
        "open",
    ]
)
"""Verbs whose object is new to the reader, so that the next sentence speaks of it."""
_OF_PEOPLE = frozenset(
    [
        "say",
        "plan",
        "announce",
        "employ",
        "want",
        "hire",
        "expect",
        "believe",
        "decide",
        "acquire",
        "hope",
        "intend",
        "launch",
        "introduce",
        "release",
        "found",
    ]
)
"""Verbs whose subject is a company or a person rather than what these have made."""


class NameChooser:
    """Chooses names; holds coreferee's list of nouns for persons."""

    def __init__(self, person_words: Iterable[str]) -> None:
        self._person_words = frozenset(person_words)

    def best(self, doc: Doc, mentions: Iterable[Sequence[int]], index: int) -> Name | None:
        """Return the most specific name among the mentions of a pronoun's chains, or None.

        A mention is the indexes of its root words.
        """
        pronoun = doc[index]
        fresh = _newly_introduced(pronoun)
        if fresh is not None:
            return fresh
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
        if len(tokens) > 1:
            return True
        return self._agrees_in_number(tokens[0], pronoun) and self._agrees_in_kind(
            tokens[0], pronoun
        )

    def _agrees_in_number(self, noun: Token, pronoun: Token) -> bool:
        plural_pronoun = "Plur" in pronoun.morph.get("Number", [])
        plural_noun = "Plur" in noun.morph.get("Number", [])
        if plural_pronoun and not plural_noun:
            return noun.ent_type_ in _GROUPS or noun.lemma_ in self._person_words
        return plural_pronoun == plural_noun

    def _agrees_in_kind(self, noun: Token, pronoun: Token) -> bool:
        """Whether "he" and "she" have a person; coreferee also lets them have animals."""
        gender = pronoun.morph.get("Gender", [])
        if "Masc" not in gender and "Fem" not in gender:
            return True
        named = noun.pos_ == "PROPN" or noun.ent_type_ == "PERSON"
        return named or noun.lemma_ in self._person_words


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
