"""A user who has a problem, simulated by rules and by an id: the same case always acts alike.

They open with the inquiry, perhaps in other words; choose options by their labels; do not know at
a set rate; tell what they know where the answer is not theirs; end when they have their answer or
are handed over, and give up after a few turns (Recruit, section 3.3).
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from typing import Protocol

from graphwright.dialogue.reply import Option, Reply, ReplyAction
from graphwright.extraction.resolve import load_stop_words
from graphwright.simulation.case import Case, Turn
from graphwright.simulation.judge import CORRECT
from graphwright.simulation.words import share_said, words_of

_OPENINGS = (
    "{}",
    "Hi, {}",
    "Hello. {}",
    "I have a question: {}",
    "I need help with this: {}",
    "{} – can you help me?",
)
NOT_SURE = "I'm not sure."
NONE_OF_THESE = "None of these."
_NOT_IT = ("That does not help.", "That is not it.", "This is not what I need.")
_RECOGNISED = 0.5
"""Share of its own words by which a label is recognised."""


@dataclasses.dataclass(frozen=True, slots=True)
class UserSettings:
    """How users behave: rates are from 0 to 1, ``turns`` are their own at most."""

    turns: int = 4
    unsure: float = 0.05
    paraphrased: float = 0.5
    seed: int = 0


class User(Protocol):
    """Whoever asks."""

    @property
    def most_turns(self) -> int:
        """Return after how many turns of their own they give up."""

    def speak(self, case: Case, turns: Sequence[Turn]) -> str | None:
        """Return the next utterance, None where the user ends the dialogue."""


class RuleUser:
    """A ``User`` by rules."""

    def __init__(self, settings: UserSettings | None = None) -> None:
        self.settings = settings or UserSettings()

    @property
    def most_turns(self) -> int:
        """Return after how many turns of their own they give up."""
        return self.settings.turns

    def speak(self, case: Case, turns: Sequence[Turn]) -> str | None:
        """Return the next utterance, None where the user ends the dialogue."""
        if not turns:
            return self.opening(case)
        reply = turns[-1].reply
        if reply.action == ReplyAction.ESCALATION or is_satisfied(case, turns):
            return None
        if reply.action == ReplyAction.CLARIFICATION or reply.options:
            return self._answered(case, turns)
        return self._objected(case, turns)

    def opening(self, case: Case) -> str:
        """Return the inquiry, paraphrased at the rate that is set."""
        if self._draw(case, 0, "paraphrase") >= self.settings.paraphrased:
            return case.inquiry
        frame = self._one_of(_OPENINGS[1:], case, 0)
        return frame.format(case.inquiry)

    def _answered(self, case: Case, turns: Sequence[Turn]) -> str:
        reply = turns[-1].reply
        if self._draw(case, len(turns), "unsure") < self.settings.unsure:
            return NOT_SURE
        if not reply.options:
            return _told(case, turns) or NOT_SURE
        if {option.label.casefold() for option in reply.options} <= {"yes", "no"}:
            return "Yes" if _speaks_of(case, reply) else "No"
        chosen = chosen_option(case, reply.options)
        if chosen is not None:
            return chosen.label
        told = _told(case, turns)
        return f"{NONE_OF_THESE} {told}" if told else NONE_OF_THESE

    def _objected(self, case: Case, turns: Sequence[Turn]) -> str:
        objection = self._one_of(_NOT_IT, case, len(turns))
        return f"{objection} {_told(case, turns) or case.inquiry}"

    def _one_of(self, texts: Sequence[str], case: Case, turn: int) -> str:
        return texts[int(self._draw(case, turn, "words") * len(texts))]

    def _draw(self, case: Case, turn: int, what: str) -> float:
        """Return a number from 0 to 1 that depends on seed, case, turn and purpose alone."""
        named = f"{self.settings.seed}:{case.case_id}:{turn}:{what}"
        return int.from_bytes(hashlib.sha256(named.encode()).digest()[:6], "big") / 2**48


def is_satisfied(case: Case, turns: Sequence[Turn]) -> bool:
    """Return whether the agent has said what resolves the problem."""
    told = "\n".join(turn.reply.text for turn in turns)
    return share_said(case.core or (), told) >= CORRECT


def chosen_option(case: Case, options: Sequence[Option]) -> Option | None:
    """Return the option that the user recognises by its label, None where it is none.

    Theirs is a label that opens a text they know, or is opened by one; else the nearest of those
    whose own words they all know. Words that all the labels share say nothing about which one is
    meant, and a name with a word more or less is another's.
    """
    known = [text for text in (*case.facts, *case.about) if words_of(text)]
    opened = [option for option in options if any(_opens(option.label, text) for text in known)]
    if opened:
        return max(opened, key=lambda option: len(words_of(option.label)))
    labels = [_content(option.label) for option in options]
    common = set.intersection(*labels) if len(labels) > 1 else set()
    scored = [(_nearness(label - common, known), -i) for i, label in enumerate(labels)]
    best, place = max(scored)
    return options[-place] if best > _RECOGNISED else None


def _opens(label: str, known: str) -> bool:
    """Return whether one of two texts begins with the other."""
    one, other = words_of(label), words_of(known)
    length = min(len(one), len(other))
    return length > 0 and one[:length] == other[:length]


def _nearness(label: set[str], known: Sequence[str]) -> float:
    """Return how near a label's own words are to what is known; 0 where one is not known."""
    texts = [_content(text) for text in known]
    if not label <= set().union(*texts):
        return 0.0
    return max((_overlap(label, text) for text in texts), default=0.0)


def _content(text: str) -> set[str]:
    """Return the words of a text without function words; all where it has no other."""
    words = set(words_of(text))
    return words - load_stop_words().stop_words or words


def _overlap(label: set[str], known: set[str]) -> float:
    """Return the shared words in proportion to the mean size of both, 0 to 1."""
    return 2 * len(label & known) / (len(label) + len(known)) if label and known else 0.0


def _speaks_of(case: Case, reply: Reply) -> bool:
    """Return whether a question of yes or no names what the user knows to hold."""
    asked = set(words_of(reply.text))
    facts = [set(words_of(fact)) for fact in case.facts]
    return any(len(fact & asked) >= _RECOGNISED * len(fact) for fact in facts if fact)


def _told(case: Case, turns: Sequence[Turn]) -> str | None:
    """Return the next thing that the user knows and has not said."""
    before = " ".join(turn.utterance for turn in turns).casefold()
    left = [fact for fact in case.facts if fact.casefold() not in before]
    return f"It is about: {left[0]}." if left else None
