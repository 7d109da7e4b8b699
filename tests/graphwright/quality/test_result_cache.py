"""Checks run again where a file or a check is new, and only there."""

import dataclasses
from pathlib import Path

import pytest

from graphwright.quality.check import SqlCheck
from graphwright.quality.result_cache import cached_results, run_or_reuse
from graphwright.store.lake import Lake
from graphwright.tables import RejectedDocument, table_of

CHECK = SqlCheck(
    "has_reason",
    "rejected_documents",
    "Every rejected document has a reason.",
    ("rejected_documents",),
    "SELECT document_id FROM rejected_documents WHERE reason = ''",
)


def _write(lake: Lake, reason: str) -> dict[str, list[Path]]:
    row = RejectedDocument("d1", "c", "p", "u", "txt", "", "failed", reason, "none")
    rows = table_of(RejectedDocument).from_rows([row])
    lake.write("rejected_documents", rows, bucket=0, key="always the same")
    return {"rejected_documents": lake.paths("rejected_documents")}


def test_results_are_kept_for_the_same_files_and_checks(tmp_path: Path) -> None:
    views = _write(Lake(tmp_path), "")
    (first,) = run_or_reuse(tmp_path / "checks", "home", [CHECK], views)
    assert (first.passed, first.failed_rows) == (False, 1)
    assert cached_results(tmp_path / "checks", "home", [CHECK], views) == [first]
    assert run_or_reuse(tmp_path / "checks", "home", [CHECK], views) == [first]


def test_a_file_in_its_place_is_checked_again(tmp_path: Path) -> None:
    views = _write(Lake(tmp_path), "")
    run_or_reuse(tmp_path / "checks", "home", [CHECK], views)
    views = _write(Lake(tmp_path), "too large")
    assert cached_results(tmp_path / "checks", "home", [CHECK], views) is None
    (second,) = run_or_reuse(tmp_path / "checks", "home", [CHECK], views)
    assert second.passed


def test_another_check_or_another_file_is_not_known(tmp_path: Path) -> None:
    views = _write(Lake(tmp_path), "too large")
    run_or_reuse(tmp_path / "checks", "home", [CHECK], views)
    stricter = dataclasses.replace(CHECK, sql=CHECK.sql + " OR reason = 'failed'")
    assert cached_results(tmp_path / "checks", "home", [stricter], views) is None
    none: dict[str, list[Path]] = {"rejected_documents": []}
    assert cached_results(tmp_path / "checks", "home", [CHECK], none) is None


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"of": 1, "results": []}'])
def test_a_damaged_record_is_no_result(tmp_path: Path, text: str) -> None:
    views = _write(Lake(tmp_path), "")
    run_or_reuse(tmp_path / "checks", "home", [CHECK], views)
    (tmp_path / "checks" / "home.json").write_text(text)
    assert cached_results(tmp_path / "checks", "home", [CHECK], views) is None
