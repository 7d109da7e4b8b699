"""Answers to qa.jsonl over the trees of tickets: what ``tickets.py --answers`` measures.

Each question asks for a section in the words of a later ticket; the gold text is the section of an
earlier one. The served answerer answers it from the trees, among tickets opened before it; links
are left out, since the tested one is among them. It searches in two ways: for the question's words
alone, and for the ticket that asks, with its description. Gold is markup: it is read by the reader
that reads the tickets. A question of several gold texts counts with each. The baselines are the
first 1,000 characters of the best ticket's description.
"""

from __future__ import annotations

import dataclasses
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from answer_scores import AnswerScores, answer_scores
from ticket_sections import parsed_issue
from ticket_trees import TextVectors

from graphwright.graph.ticket_files import TicketWords
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.graph.ticket_texts import TicketTexts, write_ticket_indexes
from graphwright.settings import EmbeddingSettings
from graphwright.ticket_retrieval.answer import QuestionReading, TicketAnswerer
from graphwright.ticket_retrieval.brought_in import brought_in
from graphwright.ticket_retrieval.plan_rules import PlanRules
from graphwright.ticket_retrieval.plan_run import PlanRunner, sections_named
from graphwright.ticket_retrieval.probe import probe_of_question, probe_of_ticket
from graphwright.ticket_retrieval.question import TicketQuestion
from graphwright.ticket_retrieval.question_reading import RuleReader
from graphwright.ticket_retrieval.ticket_strategies import (
    FoundTicket,
    TicketsStrategy,
    TicketStrategyParts,
)
from graphwright.tickets.headings import section_of
from graphwright.tickets.rows import read_ticket
from graphwright.tickets.template import DESCRIPTION, Template, default_template
from graphwright.vectors.embedder import make_embedder

FIRST = 1000
"""Characters of the baseline's answer."""
_FOUND = 10

_MARKED = re.compile(r"\s*(?:h[1-6]\.\s.*|[*_+]{1,3}[^*_+]{2,70}[*_+]{1,3}\s*:?\s*)")
_LABEL = re.compile(r"\s*[*_+]{0,3}([^\W\d_][^:\n]{1,60}?)[*_+]{0,3}\s*:[*_+]{0,3}")


def without_headings(text: str, template: Template) -> str:
    """Return a text in Jira's markup without headings, and without labels of sections."""
    kept = (_without_heading(line, template) for line in text.replace("\r", "").split("\n"))
    return "\n".join(line for line in kept if line is not None)


def _without_heading(line: str, template: Template) -> str | None:
    if _MARKED.fullmatch(line) or (line.strip() and section_of(line, template)):
        return None
    label = _LABEL.match(line)
    return line[label.end() :] if label and section_of(label[1], template) else line


def tree_graph(
    issues: Sequence[Mapping[str, Any]], vectors: TextVectors, *, headings: bool
) -> TicketGraph:
    """Return the graph of the issues' trees, without links."""
    template = default_template()
    tickets, sections, pieces = [], [], []
    for issue in issues:
        rows = read_ticket(*parsed_issue(_issue(issue, template, headings)), template)
        tickets.append(rows.ticket)
        sections += rows.sections
        pieces += rows.windows
    return TicketGraph.of(tickets, sections, vectors=vectors.of(pieces))


def _issue(issue: Mapping[str, Any], template: Template, headings: bool) -> Mapping[str, Any]:
    if headings:
        return issue
    fields = issue["fields"]
    told = without_headings(fields["description"] or "", template)
    return {**issue, "fields": {**fields, "description": told}}


class Asker:
    """The served answerer over one graph, that finds only tickets opened until a question."""

    def __init__(self, graph: TicketGraph, folder: Path) -> None:
        write_ticket_indexes(graph, folder)
        self._texts = TicketTexts(graph, TicketWords.open(folder, len(graph)))
        parts = TicketStrategyParts(self._texts)
        template = list(default_template().sections.values())
        self.graph, self._strategy = graph, TicketsStrategy(parts)
        self._embedder = make_embedder(EmbeddingSettings(), 2)
        self._reader = RuleReader(graph, template)
        self._before, self._own, self._by_ticket = "", 0, False
        names = [one.name for one in template]
        runner = PlanRunner(graph, sections=names, search=self._search)
        reading = QuestionReading(self._reader, self._search_read)
        self._answerer = TicketAnswerer(runner, PlanRules(graph, template), reading)

    def _search(self, words: str) -> Sequence[FoundTicket]:
        return self._search_read(self._reader(words))

    def _search_read(self, read: TicketQuestion) -> Sequence[FoundTicket]:
        if self._by_ticket:
            probe = probe_of_ticket(self._texts, self._own, only_earlier=True)
        else:
            probe = probe_of_question(read, self._embedder, asked=self._before)
            probe = dataclasses.replace(probe, before=self._before, own=self._own)
        return self._strategy.rank(probe, _FOUND)

    def ask(self, entry: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
        """Return key and text of each kind of answer, and of its baseline."""
        own = self.graph.row(entry["asked_by"])
        assert own is not None
        self._before, self._own = entry["created"], own
        found = {}
        for way in ("question", "ticket"):
            self._by_ticket = way == "ticket"
            found[f"by {way}"] = self._answer(entry["question"])
            found[f"by {way}, first {FIRST}"] = self._first(entry["question"])
        return found

    def _answer(self, question: str) -> tuple[str, str]:
        parts = self._answerer.ask(question).parts
        return parts[0].key if parts else "", "\n\n".join(part.text for part in parts)

    def _first(self, question: str) -> tuple[str, str]:
        best = self._search(question)[0].row
        told = (one for one in self.graph.sections(best) if one.section == "description")
        return self.graph.tickets[best].key, next((one.text[:FIRST] for one in told), "")


def gold_text(entry: Mapping[str, Any]) -> str:
    """Return a gold answer as the reader of markup gives it."""
    fields = {"summary": "", "description": entry["answer"]}
    document, record = parsed_issue({"key": "GOLD-1", "fields": fields})
    return document.text[record.description_start or 0 : record.description_end]


def measure_own_sections(
    folder: Path, issues: Sequence[Mapping[str, Any]]
) -> dict[str, dict[str, float]]:
    """Return mean scores of the gold ticket's own section, with what it brings in.

    That is what a search that never errs would give.

    Where it has none of the name, its whole description answers, as it does where it is asked.
    """
    entries = _entries(folder)
    by_key = {issue["key"]: issue for issue in issues}
    found: dict[str, dict[str, float]] = {}
    for name, headings in (("headings", True), ("no headings", False)):
        texts = [_own_section(by_key[entry["ticket"]], entry, headings) for entry in entries]
        scores = [
            answer_scores(text, gold_text(entry))
            for text, entry in zip(texts, entries, strict=True)
        ]
        for half, chosen in HALVES.items():
            places = [at for at in range(len(entries)) if chosen in (None, at % 2)]
            found[f"{name}, own section, {half}"] = _means([scores[at] for at in places])
    return found


def _own_section(issue: Mapping[str, Any], entry: Mapping[str, Any], headings: bool) -> str:
    template = default_template()
    rows = read_ticket(*parsed_issue(_issue(issue, template, headings)), template)
    graph = TicketGraph.of([rows.ticket], rows.sections)
    own = dict[str, str]()
    for section in sections_named(graph, 0, entry["section"]):
        for one in (section, *brought_in(graph, 0, section)):
            own[one.section_id] = one.text
    described = (one.text for one in rows.sections if one.section == DESCRIPTION)
    return "\n\n".join(own.values() or described)


def _entries(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "qa.jsonl").read_text(encoding="utf-8").splitlines()
    return sorted((json.loads(line) for line in lines), key=lambda entry: str(entry["_id"]))


HALVES = {"even": 0, "odd": 1, "both": None}


def measure_answers(
    folder: Path, issues: Sequence[Mapping[str, Any]], vectors: TextVectors
) -> dict[str, dict[str, float]]:
    """Return mean scores of the answers, with the headings of tickets and without them."""
    entries = _entries(folder)
    found: dict[str, dict[str, float]] = {}
    for name, headings in (("headings", True), ("no headings", False)):
        with tempfile.TemporaryDirectory() as temporary:
            asker = Asker(tree_graph(issues, vectors, headings=headings), Path(temporary))
            asked = [asker.ask(entry) for entry in entries]
        for what in asked[0]:
            scores = [
                answer_scores(one[what][1], gold_text(entry))
                for one, entry in zip(asked, entries, strict=True)
            ]
            right = [one[what][0] == e["ticket"] for one, e in zip(asked, entries, strict=True)]
            for half, chosen in HALVES.items():
                places = [at for at in range(len(entries)) if chosen in (None, at % 2)]
                means = _means([scores[at] for at in places])
                means["gold_ticket"] = round(float(np.mean([right[at] for at in places])), 4)
                found[f"{name}, {what}, {half}"] = means
    return found


def _means(scores: Sequence[AnswerScores]) -> dict[str, float]:
    names = [field.name for field in dataclasses.fields(AnswerScores)]
    return {
        name: round(float(np.mean([getattr(one, name) for one in scores])), 4) for name in names
    }


def print_answers(found: Mapping[str, Mapping[str, float]]) -> None:
    """Print a line for each kind of answer."""
    for name, figures in found.items():
        print(f"{name:40}" + "".join(f"  {key} {value:.3f}" for key, value in figures.items()))
