"""Ask 100 questions of the SAP pages' graph: is the right page first, and is the answer a fact?

    .venv/bin/python benchmarks/sap_questions.py LAKE [--misses]

LAKE holds a graph of the pages of SAP-docs/btp-cloud-platform, whose paths are those of the
repository. The questions were written from the pages alone. Of the 60 of
``data/sap_questions.yaml`` 30 are answered by one sentence, 30 need a page that the question does
not name; those of ``data/sap_questions_plain.yaml`` are 40 that name what they ask about, one a
page, for 40 pages drawn at random. Odd ones are to develop with, even ones to confirm. A page is
found where it ranks first, or in the first five. It is read in three ways: ``named``, the one page
from which the answer was written; ``stated``, any page whose text alone answers; ``way``, which is
no answer, any page of a question's way: with two hops the page that the question describes, too.

Which pages state an answer was found out in two steps. Who wrote a question searched all pages for
its answer (``also``). Then the first five pages of ``bm25``, ``dense``, ``hybrid``, ``rrf``,
``graph`` and ``walk`` were pooled, as TREC does (668 pages for 60 questions), and put in the order
of a hash, without who had found a page; each that holds a word of the answer was read where it
holds it, and judged by one reader, who had seen before what the walk puts first (``pooled``, 9
pages of 6 questions). A page that only hints, that sends its reader on, or that states the answer
of another case does not count.

The answer is among the facts where one of the first ten, as printed or in its quotes, holds what
the question accepts. ``stated as a fact`` is what no ranking can pass: a page that states the
answer has a fact of the layers knowledge or procedure that does. The last line is one JSON object:
for each file of questions, strategy and part the shares.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from graphwright.graph.snapshot import Snapshot
from graphwright.project import Project, open_project
from graphwright.retrieval import STRATEGIES, Context, Strategy
from graphwright.retrieval.context import ContextRelation
from graphwright.tables.triples import Layer

DATA = Path(__file__).with_name("data")
QUESTIONS = (DATA / "sap_questions.yaml", DATA / "sap_questions_plain.yaml")
PASSAGES, FACTS = 20, 10
LAYERS = (Layer.KNOWLEDGE, Layer.PROCEDURE)
PARTS = ("develop", "confirm", "1 hop", "2 hops", "all")


@dataclasses.dataclass(frozen=True)
class Question:
    """A question, pages by how they are read, and what a fact must hold to be the answer."""

    id: str
    text: str
    hops: int
    pages: Mapping[str, frozenset[str]]
    accept: tuple[re.Pattern[str], ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the set that the question is in."""
        half = "develop" if int(self.id.rpartition("-")[2]) % 2 else "confirm"
        return half, "1 hop" if self.hops == 1 else "2 hops", "all"


def read_questions(path: Path) -> list[Question]:
    """Return the questions of a file, in order."""
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [
        Question(
            id=one["id"],
            text=one["question"],
            hops=one["hops"],
            pages=_pages_of(one),
            accept=tuple(re.compile(text, re.IGNORECASE | re.DOTALL) for text in one["accept"]),
        )
        for one in raw
    ]


def _pages_of(one: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    named = frozenset(one["pages"][-1:])
    stated = named.union(one.get("also", ()), one.get("pooled", ()))
    return {"named": named, "stated": stated, "way": stated.union(one["pages"])}


def page_rank(context: Context, pages: frozenset[str]) -> int | None:
    """Return the rank of the first page that answers, each page counted once."""
    uris = dict.fromkeys(chunk.citation.uri for chunk in context.chunks)
    ranks = [rank for rank, uri in enumerate(uris, 1) if any(uri.endswith(p) for p in pages)]
    return ranks[0] if ranks else None


def fact_rank(facts: tuple[ContextRelation, ...], question: Question) -> int | None:
    """Return the rank of the first fact that answers, as printed or by its first quote."""
    for rank, fact in enumerate(facts[:FACTS], 1):
        quotes = fact.quotes[:1]
        told = " ".join(
            [fact.sentence, *(q for one in quotes for q in (*one.qualifiers, one.text))]
        )
        if any(accept.search(told) for accept in question.accept):
            return rank
    return None


def is_a_fact(snapshot: Snapshot, question: Question) -> bool:
    """Return whether a page that states the answer has a fact or a step that holds it."""
    for document in snapshot.documents.to_pylist():
        if any(document["uri"].endswith(page) for page in question.pages["stated"]):
            chunks = snapshot.chunks_of(document["document_id"])
            stated = [snapshot.stated_in(chunk) for chunk in chunks]
            every = np.unique(np.concatenate(stated))
            layers = [snapshot.graph.of_layer(every, layer) for layer in LAYERS]
            rows = np.concatenate(layers).tolist()
            evidence = snapshot.evidence_of_each(rows)
            for text, found in zip(snapshot.relation_texts(rows), evidence, strict=True):
                told = " ".join([text, *(e.quote for e in found[:1])])
                if any(accept.search(told) for accept in question.accept):
                    return True
    return False


def asked(strategy: Strategy, question: Question) -> dict[str, float]:
    """Return what one question gives."""
    facts = strategy.retrieve(question.text, FACTS // 2).relations
    context = strategy.retrieve(question.text, PASSAGES)
    figures = {}
    for reading, pages in question.pages.items():
        rank = page_rank(context, pages)
        figures[f"{reading}_first"] = float(rank == 1)
        figures[f"{reading}_in_five"] = float(rank is not None and rank <= 5)
    return {**figures, "answer_in_facts": float(fact_rank(facts, question) is not None)}


def ask_all(project: Project, questions: list[Question], *, each: bool) -> dict[str, Any]:
    """Ask every strategy some questions; print and return the shares of each part of them."""
    parts = [part for part in PARTS if any(part in one.parts for one in questions)]
    held = [(one, {"share": float(is_a_fact(project.snapshot(), one))}) for one in questions]
    figures: dict[str, Any] = {"stated as a fact": _by_part(held, parts)}
    print("stated as a fact", figures["stated as a fact"])
    for name in STRATEGIES.names:
        strategy = project.strategy(name)
        rows = [(question, asked(strategy, question)) for question in questions]
        if each and name == "walk":
            for question, row in rows:
                print(question.id, question.hops, row, question.text)
        figures[name] = _by_part(rows, parts)
        print(name, *next(iter(figures[name].values())))
        for part, found in figures[name].items():
            print(f"    {part:8}", *(f"{share:5.3f}" for share in found.values()))
    return figures


def _by_part(
    rows: list[tuple[Question, dict[str, float]]], parts: list[str]
) -> dict[str, dict[str, float]]:
    return {part: _means([row for one, row in rows if part in one.parts]) for part in parts}


def _means(rows: list[dict[str, float]]) -> dict[str, float]:
    return {key: round(float(np.mean([row[key] for row in rows])), 3) for key in rows[0]}


def main() -> None:
    """Ask every strategy every question and print the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lake", type=Path)
    parser.add_argument("--misses", action="store_true", help="name what the default misses")
    arguments = parser.parse_args()
    project = open_project(arguments.lake)
    figures = {}
    for path in QUESTIONS:
        print(path.name)
        figures[path.stem] = ask_all(project, read_questions(path), each=arguments.misses)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
