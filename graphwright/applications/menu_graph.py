"""The menus, buttons, tabs and links of an application by name: what a documented path follows."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from graphwright.applications.menu_names import Vocabulary, name_key
from graphwright.tables import ActionKind, UiAction, UiState

Keys = tuple[str, ...]

_OF_MENUS = frozenset({"shell", "menu"})
_SHARE_OF_STATES = 0.5
"""Share of states on which an entry stands that belongs to the whole application."""


@dataclasses.dataclass(frozen=True)
class MenuGraph:
    """States and actions of one application; ``labels`` are keys of what else a state shows."""

    application: str
    states: Mapping[str, UiState]
    actions: Sequence[UiAction]
    labels: Mapping[str, frozenset[str]] = dataclasses.field(default_factory=dict)

    @classmethod
    def of(
        cls,
        application: str,
        states: Iterable[UiState],
        actions: Iterable[UiAction],
        labels: Mapping[str, frozenset[str]] | None = None,
    ) -> MenuGraph:
        """Return the graph of the rows that are the application's."""
        known = {one.state_id: one for one in states if one.application == application}
        own = [one for one in actions if one.application == application and one.state_id in known]
        own.sort(key=lambda one: (known[one.state_id].depth, one.state_id, one.action_id))
        return cls(application, known, own, labels or {})

    @cached_property
    def by_state(self) -> Mapping[str, Sequence[UiAction]]:
        """Return the actions of each state, in order of id."""
        found: defaultdict[str, list[UiAction]] = defaultdict(list)
        for action in self.actions:
            found[action.state_id].append(action)
        return found

    @cached_property
    def keys(self) -> Mapping[str, Keys]:
        """Return, by id of action, the keys of its menus and its name."""
        made: dict[tuple[str, ...], Keys] = {}
        found = {}
        for action in self.actions:
            names = (*action.menu_path, action.name)
            if names not in made:
                made[names] = tuple(map(name_key, names))
            found[action.action_id] = made[names]
        return found

    @cached_property
    def by_last(self) -> Mapping[str, Sequence[UiAction]]:
        """Return all actions by the key of their name, the nearest to the home state first."""
        found: defaultdict[str, list[UiAction]] = defaultdict(list)
        for action in self.actions:
            found[self.keys[action.action_id][-1]].append(action)
        return found

    @cached_property
    def shell(self) -> Mapping[Keys, UiAction]:
        """Return the entries of menus that the whole application shows, by their keys.

        Of an entry that stands on many states the commonest target counts, then the nearest state.
        """
        tops = {keys[0] for keys in self.everywhere}
        return {
            keys: _commonest(found)
            for keys, found in self._places.items()
            if keys in self.everywhere or (keys[0] in tops and any(map(_is_in_shell, found)))
        }

    @cached_property
    def everywhere(self) -> frozenset[Keys]:
        """Return the keys of the entries that most pages show: no way from one page to another."""
        found = self._places.items()
        return frozenset(keys for keys, actions in found if self._is_everywhere(actions))

    @cached_property
    def _places(self) -> Mapping[Keys, Sequence[UiAction]]:
        places: defaultdict[Keys, list[UiAction]] = defaultdict(list)
        for action in self.actions:
            places[self.keys[action.action_id]].append(action)
        return places

    def _is_everywhere(self, actions: Sequence[UiAction]) -> bool:
        """Say whether an entry stands on most pages, or in a menu of the home page."""
        least = max(2, round(_SHARE_OF_STATES * len(self.by_state)))
        return len({one.state_id for one in actions}) >= least or any(
            self.states[one.state_id].depth == 0 and _is_in_shell(one) for one in actions
        )

    @cached_property
    def shell_prefixes(self) -> Mapping[Keys, UiAction]:
        """Return, for each menu of the whole application, the first entry below it."""
        found: dict[Keys, UiAction] = {}
        for keys, action in self.shell.items():
            for length in range(1, len(keys)):
                found.setdefault(keys[:length], action)
        return found

    @cached_property
    def tops(self) -> frozenset[str]:
        """Return the keys of the first names of these menus."""
        return frozenset(keys[0] for keys in self.shell) - {""}

    def vocabulary(self) -> Vocabulary:
        """Return the names by which paths of this application are known in documents."""
        names = {key for keys in self.keys.values() for key in keys} - {""}
        labels = {name_key(state.label) for state in self.states.values()} - {""}
        return Vocabulary(self.tops, frozenset(names | labels | self.tops))

    def rows_of(self, state_id: str) -> Sequence[UiAction]:
        """Return the actions that open one of a list, or where none does any page of its own."""
        own = [one for one in self.by_state.get(state_id, ()) if one.target_id]
        rows = [one for one in own if one.kind == ActionKind.ROW]
        if rows:
            return rows
        return [one for one in own if one.region not in _OF_MENUS and not one.menu_path]


def _is_in_shell(action: UiAction) -> bool:
    return action.region in _OF_MENUS or bool(action.menu_path)


def _commonest(actions: Sequence[UiAction]) -> UiAction:
    counts = Counter(one.target_id for one in actions if one.target_id)
    if not counts:
        return actions[0]
    most = max(counts.values())
    return next(one for one in actions if one.target_id and counts[one.target_id] == most)
