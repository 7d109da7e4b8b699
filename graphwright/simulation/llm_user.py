"""A simulated user whose words a language model chooses (Recruit, section 3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.dialogue.reply import ReplyAction
from graphwright.llm.calls.client import LlmClient
from graphwright.simulation.asking import Form, as_told, ask
from graphwright.simulation.case import Case, Turn
from graphwright.simulation.user import RuleUser


class UserAnswer(Form):
    """What the model does as the user: it ends, or says something."""

    end: bool
    text: str


class LlmUser:
    """A ``User``. Opens with the inquiry; where no answer comes, it is the user by rules."""

    def __init__(self, client: LlmClient, rules: RuleUser | None = None) -> None:
        self._client = client
        self._rules = rules or RuleUser()

    @property
    def most_turns(self) -> int:
        """Return after how many turns of their own they give up."""
        return self._rules.most_turns

    def speak(self, case: Case, turns: Sequence[Turn]) -> str | None:
        """Return the next utterance, None where the user ends the dialogue."""
        if not turns:
            return self._rules.opening(case)
        reply = turns[-1].reply
        if reply.action == ReplyAction.ESCALATION:
            return None
        told = {
            "inquiry": case.inquiry,
            "facts": case.facts,
            "dialogue": as_told(turns),
            "options": [option.label for option in reply.options],
        }
        answer = ask(self._client, "user", told, UserAnswer)
        if answer is None or not (answer.end or answer.text.strip()):
            return self._rules.speak(case, turns)
        return None if answer.end else answer.text.strip()
