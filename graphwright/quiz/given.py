"""Contexts over a published snapshot, and the embedder that questions and options share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.applications.documented_paths import menu_graphs
from graphwright.errors import SnapshotError
from graphwright.graph.snapshot import Snapshot
from graphwright.guidance.asked import GuidanceParts, Question
from graphwright.guidance.strategies import GUIDANCE_STRATEGIES, GuidanceStrategy
from graphwright.quiz.context import (
    DENSE_DOCUMENTS,
    NO_CONTEXT,
    OF_GUIDANCE,
    Found,
    GiveContext,
    Passage,
    no_context,
    state_passages,
    together,
)
from graphwright.quiz.draft import JOINED
from graphwright.quiz.material import Material
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.retrieval.strategy import Strategy

    Vectors = NDArray[np.float32]

CHUNKS, CHUNKS_OF_OPTION = 5, 1
"""Chunks of the manual that a question is given, and further ones for each option."""
STATES, STATES_OF_OPTION = 8, 2
"""States that a question is given, and further ones for each option."""


class Contexts:
    """What the published graph gives a question, by name of context.

    ``documents`` are the documents of the manual, for chunks; all where it is empty.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        embedder: Embedder,
        dense: Callable[[], Strategy],
        application: str,
    ) -> None:
        """Raise ``SnapshotError`` where the snapshot has no applications."""
        if snapshot.application_files is None:
            raise SnapshotError(
                "The published graph has no web application.",
                remedy="'graphwright crawl' one, then 'graphwright build'.",
            )
        self._snapshot, self._embedder = snapshot, embedder
        self._files, self._dense, self._application = snapshot.application_files, dense, application
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts, float32 (texts, dimensions), each made once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            made = self._embedder.embed_passages(new)
            self._known.update(zip(new, made, strict=True))
        return np.stack([self._known[text] for text in texts])

    def of(self, name: str) -> GiveContext:
        """Return what gives the context of a name. Raises ``KeyError``, ``SettingsError``."""
        if name == NO_CONTEXT:
            return no_context
        if name == DENSE_DOCUMENTS:
            return lambda question, options: together(
                self._chunks, question, options, (CHUNKS, CHUNKS_OF_OPTION)
            )
        if name not in OF_GUIDANCE:
            raise KeyError(name)
        strategy = GUIDANCE_STRATEGIES.get(name)(self._parts)
        return lambda question, options: together(
            lambda text, most: self._states(strategy, text, most),
            question,
            options,
            (STATES, STATES_OF_OPTION),
        )

    def _chunks(self, question: str, most: int) -> Sequence[Passage]:
        found = self._dense_strategy.retrieve(question, most)
        return [Passage(chunk.text) for chunk in found.chunks]

    @cached_property
    def _dense_strategy(self) -> Strategy:
        return self._dense()

    def _states(self, strategy: GuidanceStrategy, question: str, most: int) -> Sequence[Passage]:
        start = self._files.graph.homes.get(self._application)
        found = strategy.find(Question(question, start, self._among, self._embedder.embed_query))
        goals = [goal.row for goal in found.goals]
        rows = [*goals, *(row for row in found.states if row not in goals)][:most]
        kept = set(rows)
        sources, targets = self._files.graph.sources, self._files.graph.targets
        actions = [a for a in found.actions if sources[a] in kept and targets[a] in kept]
        return state_passages(self._files.graph, Found(rows, actions), self._ways)

    @cached_property
    def _among(self) -> NDArray[np.bool_]:
        states = self._files.graph.states
        return np.array([one.application == self._application for one in states])

    @cached_property
    def _parts(self) -> GuidanceParts:
        embedder = self._embedder
        return GuidanceParts(self._files, embedder.embed_query, embedder.embed_passages)

    @cached_property
    def _ways(self) -> Mapping[str, str]:
        """The menu path to each state, as options write it."""
        graph = self._files.graph
        menus = menu_graphs([self._application], graph.states, graph.actions)
        material = Material(menus[self._application], (), {}, ())
        return {state: JOINED.join(names) for state, names in material.ways.items()}
