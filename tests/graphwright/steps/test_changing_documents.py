"""A document that somebody writes to while it is read stays as it was, and says so."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from graphwright.documents.sources.discover import discover
from graphwright.settings import Settings, parse_settings
from graphwright.steps.base.step import Work
from graphwright.steps.chunk import ChunkStep
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake
from graphwright.tables import (
    Chunk,
    ParsedDocument,
    RejectedDocument,
    SourceDocument,
    rows_of,
)

FIRST = "# Log\n\nThe clerk files the order.\n\nSee [the guide](guide.md).\n"
SECOND = "# Log\n\nThe plant ships the goods.\n"
THIRD = "# Log\n\nThe supplier sends an invoice.\n"


@dataclasses.dataclass(frozen=True)
class World:
    """A folder with one document, and a lake."""

    root: Path

    @property
    def file(self) -> Path:
        return self.root / "docs" / "log.md"

    @property
    def settings(self) -> Settings:
        raw = {"collections": [{"name": "c", "folder": "docs"}], "buckets": 2, "workers": 1}
        return parse_settings(raw, origin=self.root / "sources.yaml")

    def found(self) -> list[SourceDocument]:
        return discover(self.settings)

    def build(self, found: list[SourceDocument], lake: str = "lake") -> dict[str, bytes]:
        """Parse and chunk the documents that were found; return the bytes of the tables."""
        opened, work = Lake(self.root / lake), Work(range(2))
        ParseStep(found, self.settings.parse, 2).run(opened, work)
        ChunkStep(self.settings.chunk).run(opened, work)
        files = sorted(opened.tables.rglob("*.parquet"))
        return {path.relative_to(opened.tables).as_posix(): path.read_bytes() for path in files}

    def rows(self, cls: type, table: str) -> list:  # type: ignore[type-arg]  # of any table
        lake = Lake(self.root / "lake")
        return [row for bucket in range(2) for row in rows_of(cls, lake.read(table, bucket))]


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = World(tmp_path)
    made.file.parent.mkdir()
    made.file.write_text(FIRST)
    return made


def rewritten_under_the_build(world: World) -> None:
    """Build, rewrite the file, find it, rewrite it again, and build of what was found."""
    world.build(world.found())
    world.file.write_text(SECOND)
    found = world.found()
    world.file.write_text(THIRD)
    world.build(found)


def test_it_stays_as_it_was_and_says_so(world: World) -> None:
    rewritten_under_the_build(world)
    (parsed,) = world.rows(ParsedDocument, "parsed_documents")
    assert "files the order" in parsed.text
    assert parsed.status == "partial"
    assert parsed.warnings[-1].startswith("It could not be read as it was found")
    assert world.rows(RejectedDocument, "rejected_documents") == []
    assert [row.text for row in world.rows(Chunk, "chunks")] == [parsed.text]


@pytest.mark.parametrize("last", [FIRST, SECOND, THIRD])
def test_once_it_stands_still_all_is_as_of_a_clean_build(world: World, last: str) -> None:
    rewritten_under_the_build(world)
    world.file.write_text(last)
    assert world.build(world.found()) == world.build(world.found(), "clean")


def test_a_second_build_under_which_it_changes_says_it_once(world: World) -> None:
    rewritten_under_the_build(world)
    before = world.rows(ParsedDocument, "parsed_documents")
    found = world.found()
    world.file.write_text(SECOND + "More.")
    world.build(found)
    assert world.rows(ParsedDocument, "parsed_documents") == before


def test_what_was_never_read_is_rejected_with_the_reason(world: World) -> None:
    found = world.found()
    world.file.write_text(SECOND)
    world.build(found)
    (rejected,) = world.rows(RejectedDocument, "rejected_documents")
    assert (rejected.status, rejected.reason) == (
        "unreadable",
        "log.md changed while the build was running.",
    )


def test_a_log_that_grows_is_read_as_it_was_found(world: World) -> None:
    world.build(world.found())
    world.file.write_text(FIRST + SECOND)
    found = world.found()
    world.file.write_text(FIRST + SECOND + THIRD)
    grown = world.build(found)
    (parsed,) = world.rows(ParsedDocument, "parsed_documents")
    assert parsed.status == "ok"
    assert "ships the goods" in parsed.text
    assert "sends an invoice" not in parsed.text
    world.file.write_text(FIRST + SECOND)
    assert grown == world.build(world.found(), "clean")
