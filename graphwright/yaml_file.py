"""YAML that people write: a key that stands twice is refused, where YAML's own rule is to lose one.

Files of the package itself are read without this.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from graphwright.errors import SettingsError


class _Loader(yaml.SafeLoader):
    """The safe loader, for mappings without double keys."""

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        """Return the node of a mapping; raise ``ComposerError`` at a key that stands twice."""
        node: yaml.MappingNode = super().compose_mapping_node(anchor)
        first: dict[tuple[str, str], int] = {}
        for key, _ in node.value:
            named = (key.tag, str(key.value))
            if named in first:
                raise yaml.composer.ComposerError(
                    problem=f"the key {named[1]!r} stands in line {first[named]} already",
                    problem_mark=key.start_mark,
                )
            first[named] = key.start_mark.line + 1
        return node


def parse_yaml(text: str, origin: Path, *, remedy: str = "") -> Any:
    """Return what a YAML text holds; ``origin`` is the file that it came from.

    Raises ``SettingsError`` that names file and line.
    """
    return parse_yaml_nodes(text, origin, remedy=remedy)[0]


def parse_yaml_nodes(text: str, origin: Path, *, remedy: str = "") -> tuple[Any, Any]:
    """Return what a YAML text holds and its node, which knows the lines of all that is below it.

    Both are None for a text that holds nothing. Raises ``SettingsError`` as ``parse_yaml`` does.
    """
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        return (None if node is None else loader.construct_document(node)), node
    except yaml.YAMLError as error:
        raise _unreadable(origin, _told(error), remedy) from error
    except (ValueError, RecursionError) as error:  # a date that is none; brackets without end
        raise _unreadable(origin, str(error), remedy) from error


def _unreadable(origin: Path, reason: str, remedy: str) -> SettingsError:
    return SettingsError(f"{origin} is not readable YAML: {reason}.", remedy=remedy)


def _told(error: yaml.YAMLError) -> str:
    """Return an error of YAML in one line."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return " ".join(str(error).split())
    problem = getattr(error, "problem", "")
    if problem.startswith("but "):  # the other half of a sentence
        problem = f"{getattr(error, 'context', '')}, {problem}"
    return f"line {mark.line + 1}, column {mark.column + 1}: {problem}"
