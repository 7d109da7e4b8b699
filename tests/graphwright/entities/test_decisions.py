"""The decisions file: what it may say, and which line is wrong where it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.entities.decisions import decision_table, load_decisions
from graphwright.errors import SettingsError

FILE = """
# what the team decided
- must_link: [PO, Purchase Orders, procurement order]
  author: anna
  date: 2026-11-24
- cannot_link: [Harbourdesk, Harbourdesk for Employees]
  note: the second is for travel
- rename: PP-03
  to: Purchase Approval Policy
- {type: Turnstile, to: System}
- drop: Click here
"""


def _load(tmp_path: Path, text: str):
    path = tmp_path / "decisions.yaml"
    path.write_text(text, encoding="utf-8")
    return load_decisions(path)


def test_each_kind_is_read_with_its_line_and_who_said_so(tmp_path: Path) -> None:
    found = _load(tmp_path, FILE)
    assert [(one.line, one.kind.value) for one in found] == [
        (3, "must_link"),
        (6, "cannot_link"),
        (8, "rename"),
        (10, "type"),
        (11, "drop"),
    ]
    assert (found[0].author, found[0].date) == ("anna", "2026-11-24")
    rows = decision_table(tmp_path / "decisions.yaml").to_pylist()
    linked = {(r["name_key"], r["other_key"]) for r in rows if r["kind"] == "must_link"}
    assert linked == {
        ("po", "purchase order"),
        ("po", "procurement order"),
        ("purchase order", "procurement order"),
    }
    [typed] = [row for row in rows if row["kind"] == "type"]
    assert (typed["name_key"], typed["other"], typed["other_key"]) == ("turnstile", "System", "")


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_an_empty_or_absent_file_decides_nothing(tmp_path: Path, text: str) -> None:
    assert _load(tmp_path, text) == []
    assert load_decisions(tmp_path / "absent.yaml") == []
    assert load_decisions(None) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: b\n", "holds a dict, but a list was expected"),
        ("- drop: a\n- link: [a, b]\n", "line 2: link: is no kind of decision"),
        ("- line: 3\n", "line 1: line: is no kind of decision"),
        ("- just text\n", "line 1: a str was found"),
        ("- drop: a\n  type: b\n", "line 1: Value error, one of must_link"),
        ("- rename: a\n", "rename needs 'to'"),
        ("- drop: a\n  to: b\n", "drop has no 'to'"),
        ("- must_link: [a]\n", "must_link needs two names"),
        ("- drop: ' '\n", "line 1"),
        ("- must_link: [Purchase Order, the purchase orders]\n", "are one name"),
        ("- must_link: [a, b]\n\n- must_link: [B, A]\n", "line 3: must_link of 'B' and 'A' stands"),
        ("- {rename: a, to: b}\n- {rename: a, to: c}\n", "line 2: rename of 'a' and 'c' stands"),
        (
            "- must_link: [a, b]\n- {rename: c, to: b}\n- cannot_link: [a, c]\n",
            "line 3: 'a' and 'c' must stay apart, but line(s) 1, 2 make them one",
        ),
        ("- drop: [unclosed\n", "decisions.yaml"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SettingsError) as raised:
        _load(tmp_path, text)
    assert said in str(raised.value)
    assert "decisions.yaml" in str(raised.value)
