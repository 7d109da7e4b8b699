"""Whether names of one thing meet: all names of a labelled set clustered, scored on the labelled.

    .venv/bin/python benchmarks/entities.py FOLDER... [--lake LAKE] [--ends]

FOLDER is a labelled set (``entity_scores.py``). Every name of its triples is clustered by the
tiers of ``graphwright.entities`` with one model of scored pairs for all sets, which never saw a
pair of the clusters that it is tested on (five folds by gold cluster); with a LAKE of SAP's pages
the pairs that we read there are learned too, as by the model of the package. ``graphwright`` is
what is served, at the model's own bound; below it stand other bounds, and the bound that is best on
the clusters of one half, scored on the other.
Beside it the same string and three likenesses with single linkage. The guard ``ends`` (subject and
object of one triple) is left out where ``--ends`` is not given: these sets state that a name is
another. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from entity_scores import Clusters, Gold, methods, name_of, read_gold, read_names, scores
from fit_pair_model import ACCEPT, REVIEW, fitted
from pair_sets import FOLDS, World, held_out, read_lake, read_world

from graphwright.entities.likeness import Numbers
from graphwright.entities.name_groups import Bounds, Known, group_names
from graphwright.entities.name_pairs import compared_pairs
from graphwright.entities.normalise import normalise
from graphwright.entities.scored_pairs import Scored, rows_of_pairs

BOUNDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
Scores = dict[str, float]


def clusters_of(
    world: World, chances: Numbers, names: Sequence[str], accept: float, *, ends: bool
) -> Clusters:
    """Return the cluster of each name by all tiers, pairs of ``accept`` or more being joined."""
    triples = world.triples if ends else world.triples.slice(0, 0)
    scored = Scored(world.pairs, world.numbers, chances)
    likely = rows_of_pairs(world.names, triples, scored, accept - 0.0001)
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
    at = {
        bound: clusters_of(world, chances, names, bound, ends=ends)
        for bound in sorted({*BOUNDS, ACCEPT})
    }
    told["graphwright"] = named_scores(gold, at[ACCEPT])
    for bound, found in at.items():
        told[f"bound {bound}"] = named_scores(gold, found)
    halves = gold[::2], gold[1::2]
    for half, (chosen_on, other) in enumerate((halves, halves[::-1])):
        best = max(at, key=lambda bound: (scores(chosen_on, at[bound])["mean"], bound))
        told[f"half {half + 1}, bound {best} of the other"] = named_scores(other, at[best])
    return told


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
    print(json.dumps(told))


if __name__ == "__main__":
    main()
