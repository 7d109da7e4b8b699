"""Confidence of a candidate triple from its syntax: readable weights, summed as log-odds.

The weights are data (``weights.yaml``): of a rule, of how its clause came by the subject, and of
the features that are seen of the triple. A confidence of 0.8 is meant as "8 of 10 such triples are
right". Which triples are kept is decided in ``resolve``.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypedDict

import yaml

from graphwright.extraction.reading.source_kinds import SourceKind
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature

_FILE = Path(__file__).with_name("weights.yaml")
LOWEST, HIGHEST = 0.05, 0.99

Group = Literal["rules", "origins", "features"]
"""A group of weights in ``weights.yaml``."""

FeatureNames = tuple[str, ...]
"""What a score sums: "rules.object", "origins.own", then the names of features."""


def weight_name(group: Group, key: str) -> str:
    """Return a weight's name among ``FeatureNames``: a feature's own, else with its group."""
    return key if group == "features" else f"{group}.{key}"


class Calibration(TypedDict):
    """How a sum of weights becomes log-odds in one kind of text: shift + scale * sum."""

    shift: float
    scale: float


@dataclasses.dataclass(frozen=True)
class Weights:
    """The weights of ``weights.yaml``, by the names of rules, origins and features.

    ``prose`` holds for texts of that kind (``source_kinds``); in documentation the sum itself is
    the log-odds.
    """

    rules: dict[str, float]
    origins: dict[str, float]
    features: dict[str, float]
    prose: Calibration

    @functools.cached_property
    def by_name(self) -> Mapping[str, float]:
        """Return every weight by its name among ``FeatureNames``."""
        groups: dict[Group, dict[str, float]] = {
            "rules": self.rules,
            "origins": self.origins,
            "features": self.features,
        }
        return {
            weight_name(group, key): weight
            for group, weights in groups.items()
            for key, weight in weights.items()
        }


@functools.cache
def load_weights() -> Weights:
    """Return the weights that come with the package."""
    return Weights(**yaml.safe_load(_FILE.read_text(encoding="utf-8")))


def confidence(
    candidate: Candidate,
    features: Sequence[Feature],
    weights: Weights,
    source_kind: SourceKind = SourceKind.DOCUMENTATION,
) -> float:
    """Return the confidence of a candidate, from 0.05 to 0.99, to four decimals."""
    total = weights.rules[candidate.rule.name] + weights.origins[candidate.origin]
    for feature in features:
        total += weights.features[feature.name]
    if source_kind is SourceKind.PROSE:
        total = weights.prose["shift"] + weights.prose["scale"] * total
    return round(min(HIGHEST, max(LOWEST, 1.0 / (1.0 + math.exp(-total)))), 4)


def feature_names(candidate: Candidate, features: Sequence[Feature]) -> FeatureNames:
    """Return the names of what the score of a candidate sums."""
    rule, origin = candidate.rule.name, candidate.origin
    names = (weight_name("features", feature.name) for feature in features)
    return weight_name("rules", rule), weight_name("origins", origin), *names
