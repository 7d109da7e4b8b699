"""Decisions that commands write: nothing else of the file changes, and nobody loses one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from graphwright.entities.decisions import load_decisions
from graphwright.errors import SettingsError
from graphwright.review.decisions_file import Said, decide_name, decide_one, decide_two
from graphwright.settings import Collection, Settings

FILE = """# Decisions of the master data team.
- must_link: [PO, Purchase Order]   # since 2024
  note: |
    the short form
    of old forms

# tools
- {drop: Click here}
"""


def _settings(path: Path, seeds: Path | None = None) -> Settings:
    return Settings(
        collections=(Collection(name="c", folder="c"),),
        decisions=str(path),
        seed_concepts=str(seeds) if seeds else None,
    )


def test_a_decision_is_added_below_and_the_rest_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "decisions.yaml"
    path.write_text(FILE, encoding="utf-8")
    decide_two(_settings(path), "Größe", 'size: "L"', Said("anna", "2026-11-24", "yes: no"))
    text = path.read_text(encoding="utf-8")
    assert text.startswith(FILE)
    added = load_decisions(path)[-1]
    assert added.cannot_link == ("Größe", 'size: "L"')
    assert (added.author, added.date, added.note) == ("anna", "2026-11-24", "yes: no")
    assert added.line == FILE.count("\n") + 1


def test_a_file_that_is_not_there_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "decisions.yaml"
    decide_name(_settings(path), "PP-03", "Purchase Approval Policy")
    [one] = load_decisions(path)
    assert (one.rename, one.to) == ("PP-03", "Purchase Approval Policy")
    decide_name(_settings(path), "pp-03", "Approval Policy")
    assert [found.to for found in load_decisions(path)] == ["Approval Policy"]


def test_what_said_the_opposite_of_the_two_goes_with_its_lines_alone(tmp_path: Path) -> None:
    path = tmp_path / "decisions.yaml"
    path.write_text(FILE, encoding="utf-8")
    decide_two(_settings(path), "purchase orders", "PO")
    text = path.read_text(encoding="utf-8")
    assert "must_link" not in text
    assert "of old forms" not in text
    assert text.startswith(
        "# Decisions of the master data team.\n\n# tools\n- {drop: Click here}\n"
    )
    decide_one(_settings(path), "PO", "Purchase Order")
    assert [found.kind for found in load_decisions(path)] == ["drop", "must_link"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_indents_and_a_byte_order_mark_are_kept(
    tmp_path: Path, ending: str, mark: str
) -> None:
    path = tmp_path / "decisions.yaml"
    before = mark + ending.join(["  - drop: one", "  - drop: two"])
    path.write_bytes(before.encode())
    decide_one(_settings(path), "three", "four")
    assert path.read_bytes().decode() == f"{before}{ending}  - must_link: [three, four]{ending}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- must_link: [A, B]\n- must_link: [B, C]\n", "line(s) 1, 2 make them one"),
        ("- cannot_link: [A, C]\n", "stands in line 1 already"),
        ("[{drop: A}]\n", "brackets"),
        ("- {gone: A}\n", "line 1"),
        ("no list\n", "a list was expected"),
    ],
)
def test_what_cannot_be_added_is_refused_and_the_file_stays(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "decisions.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as raised:
        decide_two(_settings(path), "A", "C")
    assert said in str(raised.value)
    assert path.read_text(encoding="utf-8") == text


def test_names_of_one_seed_concept_are_parted_in_the_seed_file(tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.csv"
    seeds.write_text("name,aliases\nPurchase Order,PO\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="names of the seed concept"):
        decide_two(_settings(tmp_path / "d.yaml", seeds), "purchase order", "PO")
    with pytest.raises(SettingsError, match="No file is named"):
        decide_two(Settings(collections=(Collection(name="c", folder="c"),)), "a", "b")


def _decide_many(path: Path, who: int, count: int) -> None:
    for number in range(count):
        decide_one(_settings(path), f"name {who} {number}", f"other {who} {number}")


def test_two_people_who_save_at_once_both_find_their_decisions(tmp_path: Path) -> None:
    path, context = tmp_path / "decisions.yaml", multiprocessing.get_context("fork")
    people = [context.Process(target=_decide_many, args=(path, who, 15)) for who in range(2)]
    for one in people:
        one.start()
    for one in people:
        one.join(60)
    assert [one.exitcode for one in people] == [0, 0]
    assert len(load_decisions(path)) == 30


def test_a_kill_while_saving_leaves_a_whole_file(tmp_path: Path) -> None:
    path, context = tmp_path / "decisions.yaml", multiprocessing.get_context("fork")
    path.write_text(FILE, encoding="utf-8")
    for number in range(5):
        writer = context.Process(target=_decide_many, args=(path, number, 1000))
        writer.start()
        time.sleep(0.1)
        os.kill(writer.pid or 0, signal.SIGKILL)
        writer.join(30)
        text = path.read_text(encoding="utf-8")
        assert text.startswith(FILE)
        load_decisions(path)
    decide_one(_settings(path), "last", "of all")
    assert load_decisions(path)[-1].must_link == ("last", "of all")
