"""Short sentences whose verb is spelt like a plural: how many give their fact, and what names keep.

    .venv/bin/python benchmarks/short_sentences.py

``data/short_sentences.tsv`` holds made-up sentences ("The scanner prints labels.") with the fact of
each, in two halves: the repairs were developed on the first and confirmed on the second.
``data/plural_names.tsv`` holds texts whose plurals are nouns, with the triples that must stay.
Counted too: of "Pump N moves the water of tank M." for many N and M, how many say nothing of the
pump. The last line is one JSON object.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphwright.extraction.resolve import resolve_triples
from graphwright.extraction.standalone import read_texts
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings, Settings
from graphwright.tables import ResolvedTriple

if TYPE_CHECKING:
    from spacy.language import Language

DATA = Path(__file__).with_name("data")
SENTENCES = DATA / "short_sentences.tsv"
NAMES = DATA / "plural_names.tsv"
THRESHOLD = Settings.model_fields["confidence_threshold"].default
PUMPS = [
    (number, tank) for number in range(1, 101) for tank in (number + 1, 3 * number + 2, 17)
]  # numbers of one, two and three digits

Fact = tuple[str, str, str]


def rows_of_file(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file; lines that start with "#" are comments."""
    with path.open(encoding="utf-8", newline="") as lines:
        kept = (line for line in lines if not line.startswith("#"))
        return list(csv.DictReader(kept, delimiter="\t", quoting=csv.QUOTE_NONE))


def read(nlp: Language, texts: Sequence[str]) -> list[list[ResolvedTriple]]:
    """Return the triples of each text."""
    return [
        resolve_triples([triple for triple, _ in text.triples(nlp.vocab)], [], THRESHOLD)
        for text in read_texts(nlp, texts)
    ]


def fact_of(triple: ResolvedTriple) -> Fact:
    """Return what a triple says, as written."""
    return triple.subject, triple.predicate, triple.object


def missed(nlp: Language, half: str) -> tuple[int, list[str]]:
    """Return how many sentences a half has, and those whose fact was not read."""
    rows = [row for row in rows_of_file(SENTENCES) if row["half"] == half]
    found = read(nlp, [row["sentence"] for row in rows])
    return len(rows), [
        row["sentence"]
        for row, triples in zip(rows, found, strict=True)
        if (row["subject"], row["predicate"], row["object"]) not in map(fact_of, triples)
    ]


def changed_names(nlp: Language) -> tuple[int, list[str]]:
    """Return how many texts with plural names there are, and those that are read in another way."""
    rows = rows_of_file(NAMES)
    found = read(nlp, [row["text"] for row in rows])
    return len(rows), [
        row["text"]
        for row, triples in zip(rows, found, strict=True)
        if sorted(map(list, map(fact_of, triples))) != sorted(json.loads(row["triples"]))
    ]


def silent_pumps(nlp: Language) -> int:
    """Return how many sentences about a numbered pump do not say what it moves."""
    texts = [f"Pump {number} moves the water of tank {tank}." for number, tank in PUMPS]
    expected = [(f"Pump {number}", "move", f"water of tank {tank}") for number, tank in PUMPS]
    return sum(
        fact not in map(fact_of, triples)
        for fact, triples in zip(expected, read(nlp, texts), strict=True)
    )


def main() -> None:
    nlp = load_pipeline(LanguageSettings())
    figures: dict[str, int] = {}
    for half in ("develop", "confirm"):
        count, without = missed(nlp, half)
        figures |= {half: count, f"{half}_read": count - len(without)}
        if half == "develop":
            print("\n".join(f"not read: {text}" for text in without))
    count, changed = changed_names(nlp)
    print("\n".join(f"changed: {text}" for text in changed))
    figures |= {"names": count, "names_changed": len(changed)}
    figures |= {"pumps": len(PUMPS), "pumps_silent": silent_pumps(nlp)}
    for name, value in figures.items():
        print(f"{name:<16}{value:>6}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
