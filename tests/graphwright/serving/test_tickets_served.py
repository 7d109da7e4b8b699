"""Tickets over HTTP and as pages, over a built lake; what a view hides is not told of."""

from __future__ import annotations

import html
import json
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
import yaml
from access_lake import bring_up_to_date
from fastapi import FastAPI
from playwright.sync_api import sync_playwright
from starlette.testclient import TestClient

from graphwright.project import Project
from graphwright.serving.http.app import create_app
from graphwright.serving.identity import add_token
from graphwright.serving.reader import Models
from graphwright.serving.service import Service
from graphwright.serving.web.render import address as address_of
from graphwright.settings import Settings, parse_settings

STEPS = "h3. Steps to reproduce\nSell a pen <script>alert(1)</script>.\n"
DUPLICATES = {"name": "Duplicate", "inward": "is duplicated by", "outward": "duplicates"}
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
CHECK = (Path(__file__).parents[2] / "data" / "accessible.js").read_text(encoding="utf-8")
ASKED = "How do I reproduce SHOP-2?"
PAGES = [
    "/tickets",
    address_of("/tickets", question=ASKED),
    address_of("/tickets", question="Which tickets have the priority High?"),
    address_of("/tickets", cypher="MATCH (t:Ticket) RETURN count(t)"),
    address_of("/tickets", question="The receipt stays white after a sale"),
    "/tickets/ticket?key=SHOP-1",
    "/tickets/similar?text=SHOP-2",
    "/tickets/times?by=priority",
    address_of("/tickets/answer", question=ASKED),
]


def _issue(key: str, summary: str, description: str, **fields: object) -> dict[str, object]:
    usual = {"status": {"name": "Closed"}, "priority": {"name": "High"}, "issuelinks": []}
    told = {"summary": summary, "description": description, **usual, **fields}
    return {"key": key, "fields": told}


ISSUES = [
    _issue(
        "SHOP-1",
        "Till prints nothing",
        STEPS,
        created="2024-01-01T10:00:00.000+0000",
        resolutiondate="2024-01-03T10:00:00.000+0000",
        resolution={"name": "Fixed"},
    ),
    _issue(
        "SHOP-2",
        "Blank receipts",
        "Receipts are white after a sale. See SHOP-3.",
        issuelinks=[{"type": DUPLICATES, "outwardIssue": {"key": "SHOP-1"}}],
    ),
    _issue("SHOP-3", "Tamarind contract leaked", "The Tamarind price was on every receipt."),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a lake of three tickets, of which one is for the board; readers solved another."""
    root = tmp_path_factory.mktemp("tickets")
    (root / "export").mkdir()
    (root / "export" / "issues.json").write_text(json.dumps({"issues": ISSUES}))
    (root / "said.csv").write_text("solved_by,ticket\nSHOP-1,SHOP-2\nSHOP-3,SHOP-2\n")
    (root / "groups.csv").write_text("collection,path,groups\nshop,SHOP-3,board\n")
    collection = {"name": "shop", "folder": "export", "kind": "tickets", "extractor": "none"}
    raw = {
        "collections": [collection],
        "ticket_feedback": "said.csv",
        "access": {"sidecar": "groups.csv", "audiences": [["clerks"]]},
        "language": {"coreference": False},
        "serve": {"tokens": "tokens.yaml"},
        "buckets": 2,
        "workers": 1,
    }
    add_token(root / "tokens.yaml", "ann", ("board",))
    (root / "sources.yaml").write_text(yaml.safe_dump(raw))
    project = Project(root / "lake", given=parse_settings(raw, origin=root / "sources.yaml"))
    bring_up_to_date(project)
    return project


def _open(project: Project, models: Models) -> FastAPI:
    """Return the service of a lake, whose callers need no token."""
    settings: Settings = project.settings.model_copy(
        update={"serve": project.settings.serve.model_copy(update={"tokens": None})}
    )
    return create_app(Service(Project(project.root, given=settings), models, warmed=()))


@pytest.fixture(scope="module")
def clerk(project: Project, models: Models) -> Iterator[TestClient]:
    """Return a caller in no group."""
    with TestClient(_open(project, models), base_url="http://127.0.0.1") as made:
        yield made


@pytest.fixture(scope="module")
def board(project: Project, models: Models) -> Iterator[TestClient]:
    """Return a caller who may see all."""
    assert project.settings.serve.tokens is not None
    token = add_token(Path(project.settings.serve.tokens), "bea", ("board",))
    app = create_app(Service(project, models, warmed=()))
    headers = {"Authorization": f"Bearer {token}"}
    with TestClient(app, base_url="http://127.0.0.1", headers=headers) as made:
        yield made


def test_a_question_is_answered_by_a_section_at_its_place(board: TestClient) -> None:
    found = board.get("/tickets/ask.json", params={"question": ASKED}).json()["found"]
    (part,) = found["parts"]
    assert (found["route"], part["key"]) == ("graph", "SHOP-1")
    assert "Sell a pen" in part["text"]
    there = board.get(f"/document/{part['document_id']}/at/{part['start']}")
    assert there.status_code == 200
    chunk = there.url.params["chunk"]
    document = board.get(f"/document/{part['document_id']}.json").json()
    (passage,) = [one for one in document["passages"] if one["chunk_id"] == chunk]
    assert passage["start"] <= part["start"] < passage["end"]
    posted = board.post("/api/v1/tickets/ask", json={"question": ASKED}).json()
    assert posted["found"] == found


def test_a_ticket_tells_what_readers_said(board: TestClient) -> None:
    card = board.get("/tickets/ticket.json", params={"key": "SHOP-2"}).json()["card"]
    links = {(link["words"], link["key"]) for link in card["links"]}
    assert {("duplicates", "SHOP-1"), ("was solved by", "SHOP-1")} <= links
    assert ("was solved by", "SHOP-3") in links


def test_a_view_tells_of_no_hidden_ticket(clerk: TestClient) -> None:
    """A link to a hidden ticket shows its key where the visible text has it, and no more."""
    card = clerk.get("/tickets/ticket.json", params={"key": "SHOP-2"}).json()["card"]
    hidden = [link for link in card["links"] if link["key"] == "SHOP-3"]
    assert [(link["words"], link["title"]) for link in hidden] == [("mentions", None)]
    assert clerk.get("/tickets/ticket.json", params={"key": "SHOP-3"}).status_code == 404
    asked = [
        clerk.get(page).text
        for page in (
            *PAGES,
            "/tickets/ticket?key=SHOP-2",
            "/tickets/similar?text=Tell+me+of+the+contract",
            address_of("/tickets", cypher="MATCH (t:Ticket) RETURN t.key, t.summary"),
            address_of("/tickets", question="What is the description of SHOP-3?"),
        )
    ]
    assert not [text for text in asked if "amarind" in text]
    counted = clerk.get(
        "/tickets/query.json", params={"cypher": "MATCH (t:Ticket) RETURN count(t)"}
    )
    assert counted.json()["found"]["count"] == 2


def test_pages_are_whole_escaped_and_lead_on(board: TestClient) -> None:
    for page in PAGES:
        answer = board.get(page)
        assert answer.status_code == 200, page
        assert answer.text.count("<h1>") == 1
        assert "<script>alert" not in answer.text
        assert " style=" not in answer.text
        for link in re.findall(r'href="(/[^"]*)"', answer.text):
            assert board.get(html.unescape(link)).status_code == 200, link
    part = board.get(PAGES[1], headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert "t0.steps_to_reproduce" in part


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/tickets/ticket?key=SHOP-99", 404, "no ticket"),
        (address_of("/tickets/query.json", cypher="CREATE (t:Ticket)"), 400, "Line 1, column 1"),
        ("/tickets/similar?text=lamp&strategy=nearest", 400, "nearest"),
        ("/tickets/times?by=reason", 422, "by"),
        ("/tickets/times?by=priority&first=High", 400, "Name two"),
        ("/tickets/ask.json", 422, "question"),
    ],
)
def test_what_cannot_be_answered_is_told(
    board: TestClient, path: str, status: int, told: str
) -> None:
    answer = board.get(path)
    assert answer.status_code == status
    assert told in answer.text


def test_a_graph_without_tickets_says_so(address: str) -> None:
    assert "holds no tickets" in httpx.get(f"{address}/tickets").text
    assert httpx.get(f"{address}/tickets/ticket?key=A-1").status_code == 404


@pytest.mark.skipif(BROWSER is None, reason="pages can only be shown where chromium is installed")
def test_pages_can_be_read_by_everybody(project: Project, models: Models) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(_open(project, models), port=port, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        for one in PAGES[:-1]:
            page.goto(f"http://127.0.0.1:{port}{one}")
            for summary in page.locator("summary").all():
                if summary.evaluate("e => !e.parentElement.open"):
                    summary.click()
            assert page.evaluate(CHECK) == [], one
        page.goto(f"http://127.0.0.1:{port}/tickets")
        page.wait_for_function("document.activeElement.id === 'question'")
        page.keyboard.type(ASKED)
        page.keyboard.press("Enter")
        page.wait_for_selector(".plan")
        assert "question=How" in page.url
        browser.close()
        plain = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        without = plain.new_context(java_script_enabled=False).new_page()
        without.goto(f"http://127.0.0.1:{port}/tickets")
        without.fill("#question", ASKED)
        without.keyboard.press("Enter")
        without.wait_for_selector(".plan")
        plain.close()
    server.should_exit = True
    thread.join()
