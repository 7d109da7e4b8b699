"""What a step has left to do, where no document has changed since its last build."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path

import llm_lake
import pyarrow.compute as pc
import pytest
from server_faults import Fault, Refusal
from server_forms import plain_reader
from servers import KEY, OpenAiServer, Recorded

from graphwright.ids import document_id
from graphwright.planning.amounts import Amounts
from graphwright.planning.changes import DocumentChanges
from graphwright.planning.retry import Chosen, find_failures, mark_for_retry
from graphwright.settings import LlmSettings, Settings
from graphwright.steps.base.step import Given
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument

DOCUMENTS = {
    "a.md": ("The vault keeps invoices.", "The clerk checks the vault."),
    "b.md": ("The harbour keeps boats.",),
}
UNCHANGED = DocumentChanges((), (), (), (), (), frozenset(), frozenset())


def source(path: str, size: int, problem: str | None = None) -> SourceDocument:
    return SourceDocument(
        document_id=document_id(llm_lake.COLLECTION, path), collection=llm_lake.COLLECTION,
        path=path, uri=path, location=path, format=path.rpartition(".")[2], extractor="llm",
        size=size, modified=None, sha256="", problem=problem,
    )  # fmt: skip


SOURCES = {path: source(path, 100 * len(texts)) for path, texts in DOCUMENTS.items()}


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    monkeypatch.setenv("AMOUNTS_TEST_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made = llm_lake.write_lake(tmp_path, DOCUMENTS)
    cut(made, [source.document_id for source in SOURCES.values()])
    return made


def cut(lake: Lake, documents: list[str]) -> None:
    """Leave the chunks of these documents, as a build that was killed may."""
    rows = lake.read("chunks", 0).filter(pc.field("document_id").isin(documents))
    units = dict.fromkeys(documents, ("text", ""))
    lake.write("chunks", rows, bucket=0, key="k", units=units)


def ask(
    lake: Lake, fault: Callable[[Recorded], Fault | None] = lambda _: None, **limits: int
) -> None:
    with OpenAiServer(answer=plain_reader, fault_for=fault) as server:
        given = {"base_url": server.base_url, "api_key_env": "AMOUNTS_TEST_KEY", "budget": limits}
        llm_lake.ask(lake, LlmSettings.model_validate({"model": "rule", **given}), "triples")


def left(lake: Lake, changes: DocumentChanges = UNCHANGED) -> Mapping[str, int]:
    collection = {"name": llm_lake.COLLECTION, "folder": "/nowhere", "extractor": "llm"}
    settings = Settings.model_validate({"collections": [collection], "buckets": 1})
    steps = {name: Pipeline(Given(lake, settings)).step(name) for name in ("chunk", "llm_triples")}
    amounts = Amounts(lake, list(SOURCES.values()), changes, steps["chunk"])
    assert amounts.of(steps["llm_triples"]) == 3
    return {name: amounts.left(step) for name, step in steps.items()}


def test_what_was_never_asked_is_left(lake: Lake) -> None:
    assert left(lake) == {"chunk": 0, "llm_triples": 3}
    ask(lake)
    assert left(lake) == {"chunk": 0, "llm_triples": 0}


def test_what_a_budget_left_out_is_left(lake: Lake) -> None:
    ask(lake, calls=2)
    assert left(lake)["llm_triples"] == 1


def test_a_refusal_is_left_once_it_is_marked(lake: Lake) -> None:
    ask(lake, lambda request: Refusal() if "clerk" in request.passage else None)
    assert left(lake)["llm_triples"] == 0
    mark_for_retry(lake, find_failures(lake, Chosen()))
    assert left(lake)["llm_triples"] == 1


def test_a_document_that_was_parsed_and_never_cut_is_estimated(lake: Lake) -> None:
    cut(lake, [SOURCES["a.md"].document_id])  # which says that 100 bytes are a chunk
    assert left(lake) == {"chunk": 1, "llm_triples": 3}


def test_a_document_that_changed_is_counted_as_new_and_not_as_left(lake: Lake) -> None:
    changed = frozenset([SOURCES["a.md"].document_id])
    edited = DocumentChanges((), ("test/a.md",), (), (), (), changed, frozenset())
    assert left(lake, edited)["llm_triples"] == 1


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    ("new", "chunks"),
    [
        (source("film.mp4", 60 * MEGABYTE), 0),  # no reader looks into it
        (source("large.md", 60 * MEGABYTE, "is larger than 50,000,000 bytes"), 0),
        (source("empty.md", 0), 0),
        (source("short.md", 1), 1),
        (source("new.md", 1_000), 10),  # those of the lake have a chunk in 100 bytes
        (source("new.html", 1_000), 10),
        (source("scan.pdf", MEGABYTE), 100),  # mostly no text
    ],
)
def test_a_document_is_estimated_by_what_is_read_of_it(
    lake: Lake, new: SourceDocument, chunks: int
) -> None:
    collection = {"name": llm_lake.COLLECTION, "folder": "/nowhere", "extractor": "llm"}
    settings = Settings.model_validate({"collections": [collection], "buckets": 1})
    pipeline = Pipeline(Given(lake, settings, [*SOURCES.values(), new]))
    changes = dataclasses.replace(UNCHANGED, work=frozenset({new.document_id}))
    sources = [*SOURCES.values(), new]
    amounts = Amounts(lake, sources, changes, pipeline.step("chunk"))  # type: ignore[arg-type]
    found = {step.name: amounts.new(step) for step in pipeline.bucketed}
    assert found["parse"] == 1  # else a row with the reason, which takes no time
    assert amounts.new(pipeline.step("parse"), amounts.read) == min(chunks, 1)  # type: ignore[arg-type]
    assert found["annotate"] == found["llm_triples"] == chunks
    assert found["chunk"] == min(chunks, 1)
