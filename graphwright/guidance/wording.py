"""Steps in words: what to do with an element, and what a page at the end of a way offers."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.display.printable import prose, shortened
from graphwright.guidance.views import GoalPage
from graphwright.tables.applications import ActionKind, UiAction, UiState

_LONGEST = 120
_FIELDS = 6
_ROLES = {
    "link": "link",
    "button": "button",
    "tab": "tab",
    "menuitem": "menu item",
    "checkbox": "box",
    "option": "option",
    "radio": "choice",
}


def quoted(name: str) -> str:
    """Return a name of an interface in quotation marks, on one line and not long."""
    return f'"{shortened(prose(name), _LONGEST)}"'


def path_of(names: Sequence[str]) -> str:
    """Return a menu path as manuals write it: ``Admin > Queues``."""
    return " > ".join(shortened(prose(name), _LONGEST) for name in names)


def step_text(action: UiAction, source: UiState, target: UiState | None) -> str:
    """Return what a user does with an action's element."""
    name = quoted(action.name) if action.name else f"without a name ({action.role})"
    if action.menu_path:
        done = f"In the menu {path_of(action.menu_path)}, choose {name}"
    elif action.kind == ActionKind.TAB:
        done = f"On {quoted(source.label)}, open the tab {name}"
    elif action.kind == ActionKind.ROW:
        done = f"On {quoted(source.label)}, click {name} in the row that you mean"
    elif action.kind == ActionKind.MENU:
        done = f"On {quoted(source.label)}, open the menu {name}"
    else:
        done = f"On {quoted(source.label)}, click the {_ROLES.get(action.role, 'element')} {name}"
    if target is None or prose(target.label).casefold() == prose(action.name).casefold():
        return f"{done}."
    return f"{done}: {quoted(target.label)} opens."


def opening_text(state: UiState) -> str:
    """Return the step that opens a page by its address."""
    return f"Open {shortened(prose(state.address or state.template), 2 * _LONGEST)}."


def goal_text(goal: GoalPage) -> str:
    """Return what there is to do on the page at the end of a way, in one or two sentences."""
    said = [f"You are on {quoted(goal.state.label)}."]
    named = [one.label for one in goal.fields if one.label]
    if named:
        more = len(named) - _FIELDS
        told = ", ".join(quoted(name) for name in named[:_FIELDS])
        said.append(f"Fill in {told}{f' and {more} more' if more > 0 else ''}.")
    commits = [one.name for one in goal.commits if one.name]
    if commits:
        rest = f" (or {', '.join(map(quoted, commits[1:4]))})" if commits[1:] else ""
        said.append(f"{quoted(commits[0])} commits here{rest}.")
    return " ".join(said)
