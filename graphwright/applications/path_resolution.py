"""Where a documented menu path leads in an application, or at which name it ends.

The first names follow the menus that the whole application shows; each later one is an entry, tab,
button or link of the page that was reached, and the last may be a heading or field of it. A
placeholder takes any row of a list.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterator, Sequence

from graphwright.applications.menu_graph import Keys, MenuGraph
from graphwright.applications.menu_names import PLACEHOLDER_NAME, bare_key, name_key
from graphwright.tables import ActionKind, ActionOutcome, PathProblem, UiAction

_MOST_ROWS = 30
_SHOWN = 5
_UNSEEN = (ActionOutcome.NOT_TRIED, ActionOutcome.DENIED, ActionOutcome.FAILED)


@dataclasses.dataclass(frozen=True, slots=True)
class Resolution:
    """Where a path leads: a state and the actions along it, or a problem."""

    state_id: str | None
    action_ids: tuple[str, ...] = ()
    problem: PathProblem | None = None
    detail: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class _At:
    """How far a path was followed: the state (None: the start), and the actions to it."""

    state_id: str | None
    names: int
    actions: tuple[UiAction, ...]
    is_end: bool = False


def resolve_path(names: Sequence[str], graph: MenuGraph, context: str = "") -> Resolution:
    """Return where a path leads; ``context`` is the text around it, and tells alike ends apart."""
    if not graph.states:
        return _problem(PathProblem.NOT_CRAWLED, f"'{graph.application}' has no states yet")
    keys = [None if one == PLACEHOLDER_NAME else name_key(one) for one in names]
    bare = [None if one == PLACEHOLDER_NAME else bare_key(one) for one in names]
    reached: list[_At] = [_At(None, 0, ())]
    for tried in [keys, bare] if bare != keys else [keys]:
        ends, ways = _follow(graph, tried)
        if ends:
            return _of_end(graph, ends[0])
        reached.extend(ways)
    if keys[0] and len(keys) > 1 and keys[0] in name_key(graph.application):
        ends, _ = _follow(graph, keys[1:])
        if ends:
            return _of_end(graph, ends[0])
    found = _shortened(graph, keys) or _within(graph, keys, context)
    return found or _failure(names, graph, reached)


def _follow(graph: MenuGraph, keys: Sequence[str | None]) -> tuple[list[_At], list[_At]]:
    """Return the ends of the ways that a path describes, and all places on the way."""
    ahead, passed, seen = [_At(None, 0, ())], [], set()
    while ahead:
        at = ahead.pop(0)
        passed.append(at)
        for after in _moves(graph, keys, at):
            if after.is_end or (after.names == len(keys) and after.state_id):
                return [after], passed
            if (after.state_id, after.names) not in seen:
                seen.add((after.state_id, after.names))
                ahead.append(after)
    return [], passed


def _moves(graph: MenuGraph, keys: Sequence[str | None], at: _At) -> Iterator[_At]:
    rest = keys[at.names :]
    if rest[0] is None:
        if at.state_id is not None:
            yield from _rows(graph, at, at.names + 1)
        return
    span = next((i for i, key in enumerate(rest) if key is None), len(rest))
    named: Keys = tuple(key for key in rest[:span] if key is not None)
    found = list(_named(graph, at, named, len(rest)))
    yield from found
    if not found and at.state_id is not None:
        yield from _in_rows(graph, at, named, len(rest))


def _named(graph: MenuGraph, at: _At, named: Keys, left: int) -> Iterator[_At]:
    """Yield where the next names lead, the most of them at once first."""
    for count in range(len(named), 0, -1):
        for action in _entries(graph, at.state_id, named[:count]):
            way = (*at.actions, action)
            if action.target_id:
                yield _At(action.target_id, at.names + count, way)
            elif count == left and action.outcome not in _UNSEEN and _shows(action, count):
                yield _At(action.state_id, at.names + count, way, is_end=True)
    if at.state_id is None and len(named) == left and named in graph.shell_prefixes:
        below = graph.shell_prefixes[named]
        yield _At(below.state_id, left, (), is_end=True)
    if at.state_id is not None and left == 1 and named[0] in graph.labels.get(at.state_id, ()):
        yield _At(at.state_id, at.names + 1, at.actions, is_end=True)


def _shows(action: UiAction, count: int) -> bool:
    """Say whether an action without a target ends a path: a button, or a menu that opens."""
    return action.kind != ActionKind.EXTERNAL or count > 1


def _entries(graph: MenuGraph, state_id: str | None, named: Keys) -> Sequence[UiAction]:
    if state_id is None:
        entry = graph.shell.get(named)
        return [] if entry is None else [entry]
    return [
        one
        for one in graph.by_state.get(state_id, ())
        if graph.keys[one.action_id][-len(named) :] == named
        and graph.keys[one.action_id] not in graph.everywhere
    ]


def _in_rows(graph: MenuGraph, at: _At, named: Keys, left: int) -> Iterator[_At]:
    """Yield where the next names lead from one of a list that a path passes in silence."""
    for inside in _rows(graph, at, at.names):
        if inside.actions[-1].kind == ActionKind.ROW:
            yield from _named(graph, inside, named, left)


def _rows(graph: MenuGraph, at: _At, names: int) -> Iterator[_At]:
    for row in graph.rows_of(at.state_id or "")[:_MOST_ROWS]:
        yield _At(row.target_id, names, (*at.actions, row))


def _shortened(graph: MenuGraph, keys: Sequence[str | None]) -> Resolution | None:
    """Return where a path leads that leaves out one menu between: only if one place fits."""
    fits = [
        action
        for full, action in graph.shell.items()
        if len(full) == len(keys) + 1
        and full[0] == keys[0]
        and full[-1] == keys[-1]
        and any([*full[:at], *full[at + 1 :]] == list(keys) for at in range(1, len(full) - 1))
    ]
    if len({one.target_id for one in fits}) != 1 or fits[0].target_id is None:
        return None
    path = " > ".join((*fits[0].menu_path, fits[0].name))
    return Resolution(fits[0].target_id, (fits[0].action_id,), detail=f"in full: {path}")


def _within(graph: MenuGraph, keys: Sequence[str | None], context: str) -> Resolution | None:
    """Return where a path leads that begins at a page and not at the top.

    Of several pages the one counts whose label and menus share most words with the context.
    """
    if None in keys or len(keys) < 2:
        return None
    fits = [
        action
        for action in graph.by_last.get(str(keys[-1]), ())
        if list(graph.keys[action.action_id][-len(keys) :]) == list(keys)
    ]
    if not fits:
        return None
    ends = {action.target_id or action.state_id: action for action in reversed(fits)}
    words = {name_key(word) for word in context.split()} - {"", *map(str, keys)}
    scores = {end: _shared(graph, action, end, words) for end, action in ends.items()}
    best = max(scores.values())
    alike = [end for end, score in scores.items() if score == best]
    of_all = {one.target_id for one in fits if graph.keys[one.action_id] in graph.everywhere}
    chosen = [end for end in alike if end in of_all] or alike
    if len(chosen) > 1:
        shown = ", ".join(sorted({f"'{graph.states[one].label}'" for one in chosen})[:_SHOWN])
        return _problem(PathProblem.AMBIGUOUS, f"it may lead to {shown}")
    return Resolution(chosen[0], (ends[chosen[0]].action_id,))


def _shared(graph: MenuGraph, action: UiAction, end: str, words: set[str]) -> int:
    source, target = graph.states[action.state_id], graph.states[end]
    named = [source.label, *source.menu_path, target.label, *target.menu_path, *action.menu_path]
    places = [re.sub(r"[^\w]+", " ", one.template) for one in (source, target)]
    own = {name_key(word) for name in (*named, *places) for word in name.split()}
    return len(own & words)


def _of_end(graph: MenuGraph, end: _At) -> Resolution:
    if end.state_id not in graph.states:
        return _problem(PathProblem.NOT_CRAWLED, "its last page was not crawled")
    return Resolution(end.state_id, tuple(one.action_id for one in end.actions))


def _failure(names: Sequence[str], graph: MenuGraph, reached: Sequence[_At]) -> Resolution:
    """Return the problem at the first name that is not there, on the way that came farthest."""
    at = max(reached, key=lambda one: one.names)
    sought = names[min(at.names, len(names) - 1)]
    if at.names <= _menu_depth(names, graph) and sought != PLACEHOLDER_NAME:
        return _no_menu(names, graph)
    above = " > ".join(names[: at.names])
    if at.state_id is None or at.state_id not in graph.states:
        return _problem(PathProblem.NOT_CRAWLED, f"{above} leads to a page that was not crawled")
    if sought == PLACEHOLDER_NAME:
        return _problem(PathProblem.PLACEHOLDER, f"{above} shows no list to choose from")
    for action in _entries(graph, at.state_id, (name_key(sought),)):
        if action.outcome in _UNSEEN:
            said = f"'{sought}' at {above} was not followed: {action.outcome}"
            return _problem(PathProblem.NOT_CRAWLED, said)
    here = {one.name for one in graph.by_state.get(at.state_id, ()) if one.name}
    near = _nearest(sought, here)
    return _problem(PathProblem.NO_SUCH_ITEM, f"'{sought}' is not at {above}; there is {near}")


def _menu_depth(names: Sequence[str], graph: MenuGraph) -> int:
    """Return how many names of a path are menus of the whole application, one in another."""
    keys = tuple(name_key(one) for one in names)
    depth = 0
    while depth < len(keys) and any(full[: depth + 1] == keys[: depth + 1] for full in graph.shell):
        depth += 1
    return depth


def _no_menu(names: Sequence[str], graph: MenuGraph) -> Resolution:
    """Return what is wrong with a path whose first page is not reached at all."""
    keys, depth = [name_key(one) for one in names], _menu_depth(names, graph)
    entry = graph.shell.get(tuple(keys))
    if depth == len(keys) and entry is not None:
        return _problem(PathProblem.NOT_CRAWLED, f"it was not followed: {entry.outcome}")
    if 0 < depth < len(keys):
        above, sought = " > ".join(names[:depth]), names[depth]
        below = {
            (*action.menu_path, action.name)[depth]
            for full, action in graph.shell.items()
            if full[:depth] == tuple(keys[:depth]) and len(full) > depth
        }
        said = f"'{sought}' is not below {above}; there is {_nearest(sought, below)}"
        return _problem(PathProblem.NO_SUCH_ITEM, said)
    tops = {(*one.menu_path, one.name)[0] for one in graph.shell.values()}
    near = _nearest(names[0], tops)
    return _problem(PathProblem.NO_SUCH_MENU, f"there is no menu '{names[0]}'; there is {near}")


def _nearest(sought: str, there: set[str]) -> str:
    """Return the names that are most like one, quoted; all in order of likeness, then of name."""
    ranked = sorted(
        there - {""},
        key=lambda one: (
            -difflib.SequenceMatcher(None, one.casefold(), sought.casefold()).ratio(),
            one,
        ),
    )
    return ", ".join(f"'{one}'" for one in ranked[:_SHOWN]) or "nothing"


def _problem(problem: PathProblem, detail: str) -> Resolution:
    return Resolution(None, (), problem, detail)
