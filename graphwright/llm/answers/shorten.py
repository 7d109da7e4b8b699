"""Words of a model or an endpoint, made short enough for a row or a message."""

from __future__ import annotations

_LONGEST_TYPE = 40


def short_type(said: str | None) -> str | None:
    """Return the type that a model gives an entity: the one thing it may say in its own words."""
    return shorten(said, _LONGEST_TYPE) if said else None


def shorten(text: str, limit: int = 300) -> str:
    """Return the text on one line, at most ``limit`` characters long, and writable as UTF-8."""
    # JSON can spell half a surrogate pair, which no table can hold.
    line = " ".join(text.encode("utf-8", "replace").decode().split())
    return line if len(line) <= limit else f"{line[: limit - 1]}\u2026"
