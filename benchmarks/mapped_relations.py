"""Relations that the table of predicates made of other predicates, and what a reader says of them.

    .venv/bin/python benchmarks/mapped_relations.py [LAKE] [--sample N] [--seed S]

``data/mapped_relations.yaml`` holds the verdicts on random pieces of evidence whose predicate the
table reads as another: whether the relation keeps the meaning of what its triple says (``keeps``),
and whether it is a fact of the sentence (``fact``). Printed are the shares and, with a LAKE, how
many pieces each predicate gave; ``--sample`` prints such pieces. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import duckdb
import yaml

from graphwright.ids import fingerprint

VERDICTS = Path(__file__).with_name("data") / "mapped_relations.yaml"


def mapped(lake: Path) -> list[tuple[str, str, str, str]]:
    """Return (evidence id, stated predicate, relation, quote) of each piece that was mapped."""
    tables = lake / "tables"
    evidence = duckdb.read_parquet(str(tables / "evidence.parquet")).set_alias("e")
    relations = duckdb.read_parquet(str(tables / "relations.parquet")).set_alias("r")
    joined = evidence.filter("stated_predicate IS NOT NULL AND layer = 'knowledge'").join(
        relations, "relation_id"
    )
    return (
        joined.project("evidence_id, stated_predicate, text, quote").order("evidence_id").fetchall()
    )


def shares() -> dict[str, Any]:
    """Return how many were read, and of how many the meaning is kept and is a fact."""
    read = yaml.safe_load(VERDICTS.read_text(encoding="utf-8"))
    return {
        "read": len(read),
        "keeps": sum(one["keeps"] for one in read),
        "fact": sum(one["fact"] for one in read),
    }


def main() -> None:
    """Print counts or a sample, then the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lake", type=Path, nargs="?")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    found = mapped(asked.lake) if asked.lake else []
    drawn = sorted(found, key=lambda row: fingerprint([asked.seed, row[0]]))[: asked.sample]
    for id_, stated, text, quote in drawn:
        print(f"{id_}\t{stated}\t{text}\t{' '.join(quote.split())}")
    result = shares() if VERDICTS.exists() else {}
    if asked.lake:
        result |= {"mapped": len(found), "predicates": len({row[1] for row in found})}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
