"""Labelled triples of prose: the features that they have with today's rules, and new samples.

    .venv/bin/python benchmarks/prose_training.py [--sample N] [--seed S]

``data/prose_triples_training.tsv`` holds triples with a reader's verdicts (``right`` and
``alone``, as in ``sap_training``) of texts that no benchmark of triples or of retrieval asks about:
CaRB's development sentences, GAP's Wikipedia passages, articles among Docling's test documents and
five papers. The texts stay where they are: a row names its text ("carb_dev/12" is the twelfth
line), which is read again here, so that the features are always those of today. ``--sample`` prints
triples of random texts without a verdict, those in the middle of the scale twice as often. The last
line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from carb import DATA as CARB
from carb import NAMES
from carb_text import plain
from sap_triples import judged_rows

from graphwright.extraction.resolve import resolve_triples
from graphwright.extraction.standalone import read_texts
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings
from graphwright.tables import ParsedDocument, TripleRejection

SHARED = Path(__file__).resolve().parents[2] / "shared"
LABELS = Path(__file__).with_name("data") / "prose_triples_training.tsv"
FIELDS = ("text", "rule", "subject", "predicate", "object", "right", "alone")
FINAL = frozenset({None, TripleRejection.LOW_CONFIDENCE.value})
GAP = SHARED / "data" / "coreference" / "gap_dev" / "gap-validation.tsv"
DOCLING = Path("data", "documents", "docling_tests", "tests", "data")
PAPERS = (
    "customer_service_kg_linkedin",
    "incremental_kg_adobe",
    "inquiry_assistant_recruit",
    "practical_graphrag_sap",
    "software_assistant_pcst_lemon_learning",
)
ARTICLES = (
    DOCLING / "html/groundtruth/wiki_duck.html.md",
    DOCLING / "md/sources/wiki.md",
    DOCLING / "pdf/groundtruth/multi_page.md",
    DOCLING / "pdf/groundtruth/2203.01017v2.md",
    DOCLING / "pdf/groundtruth/2206.01062.md",
    DOCLING / "pdf/groundtruth/2305.03393v1.md",
    DOCLING / "pdf/groundtruth/redp5110_sampled.md",
    *(Path("papers", f"{name}.txt") for name in PAPERS),
)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"\*\*|\\|\[ ?\d+ ?\]")
_SHORTEST_PARAGRAPH = 150

Row = dict[str, str]


class Found(NamedTuple):
    """A triple of prose: its score, sentence, row to label, features and text."""

    score: float
    sentence: str
    row: Row
    features: tuple[str, ...]
    parsed: ParsedDocument


def texts_of_prose() -> dict[str, str]:
    """Return every text by its name: "carb_dev/<line>", "gap_dev/<ID>", "<article>/<line>"."""
    carb = (CARB / next(p[1] for p in NAMES if (CARB / p[1]).is_file())).read_text("utf-8")
    texts = {f"carb_dev/{n}": plain(line).text for n, line in _numbered(carb)}
    with GAP.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            texts[f"gap_dev/{row['ID']}"] = row["Text"]
    for name in ARTICLES:
        for number, line in _numbered((SHARED / name).read_text(encoding="utf-8")):
            text = _MARKUP.sub("", _LINK.sub(r"\1", line)).strip()
            if len(text) > _SHORTEST_PARAGRAPH and text[0].isupper() and text.endswith("."):
                texts[f"{name.name}/{number}"] = text
    return texts


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    return ((n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip())


def triples_of(texts: Mapping[str, str]) -> Iterator[Found]:
    """Yield the triples that only a score accepts or rejects."""
    nlp = load_pipeline(LanguageSettings())
    for name, read in zip(texts, read_texts(nlp, list(texts.values())), strict=True):
        found = read.triples(nlp.vocab)
        sentences = {s.sentence_id: " ".join(s.text.split()) for s in read.sentences}
        named = resolve_triples([triple for triple, _ in found], [], 0.0)
        for triple, (_, features) in zip(named, found, strict=True):
            if triple.rejection in FINAL:
                parts = (triple.rule, triple.subject_name, triple.predicate, triple.object_name)
                row = dict(zip(FIELDS, (name, *parts, "", ""), strict=True))
                text = sentences[triple.sentence_id]
                yield Found(triple.confidence, text, row, features, read.parsed)


def labelled_triples() -> list[tuple[Row, tuple[str, ...], ParsedDocument]]:
    """Return the labelled rows that the rules still give, with today's features and their text."""
    right = {key_of(row): row["right"] for row in judged_rows(LABELS)}
    names = {key[0] for key in right}
    texts = {name: text for name, text in texts_of_prose().items() if name in names}
    found = {key_of(one.row): ({**one.row, "right": right[key_of(one.row)]}, one.features,
                               one.parsed)
             for one in triples_of(texts) if key_of(one.row) in right}  # fmt: skip
    return list(found.values())


def key_of(row: Row) -> tuple[str, ...]:
    """Return what says that two rows are the same triple of the same text."""
    return tuple(row[name] for name in FIELDS[:5])


def sample(size: int, seed: int) -> list[tuple[str, Row]]:
    """Return random triples with their sentences, of texts from which none is labelled."""
    known = {row["text"] for row in judged_rows(LABELS)}
    rng = random.Random(seed)  # a sample, no secret
    texts = {name: text for name, text in texts_of_prose().items() if name not in known}
    picked = sorted(rng.sample(sorted(texts), min(len(texts), size)))
    rows = [
        (rng.random() ** (1.0 if 0.3 <= one.score < 0.8 else 2.0), one.sentence, one.row)
        for one in triples_of({name: texts[name] for name in picked})
    ]
    best = sorted(rows, key=lambda entry: -entry[0])[:size]
    return sorted(((sentence, row) for _, sentence, row in best), key=lambda e: key_of(e[1]))


def print_sample(rows: Sequence[tuple[str, Row]]) -> None:
    """Print rows as a file of labels without them, the sentence last."""
    writer = csv.writer(sys.stdout, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None)
    writer.writerow((*FIELDS, "sentence"))
    writer.writerows((*(row[name] for name in FIELDS), text) for text, row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.sample:
        print_sample(sample(options.sample, options.seed))
        return
    figures = {"labelled": len(judged_rows(LABELS)), "still_given": len(labelled_triples())}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
