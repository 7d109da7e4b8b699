"""The suite of lost documents, broken settings and misnamed lakes ends as it should, every case."""

from __future__ import annotations

from pathlib import Path

from benchmarks.hostile_shrink import cases


def test_every_case_is_one_message_or_goes_on(tmp_path: Path) -> None:
    found = list(cases(tmp_path))
    assert len(found) >= 60
    assert len({name for name, _, _ in found}) == len(found)
    assert [(name, said) for name, passed, said in found if not passed] == []
