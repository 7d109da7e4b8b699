"""Names in a question: the entities that it is about, not every word that is an entity too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.retrieval.query_phrases import noun_phrase_spans
from graphwright.retrieval.seed_entities import Seed, named_seeds

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from graphwright.graph.snapshot import Snapshot


def name_like_seeds(snapshot: Snapshot, doc: Doc) -> list[Seed]:
    """Return the entities that the name-like phrases of a parsed question name, each once.

    A phrase is like a name where a capital or a digit stands in it, but for the capital of the
    question's first word, or where it holds a named entity. A common noun is none: it may be an
    entity, but half the passages mention it.
    """
    phrases = [span.text for span in noun_phrase_spans(doc) if _is_name_like(span)]
    return named_seeds(snapshot, tuple(dict.fromkeys(phrases)))


def _is_name_like(span: Span) -> bool:
    return any(_is_of_a_name(token) for token in span)


def _is_of_a_name(token: Token) -> bool:
    if token.ent_type_ or any(character.isdigit() for character in token.text):
        return True
    starts = token.is_sent_start and token.pos_ != "PROPN"
    return any(c.isupper() for c in token.text[1:]) or (token.text[0].isupper() and not starts)
