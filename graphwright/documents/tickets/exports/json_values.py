"""Values of JSON that anybody may have written: what is expected, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Record = dict[str, Any]

_NAMES = ("name", "value", "displayName", "title", "key", "login", "filename", "id")
"""Keys under which a tracker says what an object is called, the usual one first."""
_DEEPEST = 6
"""Levels of a document of rich text are many more, and those have a reader of their own."""


def record_of(value: object) -> Record:
    """Return an object of JSON; an empty one for all else."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[Any]:
    """Return a list of JSON; an empty one for all else."""
    return value if isinstance(value, list) else []


def text_of(value: object) -> str:
    """Return a text of JSON; an empty one for all else."""
    return value if isinstance(value, str) else ""


def words_of(value: object, depth: int = 0) -> Iterator[str]:
    """Yield the words of a value: texts and numbers, and what objects are called."""
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, bool):
        yield "yes" if value else "no"
    elif isinstance(value, int | float):
        yield str(value)
    elif isinstance(value, list) and depth < _DEEPEST:
        for part in value:
            yield from words_of(part, depth + 1)
    elif isinstance(value, dict) and depth < _DEEPEST:
        named = next((value[name] for name in _NAMES if value.get(name)), None)
        yield from words_of(named, depth + 1)
