"""Help pages that an LLM reads too: what it may add, and that what it invents is stored nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plain_build import build_plainly
from server_faults import Fault, Refusal
from server_forms import asked_for, known_lines
from servers import KEY, OpenAiServer, Recorded

from graphwright.planning.forecast import forecast_build
from graphwright.planning.retry import Chosen, find_failures, mark_for_retry, reasons_of
from graphwright.settings import Settings, parse_settings
from graphwright.store.lake import Lake
from graphwright.tables import ROW_TYPES, HelpNode, rows_of

KEY_VARIABLE = "HELP_READER_TEST_KEY"
PARCELS = (
    "# Parcels\n\nWelcome to our help. A lost parcel is searched for by the carrier. Unless the"
    " card is blocked, press Pay. Do not open a damaged parcel. Send a photo within 3 days. Contact"
    " support about customs.\n"
)
PAGES = {
    "parcels.md": PARCELS,
    "till.md": "# Tills\n\n## Open a till\n\nHold the lever.\n\n## Close a till\n\nPress Stop.\n",
    "refused.md": "# Refused\n\nA page that the model turns away. Press Stop.\n",
}


def node(problem: str, *resolution: str, **more: Any) -> dict[str, Any]:
    plain = {"condition": None, "condition_kind": None, "children": []}
    return {"problem": problem, "resolution": list(resolution)} | plain | more


NODES = [
    node("lost parcel", "searched for by the carrier"),
    node("press Pay", "press Pay.", condition="the card is blocked", condition_kind="product"),
    node(
        "damaged parcel", "open a damaged parcel.", "Send a photo within 3 days.",
        children=[node("photo", "Send two photos.")],
    ),
    node("lost parcel", "Send a photo within 3 days."),
    node("express parcel", "press Pay."),
    node("damaged parcel", "press Pay.", condition="If you have a gold card",
         children=[node("lost parcel", "press Pay.")]),
    node("customs", "Contact support about customs."),
    {"children": 3},
]  # fmt: skip
INTENTS = [
    ("lost parcel", "My parcel is lost."),
    ("lost parcel", "Where is my parcel from Globex?"),
    ("lost parcel", "I lost parcel number 4711."),
    ("lost parcel", "How do I bake a cake?"),
    ("Open a till", "I can't open the till."),
]


def numbers(request: Recorded) -> dict[str, int]:
    """Return the numbers of the problems on the list of a request."""
    lines = [line.partition(": ") for line in known_lines(request)]
    return {problem.partition(" (")[0]: int(number) for number, _, problem in lines}


def inventor(request: Recorded) -> str:
    """Answer partly from the page, and invent the rest."""
    listed = numbers(request)
    match asked_for(request):
        case "help_nodes":
            return json.dumps({"nodes": NODES if "lost parcel" in request.passage else []})
        case "help_intents":
            said = [
                {"node": listed[problem], "kind": "complaint", "text": text}
                for problem, text in INTENTS
                if problem in listed
            ]
            return json.dumps({"intents": [*said, {"node": 99, "kind": "request", "text": "Hi"}]})
    judged = [
        {"node": listed[problem], "actionable": quote is not None, "quote": quote, "why_not": None}
        for problem, quote in (
            ("lost parcel", "searched for by the carrier"),
            ("damaged parcel", "Send three photos."),
            ("customs", "Contact support about customs."),
            ("Open a till", None),
        )
        if problem in listed
    ]
    return json.dumps({"judgements": judged})


willing: list[str] = []


def refuse_one(request: Recorded) -> Fault | None:
    return Refusal() if "turns away" in request.passage and not willing else None


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(answer=inventor, fault_for=refuse_one) as running:
        yield running


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def settings_in(folder: Path, server: OpenAiServer, reader: str = "llm") -> Settings:
    help_ = {"name": "help", "folder": "pages", "kind": "help", "extractor": "none"}
    llm = {"base_url": server.base_url, "model": "rule", "api_key_env": KEY_VARIABLE}
    raw = {"collections": [help_ | {"help_reader": reader}], "buckets": 2, "llm": llm}
    return parse_settings(raw, origin=folder / "sources.yaml")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, server: OpenAiServer) -> Path:
    """Return a folder of pages, and a lake beside it that is built with an LLM."""
    made = tmp_path_factory.mktemp("llm_help")
    (made / "pages").mkdir()
    for name, text in PAGES.items():
        (made / "pages" / name).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_VARIABLE, KEY)
        patch.setenv("NO_PROXY", "127.0.0.1")
        build_plainly(settings_in(made, server), made / "lake")
    return made


def rows(folder: Path, table: str, lake: str = "lake") -> list[Any]:
    opened = Lake(folder / lake)
    read = [opened.read(table, bucket) for bucket in opened.buckets(table)]
    return [row for one in read for row in rows_of(ROW_TYPES[table], one)]


def texts(folder: Path) -> dict[str, str]:
    return {row.document_id: row.text for row in rows(folder, "parsed_documents")}


def page_of(folder: Path, path: str) -> str:
    return next(r.document_id for r in rows(folder, "parsed_documents") if r.path == path)


def nodes_of(folder: Path, path: str, lake: str = "lake") -> list[HelpNode]:
    page = page_of(folder, path)
    found = [row for row in rows(folder, "help_nodes", lake) if row.document_id == page]
    return sorted(found, key=lambda row: row.index)


def resolution(folder: Path, one: HelpNode) -> list[str]:
    text = texts(folder)[one.document_id]
    return [text[span.start : span.end] for span in one.resolution_spans]


def test_nodes_are_whole_sentences_of_the_page(folder: Path) -> None:
    """A half sentence that a model cuts out is said whole: "do not" stays before "open"."""
    root, *found = nodes_of(folder, "parcels.md")
    assert {one.origin for one in found} == {"llm"}
    by_problem = {one.problem: resolution(folder, one) for one in found}
    assert by_problem == {
        "lost parcel": ["A lost parcel is searched for by the carrier."],
        "press Pay": ["Unless the card is blocked, press Pay."],
        "damaged parcel": ["Do not open a damaged parcel.", "Send a photo within 3 days."],
        "customs": ["Contact support about customs."],
    }
    assert resolution(folder, root) == []
    paid = next(one for one in found if one.problem == "press Pay")
    assert (paid.condition, paid.condition_kind) == ("Unless the card is blocked", "product")
    assert paid.group_question


def test_what_the_page_does_not_say_is_a_row_with_its_reason(folder: Path) -> None:
    page = page_of(folder, "parcels.md")
    found = [row for row in rows(folder, "rejected_help_nodes") if row.document_id == page]
    reasons = {(row.problem, row.reason) for row in found}
    assert reasons >= {
        ("photo", "not_verbatim"), ("express parcel", "not_verbatim"),
        ("damaged parcel", "not_verbatim"), ("lost parcel", "not_verbatim"),
        ("lost parcel", "duplicate"), ("", "malformed"),
        ("Where is my parcel from Globex?", "not_verbatim"),
        ("I lost parcel number 4711.", "not_verbatim"),
        ("How do I bake a cake?", "not_verbatim"), ("Hi", "not_verbatim"),
    }  # fmt: skip
    assert [row.index for row in sorted(found, key=lambda row: row.index)] == [*range(len(found))]


def test_intents_and_judgements_hold_to_the_page(folder: Path) -> None:
    said = {row.text for row in rows(folder, "help_intents") if row.origin == "llm"}
    assert said == {"My parcel is lost.", "I can't open the till."}
    parcels = {one.problem: one for one in nodes_of(folder, "parcels.md")}
    assert parcels["lost parcel"].actionable
    assert parcels["customs"].why_not == "contact"  # the quote sends to a person
    tills = {one.problem: one for one in nodes_of(folder, "till.md")}
    assert (tills["Open a till"].origin, tills["Open a till"].why_not) == ("heading", "vague")


def test_a_page_with_parts_is_not_asked_for_nodes(folder: Path, server: OpenAiServer) -> None:
    assert folder
    asked = {asked_for(request) for request in server.chats if "Hold the lever" in request.passage}
    assert asked == {"help_intents", "help_actionable"}


@pytest.mark.long
def test_a_change_asks_about_one_page_and_a_lake_after_it_is_a_clean_one(
    folder: Path, server: OpenAiServer
) -> None:
    settings, lake = settings_in(folder, server), folder / "lake"
    paid, till = len(server.chats), folder / "pages" / "till.md"
    assert set(build_plainly(settings, lake).values()) == {0}
    till.write_text(PAGES["till.md"].replace("lever", "crank"), encoding="utf-8")
    worked = build_plainly(settings, lake)
    assert (worked["llm_help_nodes"], worked["help_nodes"]) == (1, 1)
    assert {"crank" in request.passage for request in server.chats[paid:]} == {True}
    till.write_text(PAGES["till.md"], encoding="utf-8")
    paid = len(server.chats)
    build_plainly(settings, lake)
    assert len(server.chats) == paid  # kept answers
    build_plainly(settings, folder / "clean")
    for table in ("llm_help_nodes", "llm_help_failures", "help_nodes", "help_intents"):
        made, anew = (
            [path.read_bytes() for path in Lake(folder / name).paths(table)]
            for name in ("lake", "clean")
        )
        assert made == anew


def test_a_page_that_failed_stands_as_the_rules_read_it_and_is_asked_again(
    folder: Path, server: OpenAiServer
) -> None:
    settings, lake = settings_in(folder, server), Lake(folder / "lake")
    (failure,) = rows(folder, "llm_help_failures")
    assert failure.document_id == page_of(folder, "refused.md")
    (alone,) = nodes_of(folder, "refused.md")
    assert alone.origin == "page"
    failures = find_failures(lake, Chosen())
    assert reasons_of(failures) == {"help_nodes: refused": 1}
    willing.append("now")
    mark_for_retry(lake, failures)
    forecast = forecast_build(lake, settings)
    assert forecast.llm is not None
    assert {prompt.prompt for prompt in forecast.llm.prompts} == {
        "help_nodes-1", "help_intents-1", "help_actionable-1",
    }  # fmt: skip
    build_plainly(settings, lake.root)
    assert rows(folder, "llm_help_failures") == []


def test_by_default_nothing_is_asked(folder: Path, server: OpenAiServer) -> None:
    paid = len(server.chats)
    build_plainly(settings_in(folder, server, "rules"), folder / "plain", checked=False)
    assert len(server.chats) == paid
    assert rows(folder, "llm_help_nodes", "plain") == []
    assert [one.origin for one in nodes_of(folder, "parcels.md", "plain")] == ["page"]
