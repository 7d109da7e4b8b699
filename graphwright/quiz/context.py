"""What an answerer is given with a question: passages, the best first.

``no_context`` gives none, ``dense_documents`` chunks of the manual, the others states of the
application as a strategy of guidance finds them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphwright.applications.menu_names import name_key
from graphwright.quiz.draft import JOINED

if TYPE_CHECKING:
    from graphwright.graph.application_graph import ApplicationGraph
    from graphwright.tables import UiState

NO_CONTEXT, DENSE_DOCUMENTS = "no_context", "dense_documents"
OF_GUIDANCE = ("dense_pages", "paper", "guide")
CONTEXTS = (NO_CONTEXT, DENSE_DOCUMENTS, *OF_GUIDANCE)
"""The contexts that are compared, in the order in which they are shown."""

_SHOWN_OPTIONS = 12
_SHELL = "shell"


@dataclasses.dataclass(frozen=True, slots=True)
class Passage:
    """A piece of context: its text, and of a state the menu path to it and what it shows.

    ``names`` are keys of its label, its fields, their choices, its buttons and links.
    """

    text: str
    way: str = ""
    names: frozenset[str] = frozenset()


GiveContext = Callable[[str, Sequence[str]], Sequence[Passage]]
"""A question and its options to passages, the best first: what the question finds, then what it
finds together with each option. All options are sought alike, so that it tells nothing."""


def no_context(question: str, options: Sequence[str]) -> Sequence[Passage]:
    """Return nothing."""
    del question, options
    return ()


def together(
    find: Callable[[str, int], Sequence[Passage]],
    question: str,
    options: Sequence[str],
    sizes: tuple[int, int],
) -> Sequence[Passage]:
    """Return what a question finds, and what it finds with each option; ``sizes`` are of both."""
    found = list(find(question, sizes[0]))
    for option in options:
        found += find(f"{option}. {question}", sizes[1])
    return list(dict.fromkeys(found))


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """Rows of states and of actions that a strategy found, goals first."""

    states: Sequence[int]
    actions: Sequence[int]


def state_passages(
    graph: ApplicationGraph, found: Found, ways: Mapping[str, str]
) -> Sequence[Passage]:
    """Return a passage for each state that was found, then one for each action between them.

    Actions are written as source, name and target (Lemon Learning, section 2, prompt).
    """
    pages = [
        Passage(
            page_text(graph, graph.states[row], ways),
            ways.get(graph.states[row].state_id, ""),
            names_of(graph, row),
        )
        for row in found.states
    ]
    edges = []
    for row in found.actions:
        action, target = graph.actions[row], graph.targets[row]
        if target < 0:
            continue
        names = JOINED.join((*action.menu_path, action.name))
        source = graph.states[graph.sources[row]].label
        edges.append(Passage(f"({source}, {graph.states[target].label}, {names})"))
    return [*pages, *edges]


def names_of(graph: ApplicationGraph, row: int) -> frozenset[str]:
    """Return the keys of what a state shows by its own: fields, choices, buttons and links."""
    fields = graph.fields.get(graph.states[row].state_id, ())
    names = [name for field in fields for name in (field.label, *field.options)]
    actions = (graph.actions[action] for action in graph.outgoing[row])
    names += [one.name for one in actions if not (one.menu_path and one.region == _SHELL)]
    names.append(graph.states[row].label)
    return frozenset(map(name_key, names)) - {""}


def page_text(graph: ApplicationGraph, state: UiState, ways: Mapping[str, str]) -> str:
    """Return a state in words: its menu path, its text, and its fields with what they offer."""
    fields = []
    for field in graph.fields.get(state.state_id, ()):
        offered = ", ".join(field.options[:_SHOWN_OPTIONS])
        said = [field.label, f"({offered})" if offered else "", field.help_text or ""]
        fields.append(" ".join(one for one in said if one))
    way = ways.get(state.state_id) or JOINED.join(state.menu_path)
    return "\n".join(one for one in (way, state.label, state.text, "; ".join(fields)) if one)
