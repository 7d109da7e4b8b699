"""The promise of every bucketed step, shown on a small one: incremental equals clean."""

import dataclasses
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.code_versions import Code
from graphwright.errors import ExtractorError, LakeError
from graphwright.execution.workers import TaskFailure
from graphwright.ids import bucket_of, document_id, fingerprint
from graphwright.steps.base.step import StepReport, Work
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Rows, Stopped, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import RejectedDocument

Corpus = dict[str, str]
_worked: list[str] = []


class ShoutStep(BucketStep):
    """Writes each text of a corpus in capitals; a text 'later' is not final, 'stop' stops."""

    code = Code(("graphwright.steps.bucketed.unit",))
    name = "shout"
    outputs = ("rejected_documents",)
    inputs = ()
    unit_column = "document_id"
    batch = 2
    renames = True

    def __init__(self, corpus: Corpus, buckets: int) -> None:
        super().__init__({"shouter": 1}, Pool(inline_units=1_000_000))
        self._corpus, self._buckets = corpus, buckets

    def _here(self, bucket: int) -> dict[str, str]:
        ids = {document_id("c", path): path for path in self._corpus}
        return {i: p for i, p in sorted(ids.items()) if bucket_of(i, self._buckets) == bucket}

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        return [Unit(i, fingerprint(self._corpus[p]), p) for i, p in self._here(bucket).items()]

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        return fingerprint([dataclasses.astuple(unit) for unit in self.units(lake, bucket)])

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        here = self._here(bucket)
        return [(unit.id, here[unit.id], self._corpus[here[unit.id]]) for unit in units]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult] | Stopped]:
        return _shout

    def failed(self, unit: Unit, payload: Any, failure: TaskFailure) -> UnitResult:
        return UnitResult({"rejected_documents": [_row(*payload[:2], failure.kind)]})

    def rename(self, rows: Rows, unit: Unit, payload: Any, old: Unit) -> Rows:
        row = rows["rejected_documents"][0]
        return {"rejected_documents": [_row(unit.id, payload[1], row.reason)]}


def _row(identifier: str, path: str, reason: str) -> RejectedDocument:
    return RejectedDocument(identifier, "c", path, path, "txt", "", "failed", reason, "none")


def _shout(payloads: list[tuple[str, str, str]]) -> list[UnitResult] | Stopped:
    results = []
    for identifier, path, text in payloads:
        if text == "stop":
            return Stopped(ExtractorError("The endpoint is gone."))
        if text == "crash":
            raise RuntimeError(text)
        _worked.append(text)
        row = _row(identifier, path, text.upper())
        results.append(UnitResult({"rejected_documents": [row]}, final=text != "later"))
    return results


def _build(lake: Lake, corpus: Corpus, buckets: int) -> StepReport:
    report = ShoutStep(corpus, buckets).run(lake, Work(range(buckets), workers=1))
    lake.drop_other_buckets("rejected_documents", buckets)
    return report


def _bytes(lake: Lake) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in lake.paths("rejected_documents")}


_corpora = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(["one", "two", "three"]))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(_corpora, st.integers(1, 4)), min_size=2, max_size=5))
def test_incremental_equals_clean(
    tmp_path_factory: pytest.TempPathFactory, history: list[tuple[Corpus, int]]
) -> None:
    grown = Lake(tmp_path_factory.mktemp("grown"))
    for corpus, buckets in history:
        _build(grown, corpus, buckets)
        clean = Lake(tmp_path_factory.mktemp("clean"))
        _build(clean, corpus, buckets)
        assert _bytes(grown) == _bytes(clean)


def test_only_new_content_is_worked_on(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    _build(lake, {"a": "one", "b": "two"}, 3)
    _worked.clear()
    report = _build(lake, {"a": "one", "moved": "two", "c": "new"}, 3)
    assert _worked == ["new"]
    assert (report.worked, report.renamed, report.kept) == (1, 1, 1)
    _worked.clear()
    _build(lake, {"a": "one", "moved": "two", "c": "new"}, 5)
    assert _worked == []


def test_a_disk_without_hard_links_gives_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    lake = Lake(tmp_path)
    _build(lake, {"a": "one", "b": "two"}, 3)
    assert _build(lake, {"moved": "one", "b": "two"}, 3).renamed == 1
    clean = Lake(tmp_path / "clean")
    _build(clean, {"moved": "one", "b": "two"}, 3)
    assert _bytes(lake) == _bytes(clean)


def test_nothing_changed_writes_nothing(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    _build(lake, {"a": "one"}, 2)
    before = {p: p.stat().st_mtime_ns for p in lake.paths("rejected_documents")}
    assert _build(lake, {"a": "one"}, 2).total("rejected_documents") == 1
    assert {p: p.stat().st_mtime_ns for p in lake.paths("rejected_documents")} == before


def test_what_is_not_final_is_tried_again(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    assert _build(lake, {"a": "later", "b": "two"}, 1).not_final == 1
    _worked.clear()
    _build(lake, {"a": "later", "b": "two"}, 1)
    assert _worked == ["later"]


def test_a_failing_unit_does_not_take_its_batch_with_it(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    _build(lake, {"a": "crash", "b": "two", "c": "one"}, 1)
    reasons = lake.read("rejected_documents", 0)["reason"].to_pylist()
    assert sorted(reasons) == ["ONE", "TWO", "error"]


def test_a_failing_unit_of_a_step_without_processes_needs_none(tmp_path: Path) -> None:
    class Connected(ShoutStep):
        def __init__(self, corpus: Corpus, buckets: int) -> None:
            super().__init__(corpus, buckets)
            # As an endpoint's client does, a lock cannot be sent to a process.
            self.pool = Pool(_connect, (threading.Lock(),), inline_units=1_000_000)

    lake = Lake(tmp_path)
    Connected({"a": "crash", "b": "two"}, 1).run(lake, Work([0], workers=1))
    reasons = lake.read("rejected_documents", 0)["reason"].to_pylist()
    assert sorted(reasons) == ["TWO", "error"]


def _connect(lock: object) -> None:
    """Stand for the opening of an endpoint."""


def test_a_stopped_step_raises_its_error_and_keeps_what_was_there(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    _build(lake, {"a": "one"}, 1)
    before = _bytes(lake)
    with pytest.raises(ExtractorError, match="endpoint"):
        _build(lake, {"a": "one", "b": "stop"}, 1)
    assert _bytes(lake) == before


def test_the_error_that_stopped_a_step_is_told_though_its_end_fails_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(step: ShoutStep, lake: Lake, run: str) -> dict[str, Any]:
        raise LakeError("The bill cannot be written.")

    monkeypatch.setattr(ShoutStep, "finish", refuse)
    with pytest.raises(ExtractorError, match="The endpoint is gone") as stopped:
        _build(Lake(tmp_path), {"a": "stop"}, 1)
    assert "The bill cannot be written." in stopped.value.__notes__[0]
    with pytest.raises(LakeError, match="The bill"):
        _build(Lake(tmp_path), {"a": "here"}, 1)


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    _build(lake, {"a": "one"}, 1)
    whole = _bytes(lake)
    lake.path("rejected_documents", 0).write_bytes(b"damaged")
    _build(lake, {"a": "one"}, 1)
    assert _bytes(lake) == whole


def test_an_absent_upstream_table_is_a_clear_error(tmp_path: Path) -> None:
    class Follower(ShoutStep):
        inputs = ("chunks",)

        def bucket_key(self, lake: Lake, bucket: int) -> str:
            return BucketStep.bucket_key(self, lake, bucket)

    with pytest.raises(LakeError, match="Materialise chunks"):
        Follower({"a": "one"}, 1).run(Lake(tmp_path), Work([0], workers=1))
