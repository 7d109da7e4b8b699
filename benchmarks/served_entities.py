"""Whether served entities are things: types of a lake's entities, samples to read, what was read.

    .venv/bin/python benchmarks/served_entities.py [LAKE] [--sample N] [--seed S] [--withheld]

``data/sap_entities.tsv`` holds random entities of SAP's documentation with a reader's verdict: 100
of all as they were before entities had types (``baseline``), 200 of those that are served
(``served``) and 100 of those that are not (``withheld``). ``real``: one can ask what it is without
having seen its sentence. With a LAKE its types are counted, and the single words among the 50
served entities of most relations are listed: generic nouns are among these. ``--sample`` prints
random served entities (``--withheld``: the others) with two contexts each. The last line is one
JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path

import pyarrow.compute as pc
from sap_triples import judged_rows

from graphwright.store.lake import Lake

VERDICTS = Path(__file__).with_name("data") / "sap_entities.tsv"
TOP = 50
CONTEXTS = 2
WIDTH = 160


def judged_shares() -> dict[str, float]:
    """Return the share of real concepts in each sample that was read."""
    read, real = Counter[str](), Counter[str]()
    for row in judged_rows(VERDICTS):
        read[row["sample"]] += 1
        real[row["sample"]] += row["real"] == "1"
    return {f"real_of_{sample}": round(real[sample] / count, 3) for sample, count in read.items()}


def typed(lake: Lake) -> tuple[Counter[str], float]:
    """Return the number of entities of each type, and the share that is served."""
    entities = lake.read("entities", columns=["type", "concept"])
    types = Counter(entities["type"].to_pylist())
    return types, round(pc.mean(entities["concept"]).as_py() or 0.0, 4)


def best_connected(lake: Lake) -> list[str]:
    """Return the single words among the served entities of most relations."""
    degrees = Counter[str]()
    for column in ("subject_id", "object_id"):
        degrees.update(lake.read("relations", columns=[column])[column].to_pylist())
    served = [row for row in lake.read("entities").to_pylist() if row["concept"]]
    ordered = sorted(served, key=lambda row: (-degrees[row["entity_id"]], row["entity_id"]))
    return [row["name"] for row in ordered[:TOP] if " " not in row["name"]]


def print_sample(lake: Lake, size: int, seed: int, *, served: bool) -> None:
    """Print random entities with their type, what it was decided by, and quotes of their facts."""
    entities = [row for row in lake.read("entities").to_pylist() if row["concept"] == served]
    chosen = random.Random(seed).sample(entities, min(size, len(entities)))  # no secret
    quotes = _quotes(lake, {row["entity_id"] for row in chosen})
    for row in sorted(chosen, key=lambda row: str(row["name"])):
        print(f"{row['name']} [{row['type']}: {row['type_reason']}]")
        for quote in quotes.get(row["entity_id"], [])[:CONTEXTS]:
            print("    " + " ".join(quote.split())[:WIDTH])


def _quotes(lake: Lake, wanted: set[str]) -> dict[str, list[str]]:
    ends = lake.read("relations", columns=["relation_id", "subject_id", "object_id"]).to_pylist()
    of_relation = {
        row["relation_id"]: {row["subject_id"], row["object_id"]} & wanted for row in ends
    }
    found: dict[str, list[str]] = {}
    for row in lake.read("evidence", columns=["relation_id", "quote"]).to_pylist():
        for entity in sorted(of_relation[row["relation_id"]]):
            found.setdefault(entity, []).append(row["quote"])
    return found


def main() -> None:
    """Print what was read by hand and, with a lake, what its entities are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", nargs="?", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--withheld", action="store_true")
    options = parser.parse_args()
    figures = judged_shares()
    if options.lake is not None:
        lake = Lake(options.lake)
        types, share = typed(lake)
        figures["concept_share"] = share
        single = best_connected(lake)
        figures[f"single_words_of_top_{TOP}"] = len(single)
        for name, count in types.most_common():
            print(f"{name:<32}{count:>10,}")
        print("Single words of the best connected: " + ", ".join(single))
        if options.sample:
            print_sample(lake, options.sample, options.seed, served=not options.withheld)
    for name, value in figures.items():
        print(f"{name:<32}{value:>10}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
