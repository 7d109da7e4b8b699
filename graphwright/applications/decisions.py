"""What the team says of states that are one or are not, a YAML beside the sources.

    desk:
      same:
        - ["/orders?status=open", /orders]
      apart:
        - [Invoices, 3f2a90c1b7d84e6fa2c5d10b]

Each name is a state's id, its address or its label. Every build replays the decisions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import yaml

from graphwright.documents.sidecars.file import Sidecar
from graphwright.errors import SettingsError
from graphwright.yaml_file import parse_yaml

_REMEDY = (
    "Write the application, below it 'same' and 'apart', each a list of pairs of states; "
    "addresses with a '?' stand in quotes."
)
_SIDECAR = Sidecar("the team's decisions on states", "state_decisions", _REMEDY)
_KINDS = {"same": True, "apart": False}


@dataclasses.dataclass(frozen=True, slots=True)
class Decision:
    """Two states, each by id, address or label, that are one or stay two; ``line`` is from 1."""

    application: str
    same: bool
    state: str
    other: str
    line: int


def read_decisions(path: Path | None) -> list[Decision]:
    """Return the decisions of a file in its order; nothing without a file.

    Raises ``SettingsError`` that names the line of the first wrong entry.
    """
    if path is None:
        return []
    return _SIDECAR.rows(path, _SIDECAR.read(path), _from_yaml, _from_csv)


def decisions_on(applications: Collection[str], path: Path) -> str:
    """Return the text of a sound file of decisions with those on some applications alone."""
    said = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    chosen = {name: pairs for name, pairs in said.items() if name in applications}
    return yaml.safe_dump(chosen, allow_unicode=True, sort_keys=False)


def _from_yaml(text: str, path: Path) -> list[Decision]:
    parse_yaml(text, path, remedy=_REMEDY)
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    if node is None:
        return []
    found = list(_decisions(node, path))
    _check_contradictions(found, path)
    return found


def _decisions(node: yaml.Node, path: Path) -> Iterator[Decision]:
    for application, kinds in _entries(node, "a mapping of applications", path):
        for kind, pairs in _entries(kinds, "'same' and 'apart'", path):
            if kind.value not in _KINDS:
                raise _wrong(kind, f"{kind.value!r} was found, 'same' or 'apart' expected", path)
            if not isinstance(pairs, yaml.SequenceNode):
                raise _wrong(pairs, "a list of pairs was expected", path)
            for pair in pairs.value:
                state, other = _pair(pair, path)
                line = pair.start_mark.line + 1
                yield Decision(application.value, _KINDS[kind.value], state, other, line)


def _entries(node: yaml.Node, expected: str, path: Path) -> list[tuple[yaml.ScalarNode, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        raise _wrong(node, f"{expected} was expected", path)
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise _wrong(key, "a name was expected", path)
    return list(node.value)


def _pair(node: yaml.Node, path: Path) -> tuple[str, str]:
    names = node.value if isinstance(node, yaml.SequenceNode) else []
    if len(names) != 2 or not all(isinstance(one, yaml.ScalarNode) for one in names):
        raise _wrong(node, "a pair of states was expected, as [one, other]", path)
    state, other = (str(one.value).strip() for one in names)
    if not state or not other or state == other:
        raise _wrong(node, "two different states were expected", path)
    return state, other


def _check_contradictions(found: list[Decision], path: Path) -> None:
    said: dict[tuple[str, frozenset[str]], Decision] = {}
    for one in found:
        known = said.setdefault((one.application, frozenset((one.state, one.other))), one)
        if known.same != one.same:
            raise SettingsError(
                f"{path}, line {one.line}: the pair stands in line {known.line} as the contrary.",
                remedy="Keep one of both.",
            )


def _wrong(node: yaml.Node, problem: str, path: Path) -> SettingsError:
    line = node.start_mark.line + 1
    return SettingsError(f"{path}, line {line}: {problem}.", remedy=_REMEDY)


def _from_csv(_text: str, path: Path) -> list[Decision]:
    raise SettingsError(f"The team's decisions on states {path} is a CSV.", remedy="Name a .yaml.")
