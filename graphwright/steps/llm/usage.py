"""What the LLM cost for each unit, in its bucket's record: prices may change, so tokens only.

A unit's numbers are those of all answers that its rows rest on, whether they were paid for in this
build or before; what a build paid itself is in its bill (``steps.base.llm_bill``).
"""

from __future__ import annotations

import pyarrow as pa

from graphwright.llm.answers.answer import Usage
from graphwright.steps.bucketed.measures import Measures
from graphwright.store.lake import Lake

UNIT_USAGE = Measures(
    "llm_usage",
    {"answers": pa.int64(), "prompt_tokens": pa.int64(), "completion_tokens": pa.int64()},
)
"""Answers, tokens sent and tokens answered of each unit: see ``measured_usage``."""


def measured_usage(usage: Usage) -> tuple[int, int, int]:
    """Return what is kept of a unit's usage, answers from the cache included."""
    return (
        usage.calls + usage.cached,
        usage.prompt_tokens + usage.cached_prompt_tokens,
        usage.completion_tokens + usage.cached_completion_tokens,
    )


def usage_by_unit(lake: Lake, step: str) -> dict[str, tuple[int, int, int]]:
    """Return answers, tokens sent and tokens answered of each unit of a step."""
    return {unit: (a, p, c) for unit, (a, p, c) in UNIT_USAGE.of_step(lake, step).items()}
