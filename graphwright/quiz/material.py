"""What questions are made of: an application's graph and manual, laid side by side."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from graphwright.applications.menu_graph import MenuGraph
from graphwright.applications.menu_names import PLACEHOLDER_NAME, name_key
from graphwright.quiz.draft import JOINED, Candidate
from graphwright.quiz.named_spans import Named, named_spans
from graphwright.tables import (
    ActionKind,
    DocumentedPath,
    ParsedDocument,
    UiAction,
    UiField,
)
from graphwright.tables.help import Span

CHOSEN = "[one of them]"
"""What stands in a path for a row of a list."""
_SENTENCE_START = re.compile(r"(?<=[.!?:])\s+|\n")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n|$")
_PLAIN_NAME = re.compile(r"[A-Za-z]{3}")
_LONGEST_NAME = 60
_GROUPED = 4
_NEAR, _FEWEST_NEAR = 2_000, 2
"""Characters within which other names of a page make a place speak of it, and how many."""


@dataclasses.dataclass(frozen=True, slots=True)
class Definition:
    """A fact that says what something is, with the sentence that states it."""

    subject: str
    predicate: str
    object: str
    document_id: str
    span: Span


@dataclasses.dataclass(frozen=True)
class Material:
    """One application with its manual."""

    graph: MenuGraph
    fields: Sequence[UiField]
    documents: Mapping[str, ParsedDocument]
    paths: Sequence[DocumentedPath]
    definitions: Sequence[Definition] = ()

    @property
    def application(self) -> str:
        """Return the application's name."""
        return self.graph.application

    @cached_property
    def own_fields(self) -> Sequence[UiField]:
        """Return the fields of the application's states that have a label."""
        return [
            one for one in self.fields if one.state_id in self.graph.states and is_plain(one.label)
        ]

    @cached_property
    def shown_by(self) -> Mapping[str, frozenset[str]]:
        """Return, by key, the states that show a field, button or link of that name themselves.

        What the menus of all pages show is on none of them alone.
        """
        found: defaultdict[str, set[str]] = defaultdict(set)
        for field in self.own_fields:
            found[name_key(field.label)].add(field.state_id)
        for action in self.graph.actions:
            if self.graph.keys[action.action_id] not in self.graph.shell:
                found[name_key(action.name)].add(action.state_id)
        return {key: frozenset(states) for key, states in found.items()}

    @cached_property
    def local_names(self) -> Mapping[str, Sequence[str]]:
        """Return the fields and buttons of each state by its own, in order of name."""
        found: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for field in self.own_fields:
            found[field.state_id].setdefault(name_key(field.label), field.label.rstrip(":* "))
        for action in self.graph.actions:
            own = self.graph.keys[action.action_id] not in self.graph.shell
            told = action.kind not in (ActionKind.ROW, ActionKind.EDIT)
            if own and told and is_plain(action.name):
                found[action.state_id].setdefault(name_key(action.name), action.name)
        return {state: sorted(names.values()) for state, names in found.items()}

    @cached_property
    def ways(self) -> Mapping[str, Sequence[str]]:
        """Return the names of the menus that lead to each state that menus lead to."""
        found: dict[str, Sequence[str]] = {}
        for action in self.graph.shell.values():
            names = (*action.menu_path, action.name)
            if action.target_id and len(names) > 1 and action.target_id in self.graph.states:
                known = found.get(action.target_id)
                if known is None or (len(names), names) < (len(known), tuple(known)):
                    found[action.target_id] = names
        return self._below(found)

    def _below(self, ways: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        """Return ways with those through one row of a list and the menu of its page."""
        found = dict(ways)
        for state, names in sorted(ways.items(), key=lambda way: tuple(way[1])):
            for row in self.graph.rows_of(state)[:_GROUPED]:
                if row.kind != ActionKind.ROW or row.target_id not in self.graph.states:
                    continue
                within = (*names, CHOSEN)
                found.setdefault(str(row.target_id), within)
                for action in self.graph.by_state.get(str(row.target_id), ()):
                    if self._is_tab(action):
                        found.setdefault(
                            str(action.target_id), (*within, *action.menu_path, action.name)
                        )
        return found

    def _is_tab(self, action: UiAction) -> bool:
        return (
            action.target_id in self.graph.states
            and is_plain(action.name)
            and action.kind in (ActionKind.OPEN, ActionKind.TAB)
            and self.graph.keys[action.action_id] not in self.graph.shell
        )

    @cached_property
    def path_pool(self) -> Sequence[Candidate]:
        """Return all ways as options."""
        return [
            Candidate(JOINED.join(names), state)
            for state, names in sorted(self.ways.items(), key=lambda way: tuple(way[1]))
        ]

    @cached_property
    def documented_states(self) -> Mapping[str, Sequence[DocumentedPath]]:
        """Return the documented paths that lead to each state."""
        found: defaultdict[str, list[DocumentedPath]] = defaultdict(list)
        for path in self.paths:
            if path.state_id is not None and path.document_id in self.documents:
                found[path.state_id].append(path)
        return found

    @cached_property
    def named(self) -> Mapping[str, Sequence[Named]]:
        """Return where documents name what the application's pages show."""
        names = {one.label for one in self.own_fields}
        names |= {name for own in self.local_names.values() for name in own}
        names |= {state.label for state in self.graph.states.values()}
        return named_spans(sorted(names), self.documents.values())

    @cached_property
    def things(self) -> frozenset[str]:
        """Return the keys of what the application names: menus, labels, fields, buttons."""
        names = {key for keys in self.graph.keys.values() for key in keys}
        names |= {name_key(state.label) for state in self.graph.states.values()}
        return frozenset((names | set(self.shown_by)) - {""})

    @cached_property
    def menus(self) -> frozenset[str]:
        """Return the keys of what menus and pages are called, fields and buttons left out."""
        names = {key for keys in self.graph.shell for key in keys}
        names |= {name_key(state.label) for state in self.graph.states.values()}
        return frozenset(names - {""})

    def place(self, key: str, state_id: str) -> Named | None:
        """Return where a document names something of a page, near other names of that page.

        Of several places the one with most of them near counts, then the first; a place with too
        few speaks of something else that is called alike.
        """
        others = self._places_of(state_id)
        best: tuple[int, int] | None = None
        fewest = _FEWEST_NEAR if key in self._of_one_word else 1
        for at, named in enumerate(self.named.get(key, ())):
            near = {
                name
                for start, name in others.get(named.document_id, ())
                if name != key and abs(start - named.span.start) <= _NEAR
            }
            if len(near) >= fewest and (best is None or len(near) > best[0]):
                best = len(near), at
        return None if best is None else self.named[key][best[1]]

    @cached_property
    def _of_one_word(self) -> frozenset[str]:
        """The keys of names that are one word: they say other things more often."""
        names = {name for own in self.local_names.values() for name in own}
        return frozenset(name_key(name) for name in names if len(name.split()) == 1)

    def _places_of(self, state_id: str) -> Mapping[str, Sequence[tuple[int, str]]]:
        """Return where each document names what a page shows, its label and what leads to it."""
        if state_id not in self._known_places:
            label = name_key(self.graph.states[state_id].label)
            keys = {name_key(one) for one in self.local_names.get(state_id, ())} | {label}
            found: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
            for key in sorted(keys):
                for named in self.named.get(key, ()):
                    found[named.document_id].append((named.span.start, key))
            for path in self.documented_states.get(state_id, ()):
                found[path.document_id].append((path.start, f"path {path.start}"))
            self._known_places[state_id] = found
        return self._known_places[state_id]

    @cached_property
    def _known_places(self) -> dict[str, Mapping[str, Sequence[tuple[int, str]]]]:
        return {}

    def shown_path(self, path: DocumentedPath) -> str:
        """Return a documented path as an option: its names, a placeholder in one form."""
        return JOINED.join(CHOSEN if n == PLACEHOLDER_NAME else n for n in path.path)

    def sentence(self, document_id: str, start: int, end: int) -> Span:
        """Return the sentence around a span, within its block."""
        document = self.documents[document_id]
        block = next((b for b in document.blocks if b.start <= start < b.end), None)
        first, last = (block.start, block.end) if block else (start, end)
        for match in _SENTENCE_START.finditer(document.text, first, start):
            first = match.end()
        found = _SENTENCE_END.search(document.text, end, last)
        return Span(first, max(end, found.end() if found else last))


def is_plain(name: str) -> bool:
    """Return whether a name reads as one: letters, and not a sentence."""
    return bool(_PLAIN_NAME.search(name)) and len(name) <= _LONGEST_NAME


def by_key(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates of different names, the first of each, in order of text."""
    found: dict[str, Candidate] = {}
    for one in sorted(candidates, key=lambda one: (one.text, one.state_id or "")):
        found.setdefault(name_key(one.text), one)
    return list(found.values())
