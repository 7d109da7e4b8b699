"""The name that a mention stands for: a full, minimal noun phrase as written.

Which mentions belong together is decided in ``graphwright.language.coreference``.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

NOUN_POS = frozenset({"NOUN", "PROPN"})

_MAX_TOKENS = 10
"""A longer phrase is a mistake of the parser more often than a name."""

_NOT_A_START = frozenset({"punct", "cc", "preconj", "predet"})
_NO_NAME = frozenset({"no", "neither", "nothing", "none"})
_VERBAL = frozenset({"VERB", "AUX"})
_PARTICIPLES = frozenset({"VBN", "VBG"})
_QUANTITIES = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})


@dataclasses.dataclass(frozen=True, slots=True)
class Name:
    """A name as written, with the offsets of its first and last character in the Doc's text."""

    text: str
    start: int
    end: int


def name_of(doc: Doc, roots: list[int]) -> Name | None:
    """Return the name whose conjuncts have these root tokens; None where one is no name."""
    phrases = [noun_phrase(doc[root]) for root in sorted(roots)]
    spans = [phrase for phrase in phrases if phrase is not None]
    if not spans or len(spans) < len(phrases):
        return None
    text = " and ".join(span.text for span in spans)
    return Name(text=text, start=spans[0].start_char, end=spans[-1].end_char)


def noun_phrase(root: Token) -> Span | None:
    """Return the minimal noun phrase of a noun: what modifies it on the left, and "of X".

    None where it is no name: a quantity, a phrase over several lines, one that holds a pronoun of
    the third person ("its status"), a negation or a verb.
    """
    if root.pos_ not in NOUN_POS or root.ent_type_ in _QUANTITIES:
        return None
    span = root.doc[_first(root) : _last(root) + 1]
    if not _is_name(span):
        name = _name_beside(root)
        if name is None:
            return None
        span = root.doc[_first_of_name(name) : _last(name) + 1]
    return span if _is_name(span) and not _is_part_of_word(span) else None


def _is_part_of_word(span: Span) -> bool:
    """Whether a hyphen binds the phrase to a word beside it: "Kubernetes-native"."""
    doc = span.doc
    joined = span.end < len(doc) and doc[span.end].text == "-" and not doc[span.end - 1].whitespace_
    before = span.start > 0 and doc[span.start - 1].text == "-"
    return joined or (before and not doc[span.start - 1].whitespace_)


def _first(root: Token) -> int:
    index = root.left_edge.i
    while index < root.i and root.doc[index].dep_ in _NOT_A_START:
        index += 1
    return _first(root.head) if _goes_on(root, index) else index


def _goes_on(root: Token, first: int) -> bool:
    """Whether a name goes on one right before it, said to stand beside it: "Alder | Boat Kit 2"."""
    name = root.head
    beside = root.dep_ == "appos" and name.i == first - 1
    return beside and root.pos_ == "PROPN" and name.pos_ == "PROPN"


def _name_beside(root: Token) -> Token | None:
    """The name in a phrase that is none as a whole: "his ex-wife Ada" -> "Ada"."""
    if root.pos_ == "PROPN":
        return root
    following = root.doc[root.i + 1] if root.i + 1 < len(root.doc) else None
    if following is None or following.pos_ != "PROPN":
        return None
    return next((c for c in root.rights if c.dep_ == "appos" and c.left_edge == following), None)


def _first_of_name(root: Token) -> int:
    index = root.i
    while index > root.left_edge.i and root.doc[index - 1].pos_ == "PROPN":
        index -= 1
    return index


def _last(root: Token) -> int:
    last = _entity_end(root)
    if root.pos_ == "NOUN" and last == root.i:
        return _of_phrase_end(root)
    return last


def _entity_end(root: Token) -> int:
    """The last token of the entity that the root is in: "S/4HANA 2021"."""
    index = root.i
    if root.ent_type_ and root.ent_type_ not in _QUANTITIES:
        while index + 1 < len(root.doc) and _continues_name(root.doc[index + 1]):
            index += 1
    return index


def _continues_name(token: Token) -> bool:
    return token.ent_iob_ == "I" and token.pos_ in ("PROPN", "NUM")


def _of_phrase_end(root: Token) -> int:
    for child in root.rights:
        if child.i == root.i + 1 and child.lower_ == "of":
            for inner in child.rights:
                if inner.dep_ == "pobj" and inner.pos_ in NOUN_POS:
                    return _entity_end(inner)
    return root.i


def _is_name(span: Span) -> bool:
    if len(span) > _MAX_TOKENS or not any(letter.isalpha() for letter in span.text):
        return False
    return not any(_spoils(token) for token in span)


def _spoils(token: Token) -> bool:
    if token.is_space or token.lower_ in _NO_NAME or is_third_person(token):
        return True
    if token.is_punct and token.whitespace_ and token.nbor(-1).whitespace_:
        return True  # A dash or bar between two phrases.
    # "The generated code" is a name, "the tool generate code" is a mistake of the parser.
    return token.pos_ in _VERBAL and token.tag_ not in _PARTICIPLES


def is_third_person(token: Token) -> bool:
    """Return whether the token is a personal or possessive pronoun of the third person."""
    return token.tag_ in ("PRP", "PRP$") and "3" in token.morph.get("Person", [])
