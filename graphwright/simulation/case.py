"""What a simulated user wants, and what they would have to be told."""

from __future__ import annotations

import dataclasses

from graphwright.dialogue.reply import Reply


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """An inquiry with its goal.

    ``facts`` are what the user knows beyond the inquiry and says when asked, in their words.
    ``core`` are the pieces of text that resolve it, None where only a person can; ``others`` hold
    under another condition and would mislead. ``about`` are words by which the user knows what is
    meant: title and heading of what they look for. ``document_id`` is the page, ``node_id`` the
    node, where they are known.
    """

    case_id: str
    inquiry: str
    facts: tuple[str, ...] = ()
    core: tuple[str, ...] | None = None
    others: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    document_id: str | None = None
    node_id: str | None = None

    @property
    def resolvable(self) -> bool:
        """Return whether the pages resolve it."""
        return bool(self.core)


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """What the user said, and the reply."""

    utterance: str
    reply: Reply


@dataclasses.dataclass(frozen=True, slots=True)
class Dialogue:
    """The turns of a case, and whether the user gave up."""

    case: Case
    turns: tuple[Turn, ...]
    gave_up: bool

    @property
    def said(self) -> tuple[str, ...]:
        """Return what the agent said, a text a turn."""
        return tuple(turn.reply.text for turn in self.turns)
