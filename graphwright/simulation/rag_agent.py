"""RAG-Agent, the baseline that reads the pages themselves (Recruit, section 3.2), by rules.

Retriever, as written: pages whose embedding has a cosine of at least .4 with the core intent, else
the three nearest. Generator, by rules in place of a model: it chooses among the same actions and
says passages of the retained pages as they are.

- escalation: the best passage is below a floor, or all that is near was said already;
- clarification: the best pages tie, and their titles tell them apart; asked twice at most;
- resolution: the best passages of the retained pages.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Sequence

import numpy as np

from graphwright.dialogue.reply import HandOverReason, Option, Part, Reply, ReplyAction
from graphwright.simulation.rag_pages import RagPages
from graphwright.simulation.words import words_of

BASELINE = "rag"
_PAGE = "page"
_FEW_WORDS = 3
"""An utterance of fewer words adds nothing to the core intent: yes, no, not sure."""
_MOST_OPTIONS = 5
_QUESTION = "Which of these do you mean?"
_HAND_OVER = "I cannot resolve this with the help pages. A person will go on from here."


@dataclasses.dataclass(frozen=True, slots=True)
class RagSettings:
    """Bounds are cosines. ``threshold`` and ``pages`` are the paper's.

    The others are the rules': ``floor`` below which nothing is answered, ``tie`` within which
    pages are equally good (0: it never asks), ``passages`` that an answer holds at most, all of the
    best page where ``one_page`` says so.
    """

    threshold: float = 0.4
    pages: int = 3
    floor: float = 0.6
    tie: float = 0.01
    passages: int = 2
    one_page: bool = False
    questions: int = 2


@dataclasses.dataclass(slots=True)
class _State:
    """What the turns so far have settled."""

    said: set[int] = dataclasses.field(default_factory=set)
    chosen: int | None = None
    refused: set[int] = dataclasses.field(default_factory=set)
    offered: tuple[int, ...] = ()
    questions: int = 0


class RagAgent:
    """An ``Agent`` over pages; its reply depends on the user's utterances alone."""

    def __init__(self, pages: RagPages, settings: RagSettings | None = None) -> None:
        self.pages = pages
        self.settings = settings or RagSettings()
        self._cosines = functools.lru_cache(maxsize=256)(pages.cosines)

    def reply(self, utterances: Sequence[str]) -> Reply:
        """Return the reply to the last utterance, after those to the ones before it."""
        state = _State()
        reply = self._escalation("nothing was said")
        for turn in range(len(utterances)):
            _choose(state, utterances[turn], self.pages)
            reply = self._turn(state, core_intent(utterances[: turn + 1]))
        return reply

    def retrieve(self, intent: str) -> Iterator[tuple[str, str]]:
        """Yield title and text of the pages that are retained for an intent, the best first."""
        if not self.pages.titles:
            return
        by_page, _ = self._cosines(intent)
        for page in self._retained(by_page, _State()):
            yield self.pages.titles[page], self.pages.texts[page]

    def _turn(self, state: _State, intent: str) -> Reply:
        if not intent or not self.pages.titles:
            return self._escalation("no intent, or no page")
        by_page, by_passage = self._cosines(intent)
        retained = self._retained(by_page, state)
        if not state.said and (tied := self._tied(by_page, retained, state)):
            state.offered, state.questions = tied, state.questions + 1
            return self._clarification(tied)
        return self._resolution(by_passage, retained, state)

    def _retained(self, by_page: np.ndarray, state: _State) -> list[int]:
        """Return the pages over the threshold, else the nearest, the best first."""
        if state.chosen is not None:
            return [state.chosen]
        order = [int(p) for p in np.argsort(-by_page, kind="stable") if p not in state.refused]
        over = [page for page in order if by_page[page] >= self.settings.threshold]
        return over or order[: self.settings.pages]

    def _tied(self, by_page: np.ndarray, retained: list[int], state: _State) -> tuple[int, ...]:
        """Return the pages that are as good as the best, if they have titles that differ."""
        if state.questions >= self.settings.questions or state.chosen is not None:
            return ()
        least = by_page[retained[0]] - self.settings.tie if retained else 1.0
        tied = [page for page in retained if by_page[page] > least]
        titles = {self.pages.titles[page].casefold() for page in tied}
        several = len(tied) > 1 and len(titles) == len(tied)
        return tuple(tied[:_MOST_OPTIONS]) if several else ()

    def _resolution(self, by_passage: np.ndarray, retained: list[int], state: _State) -> Reply:
        inside = np.flatnonzero(np.isin(self.pages.owners, retained))
        near = inside[np.argsort(-by_passage[inside], kind="stable")].tolist()
        left = [passage for passage in near if passage not in state.said]
        if self.settings.one_page and left:
            left = [p for p in left if self.pages.owners[p] == self.pages.owners[left[0]]]
        best = left[: self.settings.passages]
        if not best or by_passage[best[0]] < self.settings.floor:
            return self._escalation("no passage is near enough")
        state.said.update(best)
        state.chosen = None
        told = sorted(best) if self.settings.one_page else best
        parts = tuple(self.pages.part(passage) for passage in told)
        probability = float(by_passage[best[0]])
        return self._reply(ReplyAction.RESOLUTION, parts, probability=probability)

    def _clarification(self, tied: Sequence[int]) -> Reply:
        options = tuple(
            Option(self.pages.titles[page], _PAGE, self.pages.document_ids[page]) for page in tied
        )
        parts = (Part(_QUESTION, template="rag_question"),)
        return self._reply(ReplyAction.CLARIFICATION, parts, options=options)

    def _escalation(self, why: str) -> Reply:
        parts = (Part(_HAND_OVER, template="rag_hand_over"),)
        reason = HandOverReason.NO_INTENT
        return self._reply(ReplyAction.ESCALATION, parts, reason=reason, why=why)

    def _reply(
        self,
        action: ReplyAction,
        parts: tuple[Part, ...],
        *,
        options: tuple[Option, ...] = (),
        reason: HandOverReason | None = None,
        probability: float = 0.0,
        why: str = "",
    ) -> Reply:
        return Reply(
            BASELINE, action, parts, options, reason=reason, probability=probability, why=why
        )


def core_intent(utterances: Sequence[str]) -> str:
    """Return what the user wants: the first utterance, with all that later ones add."""
    later = (text for text in utterances[1:] if len(words_of(text)) > _FEW_WORDS)
    return " ".join([*utterances[:1], *later]).strip()


def _choose(state: _State, utterance: str, pages: RagPages) -> None:
    """Take an answer to the question before: the page whose title it says, or none of them."""
    if not state.offered:
        return
    said = " ".join(words_of(utterance))
    named = [page for page in state.offered if " ".join(words_of(pages.titles[page])) in said]
    if named:
        state.chosen = named[0]
    elif said.startswith("none"):
        state.refused.update(state.offered)
    state.offered = ()
