"""What is known in a turn of a dialogue: made of the utterances before it, never stored."""

from __future__ import annotations

import dataclasses

from graphwright.dialogue.facts import Said
from graphwright.dialogue.reply import Candidate, Fact, Option


@dataclasses.dataclass(frozen=True, slots=True)
class State:
    """A dialogue after a turn.

    ``focus`` is the row of the node that is talked of; ``text`` the words of the problem;
    ``options`` those that were shown last, ``pending`` whether they wait for an answer; ``asked``
    the questions so far and ``offered`` their values by group; ``told`` the rows of resolutions
    that were said; ``wish`` the row of a second problem that was offered; ``idle`` how many turns
    in a row said nothing; ``rounds`` how often the user was asked which problem they mean, and
    ``objections`` how often they said that it does not help, both for this problem; ``transcript``
    what user and agent said.
    """

    turn: int = 0
    focus: int | None = None
    text: str = ""
    said: tuple[Said, ...] = ()
    answers: tuple[Fact, ...] = ()
    options: tuple[Option, ...] = ()
    pending: bool = False
    asked: tuple[str, ...] = ()
    offered: tuple[tuple[str, str], ...] = ()
    told: tuple[int, ...] = ()
    wish: int | None = None
    idle: int = 0
    rounds: int = 0
    objections: int = 0
    candidates: tuple[Candidate, ...] = ()
    known: float = 0.0
    transcript: tuple[tuple[str, str], ...] = ()
