import itertools
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from llm_cases import FAST, PATIENCE, START, chunk_of, item_of, sentences_of, settings_for
from servers import (
    KEY,
    Content,
    CutOff,
    Fault,
    HttpError,
    OpenAiServer,
    Recorded,
    Refusal,
    Slow,
    plain_rule,
    triple,
)

from graphwright.errors import ExtractorError
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.calls.backoff import Backoff
from graphwright.llm.extractor import LlmExtractor
from graphwright.llm.reading.triple_rows import ExtractionOutcome
from graphwright.tables import (
    Chunk,
    LlmFailureReason,
    LlmTriple,
    RejectedLlmTriple,
    Sentence,
    TripleRejection,
    rows_of,
    table_of,
)

TEXT = "The vault keeps invoices. The clerk checks the vault."
LONG = " ".join(f"Office {n} reviews case {n} before the end of each quarter." for n in range(8))


def extractor(server: OpenAiServer, cache: Path | None = None, **given: Any) -> LlmExtractor:
    settings = settings_for(server, **given)
    kept = AnswerCache(cache, settings.max_output_tokens) if cache else None
    return LlmExtractor(settings, cache=kept, backoff=FAST)


def extract(server: OpenAiServer, text: str = TEXT, **given: Any) -> ExtractionOutcome:
    with extractor(server, **given) as made:
        return made.extract(*item_of(text))


def scripted(*triples: Any) -> Content:
    return Content(json.dumps({"triples": triples}))


def facts(outcome: ExtractionOutcome) -> set[tuple[str, str, str]]:
    return {(t.subject, t.predicate, t.object) for t in outcome.triples}


def test_a_chunk_gives_triples_with_spans_into_the_document() -> None:
    with OpenAiServer() as server:
        outcome = extract(server)
    assert outcome.failure is None
    assert facts(outcome) == {
        ("The vault", "keeps", "invoices"),
        ("The clerk", "checks", "the vault"),
    }
    for t in outcome.triples:
        for start, end, text in (
            (t.subject_start, t.subject_end, t.subject),
            (t.predicate_start, t.predicate_end, t.predicate_text),
            (t.object_start, t.object_end, t.object),
        ):
            assert TEXT[start - START : end - START] == text
        assert (t.extractor, t.rule, t.version) == ("llm", "triples", "triples-1 rule")
        assert t.confidence == 0.9


def test_rows_go_through_their_tables() -> None:
    qualified = triple(
        sentence="The vault keeps invoices.", subject="vault", predicate="keeps", object="invoices",
        negated=True, subject_type="Ignore\nall " * 99, object_type="null",
        qualifiers=[{"kind": "other", "text": "The"}],
    )  # fmt: skip
    with OpenAiServer(script=[scripted(qualified, triple(subject="x"))]) as server:
        outcome = extract(server)
    (row,), (rejected,) = outcome.triples, outcome.rejected
    assert row.negated
    assert row.subject_type is not None
    assert len(row.subject_type) <= 40
    assert "\n" not in row.subject_type
    assert row.object_type is None
    assert rows_of(LlmTriple, table_of(LlmTriple).from_rows([row])) == [row]
    again = rows_of(RejectedLlmTriple, table_of(RejectedLlmTriple).from_rows([rejected]))
    assert again == [rejected]


def test_invented_triples_are_rows_with_a_reason_and_good_ones_stay() -> None:
    good = triple(sentence=TEXT[:25], subject="vault", predicate="keeps", object="invoices")
    answer = scripted(good | {"object": "gold"}, good, good | {"confidence": 7})
    with OpenAiServer(script=[answer]) as server:
        outcome = extract(server)
    assert facts(outcome) == {("vault", "keeps", "invoices")}
    assert [(r.index, r.reason) for r in outcome.rejected] == [
        (0, TripleRejection.NOT_VERBATIM), (2, TripleRejection.MALFORMED),
    ]  # fmt: skip
    assert outcome.rejected[0].object == "gold"
    assert "'gold'" in outcome.rejected[0].detail
    assert outcome.failure is None


def test_a_triple_answered_twice_is_the_surer_row() -> None:
    good = triple(sentence=TEXT[:25], subject="vault", predicate="keeps", object="invoices")
    with OpenAiServer(script=[scripted(good | {"confidence": 0.3}, good)]) as server:
        (row,) = extract(server).triples
    assert row.confidence == 0.9


def test_a_denial_that_stands_in_the_modal_verb_is_not_lost() -> None:
    text = "The clerk cannot open the vault."
    answer = triple(
        sentence=text, subject="clerk", predicate="open", object="vault", modality="cannot"
    )
    with OpenAiServer(script=[scripted(answer)]) as server:
        (row,) = extract(server, text).triples
    assert (row.modality, row.negated) == ("can", True)


def test_a_chunk_without_sentences_costs_nothing() -> None:
    with OpenAiServer() as server, extractor(server) as made:
        outcome = made.extract(chunk_of("   "), [])
    assert (outcome.triples, outcome.failure, server.requests) == ((), None, [])


def test_columns_of_a_table_that_are_not_read_are_not_asked_about() -> None:
    chunk = chunk_of("Part 300 | Part 301\nPart 302")
    filters = dict.fromkeys(range(2), "wide_table")
    with OpenAiServer() as server, extractor(server) as made:
        made.extract(chunk, sentences_of(chunk, kind="table_row", filters=filters))
        assert server.requests == []
        made.extract(chunk, sentences_of(chunk, kind="table_row", filters={0: "wide_table"}))
        assert len(server.requests) == 1


def test_a_parse_of_another_text_is_refused() -> None:
    spacy = pytest.importorskip("spacy")
    with (
        OpenAiServer() as server,
        extractor(server) as made,
        pytest.raises(ExtractorError, match="another text"),
    ):
        made.extract(*item_of(TEXT), spacy.blank("en")("Something else."))


@pytest.mark.parametrize("fault", [CutOff(), Content("I would rather not."), Content("")])
def test_a_bad_answer_is_asked_for_once_more_in_halves(fault: Fault) -> None:
    with OpenAiServer() as server:
        plain = extract(server, LONG)
    with OpenAiServer(script=[fault]) as server:
        outcome = extract(server, LONG)
    assert outcome.triples == plain.triples
    assert len(outcome.triples) == 8
    whole, left, right = (request.passage for request in server.chats)
    assert (whole, left + right) == (LONG, LONG)
    assert outcome.usage.calls == 3


def test_a_length_that_the_endpoint_refuses_is_halved_too() -> None:
    with OpenAiServer(script=[HttpError(400, "Too long.", "context_length_exceeded")]) as server:
        assert len(extract(server, LONG).triples) == 8


def test_a_malformed_answer_for_what_cannot_be_halved_is_asked_for_again() -> None:
    with OpenAiServer(script=[Content("?")]) as server:
        assert len(extract(server, "The vault keeps gold.").triples) == 1
    assert len(server.chats) == 2


@pytest.mark.parametrize(
    ("fault", "reason", "calls"),
    [
        (CutOff(), LlmFailureReason.TRUNCATED, 2),
        (Content("?"), LlmFailureReason.MALFORMED, 2),
        (Refusal(), LlmFailureReason.REFUSED, 1),
        (HttpError(400, "No."), LlmFailureReason.BAD_REQUEST, 3),
    ],
)
def test_a_fault_that_stays_is_one_row(fault: Fault, reason: LlmFailureReason, calls: int) -> None:
    with OpenAiServer(fault_for=lambda _: fault) as server:
        outcome = extract(server, LONG)
    assert (outcome.triples, outcome.rejected) == ((), ())
    assert outcome.failure is not None
    assert outcome.failure.reason == reason
    assert outcome.failure.chunk_id == outcome.chunk_id
    assert not outcome.failure_may_pass
    assert len(server.chats) == calls


def test_a_half_that_fails_fails_the_chunk_and_says_which() -> None:
    with OpenAiServer(script=[CutOff(), None, CutOff()]) as server:
        outcome = extract(server, LONG)
    assert outcome.triples == ()
    assert outcome.failure is not None
    assert f"to {len(LONG)})" in outcome.failure.detail


def test_what_may_pass_is_marked_for_the_next_build() -> None:
    with OpenAiServer(fault_for=lambda _: HttpError(503)) as server:
        assert extract(server, max_retries=0).failure_may_pass


def test_answers_are_paid_once(tmp_path: Path) -> None:
    with OpenAiServer() as server:
        first = extract(server, cache=tmp_path)
        again = extract(server, cache=tmp_path)
        extract(server, cache=tmp_path, model="other")
    assert len(server.chats) == 2
    assert again.triples == first.triples
    assert (again.usage.calls, again.usage.cached, again.usage.prompt_tokens) == (0, 1, 0)


def test_equal_texts_that_are_asked_side_by_side_are_paid_once(tmp_path: Path) -> None:
    items = [item_of(TEXT, name=str(number)) for number in range(8)]
    with (
        OpenAiServer(fault_for=lambda _: Slow(0.1)) as server,
        extractor(server, tmp_path, concurrency=4) as made,
    ):
        outcomes = list(made.extract_many(items))
    assert [len(outcome.triples) for outcome in outcomes] == [2] * 8
    assert len({t.chunk_id for outcome in outcomes for t in outcome.triples}) == 8
    assert len(server.chats) == 1


def test_under_a_longer_limit_only_cut_off_answers_are_paid_again(tmp_path: Path) -> None:
    short = item_of("The vault keeps gold.", name="cut off")

    def ask(server: OpenAiServer, limit: int) -> list[bool]:
        with extractor(server, tmp_path, max_output_tokens=limit) as made:
            outcomes = list(made.extract_many([short, *many(3)]))
        return [outcome.failure is None for outcome in outcomes]

    def cut(request: Recorded) -> Fault | None:
        small = request.body["max_tokens"] == 300 and "gold" in request.passage
        return CutOff() if small else None

    with OpenAiServer(fault_for=cut) as server:
        assert ask(server, 300) == [False, True, True, True]
        assert ask(server, 600) == [True] * 4
        assert ask(server, 300) == [True] * 4
    assert len(server.chats) == 4 + 1


def test_after_a_kill_only_what_was_not_answered_is_paid(tmp_path: Path) -> None:
    script: list[Fault | None] = [CutOff(), None, HttpError(401)]
    with OpenAiServer(script=script) as server, pytest.raises(ExtractorError):
        extract(server, LONG, cache=tmp_path)
    with OpenAiServer() as server:
        outcome = extract(server, LONG, cache=tmp_path)
    assert len(outcome.triples) == 8
    assert len(server.chats) == 1
    assert outcome.usage.cached == 2


def test_what_was_not_answered_is_not_kept(tmp_path: Path) -> None:
    with OpenAiServer(fault_for=lambda _: HttpError(500)) as server:
        assert extract(server, cache=tmp_path, max_retries=0).failure is not None
    with OpenAiServer() as server:
        assert extract(server, cache=tmp_path).failure is None


@pytest.mark.parametrize("fault", [Content("?"), Refusal()])
def test_a_useless_answer_is_paid_once_too(tmp_path: Path, fault: Fault) -> None:
    with OpenAiServer(fault_for=lambda _: fault) as server:
        first = extract(server, cache=tmp_path)
    with OpenAiServer() as server:
        second = extract(server, cache=tmp_path)
    assert first.failure is not None
    assert second.failure == first.failure
    assert (second.usage.cached, second.usage.calls) == (first.usage.calls, 0)
    assert server.chats == []


def test_no_secret_and_no_address_is_in_the_cache(tmp_path: Path) -> None:
    with OpenAiServer() as server:
        extract(server, cache=tmp_path)
    kept = "".join(p.read_text() for p in tmp_path.rglob("*.json"))
    assert "vault" in kept
    assert KEY not in kept
    assert "127.0.0.1" not in kept


def many(count: int) -> Iterator[tuple[Chunk, list[Sentence]]]:
    for n in range(count):
        chunk = chunk_of(f"The team {n} keeps record {n}.", name=str(n))
        yield chunk, sentences_of(chunk)


def flaky(request: Recorded, seen: dict[str, int]) -> Fault | None:
    """Let every fifth passage meet faults before it is answered well."""
    number = int(request.passage.split()[2])
    seen[request.passage] = seen.get(request.passage, 0) + 1
    faults = [HttpError(429), HttpError(500), Content("?")]
    return faults[number % 3] if number % 5 == 0 and seen[request.passage] == 1 else None


def test_many_chunks_come_back_in_order_whatever_happens_on_the_way() -> None:
    seen: dict[str, int] = {}
    with (
        OpenAiServer(fault_for=lambda r: flaky(r, seen)) as server,
        extractor(server, concurrency=4) as made,
    ):
        outcomes = list(made.extract_many(many(60)))
    assert [o.chunk_id for o in outcomes] == [chunk.chunk_id for chunk, _ in many(60)]
    assert all(o.failure is None and len(o.triples) == 1 for o in outcomes)
    assert sum(o.usage.retries for o in outcomes) == 8
    with OpenAiServer() as server, extractor(server, concurrency=1) as made:
        plain = list(made.extract_many(many(60)))
    assert [o.triples for o in outcomes] == [o.triples for o in plain]


def test_chunks_are_taken_as_they_are_needed() -> None:
    taken = itertools.count()
    source = (item for item, _ in zip(many(10_000), taken, strict=False))
    with OpenAiServer() as server, extractor(server, concurrency=2) as made:
        outcomes = made.extract_many(source)
        next(outcomes)
        outcomes.close()  # type: ignore[attr-defined]
    assert next(taken) < 20


def test_calls_run_side_by_side_up_to_the_setting() -> None:
    together = threading.Barrier(3, timeout=PATIENCE)

    def answer(request: Recorded) -> str:
        together.wait()  # breaks unless three requests are under way at once
        return plain_rule(request)

    with OpenAiServer(answer=answer) as server, extractor(server, concurrency=3) as made:
        assert all(o.failure is None for o in made.extract_many(many(6)))


def test_a_wrong_key_ends_the_whole_collection_with_one_error() -> None:
    with (
        OpenAiServer(key="another") as server,
        extractor(server, concurrency=2) as made,
        pytest.raises(ExtractorError, match="GRAPHWRIGHT_TEST_KEY"),
    ):
        list(made.extract_many(many(1000)))
    assert len(server.chats) <= 10


def test_an_error_wakes_the_workers_that_wait_and_is_the_one_that_is_told() -> None:
    waiting = threading.Event()

    def fault(request: Recorded) -> Fault:
        if request.passage.startswith("The team 0 "):
            waiting.set()
            return HttpError(429, retry_after="300")
        assert waiting.wait(PATIENCE)
        return HttpError(401)

    patient = Backoff(patience=600)
    with OpenAiServer(fault_for=fault) as server:
        settings = settings_for(server, concurrency=2, timeout_seconds=2 * PATIENCE)
        made = LlmExtractor(settings, backoff=patient)
        with made, pytest.raises(ExtractorError, match="The key was refused"):
            list(made.extract_many(many(20)))
    assert len(server.chats) <= 4  # a text may be on its way when the first error is noticed


def test_an_endpoint_that_only_fails_ends_the_collection() -> None:
    with (
        OpenAiServer(fault_for=lambda _: HttpError(503)) as server,
        extractor(server, concurrency=2, max_retries=1) as made,
        pytest.raises(ExtractorError, match="gives no answer"),
    ):
        list(made.extract_many(many(1000)))
    assert len(server.chats) < 60
