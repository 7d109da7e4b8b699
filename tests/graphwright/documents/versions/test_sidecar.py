"""The sidecar as YAML and CSV, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.documents.versions.sidecar import read_sidecar, sidecar_entries
from graphwright.errors import SettingsError

YAML = """
documents:
  - document: policy-2022.pdf
    valid_to: 2023-12-31
    superseded_by: [policy.pdf]
  - document: notes.md
    superseded: false
"""
CSV = """document,valid_to,superseded_by,superseded
policy-2022.pdf,2023-12-31,policy.pdf,
notes.md,,,false
"""


def test_both_forms_say_the_same() -> None:
    of_yaml = sidecar_entries(Path("v.yaml"), YAML.encode())
    of_csv = sidecar_entries(Path("v.csv"), b"\xef\xbb\xbf" + CSV.encode())
    assert [(e.document, e.said, e.problems) for e in of_yaml] == [
        (e.document, e.said, e.problems) for e in of_csv
    ]
    assert of_yaml[0].said.valid_to == "2023-12-31"
    assert of_yaml[0].said.superseded_by == ("policy.pdf",)
    assert of_yaml[1].said.superseded is False
    assert of_csv[0].place == "v.csv, line 2"


def test_several_names_in_a_cell() -> None:
    [entry] = sidecar_entries(Path("v.csv"), b"document,supersedes\nnew.md,a.md; b.md|c.md\n")
    assert entry.said.supersedes == ("a.md", "b.md", "c.md")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"documents: [7]", "a mapping was expected"),
        (b"documents: [{valid_to: 2023-01-01}]", "names no document"),
        (b"documents: [{document: a.md, valid_to: never}]", "a date such as"),
        (b"documents: [{document: a.md, colour: red}]", "colour"),
        (b"documents: [{document: a.md, valid_to: 2023-02-30}]", "'2023-02-30'"),
        (b"documents: [!!python/object/apply:os.system {a: b}]", "names no document"),
    ],
)
def test_a_wrong_entry_is_told_and_the_others_count(data: bytes, problem: str) -> None:
    more = data.rstrip(b"]") + b", {document: b.md}]"
    first, second = sidecar_entries(Path("v.yaml"), more)
    assert problem in " ".join(first.problems)
    assert (second.document, second.problems) == ("b.md", ())


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("v.yaml", b"documents: {a: b}"),
        ("v.yaml", b"- a"),
        ("v.yaml", b"documents: [\x00]"),
        ("v.yaml", b"\xff\xfe\x00"),
        ("v.csv", b"path,valid_to\na,b\n"),
        ("v.csv", b""),
        ("v.txt", b""),
    ],
)
def test_a_file_that_is_no_sidecar_is_one_clear_error(name: str, data: bytes) -> None:
    with pytest.raises(SettingsError, match=r"sidecar of versions v\."):
        sidecar_entries(Path(name), data)


def test_no_sidecar_and_a_missing_one(tmp_path: Path) -> None:
    assert read_sidecar(None) == b""
    assert sidecar_entries(None, b"") == []
    with pytest.raises(SettingsError, match=r"cannot be read.*versions\.sidecar"):
        read_sidecar(tmp_path / "none.yaml")
