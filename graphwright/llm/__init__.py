"""Triples that an LLM reads from a chunk (SAP, section 3.1.3), held to the text they came from.

``LlmExtractor`` is what the pipeline calls, ``llm_versions`` what it compares, ``AnswerCache``
the answers already paid for. Nothing here knows where tables are kept or who asks for the LLM.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.answers.outcome import Usage
from graphwright.llm.reading.triple_rows import ExtractionOutcome
from graphwright.llm.versions import llm_versions

if TYPE_CHECKING:
    from graphwright.llm.extractor import LlmExtractor

__all__ = ["AnswerCache", "ExtractionOutcome", "LlmExtractor", "Usage", "llm_versions"]


def __getattr__(name: str) -> Any:
    """Load the extractor when it is first asked for: the ``openai`` client takes a second."""
    if name != "LlmExtractor":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from graphwright.llm.extractor import LlmExtractor  # noqa: PLC0415  # as said above

    return LlmExtractor
