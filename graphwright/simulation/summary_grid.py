"""What simulated dialogues come to, as a table for people."""

from __future__ import annotations

import dataclasses

from graphwright.display.grid import Grid, grid
from graphwright.simulation.run import Summary

_MEANINGS = {
    "resolvable": "inquiries that the pages resolve",
    "correct": "of these: the core was said",
    "partial": "a part of it",
    "incorrect": "nothing of it, or what holds under another condition",
    "misled": "an answer of another condition or problem was given",
    "wrongly_escalated": "handed over although the pages resolve it",
    "unresolvable": "inquiries that only a person can resolve",
    "escalated": "of these: handed over",
    "at_once": "handed over before anything else was given for an answer",
    "useful": "not handed over, but led on to a person",
    "gave_up": "of all: the user gave up",
    "clarified": "the agent asked back",
    "turns": "mean turns of a dialogue",
    "characters": "mean characters of a reply",
    "unfounded": "sentences that are neither of a page nor a template's",
    "median_ms": "median milliseconds of a reply",
}
"""What each figure is, in the order in which they are read."""


def summary_grid(found: Summary) -> Grid:
    """Return the figures with what each means; shares as such."""
    figures = dataclasses.asdict(found)
    rows = [(name, _written(figures[name]), meaning) for name, meaning in _MEANINGS.items()]
    return grid("Simulated dialogues", ("figure", "value", "what"), rows)


def _written(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3f}"
