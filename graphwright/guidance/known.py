"""From which nearness on an application has what a question asks for: below, it is not found."""

from __future__ import annotations

from pathlib import Path

from graphwright.yaml_file import parse_yaml

LEAST = Path(__file__).with_name("known.yaml")
_REMEDY = "It is a file of the package: install Graphwright again."


def least_of(model: str) -> float | None:
    """Return the least cosine of a state that answers; None where the model has none.

    ``known.yaml`` says on what each was chosen.
    """
    rows = parse_yaml(LEAST.read_text(encoding="utf-8"), LEAST, remedy=_REMEDY)
    known = {row["model"]: float(row["least_cosine"]) for row in rows}
    return known.get(model)
