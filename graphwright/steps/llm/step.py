"""What a step that asks an LLM about its units is, and the extractor that its process asks with."""

from __future__ import annotations

import abc
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphwright.llm.extractor import LlmExtractor
from graphwright.steps.base.llm_session import LlmSession
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool
from graphwright.steps.llm.usage import UNIT_USAGE
from graphwright.store.lake import Lake

_UNITS_A_THREAD = 8
_loaded: dict[str, LlmExtractor] = {}
"""The extractor, where this process asks an LLM."""


def session_of(given: Given) -> LlmSession:
    """Return the session that is given, else one of the settings."""
    if given.open_llm is not None:
        return given.open_llm()
    return LlmSession(given.settings.llm, given.lake)


def load_llm(session: LlmSession) -> None:
    """Open the endpoint in the process that asks it."""
    _loaded["llm"] = session.extractor()


def llm_extractor() -> LlmExtractor:
    """Return the extractor that ``load_llm`` made."""
    return _loaded["llm"]


class LlmBucketStep(BucketStep):
    """A step that asks an LLM about its units; ``_session`` is how.

    The calls wait for the endpoint in threads of this process: no process of their own. A batch
    has units enough to keep all threads at work until its last ones.
    """

    technologies = ("openai",)
    measures = UNIT_USAGE

    def __init__(
        self, session: LlmSession, causes: Mapping[str, object], load: Callable[..., None]
    ) -> None:
        """``load`` opens the session in the process that asks."""
        self._session = session
        self.batch = max(self.batch, _UNITS_A_THREAD * session.settings.concurrency)
        super().__init__(causes, Pool(load, (session,), inline_units=sys.maxsize))

    @abc.abstractmethod
    def read_ahead(self, extractor: LlmExtractor, payload: Any) -> None:
        """Ask what the work on a unit will ask, and make nothing of the answers."""

    def prepare(self, lake: Lake, run: str, batches: Callable[[], Iterator[list[Any]]]) -> None:
        """Have the questions answered by the Batch API, where the settings say so."""
        self._session.prepare(lake, run, self.name, batches, self.read_ahead)

    def finish(self, lake: Lake, run: str) -> dict[str, Any]:
        """Note what the step cost, and return it."""
        return self._session.finish(lake, run, self.name)
