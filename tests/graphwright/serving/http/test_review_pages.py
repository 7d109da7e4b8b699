"""The page of review over HTTP: who may decide, what a form does, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from graph_rows import GraphRows
from review_lake import pair, reviewed

from graphwright.entities.decisions import load_decisions
from graphwright.review.decisions_file import decide_two
from graphwright.review.session import ReviewSession
from graphwright.serving.http.app import create_app
from graphwright.serving.reader import Models, Reader
from graphwright.serving.service import Service


@pytest.fixture
def session(tmp_path: Path) -> ReviewSession:
    rows = GraphRows()
    for place, name in enumerate(("ape", "bee", "<b>cat</b>")):
        for number in range(3 - place):
            rows.fact(name, "have", f"part {number}", path=f"{place}-{number}.md")
    pairs = [pair("ape", "bee"), pair("ape", "<b>cat</b>")]
    return reviewed(tmp_path / "team", rows, pairs).review("anna")


@pytest.fixture
def client(session: ReviewSession, reader: Reader, models: Models) -> Iterator[TestClient]:
    app = create_app(Service(reader.project, models, warmed=()), review=session)
    with TestClient(app, base_url="http://127.0.0.1:8081", follow_redirects=False) as made:
        yield made


def _token(client: TestClient) -> str:
    found = re.search(r'name="token" value="([^"]+)"', client.get("/review").text)
    assert found is not None
    return found[1]


def _form(client: TestClient, verdict: str, other: str = "bee") -> dict[str, str]:
    return {"token": _token(client), "verdict": verdict, "first": "ape", "other": other}


def test_a_form_decides_and_leads_to_the_next_pair(
    client: TestClient, session: ReviewSession
) -> None:
    answer = client.post("/review", data=_form(client, "same"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/review")
    [one] = load_decisions(session.path)
    assert (one.must_link, one.author) == (("ape", "bee"), "anna")
    page = client.get("/review").text
    assert "1 pair waits." in page
    assert "&lt;b&gt;cat&lt;/b&gt;" in page
    assert "<b>cat" not in page


def test_a_part_is_answered_with_what_was_done(client: TestClient) -> None:
    part = client.post("/review", data=_form(client, "different"), headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert part.text.lstrip().startswith("<section")
    assert "Noted: ape and bee are two." in part.text
    back = client.post("/review", data=_form(client, "undo"), headers={"HX-Request": "true"})
    assert "Taken back: ape and bee are two." in back.text
    assert "2 pairs wait." in back.text


@pytest.mark.parametrize("token", [None, "", "wrong", "\N{SNOWMAN}"])
def test_a_form_without_the_token_is_refused(
    client: TestClient, session: ReviewSession, token: str | None
) -> None:
    form = _form(client, "same")
    if token is None:
        del form["token"]
    else:
        form["token"] = token
    answer = client.post("/review", data=form)
    assert answer.status_code == 403
    assert "does not hold the token" in answer.text
    assert not session.path.exists()


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8081", "127.0.0.1.evil.example"])
def test_a_foreign_host_is_refused(client: TestClient, session: ReviewSession, host: str) -> None:
    form = _form(client, "same")
    assert client.get("/review", headers={"Host": host}).status_code == 421
    assert client.post("/review", data=form, headers={"Host": host}).status_code == 421
    assert not session.path.exists()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"verdict": "perhaps"}, "&#39;perhaps&#39; is no verdict"),
        ({"verdict": ""}, "is no verdict"),
        ({"other": "gone"}, "do not wait for a decision"),
        ({"verdict": "undo"}, "Nothing was done"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    client: TestClient, session: ReviewSession, changed: dict[str, str], said: str
) -> None:
    answer = client.post("/review", data=_form(client, "same") | changed)
    assert answer.status_code == 400
    assert said in answer.text
    assert 'role="alert"' in answer.text
    assert not session.path.exists()


def test_what_another_has_decided_is_said(client: TestClient, session: ReviewSession) -> None:
    form = _form(client, "same")
    decide_two(session.settings, "ape", "bee")
    answer = client.post("/review", data=form, headers={"HX-Request": "true"})
    assert "do not wait for a decision" in answer.text
    assert "1 pair waits." in answer.text
    assert load_decisions(session.path)[0].cannot_link == ("ape", "bee")


def test_a_file_that_was_broken_meanwhile_is_told_with_its_line(
    client: TestClient, session: ReviewSession
) -> None:
    form = _form(client, "same")
    session.path.write_text("- must_link: [a, b]\n- cannot_link: [b, a]\n", encoding="utf-8")
    for answer in (client.get("/review"), client.post("/review", data=form)):
        assert answer.status_code == 400
        assert "line 2" in answer.text
    assert session.path.read_text(encoding="utf-8").count("\n") == 2


def test_the_policy_lets_no_script_of_the_page_itself_run(client: TestClient) -> None:
    answer = client.get("/review")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "<script>" not in answer.text
    assert client.get("/static/review.js").status_code == 200


def test_the_pages_of_review_are_not_there_without_it(reader: Reader, models: Models) -> None:
    app = create_app(Service(reader.project, models, warmed=()))
    with TestClient(app, base_url="http://127.0.0.1") as plain:
        assert plain.get("/review").status_code == 404
        assert plain.post("/review", data={"verdict": "same"}).status_code in (404, 405)
