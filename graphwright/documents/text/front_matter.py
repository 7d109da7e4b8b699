"""YAML front matter of a page: its plain fields, as their author wrote them.

Values are never turned into numbers, dates or objects: a date that there is not, a number of a
thousand digits or a tag of some program would cost the page, and nothing here needs more than the
words. Aliases and merge keys are not followed, so nothing grows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import yaml

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_MAX_CHARACTERS = 20_000
"""What is longer is text between two rules, and YAML that nests without end is not read."""

_NULL = "tag:yaml.org,2002:null"


Fields = Mapping[str, str | tuple[str, ...]]


def split_front_matter(source: str) -> tuple[str, Fields]:
    """Return a text without its front matter, and the fields of that: scalars and lists of such.

    ``source`` has line ends of one character. What is between the two rules and is no YAML mapping
    is text. Of a key that stands twice the last value counts; a null is no value.
    """
    found = _FRONT_MATTER.match(source)
    if not found or len(found[0]) > _MAX_CHARACTERS:
        return source, {}
    try:
        node = yaml.compose(found[1] or "", Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return source, {}
    if not isinstance(node, yaml.MappingNode):
        return source, {}
    return source[found.end() :], dict(_fields(node))


def _fields(node: yaml.MappingNode) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            continue
        if isinstance(value, yaml.SequenceNode):
            yield key.value, tuple(text for item in value.value for text in _scalar(item))
        else:
            yield from ((key.value, text) for text in _scalar(value))


def _scalar(node: yaml.Node) -> Iterator[str]:
    """Yield the value of a node, if it is one scalar and no null."""
    if isinstance(node, yaml.ScalarNode) and node.tag != _NULL:
        yield node.value
