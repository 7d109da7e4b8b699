"""From chunks and documents to rows of the LLM path, many at a time and in order.

What is asked stands in ``prompts``, what an answer is and costs in ``answers``, who gives it in
``provider``; ``reading`` turns answers into rows. This module puts them together.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from graphwright.llm.answers.answer import Usage
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.answers.source import AnswerSource
from graphwright.llm.calls.backoff import Backoff
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.prompts.forms import RELATIONS, TRIPLES
from graphwright.llm.prompts.passage import sentence_starts, whole_chunk
from graphwright.llm.reading.ask import Asker, Question
from graphwright.llm.reading.document_summary import (
    DocumentText,
    SummaryOutcome,
    summarise_document,
)
from graphwright.llm.reading.triple_rows import ChunkRows, ExtractionOutcome
from graphwright.settings import LlmSettings
from graphwright.tables import Chunk, LlmFailure, LlmFailureReason, Sentence, SentenceFilter

if TYPE_CHECKING:
    from spacy.tokens import Doc

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_AHEAD = 4
"""Chunks a thread may run ahead of the one that is waited for: keeps memory flat."""


@dataclasses.dataclass(frozen=True, slots=True)
class Guide:
    """What the summary of a chunk's document gives: lines of its entities, or why there are none.

    ``stage``, ``reason`` and ``detail`` are those of the summary's failure.
    """

    known: tuple[str, ...] = ()
    stage: str = ""
    reason: str = ""
    detail: str = ""


class LlmExtractor:
    """Reads triples and summaries through one endpoint; safe to share between threads.

    ``cache`` keeps answers between builds; ``answers`` are used in place of an endpoint of its own
    where they are given. Raises ``ExtractorError`` when there is no key, and from its methods when
    the endpoint is of no use for any chunk.
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
        self._answers = answers or AnswerSource(
            settings, LlmClient(settings, backoff=backoff), cache
        )
        self._asker = Asker(settings, self._answers)

    def __enter__(self) -> LlmExtractor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._answers.close()

    def extract(
        self,
        chunk: Chunk,
        sentences: Sequence[Sentence],
        doc: Doc | None = None,
        guide: Guide | None = None,
    ) -> ExtractionOutcome:
        """Return what one chunk gives; one without sentences that are read is not asked about.

        ``doc`` is the spaCy parse of exactly the chunk's text. With a ``guide`` the chunk is asked
        for relations between its document's entities, else for triples.
        """
        if all(sentence.filter == SentenceFilter.WIDE_TABLE for sentence in sentences):
            return ExtractionOutcome(chunk.chunk_id, (), (), None, Usage())
        if guide is not None and guide.reason:
            return _failed(chunk, guide.stage, guide.reason, guide.detail)
        form = TRIPLES if guide is None else RELATIONS
        starts, known = sentence_starts(chunk, sentences), () if guide is None else guide.known
        answers = self._asker.ask(Question(form, whole_chunk(chunk), starts, known))
        if (problem := answers.problem) is not None:
            failed = _failed(
                chunk, form.name, problem.reason.value, problem.detail, answers.unusable
            )
            return dataclasses.replace(failed, usage=answers.usage)
        version = form.version(self._settings.model)
        rows = ChunkRows(chunk, sentences, doc, rule=form.name, version=version)
        triples, rejected = rows.from_answers(answers.parsed)
        return ExtractionOutcome(chunk.chunk_id, triples, rejected, None, answers.usage)

    def extract_many(self, items: Iterable[tuple[Any, ...]]) -> Iterator[ExtractionOutcome]:
        """Yield an outcome for each item, in their order, with the concurrency of the settings.

        An item holds the arguments of ``extract``; items are taken as they are needed. An error,
        or leaving off early, ends the extractor: calls that have not begun are not made.
        """
        return self._in_order(self.extract, items)

    def summarise(self, document: DocumentText) -> SummaryOutcome:
        """Return the summary and the entities of a document."""
        return summarise_document(self._asker, document)

    def summarise_many(self, documents: Iterable[DocumentText]) -> Iterator[SummaryOutcome]:
        """Yield the summary of each document, as ``extract_many`` does with chunks."""
        return self._in_order(self.summarise, ((document,) for document in documents))

    def read(self, work: Callable[[Asker, Item], Outcome], item: Item) -> Outcome:
        """Return what ``work`` makes of an item, with the asker that it asks."""
        return work(self._asker, item)

    def read_many(
        self, work: Callable[[Asker, Item], Outcome], items: Iterable[Item]
    ) -> Iterator[Outcome]:
        """Yield what ``work`` makes of each item, as ``extract_many`` does with chunks."""
        return self._in_order(self.read, ((work, item) for item in items))

    def _in_order(
        self, work: Callable[..., Outcome], items: Iterable[tuple[Any, ...]]
    ) -> Generator[Outcome]:
        with ThreadPoolExecutor(self._settings.concurrency, "llm") as pool:
            pending: deque[Future[Outcome]] = deque()
            source = iter(items)
            try:
                while True:
                    room = self._settings.concurrency * _AHEAD - len(pending)
                    for item in islice(source, room):
                        pending.append(pool.submit(work, *item))
                    if not pending:
                        return
                    yield pending.popleft().result()
            except BaseException:
                self._answers.stop()
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _failed(
    chunk: Chunk, stage: str, reason: str, detail: str, unusable: tuple[str, ...] = ()
) -> ExtractionOutcome:
    failure = LlmFailure(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        stage=stage,
        reason=LlmFailureReason(reason).value,
        detail=detail,
        answers=unusable,
    )
    return ExtractionOutcome(chunk.chunk_id, (), (), failure, Usage())
