"""Simulated dialogues that people read and judged, by which the judge of rules is measured.

A row of data/help_dialogue_labels.jsonl is a dialogue as it was read: its set, case and agent; of
each turn what the user said and what the agent did and said, which is the names of templates and
the places of spans, so that no page is copied; and the reader's verdicts:

- verdict: correct, partial or incorrect (is the user told what they asked for?),
- handed: a person was called in for what the pages resolve,
- needless: a question was asked whose answer was known, or changes nothing.

So the labels hold whatever an agent says today: the dialogue is put together again from the pages,
and judged by the judge of today. ``digest`` is that of the words that were read; where the pages no
longer give them, the row is counted as stale and left out.
"""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from graphwright.dialogue.reply import Part, Reply, ReplyAction
from graphwright.dialogue.words import TEMPLATES
from graphwright.simulation.case import Case, Dialogue, Turn
from graphwright.simulation.judge import RESOLVABLE, Judge, Outcome
from graphwright.simulation.kappa import quadratic_kappa
from graphwright.simulation.records import digest_of
from graphwright.simulation.run import Judged

LABELS = Path(__file__).with_name("data") / "help_dialogue_labels.jsonl"


@dataclasses.dataclass(frozen=True)
class Label:
    """A dialogue that was read, with the reader's verdicts."""

    agent: str
    dialogue: Dialogue
    verdict: Outcome
    handed: bool
    needless: bool


@dataclasses.dataclass(frozen=True)
class Pages:
    """The pages of a set: its name, the texts by document, and documents by path and back."""

    name: str
    texts: Mapping[str, str]
    paths: Mapping[str, str]


def row_of(agent: str, dialogue: Dialogue, pages: Pages) -> dict[str, Any]:
    """Return a dialogue as a row without verdicts."""
    turns = [_turn(turn, pages) for turn in dialogue.turns]
    return {
        "set": pages.name,
        "case": dialogue.case.case_id,
        "agent": agent,
        "digest": digest_of(dialogue),
        "turns": turns,
        "gave_up": dialogue.gave_up,
    }


def _turn(turn: Turn, pages: Pages) -> list[Any]:
    places = [_place(part, pages) for part in turn.reply.parts]
    return [turn.utterance, turn.reply.action.value, places]


def _place(part: Part, pages: Pages) -> str | list[Any]:
    if part.document_id is None:
        name = part.template or ""
        return name if TEMPLATES.get(name) == part.text else [part.text]
    return [pages.paths[part.document_id], part.start, part.end]


def read_labels(
    file: Path, cases: Iterable[Case], pages: Pages
) -> tuple[list[Label], list[dict[str, Any]]]:
    """Return the labels of a set, and the rows whose words its pages no longer give."""
    by_id = {case.case_id: case for case in cases}
    documents = {path: name for name, path in pages.paths.items()}
    labels, stale = [], []
    for row in _rows(file, pages.name):
        case = by_id.get(row["case"])
        found = _dialogue(row, case, documents, pages.texts) if case is not None else None
        if found is None or digest_of(found) != row["digest"]:
            stale.append(row)
            continue
        verdict = Outcome(row["verdict"])
        labels.append(Label(row["agent"], found, verdict, row["handed"], row["needless"]))
    return labels, stale


def _rows(file: Path, name: str) -> Iterator[dict[str, Any]]:
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["set"] == name:
            yield row


def _dialogue(
    row: Mapping[str, Any], case: Case, documents: Mapping[str, str], texts: Mapping[str, str]
) -> Dialogue:
    turns = []
    for said, action, places in row["turns"]:
        parts = [_part(place, documents, texts) for place in places]
        reply = Reply("", ReplyAction(action), tuple(part for part in parts if part is not None))
        turns.append(Turn(said, reply))
    return Dialogue(case, tuple(turns), row["gave_up"])


def _part(place: Any, documents: Mapping[str, str], texts: Mapping[str, str]) -> Part | None:
    """Return what a place of a row names; None where there is no such page any more."""
    if isinstance(place, str):
        return Part(TEMPLATES.get(place, ""), template=place)
    if len(place) == 1:
        return Part(place[0], template="other")
    path, start, end = place
    name = documents.get(path, "")
    return Part(texts[name][start:end], None, name, start, end) if name in texts else None


def agreement(labels: Sequence[Label], judge: Judge) -> dict[str, Any]:
    """Return how far a judge agrees with the reader: kappas, and how often each said what."""
    judged = [judge.judge(label.dialogue) for label in labels]
    theirs = [label.verdict for label in labels]
    ours = [one.outcome for one in judged]
    handed = [label.handed for label in labels]
    called = [one.wrongly_escalated for one in judged]
    pairs = Counter(zip(theirs, ours, strict=True))
    return {
        "dialogues": len(labels),
        "kappa": quadratic_kappa(ours, theirs, RESOLVABLE),
        "agree": _share(one == other for one, other in zip(ours, theirs, strict=True)),
        "correct_by_reader": _share(one == Outcome.CORRECT for one in theirs),
        "correct_by_judge": _share(one == Outcome.CORRECT for one in ours),
        "kappa_handed": quadratic_kappa(called, handed, (False, True)),
        "needless_by_reader": _share(label.needless for label in labels),
        "reader_judge": {f"{one} {other}": count for (one, other), count in sorted(pairs.items())},
    }


def _share(found: Iterable[bool]) -> float:
    held = list(found)
    return sum(held) / len(held) if held else 0.0


def sample(judged: Mapping[str, Sequence[Judged]], count: int) -> list[tuple[str, Dialogue]]:
    """Return dialogues to be read: ``count`` of each agent that the pages resolve, by digest."""
    return [
        (agent, one.dialogue)
        for agent, found in judged.items()
        for one in sorted(
            (one for one in found if one.dialogue.case.resolvable),
            key=lambda one: digest_of(one.dialogue),
        )[:count]
    ]


def sheet(dialogue: Dialogue) -> str:
    """Return a dialogue for a reader, with the answer that is wanted and without any verdict."""
    case = dialogue.case
    lines = [f"## {digest_of(dialogue)} ({case.case_id})", ""]
    lines += [f"The user knows: {'; '.join(case.facts) or 'no more'}", ""]
    for turn in dialogue.turns:
        options = [f"> - [{option.label}]" for option in turn.reply.options]
        said = turn.reply.text.replace("\n", "\n> ")
        lines += [f"**User:** {turn.utterance}", "", f"> **{turn.reply.action}** {said}", *options]
        lines.append("")
    lines += ["The user gives up." if dialogue.gave_up else "", "Wanted:", ""]
    return "\n".join([*lines, *(f"- {piece}" for piece in case.core or ()), ""])
