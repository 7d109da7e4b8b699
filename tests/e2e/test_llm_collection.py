"""A collection that asks for an LLM beside the rules, through the whole build."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from e2e_project import Built, Project, new_project, one_clear_message, succeeded
from servers import KEY, OpenAiServer, Recorded, Refusal

DOCUMENTS = ("handbook/welcome.md", "platform/integration/millrace-overview.md")
KEY_VARIABLE = "E2E_LLM_KEY"


def refuse_one_section(request: Recorded) -> Refusal | None:
    """Refuse what stands in one section of the handbook's first page."""
    return Refusal() if "Aldermere plant casts" in request.passage else None


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(fault_for=refuse_one_section) as running:
        yield running


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, server: OpenAiServer) -> Project:
    made = new_project(tmp_path_factory.mktemp("llm") / "project", *DOCUMENTS)
    # One sentence that the rules and the server's plain reader read alike.
    note = made.documents / "handbook" / "note.md"
    note.write_text("# Teams\n\nTomasz Wrede leads Platform Integration.\n")
    made.write_sources(
        collections=[
            {"name": "handbook", "folder": "documents/handbook", "extractor": "both"},
            {"name": "platform", "folder": "documents/platform"},
        ],
        llm={"base_url": server.base_url, "model": "rule", "api_key_env": KEY_VARIABLE},
    )
    return made


@pytest.fixture(scope="module")
def built(project: Project) -> Built:
    succeeded(project.try_build(env={KEY_VARIABLE: KEY}))
    return Built(project.lake)


def test_only_the_collection_that_asks_is_sent(built: Built, server: OpenAiServer) -> None:
    handbook = {d.document_id for d in built.rows("parsed_documents") if d.extractor == "both"}
    asked = [c.text for c in built.rows("chunks") if c.document_id in handbook]
    sent = [request.passage for request in server.chats]
    assert len(sent) == len(asked)
    assert all(any(text in passage for passage in sent) for text in asked)
    platform = [c.text for c in built.rows("chunks") if c.document_id not in handbook]
    assert platform
    assert not any(text in passage for text in platform for passage in sent)


def test_relations_cite_the_triples_of_the_llm(built: Built) -> None:
    triples = {row.triple_id: row for row in built.rows("llm_triples")}
    assert triples
    cited = [row for row in built.rows("evidence") if row.extractor == "llm"]
    assert cited
    texts = {d.document_id: d.text for d in built.rows("parsed_documents")}
    for row in cited:
        assert row.triple_id in triples
        assert row.quote == texts[row.document_id][row.start : row.end]
    relations = {row.relation_id for row in built.rows("relations")}
    assert {row.relation_id for row in cited} <= relations


def test_both_extractors_support_one_relation(built: Built) -> None:
    by_relation: dict[str, set[str]] = {}
    for row in built.rows("evidence"):
        by_relation.setdefault(row.relation_id, set()).add(row.extractor)
    assert any(extractors >= {"llm", "dependency"} for extractors in by_relation.values())


def test_a_refused_chunk_is_a_row_with_the_reason(built: Built) -> None:
    (failure,) = built.rows("llm_failures")
    chunk = next(c for c in built.rows("chunks") if c.chunk_id == failure.chunk_id)
    assert failure.reason == "refused"
    assert "Aldermere plant casts" in chunk.text
    assert failure.chunk_id not in {row.chunk_id for row in built.rows("llm_triples")}


def test_the_key_is_nowhere_in_the_lake(built: Built) -> None:
    secret = KEY.encode()
    files = [path for path in built.lake.rglob("*") if path.is_file()]
    assert [str(path) for path in files if secret in path.read_bytes()] == []


def test_no_answer_is_paid_twice_and_a_wrong_key_ends_in_one_message(
    project: Project, built: Built, server: OpenAiServer
) -> None:
    before, paid, snapshot = built.hashes(), len(server.chats), built.snapshot_id
    page = project.documents / "handbook" / "news.md"
    page.write_text("# News\n\nThe Aldermere foundry makes bronze bodies.\n")
    message = one_clear_message(project.try_build(env={KEY_VARIABLE: "wrong"}))
    assert "key" in message
    assert "wrong" not in message
    assert built.snapshot_id == snapshot
    built.verified()

    page.unlink()
    succeeded(project.try_build(env={KEY_VARIABLE: KEY}))
    assert built.hashes() == before
    new = server.chats[paid:]
    assert all("bronze bodies" in request.passage for request in new)
