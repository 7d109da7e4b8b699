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

from graphwright.extraction.llm.answers import AnswerSource
from graphwright.extraction.llm.backoff import Backoff
from graphwright.extraction.llm.cache import AnswerCache
from graphwright.extraction.llm.client import LlmClient, Request
from graphwright.extraction.llm.fingerprint import llm_version
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

    ``cache`` keeps answers between builds; ``answers`` are used in place of an endpoint of its own
    where they are given. Raises ``ExtractorError`` when there is no key, and
    from its methods when the endpoint is of no use for any chunk.
    """

    def __init__(
        self,
        settings: LlmSettings,
        *,
        cache: AnswerCache | None = None,
        backoff: Backoff | None = None,
        answers: AnswerSource | None = None,
    ) -> None:
        self._settings = settings
        self._prompt = load_prompt(PROMPT)
        self._schema = answer_schema()
        self._version = llm_version(settings)
        self._answers = answers or AnswerSource(
            settings, LlmClient(settings, backoff=backoff), cache
        )

    def __enter__(self) -> LlmExtractor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._answers.close()

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
                self._answers.stop()
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _read(self, passage: Passage, chunk: Chunk, sentences: Sequence[Sentence]) -> _Read:
        """Ask about a passage; a cut-off or malformed answer is asked for once more in halves."""
        first = self._ask(passage)
        if first.problem is None or not _worth_another(first.problem):
            return first
        pieces, attempt = halves(passage, chunk, sentences), 0
        if not pieces and first.problem.reason is LlmFailureReason.MALFORMED:
            pieces, attempt = [passage], 1
        usage, answers = first.usage, first.answers
        for piece in pieces:
            again = self._ask(piece, attempt)
            usage, answers = usage + again.usage, answers + again.answers
            if again.problem is not None:
                return _Read((), _in_piece(again.problem, piece), usage)
        return _Read(answers, None if pieces else first.problem, usage)

    def _ask(self, passage: Passage, attempt: int = 0) -> _Read:
        """Return the answer for a passage, from the cache where it was paid for before."""
        request = Request(self._prompt.messages(passage), PROMPT, self._schema)
        answer = self._answers.ask(request, attempt=attempt)
        return _Read((), answer, answer.usage) if isinstance(answer, Problem) else _judge(answer)


def _judge(answer: Completion) -> _Read:
    usage = answer.usage
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
