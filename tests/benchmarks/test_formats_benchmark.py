"""What the benchmark of formats takes for the source, and its figures on a page of our own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from benchmarks import formats

PAGE = """# Orders

The clerk **approves** every [order](b.md) above ten thousand euros.

## Prices

| Item  | Price |
|-------|-------|
| nail  | 2     |
| screw | 3     |
"""
MISSING = [name for name in ("pandoc", "chromium") if shutil.which(name) is None]


def test_the_tree_of_pandoc_gives_words_headings_and_tables() -> None:
    def cell(text: str) -> list[object]:
        return [[], {}, 1, 1, [{"t": "Plain", "c": [{"t": "Str", "c": text}]}]]

    row = [[], [cell("nail"), cell("")]]
    table = [[], [], [], [[], [row]], [[[], 0, [], [row]]], [[], []]]
    link = [[], [{"t": "Str", "c": "order"}], ["b.md", ""]]
    blocks = [
        {"t": "Header", "c": [2, ["id", [], []], [{"t": "Str", "c": "Prices"}]]},
        {"t": "Para", "c": [{"t": "Str", "c": "an"}, {"t": "Space"}, {"t": "Link", "c": link}]},
        {"t": "Table", "c": table},
        {"t": "BlockQuote", "c": [{"t": "Header", "c": [3, [], [{"t": "Str", "c": "Note"}]]}]},
    ]
    expected = formats.expected_of(blocks)
    assert expected.headings == ["Prices"]
    assert expected.levels == [2]
    assert expected.labels == ["Note"]
    assert expected.words == ["prices", "an", "order", "nail", "nail", "note"]
    assert expected.tables == [["nail", "nail"]]


def test_memory_is_that_of_the_whole_family() -> None:
    assert os.getpid() in formats.family(os.getppid())
    assert formats.resident_mb(os.getpid()) > 10


@pytest.mark.long
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
def test_a_page_keeps_its_text_in_every_format(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(PAGE)
    figures = formats.run(tmp_path, 1, [], show=lambda line: None)
    for form, kept in figures["kept"].items():
        assert kept["words_recall"] == kept["words_precision"] == 1, form
        assert kept["headings_recall"] == 1, form
    for form in formats.SCORED:
        kept = figures["kept"][form]
        assert kept["headings_precision"] == kept["levels"] == kept["cells_recall"] == 1, form


def test_growth_is_the_speed_of_what_is_more() -> None:
    found = formats.with_growth([{"pages": 10, "seconds": 5.0}, {"pages": 110, "seconds": 15.0}])
    assert found[1]["more_pages_per_second"] == 10
