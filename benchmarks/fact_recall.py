"""How many of the facts that a reader notes in sentences of SAP's documentation are served.

    .venv/bin/python benchmarks/fact_recall.py LAKE [--misses] [--applied] [--unseen]
    .venv/bin/python benchmarks/fact_recall.py LAKE --sample N [--seed S]

``data/noted_facts.tsv`` holds sentences drawn with ``--sample`` (one a page, of every kind of
block) and every fact that a reader noted in each, a line a fact, before seeing what is read of it;
a sentence that states nothing to know has an empty fact, and steps of a task count. A noted fact is
found where one served fact of that sentence, as an answer prints it, holds ``ENOUGH`` of its
content words in any form and denies what it denies; the heading of a table denies nothing
("Read a Job Without Parameters"). The recall at other thresholds is printed beside it. With
``--unseen`` it is 60 other sentences, noted after the last change of rules, and with
``--applied`` the facts are what today's rules read from the kept parses of those pages
(``applied_rules``), and the LAKE need not be published. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from applied_rules import applied_facts
from sap_triples import judged_rows
from served_facts import served
from word_coverage import BaseForms, Forms, content_words, coverage, forms_in

from graphwright.graph.snapshot import open_snapshot
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings, Settings
from graphwright.store.lake import Lake
from graphwright.tables import Layer
from graphwright.tables.triples import Qualifier

if TYPE_CHECKING:
    from served_facts import Row

NOTED = Path(__file__).with_name("data") / "noted_facts.tsv"
UNSEEN = NOTED.with_name("noted_facts_new.tsv")
"""Sentences that were drawn and noted after the last change of rules, by one reader."""

FIELDS = ("page", "kind", "headings", "sentence", "fact")
ENOUGH = 0.75
"""Share of a noted fact's content words that the served fact must hold."""

DENIALS = frozenset({"not", "no", "never", "cannot", "without", "n't", "neither", "nor"})
THRESHOLDS = (0.5, 0.55, 0.6, 0.62, 0.64, 0.65, 0.66, 0.69, 0.72, 0.75, 0.8)
LOWEST = THRESHOLDS[0]
MANY_WORDS = 5
"""A sentence of fewer words states next to nothing."""


def noted(path: Path = NOTED) -> dict[tuple[str, str], list[str]]:
    """Return the facts noted in each (page, sentence)."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in judged_rows(path):
        facts = found[row["page"], row["sentence"]]
        if row["fact"]:
            facts.append(row["fact"])
    return dict(found)


class ServedLine(NamedTuple):
    """A served fact as an answer prints it, and whether it denies something."""

    text: str
    denies: bool
    score: float


def served_lines(
    lake: Path, wanted: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], list[ServedLine]]:
    """Return the served facts of some (page, sentence)."""
    sentences = set(wanted)
    lines: dict[tuple[str, str], list[ServedLine]] = defaultdict(list)
    told = (Layer.KNOWLEDGE, Layer.PROCEDURE)
    for page, one, row in served(lake, open_snapshot(lake), told):
        if (page, row["sentence"]) in sentences:
            lines[page, row["sentence"]].append(
                served_line(row["fact"], one.qualifiers, one.confidence)
            )
    return lines


def applied_lines(
    lake: Path, wanted: Iterable[tuple[str, str]], threshold: float
) -> dict[tuple[str, str], list[ServedLine]]:
    """Return the facts of some (page, sentence) that the rules read from the kept parses."""
    sentences = set(wanted)
    lines: dict[tuple[str, str], list[ServedLine]] = defaultdict(list)
    told = (Layer.KNOWLEDGE, Layer.PROCEDURE)
    pages = {page for page, _ in sentences}
    for fact in applied_facts(Lake(lake), pages, threshold, told):
        key = fact.page, " ".join(fact.sentence.text.split())
        if key in sentences:
            line = served_line(fact.line, fact.triple.qualifiers, fact.triple.confidence)
            lines[key].append(line)
    return lines


def served_line(text: str, qualifiers: Iterable[Qualifier], score: float) -> ServedLine:
    """Return a line of an answer; what its tables' headings say is no part of the fact."""
    stated = text
    for qualifier in qualifiers:
        if qualifier.kind == "table":
            stated = stated.replace(qualifier.told, "")
    return ServedLine(text, denies(stated), score)


def is_found(
    fact: str, lines: Sequence[ServedLine], forms: Forms, stop_words: frozenset[str]
) -> bool:
    """Return whether one of some served facts says what a reader noted."""
    words = content_words(fact, stop_words)
    return any(
        coverage(words, forms_in([line.text], forms), forms) >= ENOUGH
        for line in lines
        if line.denies == denies(fact)
    )


def denies(text: str) -> bool:
    """Return whether a text denies something."""
    words = text.casefold().replace("’", "'").replace("n't", " n't").split()
    return not DENIALS.isdisjoint(word.strip(".,;:()") for word in words)


def measure(lake: Path, path: Path, *, misses: bool, applied: bool) -> dict[str, float]:
    """Return how many noted facts are found; print those that are not, if asked."""
    nlp = load_pipeline(LanguageSettings())
    forms, stop_words = BaseForms(nlp), frozenset(nlp.Defaults.stop_words) - DENIALS
    facts = noted(path)
    least = Settings.model_fields["confidence_threshold"].default
    lines = applied_lines(lake, facts, LOWEST) if applied else served_lines(lake, facts)
    for threshold in THRESHOLDS:
        hits = [
            is_found(fact, [one for one in lines.get(key, ()) if one.score >= threshold], forms,
                     stop_words)
            for key, wanted in facts.items() for fact in wanted
        ]  # fmt: skip
        print(f"from a score of {threshold}: {sum(hits)} of {len(hits)}")
    lines = {key: [one for one in own if one.score >= least] for key, own in lines.items()}
    total = found = 0
    for key, wanted in facts.items():
        for fact in wanted:
            hit = is_found(fact, lines.get(key, ()), forms, stop_words)
            total, found = total + 1, found + hit
            if misses and not hit:
                served_texts = [line.text for line in lines.get(key, ())]
                print(f"{key[1]}\n    noted:  {fact}\n    served: {served_texts}")
    figures = {"sentences": len(facts), "noted": total, "recall": round(found / max(total, 1), 4)}
    return figures | {"served": sum(len(lines.get(key, ())) for key in facts)}


def sample(lake: Path, size: int, seed: int) -> list[Row]:
    """Return sentences drawn at random, one of a page."""
    tables = Lake(lake)
    found: dict[str, list[Row]] = defaultdict(list)
    for bucket in tables.buckets("sentences"):
        paths = _column(tables, bucket, "parsed_documents", "document_id", "path")
        above = _column(tables, bucket, "chunks", "chunk_id", "heading_path")
        columns = ["document_id", "chunk_id", "kind", "text", "filter"]
        for row in tables.read("sentences", bucket, columns).to_pylist():
            text = " ".join(row["text"].split())
            if row["filter"] is None and len(text.split()) >= MANY_WORDS:
                page, headings = paths[row["document_id"]], " > ".join(above[row["chunk_id"]])
                values = (page, row["kind"], headings, text, "")
                found[page].append(dict(zip(FIELDS, values, strict=True)))
    rng = random.Random(seed)  # a sample, no secret
    drawn = rng.sample(sorted(found), min(size, len(found)))
    return [rng.choice(sorted(found[page], key=lambda row: row["sentence"])) for page in drawn]


def _column(lake: Lake, bucket: int, table: str, key: str, value: str) -> dict[str, Any]:
    rows = lake.read(table, bucket, [key, value])
    return dict(zip(rows[key].to_pylist(), rows[value].to_pylist(), strict=True))


def main() -> None:
    """Print the figures, or draw sentences to note facts of."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", type=Path)
    parser.add_argument("--misses", action="store_true", help="print what is not found")
    parser.add_argument("--unseen", action="store_true", help="sentences noted after the rules")
    parser.add_argument("--applied", action="store_true", help="apply the rules to kept parses")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.sample:
        writer = csv.DictWriter(
            sys.stdout, FIELDS, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None
        )
        writer.writeheader()
        writer.writerows(sample(options.lake, options.sample, options.seed))
        return
    path = UNSEEN if options.unseen else NOTED
    figures = measure(options.lake, path, misses=options.misses, applied=options.applied)
    for name, value in figures.items():
        print(f"{name:<32}{value:>10}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
