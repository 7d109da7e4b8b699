"""Running the quiz: accuracy by skill for each context, and for baselines that need none.

A row of the result is one way of answering with one context. The baselines tell whether the
questions give themselves away: the longest option, one drawn by chance, the option that is most
like the others, and the option most like the question.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from graphwright.ids import content_id
from graphwright.quiz.context import GiveContext, Passage
from graphwright.quiz.scores import option_scores
from graphwright.tables import QuizItem, QuizSkill

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

Embed = Callable[[Sequence[str]], "Vectors"]
"""Texts to vectors of unit length, a row each."""

Choose = Callable[[QuizItem, Sequence[Passage]], int | None]
"""An item with its context to the place of an option; None where no answer came."""

_OF_CONTEXT, _SURE = 1.0, 1.5
"""What the context counts beside the cosine, and the score from which it counts whole."""
_CONTEXT_CHARACTERS = 2_000


@dataclasses.dataclass(frozen=True, slots=True)
class Accuracy:
    """Right answers of all, for one skill; ``low`` and ``high`` are a 95 % interval (Wilson)."""

    right: int
    asked: int

    @property
    def share(self) -> float:
        """Return the share of right answers; 0 where nothing was asked."""
        return self.right / self.asked if self.asked else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the bounds of the 95 % interval of the share."""
        if not self.asked:
            return 0.0, 1.0
        z, n, p = 1.96, self.asked, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * ((p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclasses.dataclass(frozen=True)
class Answered:
    """How one way of answering did: ``chosen`` by item id; None is no answer, and not right."""

    name: str
    context: str
    chosen: Mapping[str, int | None]

    def accuracy(self, items: Iterable[QuizItem], skill: QuizSkill | None = None) -> Accuracy:
        """Return the accuracy over the items, of one skill or all."""
        asked = [one for one in items if skill is None or one.skill == skill]
        return Accuracy(sum(self.chosen.get(i.item_id) == i.right for i in asked), len(asked))


class Answerer(Protocol):
    """A way of answering with a context."""

    @property
    def name(self) -> str:
        """Return its name in the result."""

    def choose(self, item: QuizItem, passages: Sequence[Passage]) -> int | None:
        """Return the place of the option that it takes; None where no answer came."""


class CosineAnswerer:
    """The option whose vector is nearest to that of question and context."""

    name = "cosine"

    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def choose(self, item: QuizItem, passages: Sequence[Passage]) -> int:
        """Return the nearest option; of equal ones the first."""
        context = "\n".join(one.text for one in passages)[:_CONTEXT_CHARACTERS]
        asked = f"{item.question}\n{context}" if context else item.question
        vectors = self._embed([asked, *item.options])
        return int(np.argmax(vectors[1:] @ vectors[0]))


class ContextAnswerer:
    """The option of which the context says most, the cosine deciding between equals."""

    name = "scores"

    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def choose(self, item: QuizItem, passages: Sequence[Passage]) -> int:
        """Return the best option; without a context it is that of the cosine."""
        vectors = self._embed([item.question, *item.options])
        cosines = vectors[1:] @ vectors[0]
        said = np.array(option_scores(item.question, item.options, passages))
        said = said / max(_SURE, said.max(initial=0.0))
        return int(np.argmax(_OF_CONTEXT * said + cosines))


def answered(
    answerer: Answerer, items: Sequence[QuizItem], context: str, give: GiveContext
) -> Answered:
    """Return what an answerer chooses for each item with the context that is given for it."""
    chosen = {
        item.item_id: answerer.choose(item, give(item.question, item.options)) for item in items
    }
    return Answered(answerer.name, context, chosen)


def baselines(items: Sequence[QuizItem], embed: Embed) -> list[Answered]:
    """Return what is chosen without any context, and without the question."""
    ways: Mapping[str, Choose] = {
        "longest option": lambda item, _: int(np.argmax([len(o) for o in item.options])),
        "random": lambda item, _: int(content_id("chance", item.item_id), 16) % len(item.options),
        "options alone": lambda item, _: _most_central(embed(item.options)),
        "question and option": lambda item, _: CosineAnswerer(embed).choose(item, ()),
    }
    return [
        Answered(name, "", {item.item_id: choose(item, ()) for item in items})
        for name, choose in ways.items()
    ]


def _most_central(vectors: Vectors) -> int:
    """Return the option that is most like the others."""
    return int(np.argmax((vectors @ vectors.T).sum(axis=1)))
