"""Labelled triples for the fit of the weights: their features with today's rules, and new samples.

    .venv/bin/python benchmarks/sap_training.py LAKE [--sample N] [--seed S] [--write]

``data/sap_triples_training.tsv`` holds triples of SAP's documentation with a reader's verdicts
(``right``: the sentence states it, nothing cut that changes what is meant; ``alone``: it also tells
something without its sentence) and the features that their score sums. The rules are applied again
to the parses of those pages in the LAKE: a triple that the rules no longer give is left out, the
others get today's features. ``--write`` puts them back. ``--sample`` prints triples of random
chunks instead, without a verdict: of every kind of block, and of all scores, as what is
rejected is to be learnt from too, and from no page of ``data/sap_triples_verdicts.tsv``, which is
the test. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from sap_triples import TRAINING, VERDICTS, judged_rows

from graphwright.extraction.extract import extract_with_features
from graphwright.extraction.resolve import resolve_triples
from graphwright.language.annotate import read_doc
from graphwright.steps.bucketed.rows import (
    annotations_by_chunk,
    chunks_of,
    parsed_by_id,
    sentences_by_chunk,
)
from graphwright.store.lake import Lake
from graphwright.tables import CoreferenceMention, TripleRejection, rows_of
from graphwright.tables.text import Chunk

FIELDS = (
    "page",
    "sentence",
    "rule",
    "subject",
    "predicate",
    "object",
    "right",
    "alone",
    "features",
)
FINAL = frozenset({None, TripleRejection.LOW_CONFIDENCE.value})
LOWEST = 0.3
"""Triples that score less are so seldom right that labelling them teaches little."""

Row = dict[str, str]


def triples_of(lake: Lake, bucket: int, chunks: list[Chunk]) -> Iterator[tuple[float, Row]]:
    """Yield (score, row) of each triple of some chunks that only its score accepts or rejects."""
    import spacy  # noqa: PLC0415  # heavy

    vocab = spacy.blank("en").vocab
    parsed = parsed_by_id(lake, bucket)
    parses = annotations_by_chunk(lake, bucket, {chunk.chunk_id for chunk in chunks})
    sentences = sentences_by_chunk(lake, bucket)
    mentions = rows_of(CoreferenceMention, lake.read("coreference_chains", bucket))
    for chunk in chunks:
        document, own = parsed[chunk.document_id], sentences.get(chunk.chunk_id, [])
        texts = {s.sentence_id: " ".join(s.text.split()) for s in own}
        found = extract_with_features(read_doc(parses[chunk.chunk_id], vocab), chunk, own, document)
        here = [mention for mention in mentions if mention.chunk_id == chunk.chunk_id]
        named = resolve_triples([triple for triple, _ in found], here, 0.0)
        for triple, (_, features) in zip(named, found, strict=True):
            if triple.rejection in FINAL:
                parts = (triple.rule, triple.subject_name, triple.predicate, triple.object_name)
                values = (
                    document.path,
                    texts[triple.sentence_id],
                    *parts,
                    "",
                    "",
                    " ".join(features),
                )
                yield triple.confidence, dict(zip(FIELDS, values, strict=True))


def refreshed(lake: Lake, rows: list[Row]) -> list[Row]:
    """Return the labelled rows that the rules still give, with the features that they have now."""
    pages = {row["page"] for row in rows}
    features: dict[tuple[str, ...], str] = {}
    for path in lake.paths("chunks"):
        bucket = int(path.stem)
        wanted = {d.document_id for d in parsed_by_id(lake, bucket).values() if d.path in pages}
        chunks = [c for key, own in chunks_of(lake, bucket).items() if key in wanted for c in own]
        for _, row in triples_of(lake, bucket, chunks) if chunks else ():
            features.setdefault(key_of(row), row["features"])
    return [{**row, "features": features[key_of(row)]} for row in rows if key_of(row) in features]


def refresh(lake: Lake) -> list[Row]:
    """Give the rows of the file today's features, leave out what the rules no longer give."""
    rows = refreshed(lake, judged_rows(TRAINING))
    write(rows)
    return rows


def key_of(row: Row) -> tuple[str, ...]:
    """Return what says that two rows are the same triple of the same sentence."""
    return tuple(row[name] for name in FIELDS[:6])


def sample(lake: Lake, size: int, seed: int) -> list[Row]:
    """Return random triples, of as many chunks as triples, from no page of the test."""
    tested = {row["page"] for row in judged_rows(VERDICTS)}
    rng = random.Random(seed)  # a sample, no secret
    rows = []
    for path in rng.sample(lake.paths("chunks"), 8):
        bucket = int(path.stem)
        parsed = parsed_by_id(lake, bucket)
        chunks = sorted(
            (c for own in chunks_of(lake, bucket).values() for c in own
             if parsed[c.document_id].path not in tested),
            key=lambda chunk: chunk.chunk_id,
        )  # fmt: skip
        picked = rng.sample(chunks, min(len(chunks), size // 8))
        rows += [row for score, row in triples_of(lake, bucket, picked) if score >= LOWEST]
    return rng.sample(rows, min(size, len(rows)))


def print_rows(rows: list[Row]) -> None:
    """Print rows as a file of training triples."""
    writer = csv.writer(sys.stdout, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None)
    writer.writerow(FIELDS)
    writer.writerows(tuple(row[name] for name in FIELDS) for row in rows)


def write(rows: list[Row]) -> None:
    """Replace the rows of the file, below the comments that it starts with."""
    lines = TRAINING.read_text(encoding="utf-8").splitlines()
    head = [line for line in lines if line.startswith("#")]
    body = ["\t".join(row[name] for name in FIELDS) for row in rows]
    TRAINING.write_text("\n".join([*head, "\t".join(FIELDS), *body]) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lake, known = Lake(options.lake), judged_rows(TRAINING)
    if options.sample:
        print_rows(sample(lake, options.sample, options.seed))
        return
    rows = refresh(lake) if options.write else refreshed(lake, known)
    print(json.dumps({"labelled": len(known), "still_given": len(rows)}))


if __name__ == "__main__":
    main()
