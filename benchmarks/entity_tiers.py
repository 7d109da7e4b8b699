"""What the tiers of names merged and what guards stopped in a lake, and what a reader says of it.

    .venv/bin/python benchmarks/entity_tiers.py [LAKE] [--sample N] [--seed S] [--unread]

``data/entities/*.yaml`` hold the verdicts: a file for each tier that merges unasked, and one for
what guards stopped; each line is a pair of names, and whether both are one thing. They were drawn
from the pages of SAP by ``--sample`` with its default seed, and are looked up by their names, so
they hold for another lake too. Printed are the shares that are right of those read (``right``: one
thing for a tier, two things for a guard) and, with a LAKE, the names that each tier merged, the
pairs that each guard stopped, and how many of the sample were read. ``--unread`` prints only the
sampled pairs without a verdict, in the form of the files. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from graphwright.ids import fingerprint
from graphwright.store.lake import Lake

VERDICTS = Path(__file__).with_name("data") / "entities"
STOPPED = "stopped"
ACRONYM = "acronym"
TIERS = ("same letters", "same content words", "short forms", ACRONYM)


class Pair(NamedTuple):
    """Two keys, the first the alias or the first in order."""

    one: str
    other: str


def verdicts() -> dict[str, dict[Pair, bool]]:
    """Return by sample what a reader said of each pair: whether both are one thing."""
    found: dict[str, dict[Pair, bool]] = {}
    for path in sorted(VERDICTS.glob("*.yaml")):
        read: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        found[read["sample"]] = {
            Pair(*names): same
            for same in (True, False)
            for names in read["same" if same else "two"]
        }
    return found


def merged(lake: Lake) -> dict[str, list[Pair]]:
    """Return by tier the names that were merged, each with the name of its entity."""
    found: dict[str, list[Pair]] = defaultdict(list)
    for row in lake.read("name_groups").to_pylist():
        found[row["tier"]].append(Pair(row["name_key"], row["target_key"]))
    for row in lake.read("entity_merges").to_pylist():
        if row["tier"] == ACRONYM and row["accepted"]:
            found[ACRONYM].append(Pair(row["alias_key"], row["target_key"]))
    return found


def stopped(lake: Lake) -> dict[str, list[Pair]]:
    """Return by guard the pairs that it stopped; a pair of a group is no guard's own."""
    found: dict[str, list[Pair]] = defaultdict(list)
    for row in lake.read("name_pairs").to_pylist():
        if row["guard"] not in (None, "group"):
            found[row["guard"]].append(Pair(row["name_key"], row["other_key"]))
    return found


def sampled(pairs: list[Pair], size: int, seed: int) -> list[Pair]:
    """Return pairs drawn by a hash: where some pairs come and go, the others stay drawn."""
    return sorted(sorted(pairs, key=lambda pair: fingerprint([seed, *pair]))[:size])


def samples(lake: Lake, size: int, seed: int) -> dict[str, list[Pair]]:
    """Return what is to be read: of each tier ``size`` pairs, and twice as many stopped ones."""
    of_tiers = merged(lake)
    drawn = {tier: sampled(of_tiers[tier], size, seed) for tier in TIERS}
    every = [pair for pairs in stopped(lake).values() for pair in pairs]
    return drawn | {STOPPED: sampled(every, 2 * size, seed)}


def print_sample(lake: Lake, drawn: dict[str, list[Pair]], *, unread: bool) -> None:
    """Print pairs as lines of the files, with the forms and kinds of both names behind them."""
    forms = {row["key"]: row for row in lake.read("names").to_pylist()}
    known = verdicts()
    for sample, pairs in drawn.items():
        print(f"# {sample}")
        for pair in pairs:
            if unread and pair in known.get(sample, {}):
                continue
            told = (forms.get(key, {"form": key, "kind": ""}) for key in pair)
            shown = " | ".join(f"{one['form']} ({one['kind']})" for one in told)
            print(f"  - {json.dumps(list(pair), ensure_ascii=False)}  # {shown}")


def main() -> None:
    """Print what a lake's tiers did and how much of what was read is right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", nargs="?", type=Path)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unread", action="store_true")
    options = parser.parse_args()
    read, figures = verdicts(), Counter[str]()
    shares: dict[str, float] = {}
    for sample, of_pairs in read.items():
        right = sum(same != (sample == STOPPED) for same in of_pairs.values())
        figures[f"read of {sample}"] = len(of_pairs)
        shares[f"right of {sample}"] = round(right / max(len(of_pairs), 1), 4)
    if options.lake is not None:
        lake = Lake(options.lake)
        drawn = samples(lake, options.sample, options.seed)
        if options.unread:
            print_sample(lake, drawn, unread=True)
        for tier, pairs in merged(lake).items():
            figures[f"merged by {tier}"] = len(pairs)
        for guard, pairs in stopped(lake).items():
            figures[f"stopped by {guard}"] = len(pairs)
        for sample, pairs in drawn.items():
            figures[f"sampled and read of {sample}"] = sum(p in read.get(sample, {}) for p in pairs)
    told = dict(figures) | shares
    for name, value in told.items():
        print(f"{name:<48}{value:>10}")
    print(json.dumps(told))


if __name__ == "__main__":
    main()
