"""A row of several chunks after an edit: the steps give what they give from the start."""

from __future__ import annotations

from pathlib import Path

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


EDITS = (
    table("Press 7"),  # the pieces behind the first keep their texts, ids and parses
    "A line above.\n" + table("The clerk who checks the long list of orders writes it every day."),
)


def test_edits_of_a_long_row_give_the_tables_of_a_clean_build(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "machines.csv").write_text(table("Press 1"))
    build(folder, tmp_path / "lake")
    subjects = []
    for number, edited in enumerate(EDITS):
        (folder / "machines.csv").write_text(edited)
        assert build(folder, tmp_path / "lake") == build(folder, tmp_path / f"clean {number}")
        triples = Lake(tmp_path / "lake").read("dependency_triples", 0).to_pylist()
        subjects.append({t["subject"] for t in triples})
    assert subjects == [{"Press 7", "Press 2"}, {"Press 2", "clerk"}]
