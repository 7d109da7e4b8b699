"""Copies, archives and versions from files to answers, and that a build after changes is equal."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
import yaml
from e2e_project import run as command
from e2e_project import succeeded
from plain_build import Worked
from warm_builds import warm_build

from benchmarks.lake_equality import table_hashes
from graphwright.graph.pointer import read_pointer
from graphwright.project import Project, open_project
from graphwright.retrieval import STRATEGIES
from graphwright.settings import load_settings

POLICY = """# Purchase policy

The department head approves every purchase order above {} EUR.
The procurement clerk archives supplier invoices in Ledger.
Ledger sends a reminder to the requester after two weeks.
"""
QUESTION = "Above which limit does the department head approve a purchase order?"
DAY = datetime.date(2026, 11, 1)
COPIES = 5


class World:
    """A folder of documents, its settings, and builds of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.documents = root / "documents"
        self.lake = root / "lake"
        (root / "sidecar.csv").write_text("document,valid_to\ncampaign.md,2026-10-31\n")

        raw = {
            "collections": [{"name": "c", "folder": "documents"}],
            "buckets": 2,
            "versions": {"sidecar": "sidecar.csv"},
        }
        self.sources = root / "sources.yaml"
        self.sources.write_text(yaml.safe_dump(raw), encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        target = self.documents / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def build(self) -> Project:
        self.worked = self._build(self.lake)
        settings = load_settings(self.sources)
        project = open_project(self.lake, settings=settings)
        project.keep_settings(settings)
        return project

    def _build(self, lake: Path) -> Worked:
        outcome = warm_build(self.sources, lake)
        assert outcome.worked is not None, outcome.error
        return outcome.worked

    def equals_a_clean_build(self) -> bool:
        clean = self.root / "clean"
        self._build(clean)
        current = [read_pointer(lake) for lake in (self.lake, clean)]
        same = table_hashes(self.lake) == table_hashes(clean)
        return same and current[0] is not None and current[0].current == current[1].current


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Five copies of a policy, its archived predecessor, and as many other pages."""
    world = World(tmp_path_factory.mktemp("world"))
    for number in range(COPIES):
        world.write(f"office-{number:02}/purchase-policy.md", POLICY.format("25,000"))
        fact = f"Machine M{number} feeds line L{number}."
        world.write(f"page-{number}.md", f"# Page {number}\n\n{fact}")
    world.write("archive/2022/purchase-policy.md", POLICY.format("10,000"))
    world.write("campaign.md", "# Campaign\n\nThe sales team grants a discount of 5 percent.")
    world.write("travel-v1.md", "# Travel\n\nThe manager approves hotel costs above 100 EUR.")
    world.build()
    return world


def test_copies_keep_their_facts_and_add_nothing_to_them(world: World) -> None:
    project = open_project(world.lake)
    assert project.sql("SELECT * FROM repeated_sentences").num_rows == 0
    [limit] = project.sql(
        "SELECT support_count, document_count, superseded FROM relations"
        " WHERE text LIKE '%above 25,000 EUR%'"
    ).to_pylist()
    assert limit == {"support_count": 1, "document_count": 1, "superseded": False}
    places = project.sql("SELECT DISTINCT document_id FROM evidence WHERE quote LIKE '%25,000%'")
    assert places.num_rows == COPIES


@pytest.mark.parametrize("name", STRATEGIES.names)
def test_what_is_archived_stands_last_and_says_so(world: World, name: str) -> None:
    context = open_project(world.lake).ask(QUESTION, strategy=name, k=20, as_of=DAY)
    assert "25,000" in context.chunks[0].text
    assert [chunk.text for chunk in context.chunks if "25,000" in chunk.text] == [
        context.chunks[0].text
    ]
    [old] = [chunk.citation for chunk in context.chunks if "10,000" in chunk.text]
    assert old.version_note.startswith("superseded")
    if context.relations:
        told = [one.text + one.quotes[0].text for one in context.relations]
        holds = ["25,000" in text for text in told if "25,000" in text or "10,000" in text]
        assert holds == sorted(holds, reverse=True)
        assert any(holds) or name == "pcst"
        held = [not (one.superseded or "discount" in one.text) for one in context.relations]
        assert held == sorted(held, reverse=True)


def test_the_command_line_says_so_on_the_day_that_is_asked_for(world: World) -> None:
    asked = ["ask", "Which discount does the sales team grant?", "--lake", world.lake]
    before = succeeded(command(*asked, "--as-of", "2026-10-31", "--strategy", "bm25")).stdout
    assert "[valid until 2026-10-31]" in before
    status = succeeded(command("status", "--lake", world.lake)).stdout
    assert "Superseded documents" in status
    assert "archive/2022/purchase-policy.md" in status
    card = succeeded(command("inspect", "department head", "--lake", world.lake)).stdout
    assert "superseded" in card
    assert card.index("25,000") < card.index("10,000")


@pytest.mark.long
def test_a_build_after_changes_equals_a_clean_one(world: World) -> None:
    world.write("travel-v2.md", "# Travel\n\nThe manager approves hotel costs above 150 EUR.")
    project = world.build()
    assert world.worked["parse"] == 1
    assert _superseded(project)
    assert world.equals_a_clean_build()
    (world.documents / "travel-v2.md").unlink()
    project = world.build()
    assert world.worked["parse"] == 0
    assert not _superseded(project)


def _superseded(project: Project) -> bool:
    rows = project.sql("SELECT superseded FROM evidence WHERE quote LIKE '%100 EUR%'").to_pylist()
    assert rows
    return all(row["superseded"] for row in rows)
