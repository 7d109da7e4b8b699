"""CSV that people write beside their sources: sidecars, seeds, answers and questions.

How long a cell may be is a setting of the whole process in Python's reader, and the reader of
documents raises it: whoever reads sets it, so that a file is read alike whatever was read before.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _csv import Reader

MAX_CELL = 131_072
"""Characters of a cell, as Python's reader has it unasked."""


def csv_rows(text: str, *, strict: bool = False) -> Reader:
    """Return the reader of the rows of ``text``, each a list of cells.

    The rows raise ``csv.Error`` where a cell is longer than ``MAX_CELL`` characters, and, if
    ``strict``, where quotes are not well formed.
    """
    csv.field_size_limit(MAX_CELL)
    return csv.reader(io.StringIO(text, newline=""), strict=strict)


def csv_entries(text: str, *, strict: bool = False) -> csv.DictReader[str]:
    """Return the reader of the rows of ``text``, each a cell by the name of its column.

    The rows raise ``csv.Error`` as those of ``csv_rows`` do.
    """
    csv.field_size_limit(MAX_CELL)
    return csv.DictReader(io.StringIO(text, newline=""), strict=strict)
