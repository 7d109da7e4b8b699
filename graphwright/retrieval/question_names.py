"""What a question names: which of its phrases the graph knows, and which it does not.

The nearest vectors of a question about nothing in the graph are near by chance, and facts about
them would look like an answer.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from graphwright.retrieval.context import Context
from graphwright.retrieval.query_phrases import distinct_texts, noun_phrase_spans
from graphwright.retrieval.seed_entities import (
    Seed,
    concepts_among,
    distinct_seeds,
    named_by_each,
    outermost,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from graphwright.graph.name_spelling import NameSpelling
    from graphwright.graph.snapshot import Snapshot


@dataclasses.dataclass(frozen=True, slots=True)
class QuestionNames:
    """The phrases of a question, the concepts that they name, and those that name no entity.

    ``known`` says whether they name an entity at all, be it none that is served as a concept.
    ``name_like`` are the entities of the phrases that are written like names: a capital or a digit
    stands in them, but for the capital of the question's first word, or they hold a named entity.
    A common noun is none of these: it may be an entity, but half the passages mention it.
    ``any_word`` says whether an entity or at least a word of the documents is in the question.
    """

    phrases: tuple[str, ...]
    seeds: tuple[Seed, ...]
    known: bool
    name_like: tuple[Seed, ...]
    unknown: tuple[str, ...]
    any_word: bool

    def nothing(self, query: str, strategy: str) -> Context:
        """Return the answer to a question that has nothing in common with the graph."""
        return Context(query, strategy, (), (), (), self.unknown)


def names_in(
    snapshot: Snapshot, question: Doc, spelling: NameSpelling | None = None
) -> QuestionNames:
    """Return what a parsed question names, with ``spelling`` also what is misspelt."""
    spans = noun_phrase_spans(question)
    phrases = tuple(distinct_texts(spans))
    named = named_by_each(snapshot, phrases, spelling)
    like_names = distinct_texts(span for span in spans if _is_name_like(span))
    every = distinct_seeds(named[phrase] for phrase in phrases)
    unknown = outermost(phrase for phrase in phrases if not named[phrase])
    if not every and not unknown:
        unknown = tuple(filter(None, [question.text.strip()]))
    named_likes = distinct_seeds(named[phrase] for phrase in like_names)
    return QuestionNames(
        phrases=phrases,
        seeds=concepts_among(snapshot, every),
        known=bool(every),
        name_like=concepts_among(snapshot, named_likes),
        unknown=unknown if snapshot.entities.num_rows else (),
        any_word=bool(every) or snapshot.lexical.knows_a_term(question.text),
    )


def _is_name_like(span: Span) -> bool:
    return any(_is_of_a_name(token) for token in span)


def _is_of_a_name(token: Token) -> bool:
    if token.ent_type_ or any(character.isdigit() for character in token.text):
        return True
    starts = token.is_sent_start and token.pos_ != "PROPN"
    return any(c.isupper() for c in token.text[1:]) or (token.text[0].isupper() and not starts)
