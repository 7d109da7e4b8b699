"""Where something stands in a document, in the words of its format.

A page with its box, a slide, a sheet with its cells, or the headings: what a person needs to find
the place in the program that shows the document. Reading the places is in ``documents``.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.documents.sources.formats import find_format


def locator_text(
    form: str,
    page: int | None,
    box: Sequence[float] | None,
    box_unit: str | None,
    headings: Sequence[str],
) -> str:
    """Return a place as one line, such as ``page 3, box 72 100 300 112 pt, Approval > Limits``.

    ``form`` is the document's file suffix, ``headings`` those below its title. The boxes of
    slides are left out: no program shows the unit that they are in.
    """
    known = find_format(form)
    name = known.page if known is not None else "page"
    parts = [] if page is None else [f"{name} {page}"]
    if box is not None and box_unit == "cell":
        parts.append(f"cells {cell_range(box)}")
    elif box is not None and box_unit == "pt":
        parts.append(f"box {' '.join(f'{edge:.0f}' for edge in box)} pt")
    return ", ".join([*parts, *([" > ".join(headings)] if headings else [])])


def cell_range(box: Sequence[float]) -> str:
    """Return a box in cells (from 0, right and bottom outside) as a spreadsheet names it: A4:F4."""
    left, top, right, bottom = (int(edge) for edge in box)
    first = f"{column_letters(left)}{top + 1}"
    last = f"{column_letters(max(right - 1, left))}{max(bottom, top + 1)}"
    return first if first == last else f"{first}:{last}"


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0: A, ..., Z, AA."""
    letters = ""
    while column >= 0:
        column, digit = divmod(column, 26)
        letters = chr(ord("A") + digit) + letters
        column -= 1
    return letters
