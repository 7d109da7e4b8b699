"""The pages as HTML: whole, escaped, and the same as the JSON of their addresses."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator
from importlib import resources

import pytest
import yaml
from serving_lake import Section, make_rows
from starlette.testclient import TestClient

from graphwright.serving import functions, models
from graphwright.serving.http.app import create_app
from graphwright.serving.reader import Models, Reader
from graphwright.serving.service import Service
from graphwright.serving.web import render

QUESTION = "Who gives the second approval?"
SCRIPT = '<script>alert("x")</script><img src=x onerror=alert(1)>'


@pytest.fixture(scope="module")
def client(reader: Reader, models: Models) -> Iterator[TestClient]:
    app = create_app(Service(reader.project, models))
    with TestClient(app, base_url="http://127.0.0.1") as made:
        yield made


def _evidence(reader: Reader) -> models.Quote:
    return functions.entity(reader, models.EntityRequest(name="OERP")).incoming[0].quotes[0]


@pytest.fixture(scope="module")
def addresses(reader: Reader) -> list[str]:
    quote = _evidence(reader)
    return [
        "/",
        render.address("/", q=QUESTION, k=2),
        "/entity?name=OERP",
        "/graph?name=OERP&depth=2",
        f"/evidence/{quote.evidence_id}",
        f"/document/{quote.citation.document_id}",
        "/changes",
        "/status",
        render.address("/answer", question=QUESTION),
    ]


def test_each_page_is_whole_and_leads_on(client: TestClient, addresses: list[str]) -> None:
    """Every link of every page is followed once: none leads nowhere."""
    seen: set[str] = set()
    waiting = list(addresses)
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code == 200, address
        if "html" not in answer.headers["content-type"]:
            continue
        assert answer.text.count("<h1>") == 1
        assert "onclick" not in answer.text
        assert " style=" not in answer.text
        links = re.findall(r'(?:href|src|data-source)="(/[^"]*)"', answer.text)
        waiting += [html.unescape(link).partition("#")[0] for link in links]
    assert len(seen) > 30


def test_a_page_names_the_json_of_the_same(client: TestClient, addresses: list[str]) -> None:
    told = 0
    for address in addresses:
        link = re.search(r'<a href="([^"]+)">this page as JSON', client.get(address).text)
        if link:
            told += 1
            assert client.get(html.unescape(link[1])).json()["snapshot"]
    assert told >= 6


def test_a_part_is_what_htmx_puts_into_the_page(client: TestClient) -> None:
    address = render.address("/", q=QUESTION)
    part = client.get(address, headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert part.strip() in client.get(address).text


def test_a_quote_is_marked_where_it_stands(client: TestClient, reader: Reader) -> None:
    quote = _evidence(reader)
    page = client.get(f"/evidence/{quote.evidence_id}").text
    marked = re.findall(r'<mark class="(quote[^"]*)">([^<]*)</mark>', page)
    passage = [text for _, text in marked if text not in ("the quote", "subject", "object")]
    assert html.unescape("".join(passage)) == quote.text
    assert any("subject" in kinds and text not in ("subject", "object") for kinds, text in marked)


@pytest.mark.parametrize(
    ("address", "status", "told"),
    [
        ("/entity?name=Orbit+EPR", 404, "Near it are: Orbit ERP"),
        ("/entity", 422, "Field required"),
        ("/evidence/0123456789abcdef", 404, "No evidence"),
        ("/evidence/..%2F..%2Fetc%2Fpasswd", 404, "Not Found"),
        ("/document/xyz", 422, "should match pattern"),
        ("/graph?name=OERP&depth=99", 422, "less than or equal to 4"),
        ("/changes?publication=999", 404, "No publication with the number 999"),
        ("/static/no.js", 404, "no such file"),
        ("/static/../render.py", 404, ""),
        (render.address("/entity", name=SCRIPT), 404, html.escape("<script>")),
        (render.address("/", q=QUESTION, strategy="<script>"), 400, html.escape("<script>")),
    ],
)
def test_a_problem_is_a_page_too(client: TestClient, address: str, status: int, told: str) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert told in answer.text
    assert "<script>alert" not in answer.text


def test_a_browser_that_asks_for_no_page_gets_one(client: TestClient) -> None:
    page = client.get("/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is no such page." in page.text
    assert client.get("/nowhere").json()["error"] == "not_found"


def test_a_fact_says_each_condition_once(reader: Reader) -> None:
    quote = _evidence(reader)
    shown = functions.evidence(reader, models.EvidenceRequest(evidence_id=quote.evidence_id))
    told = shown.quote.model_copy(update={"qualifiers": ("If it rains", "since May")})
    fact = shown.fact.model_copy(update={"text": "It stores contracts (if it rains)"})
    page = render.evidence_page(shown.model_copy(update={"quote": told, "fact": fact}))
    assert page.casefold().count("if it rains") == 1
    assert "(since May)" in page


def test_a_question_is_shown_as_text(client: TestClient) -> None:
    page = client.get(render.address("/", q=SCRIPT)).text
    assert "&lt;script&gt;alert" in page
    assert "<script>alert" not in page
    assert "<img" not in page


def test_text_of_documents_is_shown_as_text(
    publish: object, embedder: object, lake: object, settings: object, models: Models
) -> None:
    from graphwright.project import Project

    said = f"The {SCRIPT} uses the pump."
    rows = make_rows(
        {f"{SCRIPT}.md": [Section(SCRIPT, [(said, [(SCRIPT, "use", "pump", 0.9)])])]}, embedder
    )
    publish(rows)
    app = create_app(Service(Project(lake, given=settings), models))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        card = client.get("/entity.json?name=pump").json()
        fact = card["incoming"][0]
        quote = fact["quotes"][0]
        for address in (
            "/entity?name=pump",
            f"/entity?name={fact['subject_id']}",
            "/graph?name=pump",
            f"/evidence/{quote['evidence_id']}",
            f"/document/{quote['citation']['document_id']}",
            "/?q=Who+uses+the+pump",
        ):
            page = client.get(address)
            assert page.status_code == 200
            assert "&lt;script&gt;" in page.text
            assert "<script>alert" not in page.text
            assert "<img src=x" not in page.text


def test_what_others_wrote_is_unchanged_and_licensed() -> None:
    web = resources.files("graphwright.serving.web")
    libraries = yaml.safe_load((web / "libraries.yaml").read_text("utf-8"))
    files = {f.name for f in (web / "static").iterdir() if f.name.endswith(".min.js")}
    assert files == set(libraries)
    for name, library in libraries.items():
        assert hashlib.sha256((web / "static" / name).read_bytes()).hexdigest() == library["sha256"]
        licence = web / "static" / f"{name.partition('.')[0]}.LICENSE"
        assert "Permission" in licence.read_text("utf-8")


def test_nothing_is_loaded_from_elsewhere(client: TestClient, addresses: list[str]) -> None:
    for address in addresses:
        answer = client.get(address)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        loaded = re.findall(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="([^"]+)"', answer.text)
        assert all(link.startswith(("/", "data:,")) for link in loaded)


def test_a_page_needs_a_token_where_one_is_set(
    reader: Reader, models: Models, tmp_path: object
) -> None:
    from graphwright.project import Project
    from graphwright.serving.identity import add_token

    token = add_token(tmp_path / "tokens.yaml", "ann", ())
    settings = reader.project.settings
    serve = settings.serve.model_copy(update={"tokens": str(tmp_path / "tokens.yaml")})
    project = Project(reader.project.root, given=settings.model_copy(update={"serve": serve}))
    with TestClient(create_app(Service(project, models)), base_url="http://127.0.0.1") as client:
        assert client.get("/static/style.css").status_code == 200
        refused = client.get("/")
        assert refused.status_code == 401
        assert "Basic" in refused.headers["www-authenticate"]  # so that a browser asks for it
        assert client.get("/", auth=("ann", token)).status_code == 200
