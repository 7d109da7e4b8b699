"""What an LLM cost, build by build and document by document, as grids."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.display.grid import Grid, grid
from graphwright.llm.answers.budget import price
from graphwright.settings import LlmSettings
from graphwright.steps.base.llm_bill import StepUsage, read_runs
from graphwright.steps.llm.usage import usage_by_unit
from graphwright.store.lake import Lake
from graphwright.store.queries import open_views
from graphwright.tables import LlmFailureReason

_DOCUMENTS = """
WITH units AS (
    SELECT unnest($units::VARCHAR[]) AS unit, unnest($answers::BIGINT[]) AS answers,
        unnest($asked::BIGINT[]) AS asked, unnest($answered::BIGINT[]) AS answered
), placed AS (
    SELECT coalesce(chunks.document_id, unit) AS document_id, answers, asked, answered
    FROM units LEFT JOIN chunks ON chunks.chunk_id = unit
)
SELECT collection || '/' || path, sum(answers)::BIGINT, sum(asked)::BIGINT, sum(answered)::BIGINT
FROM placed JOIN parsed_documents USING (document_id)
GROUP BY document_id, collection, path HAVING sum(placed.answers) > 0
ORDER BY sum(placed.asked + placed.answered) DESC, collection, path LIMIT $limit
"""


def llm_usage_grids(
    lake: Lake, settings: LlmSettings | None, steps: Sequence[str], *, limit: int = 10
) -> list[Grid]:
    """Return what the last builds paid for these steps, and the documents that cost most.

    Money stands there where ``settings`` have prices. Nothing where no LLM was ever asked.
    """
    runs = [run for run in read_runs(lake) if run.step in steps]
    return [_builds(runs[-5:]), _documents(lake, settings, steps, limit)] if runs else []


def chunks_over_budget(lake: Lake) -> int:
    """Return how many chunks were not asked about because of the LLM's budget."""
    query = "SELECT count(*) FROM llm_failures WHERE reason = $reason"
    reason = {"reason": LlmFailureReason.OVER_BUDGET.value}
    with open_views({"llm_failures": lake.paths("llm_failures")}) as connection:
        found = connection.execute(query, reason).fetchone()
    return int(found[0]) if found else 0


def _builds(runs: Sequence[StepUsage]) -> Grid:
    names = ["build", "step", "calls", "repeated", "from cache", "tokens in", "tokens out", "money"]
    rows = [
        [
            *(run.run[:8], run.step, run.calls, run.retries, run.cached),
            *(run.prompt_tokens, run.completion_tokens, f"{run.money:.4f}" if run.money else ""),
        ]
        for run in reversed(runs)
    ]
    return grid("What the LLM cost, last build first", names, rows)


def _documents(lake: Lake, settings: LlmSettings | None, steps: Sequence[str], limit: int) -> Grid:
    usage = [entry for step in steps for entry in usage_by_unit(lake, step).items()]
    numbers = {
        "units": [unit for unit, _ in usage],
        "answers": [answers for _, (answers, _, _) in usage],
        "asked": [asked for _, (_, asked, _) in usage],
        "answered": [answered for _, (_, _, answered) in usage],
        "limit": limit,
    }
    views = {name: lake.paths(name) for name in ("chunks", "parsed_documents")}
    with open_views(views) as connection:
        found = connection.execute(_DOCUMENTS, numbers).fetchall()
    rows = [
        [name, answers, asked, answered, _money(settings, asked, answered)]
        for name, answers, asked, answered in found
    ]
    title = "Documents that cost most, with all answers that they rest on"
    return grid(title, ["document", "answers", "tokens in", "tokens out", "money"], rows)


def _money(settings: LlmSettings | None, asked: int, answered: int) -> str:
    cost = None if settings is None else price(settings, asked, answered)
    return "" if cost is None else f"{float(cost):.4f}"
