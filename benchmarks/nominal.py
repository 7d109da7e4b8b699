"""Precision of the names of nominal mentions ("this service") as read by hand.

    .venv/bin/python benchmarks/nominal.py [LAKE] [--sample N] [--seed S]

``data/sap_nominal_verdicts.tsv`` holds 50 random mentions of SAP's documentation with the name that
the rules of ``graphwright.language.nominal_anaphora`` and ``artefact_anaphora`` gave them, the text
around both, and a reader's verdict; they were drawn when the rules stood as they are. With a LAKE
its mentions are counted by their noun; ``--sample`` prints random ones, ready for verdicts.
The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
from collections import Counter
from pathlib import Path

from sap_triples import judged_rows

from graphwright.store.lake import Lake
from graphwright.tables import Chunk, CoreferenceMention, rows_of

VERDICTS = Path(__file__).with_name("data") / "sap_nominal_verdicts.tsv"
FIELDS = ("mention", "name", "right", "page", "text")
CONTEXT = (90, 110)
"""Characters before the first and after the second of mention and name."""

Found = tuple[CoreferenceMention, Chunk]


def read_lake(lake: Lake) -> list[Found]:
    """Return the nominal mentions of a lake with their chunks, in order of chunk and place."""
    found = []
    for path in lake.paths("coreference_chains"):
        bucket = int(path.stem)
        chunks = {chunk.chunk_id: chunk for chunk in rows_of(Chunk, lake.read("chunks", bucket))}
        for row in rows_of(CoreferenceMention, lake.read("coreference_chains", bucket)):
            if row.kind == "nominal":
                found.append((row, chunks[row.chunk_id]))
    return sorted(found, key=lambda f: (f[0].chunk_id, f[0].mention_start))


def shown(mention: CoreferenceMention, chunk: Chunk) -> str:
    """Return the text around a mention and its name, with both marked."""
    marks = sorted([
        (mention.name_start - chunk.start, mention.name_end - chunk.start, "[[", "]]"),
        (mention.mention_start - chunk.start, mention.mention_end - chunk.start, "<<", ">>"),
    ])  # fmt: skip
    (a, b, *first), (c, d, *second) = marks
    text, (before, after) = chunk.text, CONTEXT
    parts = [
        text[max(0, a - before) : a], first[0], text[a:b], first[1], text[b:c],
        second[0], text[c:d], second[1], text[d : d + after],
    ]  # fmt: skip
    return " ".join("".join(parts).split())


def print_sample(found: list[Found], size: int, seed: int) -> None:
    """Print random mentions as a file of verdicts without them."""
    writer = csv.writer(sys.stdout, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None)
    writer.writerow(FIELDS)
    for mention, chunk in random.Random(seed).sample(found, min(size, len(found))):  # no secret
        page = " > ".join(chunk.heading_path)
        writer.writerow((mention.mention, mention.name, "", page, shown(mention, chunk)))


def main() -> None:
    """Print what was read by hand and, with a lake, what it holds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", nargs="?", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = judged_rows(VERDICTS)
    right = sum(row["right"] == "1" for row in rows)
    figures = {"mentions": len(rows), "precision": round(right / len(rows), 4)}
    if options.lake is not None:
        found = read_lake(Lake(options.lake))
        figures["mentions_of_lake"] = len(found)
        nouns = Counter(mention.mention.split()[-1].lower() for mention, _ in found)
        for noun, count in nouns.most_common(15):
            print(f"{noun:<32}{count:>10}")
        if options.sample:
            print_sample(found, options.sample, options.seed)
    for name, value in figures.items():
        print(f"{name:<32}{value:>10}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
