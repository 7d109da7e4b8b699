"""Ask 60 questions of the SAP pages' graph: is the right page first, and is the answer a fact?

    .venv/bin/python benchmarks/sap_questions.py LAKE [--misses]

LAKE holds a graph of the pages of SAP-docs/btp-cloud-platform, whose paths are those of the
repository. The questions (``data/sap_questions.yaml``) were written from the pages alone: 30 are
answered by one sentence, 30 need a page that the question does not name. Odd ones are to develop
with, even ones to confirm. A page is found where it ranks first, or in the first five. It is read
in three ways: ``named``, the one page from which the answer was written; ``stated``, any page whose
text alone answers; ``way``, which is no answer, any page of a question's way: with two hops the
page that the question describes, too.

Which pages state an answer was found out in two steps. Who wrote a question searched all pages for
its answer (``also``). Then the first five pages of ``bm25``, ``dense``, ``hybrid``, ``rrf``,
``graph`` and ``walk`` were pooled, as TREC does (668 pages for 60 questions), and put in the order
of a hash, without who had found a page; each that holds a word of the answer was read where it
holds it, and judged by one reader, who had seen before what the walk puts first (``pooled``, 9
pages of 6 questions). A page that only hints, that sends its reader on, or that states the answer
of another case does not count.

The answer is among the facts where one of the first ten, as printed or in its quotes, holds what
the question accepts. ``stated as a fact`` is what no ranking can pass: a page that states the
answer has a fact of the layer knowledge that does. The last line is one JSON object: for each
strategy and half the shares.
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
from graphwright.project import open_project
from graphwright.retrieval import STRATEGIES, Context, Strategy
from graphwright.retrieval.context import ContextRelation

QUESTIONS = Path(__file__).with_name("data") / "sap_questions.yaml"
PASSAGES, FACTS = 20, 10
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


def read_questions(path: Path = QUESTIONS) -> list[Question]:
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
    """Return whether a page that states the answer has a fact of knowledge that holds it."""
    for document in snapshot.documents.to_pylist():
        if any(document["uri"].endswith(page) for page in question.pages["stated"]):
            chunks = snapshot.chunks_of(document["document_id"])
            stated = [snapshot.stated_in(chunk) for chunk in chunks]
            rows = snapshot.graph.knowledge_of(np.unique(np.concatenate(stated))).tolist()
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


def main() -> None:
    """Ask every strategy every question and print the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lake", type=Path)
    parser.add_argument("--misses", action="store_true", help="name what the default misses")
    arguments = parser.parse_args()
    project = open_project(arguments.lake)
    questions = read_questions()
    figures: dict[str, dict[str, dict[str, float]]] = {"stated as a fact": {}}
    facts = [(one, {"share": float(is_a_fact(project.snapshot(), one))}) for one in questions]
    for part in PARTS:
        figures["stated as a fact"][part] = _means([row for one, row in facts if part in one.parts])
    print("stated as a fact", figures["stated as a fact"])
    for name in STRATEGIES.names:
        strategy = project.strategy(name)
        rows = [(question, asked(strategy, question)) for question in questions]
        if arguments.misses and name == "walk":
            for question, row in rows:
                print(question.id, question.hops, row, question.text)
        figures[name] = {
            part: _means([row for question, row in rows if part in question.parts])
            for part in PARTS
        }
        print(name, *next(iter(figures[name].values())))
        for part, found in figures[name].items():
            print(f"    {part:8}", *(f"{share:5.3f}" for share in found.values()))
    print(json.dumps(figures))


def _means(rows: list[dict[str, float]]) -> dict[str, float]:
    return {key: round(float(np.mean([row[key] for row in rows])), 3) for key in rows[0]}


if __name__ == "__main__":
    main()
