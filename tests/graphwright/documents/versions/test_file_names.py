"""What paths say of versions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.documents.versions.file_names import NamedVersion, read_number, read_path
from graphwright.settings import VersionSettings

RULES = VersionSettings()


@pytest.mark.parametrize(
    ("path", "family", "number", "date", "old"),
    [
        ("policy.md", ("policy",), None, None, False),
        ("a/policy-v2.md", ("a", "policy"), (2,), None, False),
        ("Policy v3.1.docx", ("policy",), (3, 1), None, False),
        ("policy_version_2.0.pdf", ("policy",), (2,), None, False),
        ("policy (v2).md", ("policy",), (2,), None, False),
        ("policy_2023-05.md", ("policy",), None, "2023-05-01", False),
        ("policy-20230512.md", ("policy",), None, "2023-05-12", False),
        ("policy_2023-05-12_v2.md", ("policy",), (2,), "2023-05-12", False),
        ("archive/policy.md", ("policy",), None, None, True),
        ("a/_Archive/2022/policy.md", ("a", "policy"), None, None, True),
        ("archive/policy-2023.docx", ("policy",), None, None, True),
        ("policy (old).md", ("policy",), None, None, True),
        ("policy-OLD.md", ("policy",), None, None, True),
        # No versions: a year alone names reports, a lone "v2" a release, digits a part.
        ("report-2023.md", ("report 2023",), None, None, False),
        ("v2.md", ("v2",), None, None, False),
        ("policy_2023-13.md", ("policy 2023 13",), None, None, False),
        ("policyv2.md", ("policyv2",), None, None, False),
        ("threshold.md", ("threshold",), None, None, False),
        ("(old).md", ("old",), None, None, False),
    ],
)
def test_what_a_path_says(
    path: str,
    family: tuple[str, ...],
    number: tuple[int, ...] | None,
    date: str | None,
    old: bool,  # a column of the table above
) -> None:
    named = read_path(path, RULES)
    assert (named.family, named.number, named.date, bool(named.old)) == (family, number, date, old)


def test_rules_can_be_switched_off() -> None:
    off = VersionSettings(archive_folders=(), marks=(), numbers=False, dates=False)
    for path in ("archive/policy.md", "policy-v2.md", "policy_2023-05.md", "policy (old).md"):
        named = read_path(path, off)
        assert (named.number, named.date, named.old) == (None, None, None)


@given(st.text(max_size=60))
def test_any_path_is_read(path: str) -> None:
    assert isinstance(read_path(path, RULES), NamedVersion)


@pytest.mark.parametrize(
    ("text", "number"),
    [("2", (2,)), ("v2.10", (2, 10)), ("2.0", (2,)), ("0", (0,)), ("two", None), ("", None)],
)
def test_numbers(text: str, number: tuple[int, ...] | None) -> None:
    assert read_number(text) == number


def test_ten_is_more_than_nine() -> None:
    nine, ten = read_number("1.9"), read_number("1.10")
    assert nine is not None
    assert ten is not None
    assert ten > nine
