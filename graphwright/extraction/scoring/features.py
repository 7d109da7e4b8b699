"""The list of all features: what sees those of a candidate, and what each of them means.

What a feature is worth is data (``weights.yaml``), summed up in ``confidence``. Features that only
a rule or the heading above can show are in ``Candidate.features``.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from types import ModuleType

from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules import (
    definitions,
    designations,
    kinds,
    list_items,
    nominal,
    table_cells,
)
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, SidedFeature
from graphwright.extraction.scoring import (
    arguments,
    attachment,
    factuality,
    information,
    misreading,
    predicates,
    repeated_heading,
    sentences,
    truncation,
)
from graphwright.extraction.scoring import kinds as kinds_said

_DECLARING: tuple[ModuleType, ...] = (
    arguments,
    information,
    truncation,
    kinds_said,
    predicates,
    attachment,
    misreading,
    factuality,
    sentences,
    repeated_heading,
    kinds,
    nominal,
    designations,
    definitions,
    table_cells,
    list_items,
)
"""The modules that declare features, in the order of docs/rules.md."""


def features_of(reading: ScopeReading, candidate: Candidate) -> tuple[Feature, ...]:
    """Return what speaks for or against a candidate, each feature once."""
    seen = itertools.chain(
        candidate.features,
        arguments.features_of_arguments(reading, candidate),
        sentences.features_of_sentence(reading, candidate),
        information.information_of(reading, candidate),
        truncation.truncations(reading, candidate),
        kinds_said.features_of_kind(reading.tree, candidate),
        factuality.factuality_of_statement(reading, candidate),
        attachment.features_of_attachment(reading, candidate),
        predicates.features_of_predicate(reading, candidate),
        misreading.features_of_misreading(reading, candidate),
    )
    return tuple(dict.fromkeys(seen))


@functools.cache
def declared_features() -> tuple[Feature, ...]:
    """Return all features, in the order of the modules and of the declarations in them."""
    return tuple(dict.fromkeys(itertools.chain.from_iterable(map(_declared_in, _DECLARING))))


def _declared_in(module: ModuleType) -> Iterator[Feature]:
    """Yield the features among the constants of a module."""
    for value in vars(module).values():
        if isinstance(value, Feature):
            yield value
        elif isinstance(value, SidedFeature):
            yield from value
