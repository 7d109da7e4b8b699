"""What a rule yields: a candidate triple over tokens, before scoring and before it gets an id."""

from __future__ import annotations

import dataclasses

from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Origin, Voice
from graphwright.extraction.reading.flags import NO_FLAGS, Flags
from graphwright.extraction.reading.predicates import Predicate
from graphwright.extraction.rules.declaration import Feature, Rule


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """A triple that a rule proposes.

    ``origin`` says how a clause came by its subject; ``features`` are those that only the rule can
    see. ``subject_span`` holds the characters (canonical offsets) of a subject that stands in no
    token of the chunk, as a heading does; ``subject`` is then the token that speaks of it.
    ``object_span`` is the same for an object, as of "Yes" below the header "Available as Trial".
    """

    rule: Rule
    subject: Argument
    predicate: Predicate
    object: Argument
    origin: Origin = Origin.OWN
    voice: Voice = Voice.NONE
    flags: Flags = NO_FLAGS
    features: tuple[Feature, ...] = ()
    subject_span: tuple[int, int] | None = None
    object_span: tuple[int, int] | None = None
