"""A model words a resolution, or its words are not said."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from help_lake import new_help_lake
from server_faults import Fault as ServerFault
from server_faults import HttpError
from servers import KEY, OpenAiServer

from graphwright.dialogue.rewording import Fault
from graphwright.project import Project
from graphwright.serving import help_functions, help_models
from graphwright.serving.reader import Models, Reader
from graphwright.serving.web import render_help
from graphwright.settings import Settings

ASKED = ("How do I get a refund for an order?", "If you paid by card")

Said = help_models.DialogueReplyAnswer


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return new_help_lake(tmp_path_factory.mktemp("help"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAiServer]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with OpenAiServer() as made:
        yield made


@pytest.fixture
def reader(project: Project, models: Models, server: OpenAiServer) -> Reader:
    """Return the help pages with a model that words dialogues."""
    llm = {"base_url": server.base_url, "model": "rule", "timeout_seconds": 5, "max_retries": 0}
    serve = {"answers": {"llm": llm, "dialogue": True}}
    own = Models(Settings.model_validate({**project.settings.model_dump(), "serve": serve}))
    own.__dict__.update(embedder=models.embedder)
    return Reader(project, project.snapshot(), own)


def _ask(reader: Reader, *said: str) -> Said:
    return help_functions.dialogue_reply(reader, help_models.DialogueRequest(utterances=said))


def _worded(told: str) -> str:
    return " ".join(f"Please: {one}" for one in json.loads(told)["pieces"])


def test_words_that_say_the_same_are_said_beside_the_spans(
    reader: Reader, server: OpenAiServer
) -> None:
    server.answer = lambda request: _worded(request.last_user)
    reply = _ask(reader, *ASKED).reply
    assert reply.wording is not None
    assert reply.wording.text is not None
    assert "Open Orders." in reply.wording.text
    assert (reply.wording.faults, reply.wording.problem) == ((), None)
    assert json.loads(server.chats[-1].last_user)["user"] == ASKED[-1]
    request = help_models.DialogueRequest(utterances=ASKED)
    page = render_help.chat_page(help_functions.dialogue(reader, request), count=1, part=True)
    assert reply.wording.text.split(".")[0] in page
    assert page.count("As the pages say it") == 1  # a question is not worded


@pytest.mark.parametrize(
    ("invented", "fault"),
    [
        ("I have sent the money back to you.", Fault.ACTS),
        ("Call +46 555 0199.", Fault.NUMBERS),
        ("Restart the computer twice.", Fault.MADE_UP),
        ("See https://refunds.example/now.", Fault.LINKS),
        ("Ask Mallory.", Fault.NAMES),
        ("Never do it alone.", Fault.NEGATIONS),
    ],
)
def test_what_a_model_invents_is_not_said(
    reader: Reader, server: OpenAiServer, invented: str, fault: Fault
) -> None:
    server.answer = lambda request: f"{_worded(request.last_user)} {invented}"
    reply = _ask(reader, *ASKED).reply
    assert reply.wording is not None
    assert reply.wording.text is None
    assert fault in reply.wording.faults
    assert "Open Orders." in reply.text
    assert invented not in reply.model_dump_json()


def test_a_model_that_fails_costs_its_words_alone(reader: Reader, server: OpenAiServer) -> None:
    fault: ServerFault = HttpError(400)
    server._fault_for = lambda request: fault
    reply = _ask(reader, *ASKED).reply
    assert reply.wording is not None
    assert (reply.wording.text, reply.wording.faults) == (None, ())
    assert "refused with status 400" in (reply.wording.problem or "")


def test_questions_and_readers_without_a_model_are_not_worded(
    project: Project, reader: Reader, models: Models, server: OpenAiServer
) -> None:
    assert _ask(reader, ASKED[0]).reply.wording is None
    assert not server.chats
    assert _ask(Reader(project, project.snapshot(), models), *ASKED).reply.wording is None
