"""Whether a lake of the example merges the aliases of its gold file, and nothing else of it.

    .venv/bin/python benchmarks/alias_gold.py LAKE

``examples/gold.yaml`` lists ``aliases`` (two names of one entity) and ``distinct`` (names that must
stay apart); what the example's seed concepts declare is one, too. Recall: the share of pairs of one
thing that are one entity, of those whose names are both written. Precision: of all pairs of names
that the files mention and the lake holds as one entity, the share that they say are one. The last
line is one JSON object.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path

import yaml

from graphwright.entities.normalise import normalise
from graphwright.store.lake import Lake

SEEDS = Path(__file__).parents[1] / "examples" / "seed_concepts.yaml"
GOLD = Path(__file__).parents[1] / "examples" / "gold.yaml"
Both = frozenset[str]


def gold_pairs() -> tuple[set[Both], set[str]]:
    """Return the pairs of keys that are one thing, closed over common names, and all keys."""
    gold = yaml.safe_load(GOLD.read_text(encoding="utf-8"))
    seeds = yaml.safe_load(SEEDS.read_text(encoding="utf-8"))["concepts"]
    declared = [{row["alias"], row["canonical"]} for row in gold["aliases"]]
    declared += [{seed["name"], *seed.get("aliases", ())} for seed in seeds]
    groups: list[set[str]] = []
    for names in declared:
        found = {normalise(name) for name in names}
        for group in [group for group in groups if group & found]:
            groups.remove(group)
            found |= group
        groups.append(found)
    pairs = {
        frozenset(both) for group in groups for both in itertools.combinations(sorted(group), 2)
    }
    keys = {key for group in groups for key in group}
    keys |= {normalise(name) for row in gold["distinct"] for name in row["names"]}
    keys |= {normalise(str(fact[end])) for fact in gold["facts"] for end in ("subject", "object")}
    return pairs, keys


def measured(lake: Lake) -> dict[str, object]:
    """Return precision and recall, with the pairs that are wrong and those that are missing."""
    pairs, keys = gold_pairs()
    entity = {row["alias_key"]: row["entity_id"] for row in lake.read("entity_aliases").to_pylist()}
    written = sorted(keys & entity.keys())
    made = {
        frozenset(both)
        for both in itertools.combinations(written, 2)
        if entity[both[0]] == entity[both[1]]
    }
    sought = {pair for pair in pairs if pair <= entity.keys()}
    return {
        "pairs_sought": len(sought),
        "pairs_made": len(made),
        "precision": round(len(made & pairs) / max(len(made), 1), 3),
        "recall": round(len(made & sought) / max(len(sought), 1), 3),
        "wrong": sorted(map(sorted, made - pairs)),
        "missing": sorted(map(sorted, sought - made)),
    }


def main() -> None:
    """Print what a lake of the example makes of the gold aliases."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", type=Path)
    told = measured(Lake(parser.parse_args().lake))
    for name, value in told.items():
        print(f"{name:<16}{value!s}")
    print(json.dumps(told))


if __name__ == "__main__":
    main()
