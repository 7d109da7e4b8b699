"""The answers that the prompts for help pages ask for: ``help_nodes``, ``help_intents`` and
``help_actionable``, a pydantic schema each.

Defaults serve servers that do not enforce the schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

import pydantic

from graphwright.llm.prompts.schema_parts import Optional, Part, Visible
from graphwright.tables import ConditionKind, NotActionable

_KINDS = frozenset(kind.value for kind in ConditionKind)


def _none_if_unknown(value: object) -> object:
    """Read a kind that there is not as none: the condition itself may be right."""
    return value if value in _KINDS else None


Kind = Annotated[
    Literal["platform", "role", "product", "version", "state", "choice"] | None,
    pydantic.BeforeValidator(_none_if_unknown),
]


class AnsweredHelpNode(Part):
    """A problem as the model answers it; all words are copied from the page."""

    problem: Visible
    condition: Optional = None
    condition_kind: Kind = None
    resolution: tuple[Visible, ...] = ()
    children: tuple[AnsweredHelpNode, ...] = ()


class HelpNodesAnswer(Part):
    """The whole answer for a page."""

    nodes: tuple[AnsweredHelpNode, ...]


class AnsweredHelpIntent(Part):
    """How a user brings a problem; ``node`` is its number on the list that the model was shown."""

    node: int
    kind: Literal["question", "complaint", "request"]
    text: Visible


class HelpIntentsAnswer(Part):
    """The whole answer for the problems of a page."""

    intents: tuple[AnsweredHelpIntent, ...]


class AnsweredJudgement(Part):
    """Whether a problem's resolution does alone; then ``quote`` is the sentence that answers."""

    node: int
    actionable: bool
    quote: Optional = None
    why_not: Literal["contact", "refers_on", "vague", "description"] | None = None

    @property
    def reason(self) -> NotActionable:
        """Return why it does not, vague where the model did not say."""
        return NotActionable(self.why_not or NotActionable.VAGUE)


class HelpActionableAnswer(Part):
    """The whole answer about the resolutions of a page."""

    judgements: tuple[AnsweredJudgement, ...]
