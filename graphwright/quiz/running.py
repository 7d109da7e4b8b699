"""The quiz over a lake: its questions from the tables, its contexts from what is published."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from graphwright.errors import LakeError, SettingsError
from graphwright.graph.snapshot import Snapshot
from graphwright.quiz.context import CONTEXTS, GiveContext
from graphwright.quiz.given import Contexts
from graphwright.quiz.report import OnAnswered, QuizResult
from graphwright.quiz.run import (
    Answered,
    Answerer,
    ContextAnswerer,
    CosineAnswerer,
    answered,
    baselines,
)
from graphwright.settings import Settings
from graphwright.store.lake import Lake
from graphwright.tables import QuizItem, rows_of
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from graphwright.retrieval.strategy import Strategy


@dataclasses.dataclass(frozen=True, slots=True)
class QuizParts:
    """What the quiz is run with; ``dense`` finds chunks, ``orders`` are those of an LLM's options.

    ``orders`` of 0 asks no LLM; ``most`` takes the first questions by id.
    """

    lake: Lake
    settings: Settings
    snapshot: Snapshot
    embedder: Embedder
    dense: Callable[[], Strategy]
    orders: int = 0
    most: int | None = None


def run_quiz(
    parts: QuizParts, contexts: Sequence[str] = (), told: OnAnswered = lambda one: None
) -> QuizResult:
    """Return how each way of answering did with each context; ``told`` hears of each as it ends.

    Raises ``SettingsError`` for a context that there is not, ``LakeError`` where there is no quiz,
    ``SnapshotError`` where no application is published, ``ExtractorError`` as an LLM's client does.
    """
    names = tuple(contexts) or CONTEXTS
    unknown = sorted(set(names) - set(CONTEXTS))
    if unknown:
        raise SettingsError(
            f"There is no context '{unknown[0]}'; there are {', '.join(CONTEXTS)}.",
            remedy="Name one of them.",
        )
    items = _items(parts)
    done: list[Answered] = []
    for one in _ways(parts, items, names):
        told(one)
        done.append(one)
    return QuizResult(tuple(items), tuple(done))


def _items(parts: QuizParts) -> list[QuizItem]:
    items = rows_of(QuizItem, parts.lake.read("quiz_items"))
    if not items:
        raise LakeError(
            "The quiz has no question.",
            remedy="Crawl an application, name its manual in 'documents', and build.",
        )
    return sorted(items, key=lambda one: one.item_id)[: parts.most]


def _ways(parts: QuizParts, items: list[QuizItem], names: Sequence[str]) -> Iterator[Answered]:
    by_application: defaultdict[str, list[QuizItem]] = defaultdict(list)
    for item in items:
        by_application[item.application].append(item)
    given = {
        name: Contexts(parts.snapshot, parts.embedder, parts.dense, name) for name in by_application
    }
    embed = next(iter(given.values())).embed
    yield from baselines(items, embed)
    answerers: list[Answerer] = [CosineAnswerer(embed), ContextAnswerer(embed)]
    if parts.orders:
        answerers.append(_llm(parts))
    for name in names:
        gives = {application: contexts.of(name) for application, contexts in given.items()}
        for answerer in answerers:
            chosen: dict[str, int | None] = {}
            for application, own in by_application.items():
                chosen |= answered(answerer, own, name, _kept(gives, application)).chosen
            yield Answered(answerer.name, name, chosen)


def _kept(gives: Mapping[str, GiveContext], application: str) -> GiveContext:
    return gives[application]


def _llm(parts: QuizParts) -> Answerer:
    from graphwright.llm.answers.cache import AnswerCache  # noqa: PLC0415  # openai is heavy
    from graphwright.llm.answers.source import AnswerSource  # noqa: PLC0415
    from graphwright.llm.calls.client import LlmClient  # noqa: PLC0415
    from graphwright.quiz.llm_answerer import LlmAnswerer  # noqa: PLC0415

    llm = parts.settings.llm
    if llm is None:
        raise SettingsError(
            "The settings name no LLM.", remedy="Add 'llm:' to sources.yaml, or leave out --llm."
        )
    cache = AnswerCache(parts.lake.cache / "llm", llm.max_output_tokens)
    return LlmAnswerer(AnswerSource(llm, LlmClient(llm), cache), parts.orders)
