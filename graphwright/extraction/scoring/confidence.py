"""Confidence of a candidate triple from its syntax: readable weights, summed as log-odds.

The weights are data (``weights.yaml``); what they mean is in the comments there. A confidence of
0.8 is meant as "8 of 10 such triples are right". What is seen of a triple is told in ``signs``,
which triples are kept is decided in ``resolve``.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence
from pathlib import Path

import yaml

_FILE = Path(__file__).with_name("weights.yaml")
LOWEST, HIGHEST = 0.05, 0.99
NAMELESS_RULES = frozenset({"clausal_object", "adverbial"})
"""Rules whose objects are statements or adverbs: no name that could be an entity."""


@dataclasses.dataclass(frozen=True)
class Weights:
    """The weights of ``weights.yaml``."""

    version: str
    rules: dict[str, float]
    origins: dict[str, float]
    features: dict[str, float]

    def of(self, sign: str) -> float:
        """Return the weight of a sign: "rules.object", "origins.own" or the name of a feature."""
        group, _, name = sign.rpartition(".")
        weights: dict[str, float] = getattr(self, group or "features")
        return weights[name]


@functools.cache
def load_weights() -> Weights:
    """Return the weights that come with the package."""
    return Weights(**yaml.safe_load(_FILE.read_text(encoding="utf-8")))


def confidence(signs: Sequence[str], weights: Weights) -> float:
    """Return the confidence of a candidate with these signs, from 0.05 to 0.99, to four decimals.

    ``signs`` are those of ``graphwright.extraction.scoring.features``.
    """
    total = sum(weights.of(sign) for sign in signs)
    return round(min(HIGHEST, max(LOWEST, 1.0 / (1.0 + math.exp(-total)))), 4)
