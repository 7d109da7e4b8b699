"""Links that nobody states: tickets whose titles are near one another (LinkedIn, section 3.1.2).

Every title is compared with every other, in blocks. A title that many others are near is that of a
form ("Access for ..."), which says nothing of what its tickets are about: it makes no link.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from graphwright.tables import ImplicitTicketLink
from graphwright.yaml_file import parse_yaml

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Pairs = NDArray[np.int64]

THRESHOLDS = Path(__file__).with_name("implicit_thresholds.yaml")
_REMEDY = "It is a file of the package: install Graphwright again."

_BLOCK = 1024
"""Titles that are compared with all others at once: 30,000 need 120 MB."""

_MARGIN = 1e-4
"""By so much a quick product may be wrong, whose sums are made in any order."""

_DIGITS = 6


@dataclasses.dataclass(frozen=True, slots=True)
class Threshold:
    """What a model's cosines mean: two titles of at least ``theta`` tell of one thing.

    A title with more than ``most_near`` such others is that of a form. ``origin`` says what it was
    fitted on.
    """

    model: str
    theta: float
    most_near: int
    origin: str


def thresholds() -> Mapping[str, Threshold]:
    """Return the thresholds of the package by the name of the model."""
    rows = parse_yaml(THRESHOLDS.read_text(encoding="utf-8"), THRESHOLDS, remedy=_REMEDY)
    return {row["model"]: Threshold(**row) for row in rows}


def implicit_links(
    ids: Sequence[str], vectors: Vectors, threshold: Threshold, model: str
) -> list[ImplicitTicketLink]:
    """Return the links between tickets, whose titles have these unit vectors, in order of ids.

    ``ids`` ascend. The same titles give the same links, whatever threads and blocks there are:
    cosines that count are added up one by one, and rounded.
    """
    pairs, cosines = _near(vectors, threshold)
    counts = np.bincount(pairs[:, 0], minlength=len(ids))
    of_no_form = np.zeros(len(ids), dtype=bool)
    of_no_form[pairs[:, 0]] = True
    of_no_form &= counts <= threshold.most_near
    told = of_no_form[pairs].all(axis=1) & (pairs[:, 0] < pairs[:, 1])
    ranks = _ranks(pairs, cosines)
    columns = (values[told].tolist() for values in (*pairs.T, cosines, ranks))
    return [
        ImplicitTicketLink(ids[one], ids[other], cosine, rank, threshold.theta, model)
        for one, other, cosine, rank in zip(*columns, strict=True)
    ]


def _near(vectors: Vectors, threshold: Threshold) -> tuple[Pairs, NDArray[np.float64]]:
    """Return the rows and those near them, each pair from both ends, with their cosines.

    Rows that are surely of a form have none: there may be as many pairs of these as all titles.
    """
    found = [np.zeros((0, 2), dtype=np.int64)]
    found += (_candidates(vectors, first, threshold) for first in range(0, len(vectors), _BLOCK))
    pairs = np.concatenate(found)
    cosines = np.concatenate([np.zeros(0), *_exact(vectors, pairs)])
    near = cosines >= threshold.theta
    return pairs[near], cosines[near]


def _candidates(vectors: Vectors, first: int, threshold: Threshold) -> Pairs:
    """Return the pairs of a block's rows with all rows that may be near."""
    products = vectors[first : first + _BLOCK] @ vectors.T
    own = np.arange(len(products))
    products[own, first + own] = -1
    surely = (products >= threshold.theta + _MARGIN).sum(axis=1)
    products[surely > threshold.most_near] = -1
    rows, others = np.nonzero(products >= threshold.theta - _MARGIN)
    return np.column_stack([rows + first, others]).astype(np.int64)


def _exact(vectors: Vectors, pairs: Pairs) -> Iterator[NDArray[np.float64]]:
    """Yield the cosines of pairs, block by block."""
    for first in range(0, len(pairs), _BLOCK):
        some = pairs[first : first + _BLOCK]
        one, other = (vectors[some[:, side]].astype(np.float64) for side in (0, 1))
        cosines: NDArray[np.float64] = np.vecdot(one, other)
        yield cosines.round(_DIGITS)


def _ranks(pairs: Pairs, cosines: NDArray[np.float64]) -> Pairs:
    """Return the rank of each pair among those of its first row, equal ones by the second."""
    order = np.lexsort((pairs[:, 1], -cosines, pairs[:, 0]))
    firsts = pairs[order, 0]
    ranks = np.empty(len(pairs), dtype=np.int64)
    ranks[order] = np.arange(len(pairs)) - np.searchsorted(firsts, firsts) + 1
    return ranks
