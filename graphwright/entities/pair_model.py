"""The chance that two names are one thing, from what they have in common: a model that is data.

``pair_model.json`` holds boosted trees over the numbers of ``likeness``, fitted by
``benchmarks/fit_pair_model.py`` on labelled pairs, and the two bounds between which people are
asked.
Boosting of trees: Friedman, Greedy Function Approximation (2001), with the logistic loss, so the
sum over the trees is the logarithm of the odds.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from pathlib import Path
from typing import Any, Self

import numpy as np

from graphwright.entities.likeness import FEATURES, Numbers
from graphwright.errors import ModelError

_FILE = Path(__file__).with_name("pair_model.json")
_LEAF = -1


@dataclasses.dataclass(frozen=True, slots=True)
class Tree:
    """A tree as rows of nodes, the root first: ``feature`` is a column, or -1 at a leaf.

    A row of numbers goes to ``left`` where its number is at most ``bound``; a leaf has ``value``.
    """

    feature: tuple[int, ...]
    bound: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]

    def values(self, columns: Numbers, node: int = 0) -> Numbers:
        """Return the value of the leaf that each row comes to from ``node`` on.

        ``columns`` are the numbers by feature. Both sides of a node are asked for all rows: going
        over whole columns is much faster than following each row down.
        """
        feature = self.feature[node]
        if feature == _LEAF:
            return np.asarray(self.value[node])
        goes_left = columns[feature] <= self.bound[node]
        left, right = (self.values(columns, side[node]) for side in (self.left, self.right))
        return np.where(goes_left, left, right)


@dataclasses.dataclass(frozen=True, slots=True)
class PairModel:
    """The trees, and two bounds of the chance: from ``accept`` on two names are joined unless only
    people can say, and from ``review`` on a pair that is not joined is one to ask about.
    """

    accept: float
    review: float
    base: float
    trees: tuple[Tree, ...]

    @classmethod
    def of(cls, told: dict[str, Any]) -> Self:
        """Return the model of a file. ``ModelError`` where it is of other numbers than ours."""
        if tuple(told["features"]) != FEATURES:
            raise ModelError(
                f"{_FILE.name} was fitted on {', '.join(told['features'])}; names are compared by "
                f"{', '.join(FEATURES)}.",
                remedy="Fit it again with benchmarks/fit_pair_model.py.",
            )
        trees = tuple(Tree(*map(tuple, tree)) for tree in told["trees"])
        return cls(told["accept"], told["review"], told["base"], trees)

    def chances(self, numbers: Numbers) -> Numbers:
        """Return the chance of each row of ``Likeness.of``, from 0 to 1, to four digits."""
        odds = np.full(len(numbers), self.base)
        columns = np.ascontiguousarray(numbers.T)
        for tree in self.trees:
            odds += tree.values(columns)
        chances: Numbers = np.round(1 / (1 + np.exp(-odds)), 4)
        return chances


@functools.cache
def pair_model() -> PairModel:
    """Return the model of the package."""
    return PairModel.of(json.loads(_FILE.read_text(encoding="utf-8")))
