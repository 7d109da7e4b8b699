"""The manual against the application: rows of the menu paths that documents name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphwright.applications.menu_graph import MenuGraph
from graphwright.applications.menu_names import name_key
from graphwright.applications.path_mentions import path_mentions
from graphwright.applications.path_resolution import resolve_path
from graphwright.tables import (
    DocumentedPath,
    ParsedDocument,
    UiAction,
    UiCapture,
    UiField,
    UiState,
)


def menu_graphs(
    applications: Iterable[str],
    states: Sequence[UiState],
    actions: Sequence[UiAction],
    captures: Iterable[UiCapture] = (),
    fields: Iterable[UiField] = (),
) -> Mapping[str, MenuGraph]:
    """Return the graph of each application, with the labels that its pages show."""
    labels = page_labels(states, captures, fields)
    return {name: MenuGraph.of(name, states, actions, labels) for name in applications}


def page_labels(
    states: Sequence[UiState], captures: Iterable[UiCapture], fields: Iterable[UiField]
) -> Mapping[str, frozenset[str]]:
    """Return the keys of headings, tabs, dialogs and fields that each state shows."""
    shown = {
        one.capture_id: (*one.headings, *one.tabs, *one.dialogs, *one.menus) for one in captures
    }
    found: defaultdict[str, set[str]] = defaultdict(set)
    for state in states:
        found[state.state_id].update(map(name_key, shown.get(state.capture_id, ())))
    for field in fields:
        found[field.state_id].update({name_key(field.label), name_key(field.form or "")})
    return {state: frozenset(keys - {""}) for state, keys in found.items()}


def documented_paths(
    documents: Iterable[ParsedDocument], graphs: Iterable[MenuGraph]
) -> Iterator[DocumentedPath]:
    """Yield a row for each menu path of the documents, for each application that they describe."""
    told = [(graph, graph.vocabulary()) for graph in graphs]
    for document in documents:
        for graph, vocabulary in told:
            for mention in path_mentions(document, vocabulary):
                found = resolve_path(mention.names, graph, mention.context)
                yield DocumentedPath(
                    document.document_id,
                    mention.start,
                    mention.end,
                    graph.application,
                    mention.names,
                    found.state_id,
                    found.action_ids,
                    found.problem,
                    found.detail,
                )
