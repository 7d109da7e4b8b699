"""Checks run again where a file or a check is new, and only there."""

import dataclasses
from pathlib import Path

import pytest

from graphwright.quality.check import CheckResult, Severity, SqlCheck
from graphwright.quality.result_cache import ResultCache
from graphwright.store.lake import Lake
from graphwright.tables import RejectedDocument, table_of

CHECK = SqlCheck(
    "has_reason",
    "rejected_documents",
    "Every rejected document has a reason.",
    ("rejected_documents",),
    "SELECT document_id FROM rejected_documents WHERE reason = ''",
)
OTHER = dataclasses.replace(CHECK, name="has_remedy")
RESULT = CheckResult(
    "has_reason", "rejected_documents", False, True, Severity.WARN, 1, "| a |", CHECK.sql
)


def _write(lake: Lake, reason: str) -> dict[str, list[Path]]:
    row = RejectedDocument("d1", "c", "p", "u", "txt", "", "failed", reason, "none")
    rows = table_of(RejectedDocument).from_rows([row])
    lake.write("rejected_documents", rows, bucket=0, key="always the same")
    return {"rejected_documents": lake.paths("rejected_documents")}


@pytest.fixture
def cache(tmp_path: Path) -> ResultCache:
    return ResultCache(tmp_path / "checks" / "rejected_documents.json")


def test_a_result_is_kept_for_the_same_files_and_check(tmp_path: Path, cache: ResultCache) -> None:
    views = _write(Lake(tmp_path), "")
    assert cache.find([CHECK], views) == [None]
    cache.store([CHECK], views, [RESULT])
    assert cache.find([CHECK], views) == [RESULT]


def test_results_of_checks_are_kept_one_by_one(tmp_path: Path, cache: ResultCache) -> None:
    views = _write(Lake(tmp_path), "")
    cache.store([CHECK], views, [RESULT])
    assert cache.find([OTHER, CHECK], views) == [None, RESULT]
    other = dataclasses.replace(RESULT, name=OTHER.name)
    cache.store([OTHER], views, [other])
    assert cache.find([OTHER, CHECK], views) == [other, RESULT]


def test_a_file_in_its_place_is_checked_again(tmp_path: Path, cache: ResultCache) -> None:
    cache.store([CHECK], _write(Lake(tmp_path), ""), [RESULT])
    assert cache.find([CHECK], _write(Lake(tmp_path), "too large")) == [None]


def test_another_check_or_another_file_is_not_known(tmp_path: Path, cache: ResultCache) -> None:
    views = _write(Lake(tmp_path), "too large")
    cache.store([CHECK], views, [RESULT])
    stricter = dataclasses.replace(CHECK, sql=CHECK.sql + " OR reason = 'failed'")
    assert cache.find([stricter], views) == [None]
    none: dict[str, list[Path]] = {"rejected_documents": []}
    assert cache.find([CHECK], none) == [None]


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"rejected_documents.has_reason": {"key": 1, "result": []}}']
)
def test_a_damaged_record_is_no_result(tmp_path: Path, cache: ResultCache, text: str) -> None:
    views = _write(Lake(tmp_path), "")
    cache.store([CHECK], views, [RESULT])
    (tmp_path / "checks" / "rejected_documents.json").write_text(text)
    assert cache.find([CHECK], views) == [None]
