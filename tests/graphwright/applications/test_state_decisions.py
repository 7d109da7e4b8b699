"""The team's file on states that are one or are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.applications.decisions import Decision, read_decisions
from graphwright.errors import SettingsError


def written(folder: Path, text: str, name: str = "states.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_decisions_stand_in_the_order_of_the_file_with_their_lines(tmp_path):
    text = """desk:
  same:
    - [/orders, "/orders?status"]
  apart:
    - [Invoices, Bills]
    - - 3f2a
      - 17
"""
    assert read_decisions(written(tmp_path, text)) == [
        Decision("desk", True, "/orders", "/orders?status", 3),
        Decision("desk", False, "Invoices", "Bills", 5),
        Decision("desk", False, "3f2a", "17", 6),
    ]


def test_no_file_and_an_empty_one_say_nothing(tmp_path):
    assert read_decisions(None) == []
    assert read_decisions(written(tmp_path, "# later\n")) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- desk", "line 1: a mapping of applications was expected"),
        ("desk:\n  - same", "line 2: 'same' and 'apart' was expected"),
        ("desk:\n  merge:\n    - [a, b]", "line 2: 'merge' was found, 'same' or 'apart' expected"),
        ("desk:\n  same: a", "line 2: a list of pairs was expected"),
        ("desk:\n  same:\n    - [a, b]\n    - [a]", "line 4: a pair of states was expected"),
        ("desk:\n  same:\n    - {a: b}", "line 3: a pair of states was expected"),
        ("desk:\n  same:\n    - [a, a]", "line 3: two different states were expected"),
        ("desk:\n  same:\n    - [a, ' ']", "line 3: two different states were expected"),
        ("desk:\n  same:\n  - [a, b]\n  apart:\n  - [b, a]", "line 5: the pair stands in line 3"),
        ("desk:\n  same: []\ndesk: {}", "the key 'desk' stands in line 1 already"),
        ("desk: [", "is not readable YAML"),
    ],
)
def test_a_wrong_entry_is_named_by_its_line(tmp_path, text, said):
    with pytest.raises(SettingsError, match=said.replace("(", r"\(")):
        read_decisions(written(tmp_path, text))


def test_other_files_are_refused(tmp_path):
    with pytest.raises(SettingsError, match="CSV"):
        read_decisions(written(tmp_path, "a,b", "states.csv"))
    with pytest.raises(SettingsError, match="cannot be read"):
        read_decisions(tmp_path / "absent.yaml")
