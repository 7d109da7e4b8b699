"""Precision of accepted triples as read by hand, and how many a sentence with a clause gives.

    .venv/bin/python benchmarks/sap_triples.py [LAKE] [--chunks N] [--sample N] [--seed S]

``data/sap_triples_verdicts.tsv`` holds 100 random sentences of SAP's documentation with every
accepted triple and a reader's verdicts: ``right`` (the sentence states it, and nothing is cut that
changes what is meant) and ``alone`` (it is right and tells something without its sentence, which
"the link is in the list" does not). A sentence without a triple stands there with empty fields.
None of them was used to fit the weights. With a LAKE the rules and the resolution are applied again
to the parses of random chunks, and accepted triples are counted a sentence that has a clause;
``--sample`` prints such sentences with their triples, ready for verdicts, from pages that no
training triple was read from. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from reliability import calibration_error, reliability_table

from graphwright.extraction.extract import extract_triples
from graphwright.extraction.resolve import resolve_triples
from graphwright.language.annotate import read_doc
from graphwright.language.sentences import has_verb_phrase
from graphwright.settings import Settings
from graphwright.steps.bucketed.rows import (
    annotations_by_chunk,
    chunks_of,
    parsed_by_id,
    sentences_by_chunk,
)
from graphwright.store.lake import Lake
from graphwright.tables import CoreferenceMention, ResolvedTriple, rows_of
from graphwright.tables.documents import BlockKind
from graphwright.tables.text import Sentence

VERDICTS = Path(__file__).with_name("data") / "sap_triples_verdicts.tsv"
TRAINING = VERDICTS.with_name("sap_triples_training.tsv")
THRESHOLD = Settings.model_fields["confidence_threshold"].default
FIELDS = ("page", "sentence", "rule", "score", "subject", "predicate", "object", "right", "alone")

Read = tuple[str, Sentence, list[ResolvedTriple]]
"""Path of a page, a sentence with a clause, and its accepted triples."""


def judged_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file of verdicts; lines that start with "#" are comments."""
    with path.open(encoding="utf-8", newline="") as lines:
        kept = (line for line in lines if not line.startswith("#"))
        return list(csv.DictReader(kept, delimiter="\t", quoting=csv.QUOTE_NONE))


def precision(rows: Sequence[dict[str, str]]) -> dict[str, Any]:
    """Print precision and reliability of the judged triples, and return the figures."""
    judged = [row for row in rows if row["rule"]]
    right = [row for row in judged if row["right"] == "1"]
    rules = Counter(row["rule"] for row in judged)
    good = Counter(row["rule"] for row in right)
    pairs = [(float(row["score"]), row["right"] == "1") for row in judged]
    print(f"{'rule':<24}{'triples':>8}{'right':>8}")
    for rule, count in rules.most_common():
        print(f"{rule:<24}{count:>8}{good[rule] / count:>8.3f}")
    print("\n" + reliability_table(pairs))
    sentences = {(row["page"], row["sentence"]) for row in rows}
    return {
        "sentences": len(sentences),
        "triples": len(judged),
        "precision": round(len(right) / len(judged), 4),
        "telling_alone": round(sum(row["alone"] == "1" for row in judged) / len(judged), 4),
        "triples_per_sentence": round(len(judged) / len(sentences), 3),
        "calibration_error": round(calibration_error(pairs), 4),
    }


def read_lake(lake: Lake, chunks: int, seed: int) -> Iterator[Read]:
    """Yield the sentences with a clause of random chunks, in every bucket of the lake."""
    import spacy  # noqa: PLC0415  # only with a lake

    vocab, rng = spacy.blank("en").vocab, random.Random(seed)  # a sample, no secret
    paths = lake.paths("chunks")
    for path in paths:
        bucket = int(path.stem)
        parsed = parsed_by_id(lake, bucket)
        known = sorted(
            (c for found in chunks_of(lake, bucket).values() for c in found),
            key=lambda chunk: chunk.chunk_id,
        )
        picked = rng.sample(known, min(len(known), chunks // len(paths) + 1))
        parses = annotations_by_chunk(lake, bucket, {chunk.chunk_id for chunk in picked})
        sentences = sentences_by_chunk(lake, bucket)
        mentions = rows_of(CoreferenceMention, lake.read("coreference_chains", bucket))
        for chunk in picked:
            doc, own = read_doc(parses[chunk.chunk_id], vocab), sentences.get(chunk.chunk_id, [])
            document = parsed[chunk.document_id]
            found = extract_triples(doc, chunk, own, document)
            here = [mention for mention in mentions if mention.chunk_id == chunk.chunk_id]
            accepted = defaultdict(list)
            for triple in resolve_triples(found, here, THRESHOLD):
                if triple.rejection is None:
                    accepted[triple.sentence_id].append(triple)
            for sentence in own:
                start, end = sentence.start - chunk.start, sentence.end - chunk.start
                span = doc.char_span(start, end, alignment_mode="expand")
                if sentence.filter is None and span is not None and has_verb_phrase(span):
                    yield document.path, sentence, accepted[sentence.sentence_id]


def count(reads: Sequence[Read]) -> dict[str, float]:
    """Return accepted triples a sentence with a clause: of all, and without rows of tables."""
    running = [read for read in reads if read[1].kind != BlockKind.TABLE_ROW.value]
    figures = {"clause_sentences": float(len(reads))}
    for name, kept in (("accepted_per_clause_sentence", reads), ("without_table_rows", running)):
        figures[name] = round(sum(len(triples) for _, _, triples in kept) / max(len(kept), 1), 3)
    return figures


def print_sample(reads: Sequence[Read], size: int, seed: int) -> None:
    """Print random sentences with their accepted triples as a file of verdicts without them."""
    seen = {row["page"] for row in judged_rows(TRAINING)}
    rows = BlockKind.TABLE_ROW.value
    running = [read for read in reads if read[1].kind != rows and read[0] not in seen]
    writer = csv.writer(sys.stdout, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None)
    writer.writerow(FIELDS)
    rng = random.Random(seed)  # a sample, no secret
    for page, sentence, triples in rng.sample(running, min(size, len(running))):
        text = " ".join(sentence.text.split())
        for t in triples:
            parts = (t.rule, t.confidence, t.subject_name, t.predicate, t.object_name)
            writer.writerow((page, text, *parts, "", ""))
        if not triples:
            writer.writerow((page, text, *[""] * (len(FIELDS) - 2)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", nargs="?", type=Path)
    parser.add_argument("--chunks", type=int, default=400)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    figures = precision(judged_rows(VERDICTS))
    if options.lake is not None:
        reads = list(read_lake(Lake(options.lake), options.chunks, options.seed))
        figures |= count(reads)
        if options.sample:
            print_sample(reads, options.sample, options.seed)
    for name, value in figures.items():
        print(f"{name:<32}{value:>10}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
