"""Where answers come from: those that are kept first, then the endpoint.

Everything between a question and its answer that concerns money is behind ``ask``: the cache here,
limits, budget and batches in ``calls``. Nothing here knows a chunk or a triple.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from graphwright.llm.answers.answer import Answer, Completion, Problem, Usage
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.answers.key import answer_key
from graphwright.settings import LlmSettings

if TYPE_CHECKING:
    from graphwright.llm.prompts.request import Request

_LOCKS = 4096


class Endpoint(Protocol):
    """What answers a question that no kept answer fits: a client, or a batch being collected."""

    def complete(self, request: Request, key: str) -> Answer:
        """Return the answer, or why there is none; ``key`` is the name it will be kept under."""
        ...

    def stop(self) -> None:
        """End all waiting: no call is made or repeated any more."""
        ...

    def close(self) -> None:
        """Close the connections."""
        ...


class AnswerSource:
    """Gives each question its answer and pays for it once; safe to share between threads.

    Without a ``cache`` nothing is kept and every question is asked. ``problems`` are those of
    questions, by key, that were asked before in this build (in a batch).
    """

    def __init__(
        self,
        settings: LlmSettings,
        endpoint: Endpoint,
        cache: AnswerCache | None,
        problems: Mapping[str, Problem] | None = None,
    ) -> None:
        self._settings = settings
        self._endpoint = endpoint
        self._cache = cache
        self._problems: Mapping[str, Problem] = {} if problems is None else problems
        # One thread at a time asks one question: equal chunks of two documents are paid once.
        self._locks = [threading.Lock() for _ in range(_LOCKS)]
        self._counting = threading.Lock()
        self.usage = Usage()
        """What all answers so far cost, those of texts that were never done with too."""

    def key(self, request: Request, attempt: int = 0) -> str:
        """Return the name that the answer to a question is kept under."""
        shown = (request.messages, request.schema)
        return answer_key(self._settings, *shown, attempt, request.prompt)

    def ask(self, request: Request, *, attempt: int = 0) -> Answer:
        """Return the answer to a question, or why there is none, with what it cost just now.

        ``attempt`` is 1 for the first repetition of a question whose answer was useless, and so
        on: each has its own place in the cache. Raises ``ExtractorError`` like the client.
        """
        answer = self._ask(request, self.key(request, attempt))
        with self._counting:
            self.usage += answer.usage
        return answer

    def _ask(self, request: Request, key: str) -> Answer:
        if self._cache is None:
            return self._endpoint.complete(request, key)
        with self._locks[int(key[:8], 16) % _LOCKS]:
            kept = self._cache.get(key)
            if kept is not None:
                return kept
            if key in self._problems:
                return self._problems[key]
            answer = self._endpoint.complete(request, key)
            if isinstance(answer, Completion) or answer.usage.calls:
                self._cache.put(key, answer)
            return answer

    def stop(self) -> None:
        """End all waiting: no call is made or repeated any more."""
        self._endpoint.stop()

    def close(self) -> None:
        """Close the connections."""
        self._endpoint.close()
