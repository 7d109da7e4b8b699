"""A question as strategies are given it, and what they hand back: states and how they are met."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.graph.application_files import ApplicationFiles
from graphwright.guidance.terms import naming_terms
from graphwright.retrieval.ranking import cosines_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Vector = NDArray[np.float32]


class Question:
    """A question, the state that the user is in, and which states may answer it.

    ``start`` is the row of a state; ``among`` tells by row of state whether it may be found (one
    application, or all). Vectors are made when they are first needed.
    """

    def __init__(
        self, text: str, start: int | None, among: NDArray[np.bool_], embed: Callable[[str], Vector]
    ) -> None:
        self.text, self.start, self.among = text, start, among
        self._embed = embed

    @cached_property
    def vector(self) -> Vector:
        """The vector of the question, of unit length."""
        return self._embed(self.text)

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """What the question names."""
        return naming_terms(self.text)


@dataclasses.dataclass(frozen=True, slots=True)
class Goal:
    """A state that may be meant; scores compare within one answer only."""

    row: int
    score: float


@dataclasses.dataclass(frozen=True, slots=True)
class FoundPart:
    """The part of the graph that a strategy found: rows of states and actions, ascending.

    ``goals`` are the states that may be meant, best first; ``states`` hold the start too.
    """

    goals: tuple[Goal, ...]
    states: tuple[int, ...]
    actions: tuple[int, ...]


class GuidanceParts:
    """What strategies share: the graph with its vectors and texts, and how texts are embedded.

    ``embed_pages`` makes vectors of pages, float32 (states, dimensions); only a baseline asks.
    """

    def __init__(
        self,
        files: ApplicationFiles,
        embed: Callable[[str], Vector],
        embed_pages: Callable[[list[str]], Vector],
    ) -> None:
        self.files, self.graph = files, files.graph
        self.embed, self._embed_pages = embed, embed_pages

    def state_cosines(self, question: Question) -> Floats:
        """Return the cosine of each state's text with a question."""
        return cosines_of(self.files.state_vectors, question.vector).astype(np.float64)

    def action_cosines(self, question: Question) -> Floats:
        """Return the cosine of each action's text with a question."""
        return cosines_of(self.files.action_vectors, question.vector).astype(np.float64)

    @cached_property
    def action_among(self) -> NDArray[np.int64]:
        """The row of the state that offers each action."""
        return np.array(self.graph.sources, dtype=np.int64)

    @cached_property
    def page_texts(self) -> list[str]:
        """The text of each state's page, without its menu path: what a search of pages has."""
        captures = {
            one: self.files.capture(one)
            for one in dict.fromkeys(state.capture_id for state in self.graph.states)
        }
        return [
            "\n".join(
                dict.fromkeys(
                    [
                        page.title,
                        *page.headings,
                        *page.dialogs,
                        *page.tabs,
                        *page.texts,
                        *(element.name for element in page.elements if element.name),
                    ]
                )
            )
            for page in (captures[state.capture_id] for state in self.graph.states)
        ]

    @cached_property
    def page_vectors(self) -> Vector:
        """The vectors of the pages' texts, made at the first call: it may take a while."""
        return self._embed_pages(self.page_texts)
