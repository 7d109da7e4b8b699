"""A rename of any kind parses nothing, and the lake is that of a clean build."""

from __future__ import annotations

from pathlib import Path

import pytest
from e2e_project import Built, Project, new_project
from warm_builds import warm_build

RENAMES = {
    "handbook/welcome.md": "handbook/start/welcome.md",
    "handbook/glossary.html": "handbook/Glossary.htm",
    "handbook/finance/quick-reference.txt": "handbook/finance/Quick-Reference.log",
    "platform/ledgerline/approval-service.md": "platform/ledgerline/approvals.markdown",
    "handbook/finance/cost-centres.csv": "platform/centres.tsv",
}
"""Folder, suffix and case, base name, and another collection."""
TEXTS = {
    ".md": "# {0}\n\nThe Approval Service checks {0}. It calls Ledgerline.\n",
    ".html": "<h1>{0}</h1><p>Ledgerline stores the journal entries.</p>",
    ".txt": "The clerk posts {0} in Ledgerline.\n",
    ".csv": "cost centre,owner\n4711,Halvorn\n",
}
WORDS = ("parse", "annotate", "coreference", "chunk_embeddings")
"""Steps that read the words of a document."""


def build(project: Project, lake: Path, *, checked: bool = True) -> dict[str, int]:
    outcome = warm_build(project.sources, lake, checked=checked)
    assert outcome.worked is not None, outcome.error
    return outcome.worked


@pytest.mark.long
def test_a_rename_parses_nothing_and_equals_a_clean_build(tmp_path: Path) -> None:
    project = new_project(tmp_path / "project", "handbook/welcome.md")
    for path in map(Path, RENAMES):
        place = project.documents / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(TEXTS[path.suffix].format(path.stem))
    first = build(project, project.lake, checked=False)
    assert first["parse"] == len(RENAMES)
    assert min(first[step] for step in WORDS) > 0
    for old, new in RENAMES.items():
        (project.documents / new).parent.mkdir(parents=True, exist_ok=True)
        (project.documents / old).rename(project.documents / new)
    worked = build(project, project.lake)
    assert {step: worked[step] for step in WORDS} == dict.fromkeys(WORDS, 0)
    build(project, tmp_path / "clean", checked=False)
    made, clean = Built(project.lake), Built(tmp_path / "clean")
    assert made.hashes() == clean.hashes()
    assert made.snapshot_id == clean.snapshot_id
