"""Copies and versions of one document count once, and what was superseded is marked."""

from __future__ import annotations

from pathlib import Path

import pytest
from graph_rows import GraphRows, build, read, write_rows

from graphwright.ids import document_id
from graphwright.tables import DocumentVersion


def version(path: str, same_as: str | None, *, superseded: bool = False) -> DocumentVersion:
    return DocumentVersion(
        document_id("test", path), "test", path, "", path, same_as and document_id("test", same_as),
        None, None, superseded, None, None, None, None, None,
    )  # fmt: skip


def made(rows: GraphRows, folder: Path, *versions: DocumentVersion) -> dict[str, list[Path]]:
    tables = rows.rows()
    tables["document_versions"] = list(versions)
    return build(write_rows(folder, tables), folder)


def copies(number: int) -> GraphRows:
    """So many documents with the same two facts."""
    rows = GraphRows()
    for copy in range(number):
        rows.fact("manager", "approve", "order", path=f"{copy:02}.md")
        rows.fact("treasury", "pay", "supplier", path=f"{copy:02}.md")
    return rows


@pytest.mark.parametrize("number", [1, 2, 12])
def test_so_many_copies_give_the_relations_of_one(tmp_path: Path, number: int) -> None:
    same = [version(f"{copy:02}.md", "00.md") for copy in range(number)]
    views = made(copies(number), tmp_path, *same)
    assert read(views, "repeated_sentences") == []
    found = {r["text"]: (r["support_count"], r["document_count"], r["confidence"])
             for r in read(views, "relations")}  # fmt: skip
    assert found == {"manager approve order": (1, 1, 0.8), "treasury pay supplier": (1, 1, 0.8)}
    assert len(read(views, "evidence")) == 2 * number
    assert {row["document_count"] for row in read(views, "entities")} == {1}


def test_what_different_documents_share_is_boilerplate_however_many_copies_each_has(
    tmp_path: Path,
) -> None:
    rows, versions = GraphRows(), []
    for number in range(10):
        for copy in ("a", "b"):
            path = f"{number}{copy}.md"
            rows.fact(f"Part {number}", "fit", f"Machine {number}", path=path)
            rows.fact("company", "own", "trademark", path=path)
            versions.append(version(path, f"{number}a.md"))
    repeated = read(made(rows, tmp_path, *versions), "repeated_sentences")
    assert {(r["documents"], r["collection_documents"]) for r in repeated} == {(10, 10)}
    assert len(repeated) == 20


def test_a_sentence_in_other_quotation_marks_is_the_same_sentence(tmp_path: Path) -> None:
    rows = GraphRows()
    texts = {"a.md": 'The manager  approve "order".', "b.md": "The manager approve “order”."}
    for path, text in texts.items():
        rows.fact("manager", "approve", "order", text=text, path=path)
    [relation] = read(made(rows, tmp_path), "relations")
    assert (relation["support_count"], relation["document_count"]) == (1, 2)


def test_what_an_old_version_states_is_marked(tmp_path: Path) -> None:
    rows = GraphRows()
    rows.fact("manager", "approve", "order", path="new.md")
    rows.fact("manager", "approve", "order", text="A manager approve every order.", path="old.md")
    rows.fact("manager", "approve", "trip", path="old.md")
    views = made(
        rows, tmp_path, version("new.md", "new.md"), version("old.md", "new.md", superseded=True)
    )
    relations = {r["text"]: r for r in read(views, "relations")}
    both, only_old = relations["manager approve order"], relations["manager approve trip"]
    assert (both["superseded"], both["support_count"], both["confidence"]) == (False, 1, 0.8)
    assert (only_old["superseded"], only_old["support_count"]) == (True, 1)
    assert both["document_count"] == 1
    assert sorted(row["superseded"] for row in read(views, "evidence")) == [False, True, True]
