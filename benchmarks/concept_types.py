"""Types of concepts by their source in a lake, and what a reader says of them.

    .venv/bin/python benchmarks/concept_types.py [LAKE] [--sample N] [--seed S] [--labels BUCKET]

``data/concept_types.yaml`` holds the verdicts: for names drawn at random from those that a source
types, the type and whether it is right. Printed are the shares that are right by source and, with
a LAKE, how many concepts each source types; ``--sample`` prints names that a class word types. The
label of spaCy is no source: ``--labels`` prints, for the names in one bucket of documents that it
labels in most of their mentions, what it says. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import duckdb
import yaml

from graphwright.ids import fingerprint
from graphwright.language.annotate import read_doc
from graphwright.steps.base.language_models import blank_pipeline, load_vocabulary
from graphwright.store.lake import Lake
from graphwright.tables import Annotation, Chunk, rows_of

VERDICTS = Path(__file__).with_name("data") / "concept_types.yaml"


def typed(lake: Path) -> list[tuple[str, str, str]]:
    """Return (name, type, source) of each concept, in order of ids."""
    entities = duckdb.read_parquet(str(lake / "tables" / "entities.parquet"))
    return (
        entities.filter("concept").order("entity_id").project("name, type, type_source").fetchall()
    )


def labelled(lake: Lake, bucket: int) -> list[tuple[str, str, int, int]]:
    """Return (name, label, mentions with it, mentions) of names that are mostly labelled alike.

    A mention is the subject or object of a triple that is not rejected; its label is that of the
    entity of spaCy that covers its last word.
    """
    load_vocabulary()
    nlp = blank_pipeline()
    chunks = {chunk.chunk_id: chunk for chunk in rows_of(Chunk, lake.read("chunks", bucket))}
    ends = defaultdict[str, list[tuple[str, int]]](list)
    for row in lake.read("resolved_triples", bucket).to_pylist():
        if row["rejection"] is None:
            for end in ("subject", "object"):
                if not row[f"{end}_resolved"]:
                    ends[row["chunk_id"]].append((row[f"{end}_name"], row[f"{end}_end"]))
    seen = defaultdict[str, Counter[str]](Counter)
    for annotation in rows_of(Annotation, lake.read("annotations", bucket)):
        doc = read_doc(annotation, nlp.vocab)
        start = chunks[annotation.chunk_id].start
        labels = {ent.end_char + start: ent.label_ for ent in doc.ents}
        for name, end in set(ends[annotation.chunk_id]):
            seen[name][labels.get(end, "")] += 1
    found = []
    for name, counted in sorted(seen.items()):
        label, most = min(counted.items(), key=lambda one: (-one[1], one[0]))
        if label and 2 * most > counted.total():
            found.append((name, label, most, counted.total()))
    return found


def shares() -> dict[str, Any]:
    """Return by source how many types were read and how many are right."""
    read = yaml.safe_load(VERDICTS.read_text(encoding="utf-8"))
    return {
        source: {"read": len(right) + len(wrong), "right": len(right)}
        for source, (right, wrong) in (
            (source, (verdicts["right"], verdicts["wrong"])) for source, verdicts in read.items()
        )
    }


def main() -> None:
    """Print a sample or labels, then the shares and counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lake", type=Path, nargs="?")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--labels", type=int)
    asked = parser.parse_args()
    found = typed(asked.lake) if asked.lake else []
    by_word = [row for row in found if row[2] == "class word"]
    lines: list[tuple[Any, ...]] = list(by_word)
    if asked.lake and asked.labels is not None:
        lines = list(labelled(Lake(asked.lake), asked.labels))
    for line in sorted(lines, key=lambda row: fingerprint([asked.seed, row[0]]))[: asked.sample]:
        print("\t".join(map(str, line)))
    result: dict[str, Any] = shares() if VERDICTS.exists() else {}
    if asked.lake:
        result["concepts"] = dict(Counter(source for _, _, source in found))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
