"""Noun phrases of a question: the names that it may hold (SAP, section 3.2.1), without an LLM."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_NOT_LEADING = frozenset({"DET", "PRON", "PUNCT", "SPACE", "ADP", "CCONJ"})
_LEADING_TAGS = frozenset({"WDT", "WP", "WP$", "PRP$", "PDT"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_MODIFIERS = frozenset({"ADJ", "NUM", "X", "SYM"})
_NOT_TRAILING = frozenset({"PUNCT", "SPACE", "PART"})


def noun_phrases(doc: Doc) -> list[str]:
    """Return the noun phrases of a parsed question, distinct, in order of their first words.

    They are its named entities, its noun chunks without determiners and question words, two
    chunks that "of" joins ("Bank of England"), because such names are single concepts, and runs
    of nouns and their modifiers, because a short question is often parsed wrongly.
    """
    return distinct_texts(noun_phrase_spans(doc))


def distinct_texts(spans: Iterable[Span]) -> list[str]:
    """Return what spans say, each once, in their order."""
    return list(dict.fromkeys(span.text for span in spans))


def noun_phrase_spans(doc: Doc) -> list[Span]:
    """Return where the phrases of ``noun_phrases`` stand, in order of their first words."""
    spans = [trimmed for span in _spans(doc) if (trimmed := _trim(span)) is not None]
    return sorted(spans, key=lambda span: (span.start, span.end))


def _spans(doc: Doc) -> Iterator[Span]:
    yield from doc.ents
    chunks = list(doc.noun_chunks)
    yield from chunks
    for left, right in itertools.pairwise(chunks):
        if right.start - left.end == 1 and doc[left.end].lower_ == "of":
            yield doc[left.start : right.end]
    yield from _nominal_runs(doc)


def _nominal_runs(doc: Doc) -> Iterator[Span]:
    """Return the longest runs of nouns, codes, numbers and adjectives that hold a noun or code."""
    start = 0
    for nominal, run in itertools.groupby(doc, lambda token: _is_noun(token) or _modifies(token)):
        tokens = list(run)
        if nominal and any(_is_noun(token) for token in tokens):
            yield doc[start : start + len(tokens)]
        start += len(tokens)


def _modifies(token: Token) -> bool:
    return token.pos_ in _MODIFIERS


def _is_noun(token: Token) -> bool:
    """Tell whether a token is a noun or written like a code, which taggers often miss.

    Codes are acronyms and technical names: VBBS, S/4HANA, kB.
    """
    capitals_inside = any(character.isupper() for character in token.text[1:])
    return token.pos_ in _NOUNS or (capitals_inside and not token.doc.text.isupper())


def _trim(span: Span) -> Span | None:
    """Return the span without words that belong to no name; None where nothing is left."""
    start, end = span.start, span.end
    while start < end and _leads_in(span.doc[start]):
        start += 1
    while end > start and span.doc[end - 1].pos_ in _NOT_TRAILING:
        end -= 1
    return span.doc[start:end] if end > start else None


def _leads_in(token: Token) -> bool:
    if _is_noun(token):
        return False
    return token.pos_ in _NOT_LEADING or token.tag_ in _LEADING_TAGS
