"""A language model as user, judge and baseline, over a server on this machine."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from servers import KEY, OpenAiServer, Recorded
from simulated import CASE, STEPS, dialogue, said

from graphwright.dialogue.reply import ReplyAction
from graphwright.llm.calls.client import LlmClient
from graphwright.settings import LlmSettings
from graphwright.simulation.case import Turn
from graphwright.simulation.judge import Outcome, RuleJudge
from graphwright.simulation.llm_judge import LlmJudge
from graphwright.simulation.llm_rag_agent import LlmRagAgent
from graphwright.simulation.llm_user import LlmUser
from graphwright.simulation.rag_agent import RagAgent, RagSettings
from graphwright.simulation.rag_pages import RagPages
from graphwright.simulation.run import unfounded
from graphwright.simulation.user import RuleUser, UserSettings

VARIABLE = "GRAPHWRIGHT_TEST_KEY"
RULES = RuleUser(UserSettings(unsure=0, paraphrased=0))
ASKED = [Turn("Help", said("Which one?", ReplyAction.CLARIFICATION, "In the app", "By mail"))]


@contextmanager
def model(answer: Callable[[Recorded], str]) -> Iterator[tuple[OpenAiServer, LlmClient]]:
    with OpenAiServer(answer=answer) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, KEY)
        patch.setenv("NO_PROXY", "127.0.0.1")
        given: dict[str, Any] = {
            "base_url": server.base_url, "model": "rule", "api_key_env": VARIABLE,
        }  # fmt: skip
        client = LlmClient(LlmSettings.model_validate(given))
        try:
            yield server, client
        finally:
            client.close()


def told(request: Recorded) -> dict[str, Any]:
    return dict(json.loads(request.last_user))


def schema(request: Recorded) -> str:
    return str(request.body["response_format"]["json_schema"]["name"])


def chooses_the_last_option(request: Recorded) -> str:
    return json.dumps({"end": False, "text": told(request)["options"][-1]})


def test_the_user_says_what_the_model_says_and_ends_where_it_ends() -> None:
    with model(chooses_the_last_option) as (server, client):
        user = LlmUser(client, RULES)
        assert user.speak(CASE, []) == CASE.inquiry
        assert user.speak(CASE, [Turn("?", said("Wait.", ReplyAction.ESCALATION))]) is None
        assert not server.chats
        assert user.speak(CASE, ASKED) == "By mail"
        shown = told(server.chats[0])
        assert shown["facts"] == list(CASE.facts)
        assert not any(step in server.chats[0].last_user for step in STEPS)
    with model(lambda _: json.dumps({"end": True, "text": ""})) as (_, client):
        assert LlmUser(client, RULES).speak(CASE, ASKED) is None


def test_the_judge_takes_the_models_verdict_and_reads_handing_over_itself() -> None:
    verdict = json.dumps({"why": "the second step is missing", "verdict": "partial"})
    with model(lambda _: verdict) as (server, client):
        found = LlmJudge(client).judge(dialogue(said("Open it, then press it.")))
        assert (found.outcome, found.why) == (Outcome.PARTIAL, "the second step is missing")
        assert told(server.chats[0])["core"] == list(STEPS)
        lost = dataclasses.replace(CASE, core=None, others=())
        over = dialogue(said("Wait.", ReplyAction.ESCALATION), case=lost)
        assert LlmJudge(client).judge(over).outcome == Outcome.ESCALATED
        assert len(server.chats) == 1


@pytest.mark.parametrize("nonsense", ["", "no JSON", '{"verdict": "superb", "end": 3}'])
def test_where_no_answer_fits_the_rules_act(nonsense: str, rag_pages: RagPages) -> None:
    with model(lambda _: nonsense) as (_, client):
        assert LlmUser(client, RULES).speak(CASE, ASKED) == "In the app"
        asked = dialogue(said(" ".join(STEPS)))
        found = LlmJudge(client).judge(asked)
        assert found.outcome == RuleJudge().judge(asked).outcome
        assert found.why.startswith("by rules")
        rules = RagAgent(rag_pages, RagSettings(tie=0))
        assert LlmRagAgent(rules, client).reply([CASE.inquiry]) == rules.reply([CASE.inquiry])


def inventing(request: Recorded) -> str:
    if schema(request) == "intent":
        return json.dumps({"intent": "reset the password"})
    several = len(told(request)["dialogue"]) > 1
    action = "escalation" if several else "clarification"
    text = "I called the bank." if several else "Which one?"
    return json.dumps({"action": action, "text": text, "options": ["App", "Website"]})


def test_the_baseline_answers_from_the_pages_of_the_core_intent(rag_pages: RagPages) -> None:
    with model(inventing) as (server, client):
        agent = LlmRagAgent(RagAgent(rag_pages, RagSettings()), client)
        first = agent.reply(["I forgot it"])
        assert first.action == ReplyAction.CLARIFICATION
        assert [option.label for option in first.options] == ["App", "Website"]
        assert told(server.chats[1])["pages"][0]["title"] == "Reset your password"
        second = agent.reply(["I forgot it", "App"])
        assert second.action == ReplyAction.ESCALATION
        assert told(server.chats[-1])["dialogue"][1]["text"] == "Which one?"
        assert len(server.chats) == 4
        assert unfounded(second, {}) == ["I called the bank."]


def test_a_server_without_schemas_is_asked_in_words() -> None:
    with model(chooses_the_last_option) as (server, client):
        server.refuses = frozenset({"json_schema", "json_object"})
        assert LlmUser(client, RULES).speak(CASE, ASKED) == "By mail"
