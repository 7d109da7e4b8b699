"""Requests and answers over web applications; what they show is typed in ``guidance``."""

from __future__ import annotations

from pydantic import Field

from graphwright.guidance.opened_applications import DEFAULT_STRATEGY
from graphwright.guidance.prompt import LEAST_TOKENS, TOKENS
from graphwright.guidance.seen import SeenPage
from graphwright.guidance.views import CheckedStep, Guidance, GuidancePrompt
from graphwright.serving.models import MAX_QUESTION, Answer, Request


class GuideRequest(Request):
    """A question of how something is done, and where its user stands."""

    question: str = Field(max_length=MAX_QUESTION, description="How do I ...?")
    at: str | None = Field(
        None, max_length=20_000, description="Address of the page, or id or label of a state."
    )
    application: str | None = Field(None, max_length=200, description="Its name; else all.")
    strategy: str = Field(DEFAULT_STRATEGY, max_length=40, description="How states are found.")


class GuidePageRequest(GuideRequest):
    """The same with what a page plugin sees of the page."""

    page: SeenPage | None = None


class AnswerGuideRequest(GuideRequest):
    """A question that a language model answers over the part of the graph."""

    tokens: int = Field(TOKENS, ge=LEAST_TOKENS, le=20_000, description="Of the prompt, about.")


class GuidePromptRequest(AnswerGuideRequest):
    """A question whose prompt is asked for, to give it to a model of one's own."""


class GuideAnswer(Answer):
    """Steps from where a user stands to what is asked for, each with its element."""

    guidance: Guidance


class GuidePromptAnswer(Answer):
    """The part of the graph as a prompt: states, edges, the question."""

    prompt: GuidancePrompt


class AnswerGuideAnswer(Answer):
    """Steps in a model's words, each checked against the graph, beside those of the graph.

    ``verified`` says whether each step is an edge. Where no model answered, ``problem`` says why.
    """

    guidance: Guidance
    text: str = ""
    steps: tuple[CheckedStep, ...] = ()
    verified: bool = False
    model: str = ""
    template: str = ""
    problem: str | None = None

    @property
    def lasting(self) -> bool:
        """Whether the model answered, or was not to be asked."""
        return self.problem is None
