"""What a question names: which of its phrases the graph knows, and which it does not.

The nearest vectors of a question about nothing in the graph are near by chance, and facts about
them would look like an answer.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from graphwright.retrieval.context import Context
from graphwright.retrieval.query_phrases import noun_phrases
from graphwright.retrieval.seed_entities import Seed, named_seeds, unknown_names

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from graphwright.graph.snapshot import Snapshot


@dataclasses.dataclass(frozen=True, slots=True)
class QuestionNames:
    """The phrases of a question, the entities that they name, and those that name none.

    ``any_word`` says whether an entity or at least a word of the documents is in the question.
    """

    phrases: tuple[str, ...]
    seeds: tuple[Seed, ...]
    unknown: tuple[str, ...]
    any_word: bool

    def nothing(self, query: str, strategy: str) -> Context:
        """Return the answer to a question that has nothing in common with the graph."""
        return Context(query, strategy, (), (), (), self.unknown)


def names_in(snapshot: Snapshot, question: Doc) -> QuestionNames:
    """Return what a parsed question names."""
    phrases = tuple(noun_phrases(question))
    seeds = tuple(named_seeds(snapshot, phrases))
    unknown = unknown_names(snapshot, phrases)
    if not seeds and not unknown:
        unknown = tuple(filter(None, [question.text.strip()]))
    any_word = bool(seeds) or bool(snapshot.lexical.scores(question.text).any())
    return QuestionNames(phrases, seeds, unknown if snapshot.entities.num_rows else (), any_word)
