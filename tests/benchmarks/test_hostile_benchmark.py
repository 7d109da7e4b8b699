"""The short form of the hostile suite: whatever a file tries, a build goes on unharmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import hostile
from benchmarks.hostile_files import SUITE
from graphwright.settings import ParseSettings

KINDS = {"pdf", "docx", "xlsx", "pptx", "html", "md", "csv", "adoc", "eml", "txt"}
QUICK = (
    "pdf_garbage", "pdf_encrypted", "pdf_calls", "docx_zip_bomb", "docx_paths", "docx_laughs",
    "docx_reads", "xlsx_far", "xlsx_formulas", "pptx_calls", "html_deep", "html_calls",
    "xhtml_reads", "md_front", "md_matter", "csv_open", "adoc_includes", "mail_climbing",
    "mail_deep", "text_combining", "text_sparse_1", "text_null", "link", "pipe", "folder",
    "name", "time",
)  # fmt: skip


def test_the_suite_is_broad() -> None:
    names = [case.name for case in SUITE]
    assert len(names) == len(set(names)) >= 60
    assert {name.rpartition(".")[2] for name in names} >= KINDS
    assert all(case.statuses for case in SUITE)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_nothing_hangs_escapes_or_harms(tmp_path: Path) -> None:
    cases = [case for case in SUITE if case.name.startswith(QUICK) and not case.slow]
    shown = []
    limits = ParseSettings(timeout_seconds=60, memory_mb=2048)
    measures = hostile.run(
        cases, limits, tmp_path, lambda case, outcome: shown.append((case, outcome))
    )
    wrong = [
        (case.name, outcome.status, outcome.reason)
        for case, outcome in shown
        if hostile.wrong(case, outcome)
    ]
    assert wrong == []
    assert measures["files"] == len(cases) >= 40
    kept = {key: measures[key] for key in ("hung", "over_memory", "escaped", "harmed", "wrong")}
    assert set(kept.values()) == {0}, kept


def test_a_leak_and_a_wrong_status_are_seen(tmp_path: Path) -> None:
    case = next(case for case in SUITE if case.name == "link_out.txt")
    with hostile.bait(tmp_path) as (laid, visitors):
        folder = tmp_path / "hostile"
        folder.mkdir()
        case.write(folder, laid)
        stolen = laid.secret_file.read_text()
        outcome = hostile.Outcome(case.name, "ok", stolen, 0.0, 0.0, 0, row=stolen)  # type: ignore[arg-type]
        assert hostile.leaked(outcome)
        assert hostile.wrong(case, outcome)
        assert visitors.visits == []
