"""What front matter says of a version, also where it says it badly."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.documents.versions.stated import iso_date, stated_version
from graphwright.tables import NOTHING_STATED, StatedVersion


def test_all_that_can_be_said() -> None:
    said, problems = stated_version(
        {
            "Version": 2.1,
            "date": datetime.date(2023, 5, 12),
            "valid-from": "2023-06",
            "valid_until": 2024,
            "supersedes": ["old.md", "older.md", "old.md"],
            "superseded_by": "new.md",
            "superseded": "yes",
            "title": "Not about versions",
        }
    )
    assert problems == ()
    assert said == StatedVersion(
        version="2.1",
        date="2023-05-12",
        valid_from="2023-06-01",
        valid_to="2024-12-31",
        superseded=True,
        supersedes=("old.md", "older.md"),
        superseded_by=("new.md",),
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"valid_to": "2023-02-30"}, "'valid_to' is '2023-02-30', but a date"),
        ({"valid_to": "soon"}, "'soon'"),
        ({"valid_from": {"a": 1}}, "a dict"),
        ({"valid_from": 10**6000}, "a int"),
        ({"superseded": "perhaps"}, "true or false"),
        ({"supersedes": [{"a": 1}]}, "names of documents"),
    ],
)
def test_what_cannot_be_understood_is_told(fields: dict[str, object], words: str) -> None:
    said, [problem] = stated_version(fields)
    assert words in problem
    assert said == NOTHING_STATED


def test_other_uses_of_common_names_are_no_problem() -> None:
    assert stated_version({"version": [1, 2], "date": "spring 2023"}) == (NOTHING_STATED, ())


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2),
)
NAMES = ["version", "date", "valid_from", "valid_to", "superseded", "supersedes", "superseded_by"]


@given(st.dictionaries(st.sampled_from(NAMES) | st.text(), values))
def test_nothing_raises(fields: dict[str, object]) -> None:
    said, _ = stated_version(fields)
    for day in (said.date, said.valid_from, said.valid_to):
        assert day is None or datetime.date.fromisoformat(day)


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("2024-02", "2024-02-01", "2024-02-29"),
        (2023, "2023-01-01", "2023-12-31"),
        (datetime.datetime(2023, 5, 1, 12, 0), "2023-05-01", "2023-05-01"),  # as YAML
        ("2023-05-01T12:00:00Z", "2023-05-01", "2023-05-01"),
        ("0000-01-01", None, None),
        ("2023-00", None, None),
        (True, None, None),
        (None, None, None),
    ],
)
def test_dates(value: object, first: str | None, last: str | None) -> None:
    assert (iso_date(value, last=False), iso_date(value, last=True)) == (first, last)
