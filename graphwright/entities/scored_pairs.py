"""Pairs of names that are alike but not the same in letters or words, with the chance that both
are one thing, and what a guard or the corpus has against it.

A function of the set of names and of the triples alone: what seeds and the team say comes later
(``name_groups``), so that a decision scores nothing again.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pyarrow as pa

from graphwright.entities.guards import guard_of, must_be_asked
from graphwright.entities.likely_pairs import Pairs, likely_pairs
from graphwright.entities.likeness import FEATURES, Likeness, Neighbour, Numbers
from graphwright.entities.name_contrasts import contrasts_of
from graphwright.entities.name_words import Name
from graphwright.entities.pair_model import PairModel, pair_model
from graphwright.tables.entities import LikelyPair, NameTier

LEAST = 0.02
"""The chance below which a pair is not kept: it would be asked about nowhere."""

_AT_ONCE = 100_000
"""Pairs whose numbers are made at once: about 600 MB, most of it their vectors and words."""

_TOLD = {
    name: FEATURES.index(name)
    for name in ("letters_ratio", "words_shared", "facts_cosine", "neighbours_cosine")
}


@dataclasses.dataclass(frozen=True, slots=True)
class Scored:
    """Pairs of names by their places, with their numbers and the chance of each."""

    pairs: Pairs
    numbers: Numbers
    chances: Numbers


def neighbours_of(names: Sequence[Name], triples: pa.Table) -> list[list[Neighbour]]:
    """Return what triples say of each name, each thing once.

    ``triples`` has the columns subject_key, predicate_key and object_key.
    """
    said: Mapping[str, set[Neighbour]] = defaultdict(set)
    columns = (triples[name].to_pylist() for name in ("subject_key", "predicate", "object_key"))
    for subject, predicate, other in zip(*columns, strict=True):
        said[subject].add((predicate, other, 0))
        said[other].add((predicate, subject, 1))
    return [sorted(said.get(name.key, ())) for name in names]


def scored_pairs(
    names: Iterable[Name], triples: pa.Table, vectors: Numbers, model: PairModel | None = None
) -> list[LikelyPair]:
    """Return the pairs of at least the chance ``LEAST``, sorted; the order of names is no matter.

    ``triples`` are those that are not rejected, with the columns of ``contrasts_of``; ``vectors``
    those of the names' forms by the packaged embedding model, in order of key. Without ``model``
    that of the package is asked.
    """
    model = model or pair_model()
    ordered = sorted(names, key=lambda name: name.key)
    neighbours = neighbours_of(ordered, triples)
    pairs = likely_pairs(ordered, neighbours)
    return rows_of_pairs(
        ordered, triples, _scored(pairs, Likeness(ordered, neighbours, vectors), model)
    )


def _scored(pairs: Pairs, likeness: Likeness, model: PairModel) -> Scored:
    """Return the pairs that are kept; their numbers are made in parts, and of few they stay."""
    kept, of_kept, chances = [pairs[:0]], [likeness.of(pairs[:0])], [np.zeros(0)]
    for start in range(0, len(pairs), _AT_ONCE):
        part = pairs[start : start + _AT_ONCE]
        numbers = likeness.of(part)
        found = model.chances(numbers)
        enough = found >= LEAST
        kept.append(part[enough])
        of_kept.append(numbers[enough])
        chances.append(found[enough])
    return Scored(np.concatenate(kept), np.concatenate(of_kept), np.concatenate(chances))


def rows_of_pairs(names: Sequence[Name], triples: pa.Table, scored: Scored) -> list[LikelyPair]:
    """Return the rows of pairs whose chances are known, with what keeps them apart."""
    kept = scored.chances >= LEAST
    both = [(names[one], names[other]) for one, other in scored.pairs[kept]]
    against = contrasts_of(triples, {(one.key, other.key) for one, other in both})
    rows = []
    columns = (both, scored.chances[kept], scored.numbers[kept])
    for (one, other), chance, of_pair in zip(*columns, strict=True):
        guard = guard_of(NameTier.SCORED, one, other)
        contrast = against.get((one.key, other.key)) if guard is None else None
        if contrast is not None:
            guard = contrast.guard
        rows.append(
            LikelyPair(
                name_key=one.key,
                other_key=other.key,
                score=float(chance),
                guard=None if guard is None else guard.value,
                seen=_seen(of_pair),
                evidence_triple_id=None if contrast is None else contrast.triple_id,
                asked=must_be_asked(one, other),
            )
        )
    return rows


def _seen(numbers: Numbers) -> str:
    """Return the numbers that tell people most, in words."""
    return ", ".join(f"{name.replace('_', ' ')} {numbers[at]:.2f}" for name, at in _TOLD.items())
