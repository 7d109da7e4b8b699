"""Labels of dialogues hold for the words that were read, and are put together from the pages."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import help_labels
import pytest

from graphwright.dialogue.reply import Option, Part, Reply, ReplyAction
from graphwright.dialogue.words import template
from graphwright.simulation.case import Case, Dialogue, Turn
from graphwright.simulation.judge import Outcome, RuleJudge
from graphwright.simulation.records import digest_of
from graphwright.simulation.run import Judged

TEXT = "Loosen the four screws.\nPull the drawer out.\n"
CASE = Case("c1", "how do i open it", facts=("It is an M.",), core=("Loosen the four screws.",))
PAGES = help_labels.Pages("set", {"d1": TEXT}, {"d1": "open.md"})


def _dialogue(start: int, end: int) -> Dialogue:
    question = Reply(
        "s", ReplyAction.CLARIFICATION, (template("which_case"),), (Option("M", "", ""),)
    )
    said = Part(TEXT[start:end], "n1", "d1", start, end)
    answer = Reply("s", ReplyAction.RESOLUTION, (template("rest"), said))
    turns = (Turn("how do i open it", question), Turn("M", answer))
    return Dialogue(CASE, turns, gave_up=False)


def _written(tmp_path: Path, *labelled: tuple[Dialogue, str]) -> Path:
    file = tmp_path / "labels.jsonl"
    rows = [
        help_labels.row_of("GraphAgent", dialogue, PAGES)
        | {"verdict": verdict, "handed": False, "needless": True}
        for dialogue, verdict in labelled
    ]
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return file


def test_a_label_holds_no_words_of_a_page_and_gives_the_dialogue_again(tmp_path):
    dialogue = _dialogue(0, 23)
    file = _written(tmp_path, (dialogue, "correct"))
    assert "screws" not in file.read_text("utf-8")
    (label,), stale = help_labels.read_labels(file, [CASE], PAGES)
    assert not stale
    assert digest_of(label.dialogue) == digest_of(dialogue)
    assert (label.verdict, label.needless) == (Outcome.CORRECT, True)


@pytest.mark.parametrize("texts", [{"d1": f"Stop.{TEXT}"}, {}])
def test_a_label_of_words_that_are_gone_is_stale(tmp_path, texts):
    file = _written(tmp_path, (_dialogue(0, 23), "correct"))
    pages = dataclasses.replace(PAGES, texts=texts)
    labels, stale = help_labels.read_labels(file, [CASE], pages)
    assert not labels
    assert [row["case"] for row in stale] == ["c1"]


def test_agreement_counts_who_said_what(tmp_path):
    right, wrong = _dialogue(0, 23), _dialogue(24, 44)
    file = _written(tmp_path, (right, "correct"), (wrong, "correct"), (wrong, "incorrect"))
    labels, _ = help_labels.read_labels(file, [CASE], PAGES)
    told = help_labels.agreement(labels, RuleJudge())
    assert told["reader_judge"] == {
        "correct correct": 1,
        "correct incorrect": 1,
        "incorrect incorrect": 1,
    }
    assert 0 < told["kappa"] < 1
    assert told["agree"] == pytest.approx(2 / 3)


def test_a_sheet_shows_no_verdict_and_only_what_the_pages_resolve():
    lost = dataclasses.replace(_dialogue(0, 23), case=dataclasses.replace(CASE, core=None))
    judged = [Judged(one, RuleJudge().judge(one)) for one in (_dialogue(0, 23), lost)]
    ((agent, dialogue),) = help_labels.sample({"GraphAgent": judged}, 5)
    assert (agent, dialogue) == ("GraphAgent", judged[0].dialogue)
    assert not any(outcome in help_labels.sheet(dialogue) for outcome in Outcome)
