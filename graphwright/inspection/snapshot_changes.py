"""What changed between two snapshots, as a person reads it.

Finding the changes is in ``graphwright.publish.history``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from graphwright.display.grid import Grid, grid
from graphwright.publish.history.compare import (
    KINDS,
    OF_APPLICATIONS,
    THINGS,
    Counts,
    Difference,
)
from graphwright.publish.history.log import PUBLISHED, Publication

_EXAMPLES = 3
_PLURALS = {
    "document": "documents",
    "entity": "entities",
    "relation": "relations",
    "state": "states",
    "action": "actions",
}


def change_numbers(changes: Counts) -> dict[str, int]:
    """Return a number for each kind of change, with the same names every time.

    Those of states and actions are there where any differs.
    """
    return {
        f"{_PLURALS[thing]}_{kind}": sum(changes.get(thing, {}).get(kind, {}).values())
        for thing in (*THINGS, *(thing for thing in OF_APPLICATIONS if thing in changes))
        for kind in _kinds(thing)
    }


def _kinds(thing: str) -> Sequence[str]:
    return KINDS if thing == "document" else KINDS[:3]


def difference_grids(difference: Difference, *, rows: int = 10) -> list[Grid]:
    """Return the numbers by reason, and up to ``rows`` rows of each kind of change."""
    made = [_overview(difference.counts(), difference.rows)]
    made += _lines(difference.versions, difference.settings)
    columns = ["name", "reason", "cause", "before", "after"]
    for thing, kind, found in _groups(difference.rows):
        more = f": {rows:,} of {len(found):,}" if len(found) > rows else ""
        title = f"{_PLURALS[thing].capitalize()} {kind}{more}"
        shown = found.slice(0, rows).select(columns).to_pylist()
        made.append(grid(title, columns, [list(row.values()) for row in shown]))
    return made


def publication_line(publication: Publication) -> str:
    """Return a publication in one line."""
    if publication.kind != PUBLISHED:
        return f"Readers were pointed back from {publication.base} to {publication.snapshot}."
    if publication.base is None:
        return "The first snapshot: everything in it is new."
    if publication.problem:
        return f"What changed cannot be told. {publication.problem}"
    numbers = change_numbers(publication.changes).items()
    told = [f"{name.replace('_', ' ')} {number:,}" for name, number in numbers if number]
    return "; ".join(told) or "No document, entity or relation differs."


def publication_grids(publication: Publication, rows: pa.Table | None) -> list[Grid]:
    """Return the numbers by reason with examples, and the versions and settings that differ."""
    lines = _lines(publication.versions, publication.settings)
    overview = _overview(publication.changes, rows)
    return [overview, *lines] if overview.rows else lines


def _overview(changes: Counts, rows: pa.Table | None) -> Grid:
    columns = ["what", "change", "reason", "number", "such as"]
    counted = _reasons(changes)
    return grid("Why", columns, [[*line, _examples(rows, *line[:3])] for line in counted])


def _reasons(changes: Counts) -> Iterator[list[Any]]:
    for thing, kinds in changes.items():
        for kind, reasons in kinds.items():
            for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
                yield [thing, kind, reason, number]


def _examples(rows: pa.Table | None, thing: str, kind: str, reason: str) -> str:
    """Return the first names of a reason, the first one with its cause."""
    if rows is None:
        return ""
    found = _matching(rows, thing=thing, change=kind, reason=reason).slice(0, _EXAMPLES).to_pylist()
    cause = next((row["cause"] for row in found if row["cause"]), None)
    names = "; ".join(row["name"] for row in found)
    return f"{names} ({cause})" if cause else names


def _groups(rows: pa.Table) -> Iterator[tuple[str, str, pa.Table]]:
    for thing in (*THINGS, *OF_APPLICATIONS):
        for kind in KINDS:
            if len(found := _matching(rows, thing=thing, change=kind)):
                yield thing, kind, found


def _matching(rows: pa.Table, **values: str) -> pa.Table:
    import pyarrow.compute as pc  # noqa: PLC0415  # only where rows are shown

    for name, value in values.items():
        rows = rows.filter(pc.field(name) == value)
    return rows


def _lines(versions: Sequence[str], settings: Sequence[str]) -> list[Grid]:
    return [
        grid(f"{what} that differ", ["what: before → after"], [[line] for line in lines])
        for what, lines in (("Versions", versions), ("Settings", settings))
        if lines
    ]
