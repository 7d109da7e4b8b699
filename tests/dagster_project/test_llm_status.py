"""What the LLM cost and what its budget left out, as the terminal tells it."""

from __future__ import annotations

import io
from pathlib import Path

import llm_load
from rich.console import Console
from servers import OpenAiServer

from graphwright.engine import BuildReport
from graphwright.pages.terminal.status import build_summary, status_summary
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

SETTINGS = {
    "collections": [{"name": "load", "folder": "/nowhere", "extractor": "llm"}],
    "buckets": llm_load.BUCKETS,
}


def printed(what: object) -> str:
    written = io.StringIO()
    Console(width=200, file=written).print(what)
    return written.getvalue()


def test_status_tells_the_bill_and_a_build_what_its_budget_left_out(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    llm_load.write_lake(lake, 8)
    with OpenAiServer(key=None) as server:
        llm = {"base_url": server.base_url, "model": "rule", "budget": {"calls": 5}}
        pipeline = Pipeline(Given(lake, Settings.model_validate({**SETTINGS, "llm": llm})))
        work = Work(range(llm_load.BUCKETS), run="0123456789")
        pipeline.run(pipeline.step("llm_triples"), work)
    status = printed(status_summary(tmp_path, None))
    assert "What the LLM cost, last build first" in status
    (bill,) = (line for line in status.splitlines() if "01234567" in line)
    assert bill.split()[1:] == ["llm_triples", "5", "0", "0", "500", "100"]
    assert "Documents that cost most" in status
    rows = {name: lake.row_count(name) for name in TABLES}
    built = BuildReport("0123456789", rows, "s", {}, ())
    assert "3 chunks were not asked about" in printed(build_summary(built, tmp_path, 1.0))
