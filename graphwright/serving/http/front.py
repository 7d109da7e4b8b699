"""What all routes share: who asks, the pool in which functions run, the cache of answers."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import datetime
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from fastapi import Depends, Request

from graphwright.errors import RequestError
from graphwright.retrieval.question_models import OTHERS_WAIT
from graphwright.serving import functions, guidance_models, models, ticket_models
from graphwright.serving.answer_cache import AnswerCache
from graphwright.serving.http.observed import note
from graphwright.serving.identity import Identity
from graphwright.serving.metrics import Stage
from graphwright.serving.pool import Pool
from graphwright.serving.service import NO_GROUPS
from graphwright.serving.tracing import span

if TYPE_CHECKING:
    from pydantic import BaseModel

    from graphwright.serving.metrics import Metrics
    from graphwright.serving.reader import Reader
    from graphwright.serving.service import Groups, Service
    from graphwright.settings import ServeLimits, ServeSettings

AnswerT = TypeVar("AnswerT", bound=models.Answer)


@dataclasses.dataclass(frozen=True)
class Caller:
    """Who asks, and the reader of what they may see: one snapshot for the whole request."""

    groups: Groups
    reader: Reader


@dataclasses.dataclass(frozen=True, slots=True)
class Answered(Generic[AnswerT]):
    """An answer as JSON, and as a model where one is wanted; ``lasting`` as that says."""

    body: bytes
    kind: type[AnswerT]
    lasting: bool = True

    @property
    def answer(self) -> AnswerT:
        """The answer; read from the JSON each time."""
        return self.kind.model_validate_json(self.body)


class Front:
    """The service for routes: ``caller`` first, then ``run`` as often as the route needs."""

    def __init__(
        self, service: Service, metrics: Metrics, processes: int = 1, *, sees_all: bool = False
    ) -> None:
        """Take in how many ``processes`` there is one of these.

        ``sees_all`` is whether whoever asks has the whole lake on this machine anyway. Raises
        ``SettingsError`` where the file of tokens or the key of JWT is wrong.
        """
        self.service = service
        self.metrics = metrics
        self.settings = service.settings
        self._sees_all = sees_all
        limits = self.settings.limits
        self.identity = Identity.of(self.settings)
        threads = limits.threads_of(processes)
        self.pool = Pool(threads, limits.queue, limits.seconds)
        self.slow_pool = _slow_pool(self.settings, threads)
        # What an audience may see can take long to make: that holds up nobody who has a reader.
        self._views = Pool(1, limits.queue, limits.seconds)
        kept = int(limits.cache_mb * 1_000_000 / processes)
        self.cache: AnswerCache[Answered[Any]] = AnswerCache(kept)

    async def caller(self, authorization: str | None) -> Caller:
        """Return who sends a header, with their reader; raises ``RequestError``, ``denied``."""
        if self._sees_all:
            return Caller(NO_GROUPS, self.service.current)
        groups = self.identity.groups_of(authorization)
        reader = self.service.reader_at_hand(groups)
        if reader is None:
            reader = await self._views.run(self.service.reader, groups)
        note(snapshot=reader.snapshot.id)
        return Caller(groups, reader)

    async def run(
        self, caller: Caller, function: Callable[..., AnswerT], asked: BaseModel | None = None
    ) -> Answered[AnswerT]:
        """Return what one of ``serving.functions`` answers; it runs in the pool, or is kept.

        Raises ``RequestError`` (``too_large``, ``full``, ``overdue``) and what the function raises.
        """
        if asked is not None:
            hold_to_limits(asked, self.settings.limits)
        if isinstance(asked, models.SearchRequest):
            note(strategy=asked.strategy, question=asked.question)
        key = _key(caller, function.__name__, asked)
        kept = self.cache.get(key)
        self.metrics.cache_looked_up(hit=kept is not None)
        if kept is not None:
            return kept
        made: Answered[Any] = await (
            self._in_words(caller, asked)
            if isinstance(asked, models.AskRequest)
            else self._found(caller.reader, function, asked)
        )
        if made.lasting:
            self.cache.put(key, made)
        return made

    async def stream(
        self, caller: Caller, asked: models.AskRequest
    ) -> AsyncIterator[models.AskAnswer | str]:
        """Yield the evidence, the model's words as they come, and last the checked answer.

        Raises like ``run`` before the first part.
        """
        found = (await self.run(caller, functions.search, functions.search_of(asked))).answer
        parts = functions.ask_in_parts(caller.reader, found, asked.template)
        while (part := await self.slow_pool.run(next, parts, None)) is not None:
            yield part

    async def _found(
        self, reader: Reader, function: Callable[..., AnswerT], asked: BaseModel | None
    ) -> Answered[AnswerT]:
        strategy = getattr(asked, "strategy", "")
        in_words = isinstance(
            asked, ticket_models.AnswerTicketsRequest | guidance_models.AnswerGuideRequest
        )

        def make() -> AnswerT:
            with self.metrics.stage(strategy, Stage.RETRIEVE), span(function.__name__):
                return function(reader) if asked is None else function(reader, asked)

        return await self._make(self.slow_pool if in_words else self.pool, strategy, make)

    async def _in_words(
        self, caller: Caller, asked: models.AskRequest
    ) -> Answered[models.AskAnswer]:
        """Search as for any question; only then wait where others wait for the model."""
        found = (await self.run(caller, functions.search, functions.search_of(asked))).answer

        def make() -> models.AskAnswer:
            with span(functions.ask.__name__):
                return functions.answer_over(caller.reader, found, asked.template)

        return await self._make(self.slow_pool, asked.strategy, make)

    async def _make(
        self, pool: Pool, strategy: str, make: Callable[[], AnswerT]
    ) -> Answered[AnswerT]:
        """Return what is made in a pool, as JSON; measure wait and writing, say if others wait."""
        queued = contextlib.ExitStack()

        def work() -> Answered[AnswerT]:
            queued.close()
            OTHERS_WAIT.set(pool.waiting > 0)
            answer = make()
            with self.metrics.stage(strategy, Stage.WRITE):
                return Answered(answer.model_dump_json().encode(), type(answer), answer.lasting)

        queued.enter_context(self.metrics.stage(strategy, Stage.QUEUE))
        self.metrics.set_queue_length(pool.waiting)
        try:
            return await pool.run(contextvars.copy_context().run, work)
        finally:
            self.metrics.set_queue_length(pool.waiting)

    def close(self) -> None:
        """Let the threads go."""
        self.pool.close()
        self.slow_pool.close()
        self._views.close()


def _slow_pool(settings: ServeSettings, threads: int) -> Pool:
    """Return where answers wait for a language model, so that nothing else waits for them."""
    limits, answers = settings.limits, settings.answers
    if answers is None:
        return Pool(threads, limits.queue, limits.seconds)
    seconds = limits.seconds + answers.llm.timeout_seconds
    return Pool(answers.at_once, limits.queue, seconds)


def _key(caller: Caller, function: str, asked: BaseModel | None) -> tuple[object, ...]:
    """Return all that shapes an answer: also the day, on which documents begin and end to hold."""
    reader = caller.reader
    publication = None if reader.pointer is None else reader.pointer.publication
    return (
        reader.snapshot.id,
        publication,
        caller.groups,
        datetime.date.today(),
        function,
        asked,
    )


_MEASURED = {
    "question": ("question", "characters of the question"),
    "cypher": ("question", "characters of the query"),
    "text": ("question", "characters of the text"),
    "k": ("k", "passages or tickets"),
    "facts": ("facts", "facts of each direction"),
    "nodes": ("nodes", "entities"),
    "depth": ("depth", "steps"),
}
"""Fields of requests that the settings limit: the limit of each, and what it counts."""


def hold_to_limits(asked: BaseModel, limits: ServeLimits) -> None:
    """Raise ``RequestError``, ``too_large``, where more is asked for than the settings allow."""
    for field, (limit, what) in _MEASURED.items():
        value = getattr(asked, field, None)
        size = len(value) if isinstance(value, str) else value
        allowed: int = getattr(limits, limit)
        if size is not None and size > allowed:
            raise RequestError(
                f"{size:,} {what} are asked for, and this service allows {allowed:,}.",
                code="too_large",
                remedy="Ask for less.",
            )


def front_of(request: Request) -> Front:
    """Return the front of the application that a request came to."""
    front: Front = request.app.state.front
    return front


async def caller_of(request: Request) -> Caller:
    """Return who sends a request."""
    return await front_of(request).caller(request.headers.get("authorization"))


FrontOf = Annotated[Front, Depends(front_of)]
CallerOf = Annotated[Caller, Depends(caller_of)]
