"""What is known of a clause: its verb and subjects, how it came by them, and what leads it.

Clauses are found in ``clauses``.
"""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from typing import NamedTuple


class Origin(StrEnum):
    """How a clause came by its subject."""

    OWN = "own"
    CONJUNCT = "conjunct"
    RELATIVE = "relative"
    PARTICIPLE = "participle"
    CONTROL = "control"
    OBJECT_CONTROL = "object_control"
    ADVERBIAL = "adverbial"
    FREE_PARTICIPLE = "free_participle"
    INFINITIVE = "infinitive"
    READER = "reader"
    NONE = "none"


DESCRIBING = frozenset({Origin.RELATIVE, Origin.PARTICIPLE})
"""Origins of clauses that describe a noun."""

BEHIND_NOUN = DESCRIBING | {Origin.INFINITIVE}
"""The same with infinitives that tell what a thing is for."""


class Voice(StrEnum):
    """The voice of a clause as its sentence has it; NONE where no verb states a triple."""

    ACTIVE = "active"
    PASSIVE = "passive"
    NONE = "none"


class Lead(NamedTuple):
    """How a predicate starts that other words lead: "want to" of "want to delete".

    ``act`` is the part behind its last infinitive: "start" of "be able to start deleting".
    ``intended`` says that what it leads to may be done, but is not said to be: "the right to".
    """

    text: str = ""
    act: str = ""
    intended: bool = False


NO_LEAD = Lead()


@dataclasses.dataclass(slots=True)
class Clause:
    """A verb with its subjects.

    ``chain`` holds the verbs above it whose words belong to the predicate ("want" of "want to
    delete"), outermost first, and ``lead`` their normalised text; ``above`` is the clause that it
    takes its subject or flags from; ``gap`` is the noun of a relative clause that stands for its
    missing object.
    """

    verb: int
    subjects: list[int]
    origin: Origin
    passive: bool
    reader: bool
    chain: tuple[int, ...] = ()
    lead: Lead = NO_LEAD
    above: Clause | None = None
    gap: int | None = None

    @property
    def voice(self) -> Voice:
        """Return the voice of the clause."""
        return Voice.PASSIVE if self.passive else Voice.ACTIVE
