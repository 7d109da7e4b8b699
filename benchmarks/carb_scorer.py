"""CaRB's score: how well extracted tuples cover the words of gold tuples (Bhardwaj et al. 2019).

Our own writing of the published scorer in its default mode: arguments after the first are joined,
words are compared as they are written, each part with its part. Precision matches every extraction
to one gold tuple at most, greedily from the best pair; recall gives each gold tuple its best
extraction. The precision-recall curve has a point for each confidence.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
from collections.abc import Mapping, Sequence

_BE = frozenset({"be", "is", "am", "are", "was", "were", "been", "being"})
_SAYING = ("said", "told", "added", "adds", "says")


@dataclasses.dataclass(frozen=True)
class Extraction:
    """A tuple; ``arguments`` holds the subject, the object and whatever comes after."""

    relation: str
    arguments: tuple[str, ...]
    confidence: float = 1.0
    rule: str = ""


@dataclasses.dataclass(frozen=True)
class CarbScore:
    """The best point of the curve, and the curve as (recall, precision), lowest threshold first."""

    f1: float
    precision: float
    recall: float
    threshold: float
    auc: float
    curve: tuple[tuple[float, float], ...]
    thresholds: tuple[float, ...] = ()

    def at(self, threshold: float) -> tuple[float, float, float]:
        """Return F1, precision and recall of the tuples that score at least ``threshold``."""
        position = bisect.bisect_left(self.thresholds, threshold)
        if position == len(self.thresholds):
            return 0.0, 1.0, 0.0
        recall, precision = self.curve[position]
        return _f1(recall, precision), precision, recall


Pair = tuple[float, float]
"""Precision and recall of an extraction against a gold tuple."""


def match(gold: Extraction, found: Extraction) -> Pair:
    """Return the word precision and recall of an extraction against a gold tuple.

    Both are 0 where the relations share no word. Gold tuples of saying may be matched reversed.
    """
    straight = _overlap(gold, found.relation, _two(found.arguments))
    if not any(word in gold.relation for word in _SAYING) or len(found.arguments) < 2:
        return straight
    return max(straight, _overlap(gold, found.relation, _two(found.arguments)[::-1]))


def _two(arguments: Sequence[str]) -> tuple[str, ...]:
    if len(arguments) < 2:
        return tuple(arguments)
    return arguments[0], " ".join(arguments[1:])


def _overlap(gold: Extraction, relation: str, arguments: Sequence[str]) -> Pair:
    wanted, given = gold.relation.split(), relation.split()
    predicted, reference = len(given), len(wanted)
    common = _common(wanted, given)
    if "be" in given and not _BE.isdisjoint(wanted):
        common += 1
    if common == 0:
        return 0.0, 0.0
    for position, argument in enumerate(_two(gold.arguments)):
        words = argument.split()
        reference += len(words)
        if position >= len(arguments):
            return 0.0, 0.0
        given = arguments[position].split()
        predicted += len(given)
        common += _common(words, given)
    return common / predicted, common / reference


def _common(wanted: Sequence[str], given: list[str]) -> int:
    """Count the words of ``wanted`` in ``given``, and take them out of it."""
    count = 0
    for word in wanted:
        if word in given:
            given.remove(word)
            count += 1
    return count


def greedy_precision(pairs: Sequence[Sequence[Pair]], chosen: Sequence[int]) -> float:
    """Return the sum of precisions of one-to-one matches, taken greedily; a row is a gold tuple."""
    return sum(score for _, _, score in greedy_matches(pairs, chosen))


def greedy_matches(
    pairs: Sequence[Sequence[Pair]], chosen: Sequence[int]
) -> list[tuple[int, int, float]]:
    """Return (gold, extraction, precision) of each greedy match."""
    ranked = sorted(
        ((row[column][0], i, column) for i, row in enumerate(pairs) for column in chosen),
        key=lambda entry: (-entry[0], entry[1], chosen.index(entry[2])),
    )
    rows, columns, matches = set[int](), set[int](), []
    for score, row, column in ranked:
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            matches.append((row, column, score))
    return matches


def score(
    gold: Mapping[str, Sequence[Extraction]], found: Mapping[str, Sequence[Extraction]]
) -> CarbScore:
    """Return CaRB's F1 at the best confidence, and the area under the curve."""
    thresholds = sorted({e.confidence for rows in found.values() for e in rows})
    sums = [[0.0] * 4 for _ in thresholds]
    for sentence, references in gold.items():
        _add(sums, thresholds, references, found.get(sentence, ()))
    points = [(r / rl if rl else 0.0, p / pl if pl else 1.0) for p, pl, r, rl in sums]
    if not points:
        return CarbScore(0.0, 0.0, 0.0, 0.0, 0.0, ())
    best = max(range(len(points)), key=lambda i: _f1(*points[i]))
    recall, precision = points[best]
    area = _area([*points, (0.0, 1.0)])
    curve, at = (*points,), (*thresholds,)
    return CarbScore(_f1(recall, precision), precision, recall, at[best], area, curve, at)


def _add(
    sums: list[list[float]],
    thresholds: Sequence[float],
    references: Sequence[Extraction],
    extractions: Sequence[Extraction],
) -> None:
    """Add a sentence's numerators and denominators at every threshold."""
    pairs = [[match(reference, found) for found in extractions] for reference in references]
    previous = 0
    for confidence in sorted({e.confidence for e in extractions}):
        position = bisect.bisect_left(thresholds, confidence)
        chosen = [i for i, e in enumerate(extractions) if e.confidence >= confidence]
        values = (
            greedy_precision(pairs, chosen),
            len(chosen),
            sum(max(row[i][1] for i in chosen) for row in pairs),
            len(references),
        )
        for at in range(previous, position + 1):
            for slot, value in enumerate(values):
                sums[at][slot] += value
        previous = position + 1
    for at in range(previous, len(thresholds)):
        sums[at][3] += len(references)


def _f1(recall: float, precision: float) -> float:
    total = recall + precision
    return 2 * recall * precision / total if total else 0.0


def _area(points: Sequence[tuple[float, float]]) -> float:
    """Return the area under (x, y) points by trapezoids, for falling x."""
    return sum((a[0] - b[0]) * (a[1] + b[1]) / 2 for a, b in itertools.pairwise(points))
