"""The commands over help pages, run as people run them, over one small lake."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from help_lake import CONTACT, new_help_lake
from typer.testing import CliRunner, Result

from dagster_project.cli import app
from graphwright.errors import NotFoundError, SettingsError

ASKED = "How do I get a refund for an order?"
CARD = "If you paid by card"
INQUIRIES = f"""
inquiries:
- id: q1
  text: {ASKED}
  facts: [{CARD}]
  core: [Open Orders., Select Refund.]
  others: [Open Payments.]
- id: q2
  text: I want to talk to a human
  core: null
"""


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_help_lake(tmp_path_factory.mktemp("help")).root


def _run(lake: Path, *arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(
        app, ["dialogue", *arguments, "--lake", str(lake)], input=typed, catch_exceptions=False
    )


def test_show_prints_pages_and_the_tree_of_one(lake: Path) -> None:
    listed = _run(lake, "show").stdout
    assert "Override a credit limit" in listed  # the team's own machine
    tree = _run(lake, "show", "1").stdout
    assert re.search(r"when \(\w+\): If you paid by card", tree)
    assert "Refunds arrive within five days." in tree
    shown = json.loads(_run(lake, "show", "1", "--json").stdout)
    assert shown["title"] == "Get a refund for an order"
    with pytest.raises(NotFoundError, match="dialogue show"):
        _run(lake, "show", "99")


def test_intents_prints_what_an_utterance_may_mean(lake: Path) -> None:
    assert "Print a receipt" in _run(lake, "intents", "a receipt, printed", "-k", "2").stdout
    found = json.loads(_run(lake, "intents", "a receipt, printed", "-k", "2", "--json").stdout)
    assert len(found["nodes"]) == 2
    assert 0 <= found["known"] <= 1


def test_chat_says_turn_by_turn_what_reply_says_of_all(lake: Path) -> None:
    replies = [_run(lake, "reply", *said).stdout for said in ([ASKED], [ASKED, "1"])]
    assert "1. If you paid by card" in replies[0]
    assert "Open Orders." in replies[1]
    typed = f"{ASKED}\n1\n\nnot read any more\n"
    assert _run(lake, "chat", typed=typed).stdout == "".join(replies)
    told = _run(lake, "reply", ASKED, "1", "--explain").stdout
    assert "fact of turn 2: you paid by card is met" in told
    assert json.loads(_run(lake, "reply", ASKED, "1", "--json").stdout)["action"] == "resolution"
    assert "Quillon" not in _run(lake, "reply", "How do I override a credit limit?").stdout
    assert CONTACT in _run(lake, "reply", "I want to talk to a human").stdout


def test_simulated_dialogues_are_judged_and_kept(lake: Path, tmp_path: Path) -> None:
    (tmp_path / "inquiries.yaml").write_text(INQUIRIES)
    found = json.loads(_run(lake, "eval", str(tmp_path), "--json").stdout)
    assert (found["resolvable"], found["unresolvable"], found["unfounded"]) == (1, 1, 0)
    assert (found["correct"], found["escalated"]) == (1, 1)
    kept = tmp_path / "kept"
    table = _run(lake, "eval", str(tmp_path), "--kept", str(kept)).stdout
    assert re.search(r"correct +1.000", table)
    read = (kept / "dialogues.md").read_text()
    assert "q1 · graph · correct" in read
    rows = (kept / "dialogues.jsonl").read_text()
    assert _run(lake, "simulate", str(tmp_path), "--json").stdout == rows
    assert _run(lake, "simulate", str(tmp_path / "inquiries.yaml")).stdout.strip() == read.strip()
    (row, _) = map(json.loads, rows.splitlines())
    assert [turn["action"] for turn in row["turns"]] == ["clarification", "resolution"]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("- {id: q1, text: Hello}", "row: Value error, core, the words of the answer"),
        ("- {id: q1, text: a, core: null}\n- {id: q1, text: b, core: null}", "'q1' twice"),
        ("inquiries: none", "no list of inquiries"),
        ("- [", "not readable YAML"),
        ("- Hello", "inquiry 1, row"),
        (None, "There is no file of inquiries"),
    ],
)
def test_a_wrong_file_of_inquiries_is_told(
    lake: Path, tmp_path: Path, written: str | None, told: str
) -> None:
    if written is not None:
        (tmp_path / "inquiries.yaml").write_text(written)
    with pytest.raises(SettingsError, match=told):
        _run(lake, "eval", str(tmp_path))
