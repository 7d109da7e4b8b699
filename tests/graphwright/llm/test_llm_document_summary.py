import contextlib
import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llm_cases import FAST, chunk_of, sentences_of, settings_for
from server_faults import Content, CutOff, HttpError, Refusal
from server_forms import asked_for, known_lines, plain_reader
from servers import OpenAiServer

from graphwright.entities.normalise import normalise
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.extractor import Guide, LlmExtractor
from graphwright.llm.reading.document_summary import DocumentText, SummaryOutcome, windows_of
from graphwright.llm.reading.known_concepts import KnownConcepts
from graphwright.tables import LlmEntity, LlmFailureReason, LlmOutline, SeedAlias, table_of

VAULT = SeedAlias("vault", "Vault", "Product", None, "Vault", "vault")
SAFE = dataclasses.replace(VAULT, alias="strongroom", alias_key="strongroom")
VAULT_LINE = "Vault (Product): strongroom"
TEXT = "The vault keeps invoices. The Clerk checks the strongroom. Harbour traffic rose."


def document(text: str = TEXT, *, name: str = "d", **given: object) -> DocumentText:
    near = KnownConcepts([VAULT, SAFE]).nearest(text, 1000)
    plain = DocumentText(name, (text,), near)
    return dataclasses.replace(plain, **given)  # type: ignore[arg-type]


def extractor(server: OpenAiServer, cache: Path | None = None) -> LlmExtractor:
    kept = AnswerCache(cache) if cache else None
    return LlmExtractor(settings_for(server, max_retries=0), cache=kept, backoff=FAST)


def outline(server: OpenAiServer, asked: DocumentText) -> SummaryOutcome:
    with extractor(server) as made:
        return made.summarise(asked)


def test_a_document_gives_a_summary_and_entities_that_stand_in_it() -> None:
    with OpenAiServer(answer=plain_reader) as server:
        outcome = outline(server, document())
    assert outcome.outline.summary == TEXT
    assert outcome.outline.known == ("Vault",)
    assert outcome.outline.version == "summary-1 entities-1 rule"
    found = {e.name: (e.type, e.concept, e.rejection) for e in outcome.entities}
    assert found["vault"] == ("Product", "Vault", None)
    assert found["strongroom"] == ("Product", "Vault", None)
    assert found["Clerk"] == ("Thing", None, None)
    assert [asked_for(r) for r in server.chats] == ["summary", "entities"]
    assert known_lines(server.chats[0]) == []
    assert known_lines(server.chats[1]) == [VAULT_LINE]
    assert outcome.usage.calls == 2


def test_rows_go_through_their_tables() -> None:
    with OpenAiServer(answer=plain_reader) as server:
        outcome = outline(server, document())
    assert table_of(LlmOutline).from_rows([outcome.outline]).num_rows == 1
    assert table_of(LlmEntity).from_rows(outcome.entities).num_rows == len(outcome.entities)


def test_what_is_not_in_the_document_is_a_row_that_guides_nothing() -> None:
    answer = {
        "entities": [
            {"name": "vault", "type": "none", "known": None}, {"name": "Vaults"}, {"name": "Gold"},
            {"type": "Thing"}, {"name": "The  vault"},
            {"name": "Harbour\ntraffic", "type": "x" * 99},
        ]
    }  # fmt: skip
    script = [None, Content(json.dumps(answer))]
    with OpenAiServer(answer=plain_reader, script=script) as server:
        outcome = outline(server, document(known=()))
    assert [(e.index, e.name, e.rejection) for e in outcome.entities] == [
        (0, "vault", None), (1, "Vaults", "not_verbatim"), (2, "Gold", "not_verbatim"),
        (3, "", "malformed"), (4, "The vault", "merged"), (5, "Harbour traffic", None),
    ]  # fmt: skip
    assert outcome.entities[0].type == "Concept"
    assert len(outcome.entities[5].type) <= 40


def test_a_long_document_is_summarised_window_by_window() -> None:
    chunks = [
        dataclasses.replace(
            chunk_of("ab " * 100, name=str(n)), index=n, start=n * 250, end=n * 250 + 300,
            heading_path=("Top", str(n // 2)),
        )
        for n in range(4)
    ]  # fmt: skip
    windows = windows_of(chunks, 700)
    assert len(windows) == 2
    assert all(len(window) < 700 for window in windows)
    assert [re.findall("# (.*)", window) for window in windows] == [["Top > 0"], ["Top > 1"]]
    assert "".join(windows).count("ab") < 4 * 100  # the overlap stands once
    assert windows_of([], 700) == ()
    with OpenAiServer(answer=plain_reader) as server:
        outcome = outline(server, document(windows=windows))
    assert [asked_for(r) for r in server.chats] == ["summary", "summary", "entities"]
    assert outcome.outline.reason is None


@pytest.mark.parametrize(
    ("script", "stage", "reason"),
    [
        ([Refusal()], "summary", LlmFailureReason.REFUSED),
        ([None, CutOff(), CutOff()], "entities", LlmFailureReason.TRUNCATED),
        ([None, Content("?"), Content("?")], "entities", LlmFailureReason.MALFORMED),
        ([None, HttpError(503)], "entities", LlmFailureReason.SERVER_ERROR),
    ],
)
def test_a_document_that_fails_says_where_and_why(
    script: list[object], stage: str, reason: LlmFailureReason
) -> None:
    with OpenAiServer(answer=plain_reader, script=script) as server:  # type: ignore[arg-type]
        outcome = outline(server, document())
    assert outcome.entities == ()
    assert (outcome.outline.stage, outcome.outline.reason) == (stage, reason.value)
    assert outcome.failure_may_pass is reason.transient


def test_a_chunk_of_a_failed_document_fails_with_it_and_costs_nothing() -> None:
    chunk = chunk_of(TEXT)
    guide = Guide(stage="summary", reason="refused", detail="No.")
    with OpenAiServer() as server, extractor(server) as made:
        outcome = made.extract(chunk, sentences_of(chunk), None, guide)
    assert server.chats == []
    assert outcome.failure is not None
    assert (outcome.failure.stage, outcome.failure.reason) == ("summary", "refused")


def test_relations_are_asked_for_between_the_entities() -> None:
    chunk = chunk_of(TEXT)
    guide = Guide(("vault (Product)", "Clerk (Role)"))
    with OpenAiServer(answer=plain_reader) as server, extractor(server) as made:
        outcome = made.extract(chunk, sentences_of(chunk), None, guide)
    (request,) = server.chats
    assert known_lines(request) == ["vault (Product)", "Clerk (Role)"]
    assert {(t.rule, t.version) for t in outcome.triples} == {("relations", "relations-1 rule")}
    assert {t.subject for t in outcome.triples} == {"The vault", "The Clerk"}


WORDS = ("vault", "ledger", "Clerk", "strongroom", "Harbour", "office", "tariff")
DOCUMENTS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=3, max_size=9).map(" keeps ".join),
    min_size=2, max_size=5, unique=True,
)  # fmt: skip


@settings(max_examples=8, deadline=None)
@given(st.data(), DOCUMENTS)
def test_no_document_depends_on_others_or_on_their_order(
    data: st.DataObject, texts: list[str]
) -> None:
    """Whatever is read before, after or beside it, a document gives the same rows."""
    shown = {f"{text}." for text in texts}
    with reading() as (server, made):

        def read(order: list[str]) -> dict[str, tuple[object, ...]]:
            documents = [document(f"{text}.", name=normalise(text)) for text in order]
            outcomes = made.summarise_many(documents)
            return {o.outline.document_id: (o.outline, o.entities) for o in outcomes}

        together = read(data.draw(st.permutations(texts)))
        assert together == read(texts)
        for text in texts:
            assert read([text])[normalise(text)] == together[normalise(text)]
        assert all(request.passage in shown for request in server.chats)
        assert all(known_lines(r) in ([], [VAULT_LINE]) for r in server.chats)


@contextlib.contextmanager
def reading() -> Iterator[tuple[OpenAiServer, LlmExtractor]]:
    with OpenAiServer(answer=plain_reader) as server, extractor(server) as made:
        yield server, made


def test_a_killed_outline_goes_on_where_it_was(tmp_path: Path) -> None:
    with (
        OpenAiServer(answer=plain_reader, script=[None, HttpError(401)]) as server,
        extractor(server, tmp_path) as made,
        pytest.raises(Exception, match="key was refused"),
    ):
        made.summarise(document())
    with OpenAiServer(answer=plain_reader) as server, extractor(server, tmp_path) as made:
        outcome = made.summarise(document())
    assert [asked_for(r) for r in server.chats] == ["entities"]
    assert (outcome.usage.calls, outcome.usage.cached) == (1, 1)
