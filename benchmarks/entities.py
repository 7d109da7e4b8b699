"""Whether names of one thing meet: all names of a labelled set clustered, scored on the labelled.

    .venv/bin/python benchmarks/entities.py FOLDER... [--lake LAKE] [--ends]

FOLDER is a labelled set (``entity_scores.py``). Every name of its triples is clustered by the
tiers of ``graphwright.entities`` with one model of scored pairs for all sets, which never saw a
pair of the clusters that it is tested on (five folds by gold cluster); with a LAKE of SAP's pages
the pairs that we read there are learned too, as by the model of the package. ``graphwright`` is
what is served, at the model's own bound; below it stand other bounds, of all clusters and of each
half, and the one bound for all sets that is best on one half, scored on the other. Of the pairs
of a LAKE that were read stand precision and recall by bound.
Beside it the same string and three likenesses with single linkage. The guard ``ends`` (subject and
object of one triple) is left out where ``--ends`` is not given: these sets state that a name is
another. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from entity_scores import Clusters, Gold, methods, name_of, read_gold, read_names, scores
from fit_pair_model import ACCEPT, REVIEW, fitted
from pair_sets import FOLDS, World, held_out, read_lake, read_world

from graphwright.entities.likeness import Numbers
from graphwright.entities.name_groups import Bounds, Known, group_names
from graphwright.entities.name_pairs import compared_pairs
from graphwright.entities.normalise import normalise
from graphwright.entities.scored_pairs import Scored, rows_of_pairs

BOUNDS = sorted({0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, ACCEPT})
Scores = dict[str, float]


def clusters_of(
    world: World, chances: Numbers, names: Sequence[str], accept: float, *, ends: bool
) -> Clusters:
    """Return the cluster of each name by all tiers, pairs of ``accept`` or more being joined."""
    triples = world.triples if ends else world.triples.slice(0, 0)
    scored = Scored(world.pairs, world.numbers, chances)
    likely = rows_of_pairs(world.names, triples, scored)
    bounds = Bounds(accept, min(accept, REVIEW))
    found = group_names(world.names, compared_pairs(world.names), Known(), likely, bounds)
    target = {row.name_key: row.target_key for row in found.groups}
    keys = {name: normalise(name) for name in names}
    return {name: target.get(key, key) for name, key in keys.items()}


def named_scores(gold: Gold, clusters: Clusters) -> Scores:
    """Return the scores under the names of the JSON."""
    return {f"{name}_f1": value for name, value in scores(gold, clusters).items()}


def measured(world: World, chances: Numbers, folder: Path, *, ends: bool) -> dict[str, Scores]:
    """Return the scores of each way to cluster the names of a folder."""
    names, gold = read_names(folder), read_gold(folder)
    names = sorted({*names, *(name_of(mention) for found in gold for mention in found)})
    told = {method: named_scores(gold, found) for method, found in methods(names)}
    at = {bound: clusters_of(world, chances, names, bound, ends=ends) for bound in BOUNDS}
    told["graphwright"] = named_scores(gold, at[ACCEPT])
    for bound, found in at.items():
        told[f"bound {bound}"] = named_scores(gold, found)
    halves = gold[::2], gold[1::2]
    for half, found in enumerate(halves):
        for bound, clusters in at.items():
            told[f"half {half + 1}, bound {bound}"] = named_scores(found, clusters)
    return told


def bound_of_half(told: dict[str, dict[str, Scores]], half: int) -> float:
    """Return the bound whose mean over all sets is best on one half of their clusters."""

    def mean(bound: float) -> float:
        found = [of_set[f"half {half}, bound {bound}"]["mean_f1"] for of_set in told.values()]
        return sum(found) / len(found)

    return max(BOUNDS, key=lambda bound: (mean(bound), bound))


def print_lake(world: World, chances: Numbers) -> None:
    """Print what the model makes of the pairs of a lake that we read, by bound."""
    known = ~np.isnan(world.label)
    chances, labels = chances[known], world.label[known]
    print(f"Pairs of texts that were read: {len(labels)}, one thing {int(labels.sum())}")
    print(f"{'from':<12}{'pairs':>12}{'precision':>12}{'recall':>12}")
    for bound in BOUNDS:
        of_bound = labels[chances >= bound]
        right = of_bound.sum()
        shares = right / max(len(of_bound), 1), right / labels.sum()
        print(f"{bound:<12}{len(of_bound):>12}" + "".join(f"{share:>12.3f}" for share in shares))


def main() -> None:
    """Print the scores of each way to cluster for each folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--lake", type=Path)
    parser.add_argument("--ends", action="store_true")
    options = parser.parse_args()
    worlds = [read_world(folder) for folder in options.folders]
    lakes = [read_lake(options.lake)] if options.lake is not None else []
    chances = held_out([*worlds, *lakes], fitted)
    told: dict[str, dict[str, Scores]] = {}
    print(f"One model, {FOLDS} folds; as served: bound {ACCEPT}")
    for folder, world, found in zip(options.folders, worlds, chances, strict=False):
        told[folder.name] = measured(world, found, folder, ends=options.ends)
        print(f"{folder.name}: {len(world.names):,} names, {len(world.pairs):,} pairs scored")
        print(f"{'':<32}" + "".join(f"{name:>12}" for name in told[folder.name]["graphwright"]))
        for method, values in told[folder.name].items():
            print(f"{method:<32}" + "".join(f"{value:>12.3f}" for value in values.values()))
    for half, other in ((1, 2), (2, 1)):
        best = bound_of_half(told, other)
        for name, of_set in told.items():
            found = of_set[f"half {half}, bound {best}"]["mean_f1"]
            print(
                f"half {half} of {name} at {best}, the bound of half {other} of all sets: {found}"
            )
    for world, found in zip(lakes, chances[len(worlds) :], strict=True):
        print_lake(world, found)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
