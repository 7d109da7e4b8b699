"""The text of a decisions file with one decision more or less; comments and order stay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from graphwright.entities.decisions import REMEDY, Decision, parse_decisions, spans_of
from graphwright.errors import SettingsError

_BYTE_ORDER_MARK = "\ufeff"
_WIDEST = 10_000


def with_decision(text: str, entry: Mapping[str, Any], path: Path) -> str:
    """Return a text with an entry more at its end, which is checked with all the others.

    ``path`` is named in errors. Raises ``SettingsError`` for a text that is no list of one entry a
    line, and for an entry that is no decision, is there already or contradicts another.
    """
    node: Any = yaml.compose(text.lstrip(_BYTE_ORDER_MARK), Loader=yaml.SafeLoader)
    indent = 0
    if node is not None and node.value:
        if node.flow_style:
            raise SettingsError(
                f"{path} holds its list in brackets, where no line can be added.",
                remedy="Begin each decision on a line of its own, with a hyphen.",
            )
        indent = node.start_mark.column
    elif node is not None and isinstance(node, yaml.SequenceNode):
        raise SettingsError(f"{path} holds an empty list.", remedy="Remove its brackets.")
    written = yaml.safe_dump(
        [dict(entry)], allow_unicode=True, default_flow_style=None, sort_keys=False, width=_WIDEST
    )
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = [" " * indent + line for line in written.splitlines()]
    joined = text if not text or text.endswith("\n") else text + ending
    made = joined + ending.join(lines) + ending
    parse_decisions(made.lstrip(_BYTE_ORDER_MARK), path)
    return made


def without_decision(text: str, goes: Callable[[Decision], bool], path: Path) -> str:
    """Return a text without the entries that a function names; the lines around them stay.

    Raises ``SettingsError`` for a text that is no list of decisions.
    """
    plain = text.lstrip(_BYTE_ORDER_MARK)
    found = parse_decisions(plain, path)
    lines = text.splitlines(keepends=True)
    for decision, (first, behind) in reversed(list(zip(found, spans_of(plain), strict=True))):
        if goes(decision):
            last = behind - 1
            while last > first and not lines[last - 1].strip():
                last -= 1  # an empty line below belongs to what follows
            del lines[first - 1 : last]
    return "".join(lines)


def refuse_unreadable(path: Path, error: Exception) -> SettingsError:
    """Return what is raised for a file that cannot be read."""
    return SettingsError(f"The decisions file {path} cannot be read: {error}.", remedy=REMEDY)
