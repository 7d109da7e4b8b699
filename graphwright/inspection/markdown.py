"""Markdown tables from rows: how a value is shortened and escaped. Reads no file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MAX_CELL = 160
"""Characters of a value that are shown."""


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; text is shortened to ``MAX_CELL``, bytes are shown as a size."""
    lines = [_line(columns), _line(["---"] * len(columns))]
    lines += [_line([cell(value) for value in row]) for row in rows]
    return "\n".join(lines) + "\n"


def cell(value: object) -> str:
    """Return one value as the text of a table cell: on one line, escaped, shortened."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, bytes):
        return f"{len(value):,} bytes"
    if isinstance(value, float):
        return f"{value:.6g}"
    return _escape(_shorten(_plain(value)))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        filled = {name: item for name, item in value.items() if item not in (None, [])}
        return ", ".join(f"{name}={_plain(item)}" for name, item in filled.items())
    if isinstance(value, (list, tuple)):
        # Only so many items as can be seen: a document has thousands of blocks.
        shown = [_plain(item) for item in value[:8]]
        more = f"... {len(value)} in all" if len(value) > len(shown) else ""
        return " / ".join([*shown, more] if more else shown)
    return str(value)


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_CELL else text[: MAX_CELL - 3].rstrip() + "..."


def _escape(text: str) -> str:
    single = " ".join(text.split())
    return single.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
