"""Measure the strategies over tickets on a tracker's own links: does a ticket find those it names?

    .venv/bin/python benchmarks/tickets.py [FOLDER...] [--vectors FILE] [--answers]

A FOLDER holds queries.jsonl and qrels.tsv (query-id, corpus-id, score, and the link's type where
there is one), and the tickets, which are read and embedded as a build does (``ticket_trees``).
Each ticket that asks is given by its title and description; it finds only tickets that were opened
before it, where its time is known. Leaks are removed: keys in all texts, so every mention of the
tested link; all links and clusters, which no strategy is given; and comments that were written
after the ticket that asks.

Weights were chosen on the even half of the questions (by sorted id) and confirmed on the odd one:
each is printed apart. Intervals are of a paired bootstrap over questions, ``tickets`` against each
other strategy. ``--vectors`` keeps the vectors in a file. ``--answers`` measures the answers to
qa.jsonl of the first folder in place of the strategies (``ticket_answers``), ``--own`` the sections
of the gold tickets themselves, without a search and vectors, ``--nearness`` from which cosine on a
found ticket answers (``ticket_nearness``). The last line is one JSON
object.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from retrieval import paired_interval, recall_at, reciprocal_rank
from ticket_answers import measure_answers, measure_own_sections, print_answers
from ticket_nearness import Nearness, joined_of, print_nearness, same_of
from ticket_trees import TextVectors, Tracker, Vectors, jsonl, read_tracker

from graphwright.graph.ticket_files import TicketWords
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.graph.ticket_texts import TicketTexts, write_ticket_indexes
from graphwright.settings import EmbeddingSettings
from graphwright.tables.tickets import Ticket
from graphwright.ticket_retrieval.probe import day_of, probe_of_ticket
from graphwright.ticket_retrieval.ticket_strategies import (
    TICKET_STRATEGIES,
    TicketStrategy,
    TicketStrategyParts,
)
from graphwright.vectors.embedder import make_embedder

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
DEFAULT_SETS = (SHARED / "tickets" / "titanium_dev", SHARED / "retrieval" / "gitbugs_hadoop")
DESCRIBED = 5000
"""Characters of a description that a ticket asks with."""
STRANGERS = 20
"""Every so many titles of the other trackers is asked."""
FOUND = 50
"""Tickets asked for; a gold one beyond counts as not found."""

OURS = "tickets"
CUSTOMERS = "AC"
"""The project in which customers of the first tracker write."""


@dataclasses.dataclass(frozen=True)
class Question:
    """A ticket that asks, and the tickets that links of one type (or of all) lead to."""

    key: str
    group: str
    gold: frozenset[str]
    even: bool


def read_questions(folder: Path, known: Mapping[str, Ticket]) -> list[Question]:
    """Return the questions of a folder: one for each type of link, and one for all of a ticket.

    What cannot be found is left out: a ticket that is not there.
    """
    gold: dict[str, dict[str, set[str]]] = {}
    lines = (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for asker, target, score, *link in (line.split("\t") for line in lines):
        if float(score) > 0 and asker in known and target in known and asker != target:
            kinds = gold.setdefault(asker, {})
            for group in (*link, "all links"):
                kinds.setdefault(group, set()).add(target)
            if known[asker].project == CUSTOMERS:
                kinds.setdefault("customers' tickets", set()).add(target)
    asked = sorted(gold)
    return [
        Question(asker, group, frozenset(targets), even=place % 2 == 0)
        for place, asker in enumerate(asked)
        for group, targets in sorted(gold[asker].items())
    ]


def ndcg_at(ranked: Sequence[str], gold: frozenset[str], k: int) -> float:
    """Return the discounted gain of the first ``k`` by that of the best order."""
    gains = (1 / math.log2(rank + 1) for rank, one in enumerate(ranked[:k], 1) if one in gold)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(gold)) + 1))
    return sum(gains) / ideal


FIGURES: dict[str, Callable[[Sequence[str], frozenset[str]], float]] = {
    "mrr": reciprocal_rank,
    **{f"recall_at_{k}": lambda ranked, gold, k=k: recall_at(ranked, gold, k) for k in (1, 3, 5)},
    **{f"ndcg_at_{k}": lambda ranked, gold, k=k: ndcg_at(ranked, gold, k) for k in (1, 3)},
}


class Benchmark:
    """The strategies over the tickets of one folder, and what each finds for a ticket."""

    def __init__(self, tracker: Tracker, vectors: Vectors, folder: Path) -> None:
        self.graph = TicketGraph.of(tracker.tickets, tracker.sections, vectors=vectors)
        write_ticket_indexes(self.graph, folder)
        self.texts = TicketTexts(self.graph, TicketWords.open(folder, len(self.graph)))
        parts = TicketStrategyParts(self.texts)
        self.strategies: list[TicketStrategy] = [make(parts) for _, make in TICKET_STRATEGIES]
        ids = self.graph.section_table["section_id"].to_pylist()
        self._written = np.array([day_of(tracker.written.get(one)) for one in ids])
        self._timed = tracker.timed

    def ranked(self, key: str) -> dict[str, list[str]]:
        """Return the keys that each strategy finds for a ticket."""
        row = self.graph.row(key)
        assert row is not None
        probe = probe_of_ticket(self.texts, row, only_earlier=self._timed)
        if self._timed:
            later = self._written > day_of(probe.created)
            probe = dataclasses.replace(probe, hidden=later)
        return {
            strategy.name: [self.graph.tickets[one.row].key for one in strategy.rank(probe, FOUND)]
            for strategy in self.strategies
        }


Scores = dict[str, dict[str, NDArray[np.float64]]]
"""By strategy and figure, a value for each question, in their order."""


def score(benchmark: Benchmark, questions: Sequence[Question]) -> Scores:
    """Return all figures of all strategies."""
    found = {key: benchmark.ranked(key) for key in dict.fromkeys(one.key for one in questions)}
    return {
        strategy.name: {
            name: np.array([figure(found[q.key][strategy.name], q.gold) for q in questions])
            for name, figure in FIGURES.items()
        }
        for strategy in benchmark.strategies
    }


HALVES: dict[str, tuple[bool, ...]] = {"even": (True,), "odd": (False,), "both": (True, False)}


def print_scores(questions: Sequence[Question], scores: Scores) -> dict[str, dict[str, object]]:
    """Print a table for each type of link; return the figures of both halves together."""
    result: dict[str, dict[str, object]] = {}
    for group in sorted({one.group for one in questions}):
        for half, parities in HALVES.items():
            chosen = np.array([q.group == group and q.even in parities for q in questions])
            if chosen.any():
                rows = _means(scores, chosen)
                _print_table(f"{group}, {half}: {chosen.sum()} questions", rows)
                result.setdefault(group, {})[half] = rows
    return result


def _means(scores: Scores, chosen: NDArray[np.bool_]) -> dict[str, dict[str, object]]:
    rows: dict[str, dict[str, object]] = {}
    for name, figures in scores.items():
        rows[name] = {key: round(float(all_[chosen].mean()), 4) for key, all_ in figures.items()}
        if name != OURS:
            interval = paired_interval(scores[OURS]["mrr"][chosen], figures["mrr"][chosen], 2000)
            rows[name]["ours_minus_this"] = [round(bound, 3) for bound in interval]
    return rows


def _print_table(title: str, rows: Mapping[str, Mapping[str, object]]) -> None:
    print(f"\n{title}")
    keys = [*FIGURES, "ours_minus_this"]
    print(f"{'':10}" + "".join(f"{key:>17}" for key in keys))
    for name, row in rows.items():
        print(f"{name:10}" + "".join(f"{row.get(key, '')!s:>17}" for key in keys))


def run(folder: Path, vectors: Path | None) -> dict[str, dict[str, object]]:
    """Measure one folder."""
    tracker = read_tracker(folder)
    questions = read_questions(folder, {ticket.key: ticket for ticket in tracker.tickets})
    with tempfile.TemporaryDirectory() as temporary:
        benchmark = Benchmark(tracker, TextVectors(vectors).of(tracker.pieces), Path(temporary))
        started = time.perf_counter()
        scores = score(benchmark, questions)
        seconds = time.perf_counter() - started
    print(f"\n{folder.name}: {len(tracker.tickets)} tickets, {len(tracker.sections)} sections")
    print(f"all strategies over all questions: {seconds:.0f} s")
    return print_scores(questions, scores)


def answers(folder: Path, path: Path | None) -> dict[str, dict[str, float]]:
    """Measure the answers to the questions of a folder."""
    found = measure_answers(folder, list(jsonl(folder / "tickets.jsonl")), TextVectors(path))
    print_answers(found)
    return found


def nearness(folders: Sequence[Path], path: Path | None) -> None:
    """Print from which cosine on a ticket of the first folder answers; others are strangers."""
    tracker, *others = map(read_tracker, folders)
    folder, described = folders[0], {}
    keys = {ticket.document_id: ticket.key for ticket in tracker.tickets}
    for one in tracker.sections:
        described.setdefault((keys[one.document_id], one.section), one.text)
    known = set(keys.values())
    same = {key: gold & known for key, gold in same_of(folder).items() if key in known}
    joined, asked = joined_of(folder), []
    with tempfile.TemporaryDirectory() as temporary:
        benchmark = Benchmark(tracker, TextVectors(path).of(tracker.pieces), Path(temporary))
        ours = Nearness(benchmark.texts, make_embedder(EmbeddingSettings(), 2))
        for place, key in enumerate(sorted(key for key, gold in same.items() if gold)):
            text = described.get((key, "description"), "")[:DESCRIBED]
            asked += ours.of_question(key, text, same[key], joined, even=place % 2 == 0)
        titles = sorted(ticket.title for one in others for ticket in one.tickets)[::STRANGERS]
        asked += (ours.of_stranger(title, even=n % 2 == 0) for n, title in enumerate(titles))
    print_nearness(asked)


def main() -> None:
    """Read the arguments, run every folder and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="*", type=Path, default=list(DEFAULT_SETS))
    parser.add_argument("--vectors", type=Path, help="an .npz file that keeps vectors by text")
    parser.add_argument("--answers", action="store_true", help="measure the answers to qa.jsonl")
    parser.add_argument("--own", action="store_true", help="the gold tickets' own sections")
    parser.add_argument("--nearness", action="store_true", help="from which cosine on one answers")
    arguments = parser.parse_args()
    if arguments.nearness:
        nearness(arguments.folders, arguments.vectors)
        return
    if arguments.own:
        folder = arguments.folders[0]
        print_answers(measure_own_sections(folder, list(jsonl(folder / "tickets.jsonl"))))
        return
    if arguments.answers:
        print(json.dumps(answers(arguments.folders[0], arguments.vectors)))
        return
    found = {folder.name: run(folder, arguments.vectors) for folder in arguments.folders}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
