"""Rows of several chunks through the benchmark: no form gives a fact a wrong subject."""

from __future__ import annotations

import pytest

from benchmarks import table_subjects

QUICK = ("csv", "html")
"""Forms that stand for those read alike; the others take as long again, each."""


@pytest.mark.parametrize(
    "form",
    [
        form if form in QUICK else pytest.param(form, marks=pytest.mark.long)
        for form in table_subjects.FORMS
    ],
)
def test_rows_under_merged_names_are_about_their_names_in_every_form(form: str) -> None:
    (found,) = table_subjects.run([form], ["merged"])
    assert found["right"] == 1.0
    assert found["relations"] == found["cells"] == 4 * 92
    # Of two rows with one name the next column tells them apart: its cells are subjects.
    assert found["found"] == round(91 / 92, 4)


def test_what_stands_behind_long_texts_is_found() -> None:
    (found,) = table_subjects.run(["csv"], ["tickets"])
    assert (found["right"], found["found"]) == (1.0, 1.0)
