"""A row of several chunks after an edit: the steps give what they give from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.documents.sources.discover import discover
from graphwright.settings import Collection, LanguageSettings, Settings
from graphwright.steps.annotate import AnnotateStep
from graphwright.steps.base.step import Work
from graphwright.steps.chunk import ChunkStep
from graphwright.steps.dependency_triples import DependencyStep
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake

TABLES = ("parsed_documents", "chunks", "annotations", "sentences", "dependency_triples")


def build(folder: Path, lake: Path) -> dict[str, bytes]:
    """Run the steps up to the triples; return the files of their tables."""
    settings = Settings(collections=(Collection(name="c", folder=str(folder)),), buckets=1)
    opened = Lake(lake)
    for step in (
        ParseStep(discover(settings), settings.parse, 1),
        ChunkStep(settings.chunk),
        AnnotateStep(LanguageSettings()),
        DependencyStep(),
    ):
        step.run(opened, Work([0], workers=1))
    return {table: opened.path(table, 0).read_bytes() for table in TABLES}


def table(name: str, columns: int = 150, header: str = "Property") -> str:
    head = ["Machine", *(f"{header} {n}" for n in range(1, columns))]
    row = [name, *(f"Supplier {n:03} of Oslo" for n in range(1, columns))]
    return ",".join(head) + "\n" + ",".join(row) + "\nPress 2,Supplier 999\n"


@pytest.mark.parametrize(
    "edited",
    [
        table("Press 7"),  # the pieces behind the first keep their texts, ids and parses
        table("Press 1", header="Features"),
        table("Press 1", columns=149),
        "A line above.\n" + table("Press 1"),
        table("The clerk who checks the long list of all orders writes it down every day."),
    ],
)
def test_an_edit_of_a_row_gives_the_tables_of_a_clean_build(tmp_path: Path, edited: str) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "machines.csv").write_text(table("Press 1"))
    first = build(folder, tmp_path / "lake")
    (folder / "machines.csv").write_text(edited)
    again = build(folder, tmp_path / "lake")
    assert again == build(folder, tmp_path / "clean")
    assert again["dependency_triples"] != first["dependency_triples"]


def test_the_new_name_of_a_row_is_the_subject_in_all_its_pieces(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    for name in ("Press 1", "Press 7"):
        (folder / "machines.csv").write_text(table(name))
        build(folder, tmp_path / "lake")
    triples = Lake(tmp_path / "lake").read("dependency_triples", 0).to_pylist()
    assert {t["subject"] for t in triples} == {"Press 7", "Press 2"}
    assert len({t["chunk_id"] for t in triples}) > 2
