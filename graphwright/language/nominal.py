"""Nominal mentions: "the service" where the text has just named one service.

coreferee links these too, but only where it runs; this rule is cheap enough to run on all text.
It links by the head noun alone and only where one name fits, so it is precise and not complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphwright.language.names import NOUN_POS, Name, name_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

LOOK_BACK = 2
"""Sentences before the mention's own in which its name is looked for."""

_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_RESTRICTING = frozenset({"prep", "relcl", "acl", "appos", "nummod", "compound", "npadvmod"})
_IDENTIFYING = frozenset({"compound", "nmod", "amod", "poss"})
_NO_MENTION = frozenset({"compound", "attr", "appos", "npadvmod", "ROOT", "conj"})


def nominal_mentions(sents: Sequence[Span], wanted: set[int]) -> Iterator[tuple[Span, Name]]:
    """Yield each nominal mention and its name, in order.

    ``sents`` are all sentences of a Doc; mentions are looked for in those at the ``wanted``
    positions.
    """
    for position in sorted(wanted):
        window = sents[max(0, position - LOOK_BACK) : position + 1]
        for token in sents[position]:
            if _is_mention(token):
                name = _only_name(token, window)
                if name is not None:
                    yield token.doc[token.i - 1 : token.i + 1], name


def _is_mention(token: Token) -> bool:
    """A definite noun with nothing but its determiner: "the service", "these roles"."""
    if token.pos_ != "NOUN" or token.dep_ in _NO_MENTION or token.left_edge.i != token.i - 1:
        return False
    if token.nbor(-1).lower_ not in _DEFINITE:
        return False
    return not any(child.dep_ in _RESTRICTING for child in token.children)


def _only_name(mention: Token, window: Sequence[Span]) -> Name | None:
    """The name in the window with the mention's head noun, if there is exactly one such name."""
    found: dict[str, Name] = {}
    for token in _heads_like(mention, window):
        if _is_mention(token):
            continue
        name = _identified(token)
        if name is None or token.morph.get("Number", []) != mention.morph.get("Number", []):
            return None
        found[_bare(token.doc, name)] = name
    return next(iter(found.values())) if len(found) == 1 else None


def _heads_like(mention: Token, window: Sequence[Span]) -> Iterator[Token]:
    lemma = mention.lemma_.lower()
    for sent in window:
        for token in sent:
            if token.i >= mention.i - 1:
                return
            if (
                token.pos_ in NOUN_POS
                and token.lemma_.lower() == lemma
                and token.dep_ != "compound"
            ):
                yield token


def _identified(token: Token) -> Name | None:
    """The name of a noun that a name or another noun tells apart: "the Destination service"."""
    named = any(child.dep_ in _IDENTIFYING and child.pos_ in NOUN_POS for child in token.lefts)
    if not named or token.nbor(-1).text == "-":
        return None
    return name_of(token.doc, [token.i])


def _bare(doc: Doc, name: Name) -> str:
    span = doc.char_span(name.start, name.end)
    if span is None:
        return name.text.lower()
    return " ".join(token.lower_ for token in span if token.pos_ != "DET")
