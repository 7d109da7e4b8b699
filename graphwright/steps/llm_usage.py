"""What the LLM cost: for each unit in its bucket's record, and for each build in a list.

A unit's numbers are those of all answers that its rows rest on, whether they were paid for in this
build or before; a build's are what it paid itself. Prices may change, so a unit keeps tokens only.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from graphwright.extraction.llm.budget import Spend
from graphwright.extraction.llm.outcome import Usage
from graphwright.lake import Lake, replacing
from graphwright.steps.measures import Measures

_KEPT_RUNS = 50
_USAGE = Measures(
    "llm_usage",
    {"answers": pa.int64(), "prompt_tokens": pa.int64(), "completion_tokens": pa.int64()},
)


@dataclasses.dataclass(frozen=True, slots=True)
class StepUsage:
    """What a step of a build asked and paid; ``spent_calls`` and so on are those of its budget.

    They are more than the calls answered where a call was lost on its way and may have been paid.
    """

    run: str
    step: str
    calls: int
    retries: int
    cached: int
    prompt_tokens: int
    completion_tokens: int
    spent_calls: int
    spent_tokens: int
    money: float


_OF_USAGE = ("calls", "retries", "cached", "prompt_tokens", "completion_tokens")


def note_unit_usage(
    lake: Lake, step: str, bucket: int, units: Sequence[str], measured: Mapping[str, Usage]
) -> None:
    """Keep what the answers to the bucket's units cost, like ``Measures.note``."""
    _USAGE.note(lake, step, bucket, units, {unit: _numbers(u) for unit, u in measured.items()})


def usage_by_unit(lake: Lake, step: str) -> dict[str, tuple[int, int, int]]:
    """Return answers, tokens sent and tokens answered of each unit of a step."""
    return {unit: (a, p, c) for unit, (a, p, c) in _USAGE.of_step(lake, step).items()}


def note_run_usage(lake: Lake, run: str, step: str, usage: Usage, spent: Spend) -> StepUsage:
    """Add what a step of a build cost to the list, and return what it cost in the whole build."""
    numbers = {name: getattr(usage, name) for name in _OF_USAGE}
    made = StepUsage(
        run,
        step,
        **numbers,
        spent_calls=spent.calls,
        spent_tokens=spent.tokens,
        money=float(spent.money),
    )
    runs = read_runs(lake)
    before = next((u for u in runs if (u.run, u.step) == (run, step)), None)
    if before is not None:  # the build's earlier attempt at the step
        sums = zip(dataclasses.astuple(before)[2:], dataclasses.astuple(made)[2:], strict=True)
        made = StepUsage(run, step, *(one + other for one, other in sums))
    kept = [*(u for u in runs if u is not before), made][-_KEPT_RUNS:]
    with replacing(_path(lake)) as temporary:
        temporary.write_text(json.dumps([dataclasses.asdict(u) for u in kept], indent=1))
    return made


def read_runs(lake: Lake) -> list[StepUsage]:
    """Return the steps of builds that asked an LLM, the last at the end; none where damaged."""
    try:
        records: list[dict[str, Any]] = json.loads(_path(lake).read_text(encoding="utf-8"))
        return [StepUsage(**record) for record in records]
    except (OSError, ValueError, TypeError):
        return []


def _path(lake: Lake) -> Path:
    return lake.cache / "llm_runs.json"


def _numbers(usage: Usage) -> tuple[int, int, int]:
    return (
        usage.calls + usage.cached,
        usage.prompt_tokens + usage.cached_prompt_tokens,
        usage.completion_tokens + usage.cached_completion_tokens,
    )
