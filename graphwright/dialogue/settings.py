"""How a dialogue is led: limits and thresholds, and who reads."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True)
class DialogueSettings:
    """What shapes replies beside snapshot and utterances.

    ``audiences`` are what a page's front matter may name as its audience and still be said to this
    reader; any other is left unsaid, as if its page were not there. ``contacts`` maps a collection
    to the line that its hand-overs show.
    """

    audiences: frozenset[str] = frozenset({"all", "everyone", "public", "customer", "customers"})
    contacts: Mapping[str, str] = dataclasses.field(default_factory=dict)
    snapshot: str = ""
    unknown_below: float = 0.15
    """Probability that the pages know the problem below which they are taken not to."""
    sure_from: float = 0.5
    """Probability from which the best node is taken without asking which one is meant."""
    most_options: int = 5
    most_hops: int = 3
    most_characters: int = 20_000
    longest_reply: int = 1_200
    """Characters up to which the parts of one problem are said together, without asking which."""
    staying: float = 0.1
    """What a node of the connected part that is talked of has before others, in score."""
