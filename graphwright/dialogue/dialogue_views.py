"""What is shown of help pages and dialogues, typed once for command line, service and pages."""

from __future__ import annotations

import pydantic
from pydantic import Field

from graphwright.dialogue.reply import Candidate, Fact, HandOverReason, Option, Part, ReplyAction
from graphwright.dialogue.rewording import Fault
from graphwright.tables.help import Span


class _View(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class Wording(_View):
    """A reply in a model's words: ``text`` where no check found a fault, else None."""

    template: str
    text: str | None = None
    faults: tuple[Fault, ...] = ()
    problem: str | None = Field(None, description="Why the model did not answer.")


class ShownReply(_View):
    """A turn of the agent, with what it came from.

    ``problem`` is that of the node that is answered from, ``document_id`` its page.
    """

    text: str
    action: ReplyAction
    parts: tuple[Part, ...]
    options: tuple[Option, ...]
    node_id: str | None
    problem: str | None
    document_id: str | None
    reason: HandOverReason | None
    facts: tuple[Fact, ...]
    candidates: tuple[Candidate, ...]
    probability: float
    why: str
    wording: Wording | None = Field(None, description="Null: no model words this reply.")


class ShownTurn(_View):
    """What the user said, and the reply."""

    said: str
    reply: ShownReply


class ShownDialogue(_View):
    """A whole dialogue, its replies made anew from the user's words."""

    turns: tuple[ShownTurn, ...]
    ended: bool = Field(description="Whether a person goes on from here.")


class ShownNode(_View):
    """A node of a page's tree; spans are characters of the page's canonical text."""

    node_id: str
    depth: int
    problem: str
    condition: str | None
    condition_kind: str | None
    resolution: tuple[Span, ...]
    carried: tuple[Span, ...]
    actionable: bool
    why_not: str | None
    origin: str
    rule: str
    confidence: float
    intents: tuple[str, ...]
    references: tuple[str, ...] = Field(description="Documents whose roots its links lead to.")


class ShownPage(_View):
    """A help page: its text, its tree, and the pages that differ from it by product alone."""

    document_id: str
    collection: str
    title: str
    page_key: str | None
    audience: str | None
    product: str | None
    text: str
    nodes: tuple[ShownNode, ...]
    group: tuple[PageName, ...]


class PageName(_View):
    """A help page as it is named beside others."""

    document_id: str
    title: str
    page_key: str | None
    product: str | None
    nodes: int


class ShownPages(_View):
    """Help pages in the order of their titles; ``total`` counts those that are left out too."""

    pages: tuple[PageName, ...]
    total: int


class ShownIntent(_View):
    """A node that an utterance may mean, and the words that met it."""

    node_id: str
    document_id: str
    title: str
    problem: str
    intent: str | None
    score: float


class ShownIntents(_View):
    """What an utterance may mean, and how sure it is that the pages know it at all."""

    text: str
    known: float
    nodes: tuple[ShownIntent, ...]
