"""How sure it is that the pages know a problem: a calibrated probability of how scores lie.

What is known stands out: its best page is well above the next, and above what any utterance
reaches. The score alone does not tell, as an utterance near the collection's subject is near all
of its pages.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from graphwright.yaml_file import parse_yaml

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

WEIGHTS = Path(__file__).with_name("known.yaml")
"""Weights of the features, made by ``benchmarks/help.py --fit``."""

_NEXT = 5
_HIGH = 0.95


@dataclasses.dataclass(frozen=True, slots=True)
class Features:
    """How the scores of all pages lie about the best one's; pages of a group count as one page."""

    text_above: float
    """Cosine of the best page's text above the mean of all pages."""
    intent_above: float
    """Cosine of its intents above the mean."""
    margin: float
    """Score above the second page."""
    margin_next: float
    """Score above the mean of the five pages that follow."""
    above_high: float
    """Score above that which one page in twenty passes."""


NAMES = tuple(field.name for field in dataclasses.fields(Features))


def features(scores: Floats, intents: Floats, texts: Floats) -> Features:
    """Return the features of an utterance; each array has a value for each page, at least one."""
    best = int(scores.argmax())
    falling = -np.sort(-scores)
    following = falling[1 : 1 + _NEXT] if len(falling) > 1 else np.zeros(1)
    return Features(
        text_above=float(texts[best] - texts.mean()),
        intent_above=float(intents[best] - intents.mean()),
        margin=float(falling[0] - following[0]),
        margin_next=float(falling[0] - following.mean()),
        above_high=float(falling[0] - np.quantile(scores, _HIGH)),
    )


@functools.cache
def _weights() -> tuple[tuple[float, ...], float]:
    read = parse_yaml(WEIGHTS.read_text(encoding="utf-8"), WEIGHTS)
    return tuple(float(read["weights"][name]) for name in NAMES), float(read["constant"])


def known(found: Features) -> float:
    """Return the probability, from 0 to 1, that the best page answers."""
    weights, constant = _weights()
    values = dataclasses.astuple(found)
    logit = constant + sum(w * value for w, value in zip(weights, values, strict=True))
    return round(1 / (1 + math.exp(-max(-30.0, min(30.0, logit)))), 6)
