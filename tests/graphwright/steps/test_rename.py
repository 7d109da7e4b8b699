"""A renamed document is not parsed again, and its rows are those of a clean parse."""

from __future__ import annotations

import hashlib
from pathlib import Path

from graphwright.documents.sources.discover import discover
from graphwright.settings import parse_settings
from graphwright.steps.base.step import StepReport, Work
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument, rows_of

BUCKETS = 3
FILES = {
    "in/untitled.htm": "<p>The clerk files it. See <a href='titled.md'>there</a>.",
    "in/titled.md": "# Guide\n\nThe clerk reads [the page](untitled.htm).\n",
    "in/README.md": "# README.md\n\nThe title is stated, and happens to be the name.\n",
    "in/bare.md": "The plant ships the goods.\n",
    "in/empty.txt": "",
    "in/broken.docx": "no package",
    "in/video.mp4": "no document",
    "notes.log": "The supplier sends the order.",
}
RENAMES = {
    "in/untitled.htm": "in/untitled.html",
    "in/titled.md": "other/titled.md",
    "in/README.md": "in/readme.md",
    "in/bare.md": "other/deep/plain.markdown",
    "in/empty.txt": "in/void.text",
    "in/broken.docx": "in/damaged.docm",
    "in/video.mp4": "other/film.mp4",
    "notes.log": "Notes.TXT",
}


def parse(folder: Path, lake: Path) -> StepReport:
    """Parse the files of a folder into a lake, in processes of its own."""
    raw = {"collections": [{"name": "docs", "folder": str(folder), "base_uri": "https://a.test"}]}
    settings = parse_settings(raw, origin=folder)
    step = ParseStep(discover(settings), settings.parse, BUCKETS)
    return step.run(Lake(lake), Work(range(BUCKETS), workers=1))


def hashes(lake: Path) -> dict[str, str]:
    files = sorted((lake / "tables").rglob("*.parquet"))
    return {str(f.relative_to(lake)): hashlib.sha256(f.read_bytes()).hexdigest() for f in files}


def titles(lake: Path) -> dict[str, tuple[str, bool]]:
    opened = Lake(lake)
    rows = [
        row
        for path in opened.paths("parsed_documents")
        for row in rows_of(ParsedDocument, opened.read_file("parsed_documents", path))
    ]
    return {row.path: (row.title, row.named_by_file) for row in rows}


def test_no_rename_parses_and_the_rows_are_those_of_a_clean_parse(tmp_path: Path) -> None:
    folder, lake = tmp_path / "docs", tmp_path / "lake"
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    assert parse(folder, lake).worked == len(FILES)
    for old, new in RENAMES.items():
        (folder / new).parent.mkdir(parents=True, exist_ok=True)
        (folder / old).rename(folder / new)
    report = parse(folder, lake)
    assert (report.worked, report.renamed, report.kept) == (0, len(FILES), 0)
    parse(folder, tmp_path / "clean")
    assert hashes(lake) == hashes(tmp_path / "clean")
    assert titles(lake) == {
        "in/untitled.html": ("untitled.html", True),
        "other/titled.md": ("Guide", False),
        "in/readme.md": ("README.md", False),
        "other/deep/plain.markdown": ("plain.markdown", True),
        "Notes.TXT": ("Notes.TXT", True),
    }
    # Another format reads the bytes in another way.
    (folder / "other/deep/plain.markdown").rename(folder / "other/deep/plain.txt")
    (folder / "other/film.mp4").rename(folder / "other/film.avi")
    report = parse(folder, lake)
    assert (report.worked, report.renamed, report.kept) == (2, 0, len(FILES) - 2)
    parse(folder, tmp_path / "clean2")
    assert hashes(lake) == hashes(tmp_path / "clean2")
