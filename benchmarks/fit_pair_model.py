"""Fit the model of scored pairs and write it as data: ``graphwright/entities/pair_model.json``.

    .venv/bin/python benchmarks/fit_pair_model.py FOLDER... [--lake LAKE]

FOLDER is a labelled set (``entities.py``); with a LAKE of SAP's pages the pairs of
``data/entities/scored_pairs.tsv`` are learned too. Boosted trees of scikit-learn with the logistic
loss, each of half of the pairs and each split of a fifth of the numbers, so that a few pairs more
or less change the model little. ``entities.py`` says what the model is worth.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from pair_sets import all_learned, read_lake, read_world
from sklearn.ensemble import GradientBoostingClassifier

from graphwright.entities import pair_model
from graphwright.entities.likeness import FEATURES, Numbers
from graphwright.entities.pair_model import PairModel, Tree

ACCEPT, REVIEW = 0.3, 0.2
TREES, LEAVES, RATE, LEAST_PAIRS = 400, 8, 0.03, 8
OF_PAIRS, OF_NUMBERS = 0.5, 0.2
"""The share of pairs that a tree learns from, and of the numbers that a split may use."""


def fitted(numbers: Numbers, labels: Numbers) -> PairModel:
    """Return the model of labelled pairs."""
    learner = GradientBoostingClassifier(
        n_estimators=TREES,
        max_leaf_nodes=LEAVES,
        max_depth=None,
        learning_rate=RATE,
        min_samples_leaf=LEAST_PAIRS,
        subsample=OF_PAIRS,
        max_features=OF_NUMBERS,
        random_state=0,
    )
    learner.fit(numbers.astype(np.float32), labels)
    share = float(np.mean(labels))
    return PairModel(
        accept=ACCEPT,
        review=REVIEW,
        base=float(np.log(share / (1 - share))),
        trees=tuple(_tree(one.tree_) for one in learner.estimators_.ravel()),
    )


def _tree(found: object) -> Tree:
    nodes = {name: getattr(found, name).tolist() for name in
             ("feature", "threshold", "children_left", "children_right")}  # fmt: skip
    values = [RATE * float(value) for value in found.value.ravel()]  # type: ignore[attr-defined]
    return Tree(
        feature=tuple(max(column, -1) for column in nodes["feature"]),
        bound=tuple(round(bound, 6) for bound in nodes["threshold"]),
        left=tuple(nodes["children_left"]),
        right=tuple(nodes["children_right"]),
        value=tuple(round(value, 6) for value in values),
    )


def as_json(model: PairModel) -> str:
    """Return the text of the file, a tree a line."""
    head = {
        "accept": model.accept,
        "review": model.review,
        "base": round(model.base, 6),
        "features": FEATURES,
    }
    trees = [
        json.dumps([tree.feature, tree.bound, tree.left, tree.right, tree.value])
        for tree in model.trees
    ]
    return json.dumps(head, indent=1)[:-2] + ',\n "trees": [\n' + ",\n".join(trees) + "\n ]\n}\n"


def main() -> None:
    """Fit the model on what is given and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--lake", type=Path)
    options = parser.parse_args()
    worlds = [read_world(folder) for folder in options.folders]
    if options.lake is not None:
        worlds.append(read_lake(options.lake))
    numbers, labels = all_learned(worlds)
    path = Path(pair_model.__file__).with_suffix(".json")
    path.write_text(as_json(fitted(numbers, labels)), encoding="utf-8")
    print(f"{path}: {len(labels):,} pairs, {int(labels.sum()):,} one thing")


if __name__ == "__main__":
    main()
