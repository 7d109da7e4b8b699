"""Print relations of a lake that contradict each other, as its table ``contradictions`` has them.

    .venv/bin/python benchmarks/contradictions.py LAKE [--show N]

Two kinds of pairs are there: ``polarity``, where one relation denies what the other states, and
``value``, where a thing has two objects of a functional predicate. The last line is one JSON
object: how many relations there are, and how many pairs of each kind.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import duckdb

from graphwright.tables import ContradictionKind


def pairs_of(lake: Path, kind: str, show: int) -> list[tuple[str, str, str, str]]:
    """Return the first pairs of a kind: both facts and the sentence of each, in order of ids."""
    table = duckdb.read_parquet(str(lake / "tables" / "contradictions.parquet"))
    chosen = table.filter(duckdb.ColumnExpression("kind") == duckdb.ConstantExpression(kind)).order(
        "relation_id, other_relation_id"
    )
    return chosen.project("text, other_text, quote, other_quote").limit(show).fetchall()


def counts(lake: Path) -> dict[str, Any]:
    """Return how many relations there are, and how many pairs of each kind."""
    tables = lake / "tables"
    (relations,) = duckdb.read_parquet(str(tables / "relations.parquet")).shape[:1]
    kinds = duckdb.read_parquet(str(tables / "contradictions.parquet")).project("kind").fetchall()
    found = [kind for (kind,) in kinds]
    return {"relations": relations} | {
        kind.value: found.count(kind.value) for kind in ContradictionKind
    }


def main() -> None:
    """Print the pairs, then the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lake", type=Path)
    parser.add_argument("--show", type=int, default=20, help="pairs of each kind to print")
    asked = parser.parse_args()
    for kind in ContradictionKind:
        for text, other, quote, other_quote in pairs_of(asked.lake, kind.value, asked.show):
            print(f"{kind.value}\n  {text}\n    {quote}\n  {other}\n    {other_quote}")
    print(json.dumps(counts(asked.lake)))


if __name__ == "__main__":
    main()
