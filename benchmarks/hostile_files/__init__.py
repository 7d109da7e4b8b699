"""Files that try to stop, mislead or harm a build, each made by code at the time of the test.

``SUITE`` is every file by name; ``write_suite`` writes them below a folder. What a file aims at
outside its folder (an address, a secret, a place to write to) is given by a ``Bait``, so that
whoever runs the suite can see whether any of it was taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from benchmarks.hostile_files import (
    data_files,
    front_matter,
    long_rows,
    pages,
    pdfs,
    places,
    presentations,
    texts,
    word_files,
    workbooks,
)
from benchmarks.hostile_files.case import Bait, Case

__all__ = ["SUITE", "Bait", "Case", "write_suite"]

_MODULES = (
    pdfs, word_files, workbooks, presentations, pages, front_matter, texts, data_files, long_rows,
    places,
)  # fmt: skip
SUITE: tuple[Case, ...] = tuple(case for module in _MODULES for case in module.CASES.cases)


def write_suite(folder: Path, bait: Bait, cases: Iterable[Case] = SUITE) -> None:
    """Write the files of the cases below ``folder``."""
    for case in cases:
        case.write(folder, bait)
