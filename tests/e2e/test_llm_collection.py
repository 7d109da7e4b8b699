"""A collection that asks for an LLM beside the rules, through the whole build.

The tests follow each other: the first build is a plain one, those of the last tests are Dagster's.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from e2e_project import Built, Project, new_project, one_clear_message, run, succeeded
from server_forms import asked_for, plain_reader
from servers import KEY, OpenAiServer, Recorded, Refusal
from typer.testing import CliRunner

from dagster_project.cli import app
from dagster_project.environment import LAKE_VARIABLE

DOCUMENTS = ("handbook/welcome.md", "platform/integration/millrace-overview.md")
KEY_VARIABLE = "E2E_LLM_KEY"


willing: list[str] = []
"""What the server has learnt to answer, after it refused it at first."""


def refuse_one_section(request: Recorded) -> Refusal | None:
    """Refuse what stands in one section of the handbook's first page."""
    refused = "Aldermere plant casts"
    return Refusal() if refused in request.passage and refused not in willing else None


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(answer=plain_reader, fault_for=refuse_one_section) as running:
        yield running


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, server: OpenAiServer) -> Project:
    made = new_project(tmp_path_factory.mktemp("llm") / "project", *DOCUMENTS)
    # One sentence that the rules and the server's plain reader read alike.
    note = made.documents / "handbook" / "note.md"
    note.write_text("# Teams\n\nTomasz Wrede leads Platform Integration.\n")
    desk = made.documents / "desk" / "vault.md"
    desk.parent.mkdir()
    desk.write_text("# Vault\n\nThe Vault keeps invoices. Clerks check the Vault.\n")
    made.write_sources(
        collections=[
            {"name": "handbook", "folder": "documents/handbook", "extractor": "both"},
            {"name": "platform", "folder": "documents/platform"},
            {"name": "desk", "folder": "documents/desk", "extractor": "llm", "prompts": "entities"},
        ],
        llm={"base_url": server.base_url, "model": "rule", "api_key_env": KEY_VARIABLE},
    )
    return made


@pytest.fixture(scope="module")
def built(project: Project) -> Built:
    return project.build_plainly(env={KEY_VARIABLE: KEY})


def test_only_the_collection_that_asks_is_sent(built: Built, server: OpenAiServer) -> None:
    handbook = {d.document_id for d in built.rows("parsed_documents") if d.extractor == "both"}
    asked = [c.text for c in built.rows("chunks") if c.document_id in handbook]
    sent = [request.passage for request in server.chats if asked_for(request) == "triples"]
    assert len(sent) == len(asked)
    assert all(any(text in passage for passage in sent) for text in asked)
    collections = {d.document_id: d.collection for d in built.rows("parsed_documents")}
    platform = [c.text for c in built.rows("chunks") if collections[c.document_id] == "platform"]
    assert platform
    shown = [request.passage for request in server.chats]
    assert not any(text in passage for text in platform for passage in shown)


def test_a_collection_with_the_prompts_entities_has_outlines(
    built: Built, server: OpenAiServer
) -> None:
    """Its document is summarised, its entities listed, then its chunk asked for relations."""
    (outline,) = built.rows("llm_outlines")
    assert "Clerks check the Vault." in outline.summary
    kept = {row.name for row in built.rows("llm_entities") if row.rejection is None}
    assert kept >= {"Vault", "invoices", "Clerks"}
    ours = [t for t in built.rows("llm_triples") if t.document_id == outline.document_id]
    assert {row.rule for row in ours} == {"relations"}
    asked = {asked_for(request) for request in server.chats if "Clerks" in request.passage}
    assert asked == {"summary", "entities", "relations"}


def test_what_only_one_extractor_states_is_listed(built: Built) -> None:
    found = built.rows("extractor_disagreements")
    assert {row.kind for row in found} >= {"only_rules"}
    assert {row.collection for row in found} == {"handbook"}


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
    (partial,) = built.rows("partial_documents")
    assert (partial.document_id, partial.status) == (failure.document_id, "partial")
    assert partial.failed_chunks == 1 < partial.chunks


@pytest.mark.long
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
    # The page was parsed, and its chunk never asked about: a plan tells what that will cost.
    assert "LLM: at most 1 calls" in said(project, "plan")

    page.unlink()
    project.build_plainly(env={KEY_VARIABLE: KEY})
    assert built.hashes() == before
    new = server.chats[paid:]
    assert all("bronze bodies" in request.passage for request in new)


def said(project: Project, *arguments: str) -> str:
    """Return what a command prints that builds nothing, run in this process."""
    where = ["--sources", str(project.sources), "--lake", str(project.lake)]
    env = {LAKE_VARIABLE: str(project.lake)}
    done = CliRunner().invoke(app, [*arguments, *where], env=env, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.long
def test_a_retry_asks_for_what_failed_and_for_nothing_else(
    project: Project, built: Built, server: OpenAiServer
) -> None:
    paid, where = len(server.chats), ["--sources", project.sources, "--lake", project.lake]
    assert "triples: refused: 1 chunks" in said(project, "retry", "--dry-run")
    assert "No failure" in said(project, "retry", "--collection", "platform")
    assert len(built.rows("llm_failures")) == 1
    willing.append("Aldermere plant casts")
    succeeded(run("retry", "--reason", "refused", *where, env={KEY_VARIABLE: KEY}))
    (asked,) = server.chats[paid:]
    assert "Aldermere plant casts" in asked.passage
    assert built.rows("llm_failures") == built.rows("partial_documents") == []
    built.verified()


def files_with_the_key(built: Built) -> list[str]:
    files = [path for path in built.lake.rglob("*") if path.is_file()]
    assert len(files) > 100
    return [str(path) for path in files if KEY.encode() in path.read_bytes()]


def test_the_key_is_nowhere_in_the_lake(built: Built) -> None:
    """Neither in tables nor in snapshots and answers."""
    assert files_with_the_key(built) == []


@pytest.mark.long
def test_the_key_is_not_in_what_dagster_keeps(built: Built) -> None:
    """Of the builds of the long tests above."""
    assert any(path.is_file() for path in (built.lake / "dagster").rglob("*"))
    assert files_with_the_key(built) == []
