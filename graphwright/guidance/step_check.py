"""Steps of a language model, each held to the edge of the graph that it names.

A step ends with the number of its edge in the prompt. What the graph has no edge for, what does not
begin where the way is, and what says something else than its edge does is marked, never left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphwright.graph.application_graph import ApplicationGraph
from graphwright.guidance.terms import naming_terms
from graphwright.guidance.views import CheckedStep

_STEP = re.compile(r"^\s*(?:\d{1,3}[.)]|[-*])\s+(.*\S)\s*$")
_NUMBER = re.compile(r"\[\s*(?:edge\s*)?(\d{1,4})\s*\][.\s]*$", re.IGNORECASE)
MOST_STEPS = 40


def checked_steps(
    graph: ApplicationGraph, edges: Sequence[int], start: int | None, text: str
) -> tuple[CheckedStep, ...]:
    """Return the steps of a model's answer, each with what a check says of it.

    ``edges`` are the actions that the prompt numbered from 1; ``start`` is where the user is.
    """
    return tuple(_checked(graph, edges, start, text))[:MOST_STEPS]


def _checked(
    graph: ApplicationGraph, edges: Sequence[int], start: int | None, text: str
) -> Iterator[CheckedStep]:
    here = start
    for said in _steps_of(text):
        found = _NUMBER.search(said)
        words = _NUMBER.sub("", said).strip()
        number = int(found[1]) if found else 0
        if not 1 <= number <= len(edges):
            yield CheckedStep(text=words, action_id=None, verdict="no_edge")
            continue
        action = edges[number - 1]
        verdict = _verdict(graph, action, here, words)
        yield CheckedStep(text=words, action_id=graph.actions[action].action_id, verdict=verdict)
        if graph.targets[action] >= 0:
            here = graph.targets[action]


def _steps_of(text: str) -> Iterator[str]:
    for line in text.splitlines():
        step = _STEP.match(line)
        if step:
            yield step[1]


def _verdict(graph: ApplicationGraph, action: int, here: int | None, words: str) -> str:
    if here is not None and graph.sources[action] != here:
        return "not_from_here"
    if not _says(graph, action, words):
        return "other_words"
    return "edge" if graph.targets[action] >= 0 else "last"


def _says(graph: ApplicationGraph, action: int, words: str) -> bool:
    """Return whether a step's words name its element, or the page that it opens."""
    target, said = graph.targets[action], set(naming_terms(words))
    names = [graph.actions[action].name, *([graph.states[target].label] if target >= 0 else [])]
    own = [set(naming_terms(name)) for name in names]
    return any(terms and len(terms & said) * 2 >= len(terms) for terms in own) or not any(own)
