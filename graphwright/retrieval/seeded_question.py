"""What ``graph`` and ``pcst`` have in common: a question read as entities where a search starts.

Those are the concepts that it names and those near its vector. What is reached from them, and how
that is ranked, is each strategy's own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from graphwright.retrieval.context import Context, Ranked, context_chunks, nearest_relations
from graphwright.retrieval.question_models import QuestionModels
from graphwright.retrieval.question_names import QuestionNames, names_in
from graphwright.retrieval.seed_entities import (
    Seed,
    context_entities,
    distinct_seeds,
    nearest_seeds,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from spacy.tokens import Doc

    from graphwright.graph.topology import Neighbourhood
    from graphwright.retrieval.fact_cosines import FactSearch
    from graphwright.retrieval.strategy import StrategyParts

    Vector = NDArray[np.float32]

Found = TypeVar("Found")


@dataclasses.dataclass(frozen=True, slots=True)
class SeededQuestion(Generic[Found]):
    """A question with its vector, what a search by that found, what it names, and its seeds."""

    text: str
    vector: Vector
    found: Found
    names: QuestionNames
    seeds: tuple[Seed, ...]


class SeedReader:
    """Reads questions, and makes contexts of what was found for them."""

    def __init__(self, strategy: str, parts: StrategyParts) -> None:
        """Take the strategy's name; raise ``SnapshotError`` where the embedder is another one."""
        self._strategy = strategy
        self._parts = parts
        self._models = QuestionModels(parts)
        self._spelling = parts.spelling

    def read(self, query: str, search: Callable[[Vector], Found]) -> SeededQuestion[Found]:
        """Return a question with what ``search`` finds by its vector."""
        snapshot = self._parts.snapshot

        def understand(
            doc: Doc, vector: Callable[[], Vector]
        ) -> tuple[QuestionNames, Sequence[Seed]]:
            return names_in(snapshot, doc, self._spelling), nearest_seeds(snapshot, vector())

        vector, found, (names, nearest) = self._models.read(
            query, search, understand, without=["lemmatizer"]
        )
        return SeededQuestion(query, vector, found, names, distinct_seeds([names.seeds, nearest]))

    def context(
        self,
        asked: SeededQuestion[Found],
        chunks: Ranked,
        reached: Iterable[Neighbourhood],
        facts: FactSearch,
        count: int,
    ) -> Context:
        """Return the context of ranked chunks and of the ``count`` nearest relations reached.

        A question that names nothing of the graph gets passages alone.
        """
        snapshot, known = self._parts.snapshot, asked.names.known
        return Context(
            query=asked.text,
            strategy=self._strategy,
            chunks=context_chunks(snapshot, chunks),
            relations=nearest_relations(self._parts, reached, facts, count) if known else (),
            entities=context_entities(snapshot, asked.seeds, asked.vector) if known else (),
            unknown=asked.names.unknown,
        )
