"""When a ticket that a search found says something of what was asked: below that, none does.

A strategy's score compares tickets in one answer only. The cosine of what was asked with the
ticket's own title or body means the same in each answer, so one number of each model decides.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from graphwright.yaml_file import parse_yaml

LEAST = Path(__file__).with_name("near_enough.yaml")
_REMEDY = "It is a file of the package: install Graphwright again."


@dataclasses.dataclass(frozen=True, slots=True)
class LeastCosine:
    """The least cosine of a ticket that answers; ``origin`` says what it was chosen on."""

    model: str
    least_cosine: float
    origin: str


def least_cosine(model: str) -> float | None:
    """Return the least cosine of a ticket that answers; None where the model has none."""
    rows = parse_yaml(LEAST.read_text(encoding="utf-8"), LEAST, remedy=_REMEDY)
    known = {row["model"]: LeastCosine(**row).least_cosine for row in rows}
    return known.get(model)
