"""From a chunk to its LLM triples: ask, read, gate; cut in half and ask once more where that helps.

What is asked and how answers look is in ``prompts``, the call itself in ``client``, the judgement
in ``gate``.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

from graphwright.extraction.llm.backoff import Backoff
from graphwright.extraction.llm.cache import AnswerCache
from graphwright.extraction.llm.client import LlmClient, Request
from graphwright.extraction.llm.fingerprint import answer_key, llm_version
from graphwright.extraction.llm.outcome import Completion, ExtractionOutcome, Problem, Usage
from graphwright.extraction.llm.parse import Malformed, ParsedAnswer, parse_answer
from graphwright.extraction.llm.passage import Passage, halves, whole
from graphwright.extraction.llm.prompts import load_prompt
from graphwright.extraction.llm.prompts.triples import PROMPT, answer_schema
from graphwright.extraction.llm.rows import ChunkRows
from graphwright.settings import LlmSettings
from graphwright.tables import Chunk, LlmFailure, LlmFailureReason, Sentence

if TYPE_CHECKING:
    from spacy.tokens import Doc

    Item = tuple[Chunk, Sequence[Sentence]] | tuple[Chunk, Sequence[Sentence], Doc | None]

_AHEAD = 4
"""Chunks a thread may run ahead of the one that is waited for: keeps memory flat."""


@dataclasses.dataclass(frozen=True)
class _Read:
    """What a passage gave: its answers in order, or why one could not be had."""

    answers: tuple[ParsedAnswer, ...]
    problem: Problem | None
    usage: Usage


class LlmExtractor:
    """Reads triples from chunks through one endpoint; safe to share between threads.

    ``cache`` keeps answers between builds. Raises ``ExtractorError`` when there is no key, and
    from its methods when the endpoint is of no use for any chunk.
    """

    def __init__(
        self,
        settings: LlmSettings,
        *,
        cache: AnswerCache | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        self._settings = settings
        self._cache = cache
        self._prompt = load_prompt(PROMPT)
        self._schema = answer_schema()
        self._version = llm_version(settings)
        self._client = LlmClient(settings, backoff=backoff)

    def __enter__(self) -> LlmExtractor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def extract(
        self, chunk: Chunk, sentences: Sequence[Sentence], doc: Doc | None = None
    ) -> ExtractionOutcome:
        """Return what one chunk gives; a chunk without sentences is not asked about.

        ``doc`` is the spaCy parse of exactly the chunk's text.
        """
        if not sentences:
            return ExtractionOutcome(chunk.chunk_id, (), (), None, Usage())
        read = self._read(whole(chunk), chunk, sentences)
        if read.problem is not None:
            reason, detail = read.problem.reason.value, read.problem.detail
            failure = LlmFailure(chunk.chunk_id, chunk.document_id, reason, detail)
            return ExtractionOutcome(chunk.chunk_id, (), (), failure, read.usage)
        rows = ChunkRows(chunk, sentences, doc, rule=PROMPT, version=self._version)
        triples, rejected = rows.from_answers(read.answers)
        return ExtractionOutcome(chunk.chunk_id, triples, rejected, None, read.usage)

    def extract_many(
        self,
        items: Iterable[Item],
        on_progress: Callable[[ExtractionOutcome], None] | None = None,
    ) -> Iterator[ExtractionOutcome]:
        """Yield an outcome for each item, in their order, with the concurrency of the settings.

        An item holds the arguments of ``extract``; items are taken as they are needed.
        ``on_progress`` is called, in order, with each outcome before it is yielded. An error, or
        leaving off early, ends the extractor: calls that have not begun are not made.
        """
        with ThreadPoolExecutor(self._settings.concurrency, "llm") as pool:
            pending: deque[Future[ExtractionOutcome]] = deque()
            source = iter(items)
            try:
                while True:
                    room = self._settings.concurrency * _AHEAD - len(pending)
                    for item in islice(source, room):
                        pending.append(pool.submit(self.extract, *item))
                    if not pending:
                        return
                    outcome = pending.popleft().result()
                    if on_progress is not None:
                        on_progress(outcome)
                    yield outcome
            except BaseException:
                self._client.stop()
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _read(self, passage: Passage, chunk: Chunk, sentences: Sequence[Sentence]) -> _Read:
        """Ask about a passage; a cut-off or malformed answer is asked for once more in halves."""
        first = self._ask(passage)
        if first.problem is None or not _worth_another(first.problem):
            return first
        pieces = halves(passage, chunk, sentences)
        if not pieces and first.problem.reason is LlmFailureReason.MALFORMED:
            pieces = [passage]
        usage, answers = first.usage, first.answers
        for piece in pieces:
            again = self._ask(piece)
            usage, answers = usage + again.usage, answers + again.answers
            if again.problem is not None:
                return _Read((), _in_piece(again.problem, piece), usage)
        return _Read(answers, None if pieces else first.problem, usage)

    def _ask(self, passage: Passage) -> _Read:
        """Return the answer for a passage, from the cache where it was paid for before."""
        messages = self._prompt.messages(passage)
        key = answer_key(self._settings, messages)
        kept = self._cache.get(key) if self._cache else None
        if kept is not None:
            return _judge(kept, Usage(cached=1))
        answer = self._client.complete(Request(messages, PROMPT, self._schema))
        if isinstance(answer, Problem):
            return _Read((), answer, answer.usage)
        read = _judge(answer, answer.usage)
        # A malformed answer is not kept: asking again may mend it.
        if self._cache and (read.problem is None or answer.truncated):
            self._cache.put(key, answer)
        return read


def _judge(answer: Completion, usage: Usage) -> _Read:
    if answer.truncated:
        detail = "the answer was cut off at llm.max_output_tokens"
        return _Read((), Problem(LlmFailureReason.TRUNCATED, detail), usage)
    parsed = parse_answer(answer.text)
    if isinstance(parsed, Malformed):
        return _Read((), Problem(LlmFailureReason.MALFORMED, parsed.detail), usage)
    return _Read((parsed,), None, usage)


def _worth_another(problem: Problem) -> bool:
    smaller_helps = (LlmFailureReason.TRUNCATED, LlmFailureReason.MALFORMED)
    return problem.reason in smaller_helps or problem.too_long


def _in_piece(problem: Problem, piece: Passage) -> Problem:
    where = f"asked again for characters {piece.start} to {piece.end} of the chunk"
    return dataclasses.replace(problem, detail=f"{problem.detail} ({where})")
