"""What a rule yields: a candidate triple over tokens, before scoring and before it gets an id."""

from __future__ import annotations

import dataclasses

from graphwright.extraction.reading.phrases import Argument
from graphwright.tables.triples import Qualifier

DEPENDENCY = "dependency"
LINEAR = "linear"


@dataclasses.dataclass(frozen=True, slots=True)
class Flags:
    """What weakens or narrows a statement; all texts are as written."""

    negated: bool = False
    modality: str | None = None
    condition: str | None = None
    attribution: str | None = None
    qualifiers: tuple[Qualifier, ...] = ()


NO_FLAGS = Flags()


@dataclasses.dataclass(frozen=True, slots=True)
class Predicate:
    """A normalised predicate and the characters (canonical offsets) that state it.

    ``start`` equals ``end`` where no word states it. ``anchor`` is the token that carries it.
    """

    text: str
    start: int
    end: int
    anchor: int


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """A triple that a rule proposes.

    ``origin`` says how a clause came by its subject (own, conjunct, relative, ...); ``marks`` are
    names of features that only the rule can know, each with a weight in ``weights.yaml``.
    ``place`` holds the characters (canonical offsets) of a subject that stands in no token of the
    chunk, as a heading does; ``subject`` is then the token that speaks of it.
    """

    rule: str
    subject: Argument
    predicate: Predicate
    object: Argument
    extractor: str = DEPENDENCY
    origin: str = "own"
    voice: str = "none"
    flags: Flags = NO_FLAGS
    marks: tuple[str, ...] = ()
    place: tuple[int, int] | None = None
