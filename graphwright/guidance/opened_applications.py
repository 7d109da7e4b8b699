"""The published applications, opened for questions: what command line, service and pages ask."""

from __future__ import annotations

import dataclasses
import functools
import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphwright.errors import NotFoundError, PlanError
from graphwright.graph.application_files import ApplicationFiles
from graphwright.graph.application_graph import ApplicationGraph
from graphwright.guidance.asked import FoundPart, GuidanceParts, Question
from graphwright.guidance.known import least_of
from graphwright.guidance.prompt import TOKENS, numbered_edges, prompt_of
from graphwright.guidance.seen import SeenPage
from graphwright.guidance.standing import Locator, Place
from graphwright.guidance.step_check import checked_steps
from graphwright.guidance.steps import StepMaker, name_of
from graphwright.guidance.strategies import GUIDANCE_STRATEGIES, GuidanceStrategy
from graphwright.guidance.views import (
    CheckedStep,
    Guidance,
    GuidancePrompt,
    StartView,
)
from graphwright.guidance.wording import goal_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphwright.graph.snapshot import Snapshot
    from graphwright.settings import Settings
    from graphwright.vectors.embedder import Embedder

DEFAULT_STRATEGY = "guide"
"""The strategy of guidance where none is named."""

LONGEST_QUESTION = 20_000
"""Characters of a question."""

NOT_FOUND = "Not found in this application."


def open_applications(
    snapshot: Snapshot, settings: Settings, open_embedder: Callable[[], Embedder]
) -> OpenedApplications:
    """Return the applications of a snapshot; raises ``NotFoundError`` where it holds none.

    The embedder is opened at the first question.
    """
    files = snapshot.application_files
    if files is None:
        raise NotFoundError(
            "The published snapshot holds no web application.",
            remedy="Name one under 'applications' in sources.yaml, crawl it and build.",
        )

    def checked() -> Embedder:
        embedder = open_embedder()
        snapshot.check_embedder(embedder)
        return embedder

    return OpenedApplications(files, checked, model=settings.embedding.model)


@dataclasses.dataclass(frozen=True, slots=True)
class Given:
    """What a language model is given: a prompt, and the actions that it numbers from 1."""

    prompt: GuidancePrompt
    graph: ApplicationGraph
    edges: tuple[int, ...]
    start: int | None

    def check(self, text: str) -> tuple[CheckedStep, ...]:
        """Return the steps of a model's answer, each held to the graph."""
        return checked_steps(self.graph, self.edges, self.start, text)


class OpenedApplications:
    """The applications of one snapshot, for many questions at once."""

    def __init__(
        self, files: ApplicationFiles, open_embedder: Callable[[], Embedder], *, model: str = ""
    ) -> None:
        """Take opened files and what opens the embedder; ``model`` has its bound of nearness."""
        self.files, self.graph = files, files.graph
        self.locator, self._maker = Locator(files), StepMaker(files)
        self._least = least_of(model)
        embedder = functools.cache(open_embedder)
        self.parts = GuidanceParts(
            files,
            lambda text: embedder().embed_query(text),
            lambda texts: embedder().embed_passages(texts),
        )
        self._strategies: dict[str, GuidanceStrategy] = {}
        self._making = threading.Lock()

    @cached_property
    def _applications(self) -> NDArray[np.object_]:
        return np.array([state.application for state in self.graph.states], dtype=object)

    def strategy(self, name: str = DEFAULT_STRATEGY) -> GuidanceStrategy:
        """Return a strategy; raises ``SettingsError`` for a name that there is not."""
        with self._making:
            if name not in self._strategies:
                self._strategies[name] = GUIDANCE_STRATEGIES.get(name)(self.parts)
            return self._strategies[name]

    def question(self, text: str, place: Place) -> Question:
        """Return a question from a place; where it is in no application, all are searched.

        Raises ``PlanError`` for no question at all or one that is too long.
        """
        if not text.strip():
            raise PlanError("There is no question.", remedy="Ask how something is done.")
        if len(text) > LONGEST_QUESTION:
            raise PlanError(
                f"The question has {len(text):,} characters; {LONGEST_QUESTION:,} are read.",
                remedy="Ask in a sentence.",
            )
        among = np.ones(len(self.graph.states), dtype=np.bool_)
        if place.application is not None:
            among = self._applications == place.application
        return Question(text, place.row, among, self.parts.embed)

    def place(self, at: str | None, application: str | None, page: SeenPage | None) -> Place:
        """Return where a user stands; raises ``NotFoundError`` for an unknown application."""
        if page is not None:
            return self.locator.place_of_page(page, application)
        return self.locator.place(at, application)

    def guide(
        self,
        question: str,
        at: str | None = None,
        *,
        application: str | None = None,
        page: SeenPage | None = None,
        strategy: str = DEFAULT_STRATEGY,
    ) -> Guidance:
        """Return the steps from where a user stands to what a question asks for.

        ``at`` is an address, or the id or label of a state; ``page`` what a plugin sees. Raises
        ``PlanError`` for no question or one too long, ``SettingsError`` for an unknown strategy,
        ``NotFoundError`` for an unknown application.
        """
        chosen, place = self.strategy(strategy), self.place(at, application, page)
        asked = self.question(question, place)
        part = chosen.find(asked)
        if not part.goals or not self.is_known(asked, part):
            return self._nothing(question, strategy, place)
        return self._answer(asked, part, place, strategy)

    def prompt(
        self,
        question: str,
        at: str | None = None,
        *,
        application: str | None = None,
        strategy: str = DEFAULT_STRATEGY,
        tokens: int = TOKENS,
    ) -> GuidancePrompt:
        """Return the part of the graph as a prompt for a language model (Lemon Learning, 2).

        At most about ``tokens`` tokens. Raises like ``guide``.
        """
        return self.given(
            question, at, application=application, strategy=strategy, tokens=tokens
        ).prompt

    def given(
        self,
        question: str,
        at: str | None = None,
        *,
        application: str | None = None,
        strategy: str = DEFAULT_STRATEGY,
        tokens: int = TOKENS,
    ) -> Given:
        """Return a prompt with what checks a model's answer to it. Raises like ``guide``."""
        chosen, place = self.strategy(strategy), self.place(at, application, None)
        asked = self.question(question, place)
        part = chosen.find(asked)
        prompt = prompt_of(self.graph, part, asked, tokens)
        return Given(prompt, self.graph, tuple(numbered_edges(self.graph, part)), asked.start)

    def is_known(self, asked: Question, part: FoundPart) -> bool:
        """Return whether any state is near enough to a question."""
        if self._least is None:
            return True
        cosines = self.parts.state_cosines(asked)[[goal.row for goal in part.goals]]
        return bool(float(cosines.max()) >= self._least)

    def _nothing(self, question: str, strategy: str, place: Place) -> Guidance:
        return Guidance(
            question=question,
            application=place.application,
            strategy=strategy,
            found=False,
            start=self._start(place),
            steps=(),
            then=None,
            goal=None,
            others=(),
            states=(),
            edges=(),
            notes=(NOT_FOUND, *filter(None, (place.note,))),
        )

    def _answer(self, asked: Question, part: FoundPart, place: Place, strategy: str) -> Guidance:
        best, maker = part.goals[0].row, self._maker
        start = place.row
        if start is None:  # the application that answers says where its ways begin
            start = self.graph.homes.get(self.graph.states[best].application)
        begin, way = maker.way(part, start, best)
        page = maker.goal_page(best, asked.terms)
        steps = maker.steps(begin, way, start)
        notes = [*filter(None, (place.note,))]
        if start is not None and begin != start:
            notes.append("No way leads there from where you are, so it begins elsewhere.")
        return Guidance(
            question=asked.text,
            application=self.graph.states[best].application,
            strategy=strategy,
            found=True,
            start=self._start(place, start),
            steps=steps,
            then=goal_text(page),
            goal=page,
            others=maker.others(part, start, part.goals[1:]),
            states=maker.states(part),
            edges=maker.edges(part),
            notes=tuple(notes),
        )

    def _start(self, place: Place, row: int | None = None) -> StartView:
        row = place.row if row is None else row
        state = None if row is None else name_of(self.graph.states[row])
        return StartView(state=state, how=place.how, note=place.note)
