"""Requests and answers of dialogues over help pages; what they show is typed in ``dialogue``."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from graphwright.dialogue.dialogue_views import (
    ShownDialogue,
    ShownIntents,
    ShownPage,
    ShownPages,
    ShownReply,
)
from graphwright.serving.models import MAX_PASSAGES, MAX_QUESTION, Answer, Request

MAX_TURNS = 40
"""Utterances of one dialogue at most; a person should have gone on long before."""

Utterance = Annotated[str, Field(max_length=MAX_QUESTION)]


class DialogueRequest(Request):
    """A dialogue so far: all that the user said, the last last."""

    utterances: tuple[Utterance, ...] = Field(
        max_length=MAX_TURNS,
        min_length=1,
        description="What the user said in each turn. Nothing is kept between calls.",
    )

    @property
    def question(self) -> str:
        """Return the longest utterance: the limit of a question's length holds for it."""
        return max(self.utterances, key=len)


class HelpIntentsRequest(Request):
    """An utterance whose meaning is asked for."""

    text: Utterance = Field(description="What a user says.")
    k: int = Field(10, ge=1, le=MAX_PASSAGES, description="Nodes at most.")


class HelpPageRequest(Request):
    """A help page."""

    page: str = Field(min_length=1, max_length=1_000, description="Id of its document, key, title.")


class DialogueReplyAnswer(Answer):
    """The agent's reply to the last utterance."""

    reply: ShownReply


class DialogueAnswer(Answer):
    """A whole dialogue, each reply made anew from the user's words."""

    dialogue: ShownDialogue


class HelpIntentsAnswer(Answer):
    """The nodes that an utterance may mean."""

    intents: ShownIntents


class HelpPageAnswer(Answer):
    """A help page with its tree."""

    page: ShownPage


class HelpPagesAnswer(Answer):
    """All help pages by name."""

    pages: ShownPages
