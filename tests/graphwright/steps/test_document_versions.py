"""The step that finds copies and versions: what makes it stale, and what it does not touch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphwright.documents.sources.discover import discover
from graphwright.documents.versions.copies import pieces_of
from graphwright.errors import SettingsError
from graphwright.settings import Settings, parse_settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake

POLICY = "The manager approves every order above {} EUR. The clerk files it. Kim pays on Thursdays."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    return tmp_path / "docs"


def settings_of(folder: Path, **versions: Any) -> Settings:
    raw = {"collections": [{"name": "c", "folder": "docs"}], "buckets": 2, "versions": versions}
    return parse_settings(raw, origin=folder.parent / "sources.yaml")


def run(settings: Settings, root: Path) -> tuple[int, bool, dict[str, dict[str, Any]]]:
    """Run the first steps; return documents parsed, whether versions were made, rows by path."""
    lake = Lake(root)
    pipeline = Pipeline(Given(lake, settings, discover(settings)))
    reports = {
        name: pipeline.run(pipeline.step(name), Work(range(settings.buckets)))
        for name in ("source_documents", "parse", "document_versions")
    }
    rows = lake.read("document_versions").to_pylist()
    assert pipeline.step("document_versions").is_current(lake)
    return (
        reports["parse"].worked,
        reports["document_versions"].made,
        {row["path"]: row for row in rows},
    )


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_newer_version_marks_the_older_without_parsing_it(folder: Path, tmp_path: Path) -> None:
    settings, lake = settings_of(folder), tmp_path / "lake"
    write(folder, "policy-v1.md", POLICY.format("10,000"))
    assert run(settings, lake) == (1, True, {})
    assert run(settings, lake)[:2] == (0, False)
    newer = write(folder, "policy-v2.md", POLICY.format("25,000"))
    parsed, made, rows = run(settings, lake)
    assert (parsed, made) == (1, True)
    assert [rows[f"policy-v{n}.md"]["superseded"] for n in (1, 2)] == [True, False]
    newer.unlink()
    assert run(settings, lake) == (0, True, {})


def test_front_matter(folder: Path, tmp_path: Path) -> None:
    write(folder, "old.md", "---\nvalid_to: 2023-13-45\n---\n" + POLICY.format(1))
    new = "---\nsupersedes: [old.md, gone.md]\nvalid_from: 2024-01-01\n---\n"
    write(folder, "new.md", new + POLICY.format(2))
    _, _, rows = run(settings_of(folder), tmp_path / "lake")
    lake = Lake(tmp_path / "lake")
    assert (rows["old.md"]["superseded"], rows["old.md"]["valid_to"]) == (True, "2023-12-31")
    assert rows["new.md"]["valid_from"] == "2024-01-01"
    [rejected] = lake.read("rejected_versions").to_pylist()
    assert (rejected["place"], rejected["statement"]) == ("c/new.md", "supersedes: gone.md")
    warnings = [
        warning
        for bucket in range(2)
        for row in lake.read("parsed_documents", bucket).to_pylist()
        for warning in row["warnings"]
    ]
    assert [warning for warning in warnings if "'valid_to' is '2023-13-45'" in warning] == warnings
    assert len(warnings) == 1


def test_a_changed_sidecar_makes_the_tables_again_and_parses_nothing(
    folder: Path, tmp_path: Path
) -> None:
    sidecar = tmp_path / "versions.csv"
    sidecar.write_text("document,valid_to\npolicy.md,2024-06-30\nnone.md,2024-01-01\n")
    write(folder, "policy.md", POLICY.format(1))
    settings, lake = settings_of(folder, sidecar="versions.csv"), tmp_path / "lake"
    assert run(settings, lake)[2]["policy.md"]["valid_to"] == "2024-06-30"
    [rejected] = Lake(lake).read("rejected_versions").to_pylist()
    assert (rejected["said_by"], rejected["place"]) == ("sidecar", "versions.csv, line 3")
    sidecar.write_text("document,superseded\npolicy.md,true\n")
    parsed, made, rows = run(settings, lake)
    assert (parsed, made, rows["policy.md"]["superseded"]) == (0, True, True)
    sidecar.unlink()
    with pytest.raises(SettingsError, match="cannot be read"):
        run(settings, lake)


def test_the_same_page_as_markdown_and_html_is_a_copy(folder: Path, tmp_path: Path) -> None:
    write(folder, "policy.md", "# Orders\n\n" + POLICY.format(1))
    page = f"<html><body><h1>Orders</h1><p>{POLICY.format(1)}</p></body></html>"
    write(folder, "policy.html", page)
    write(folder, "other.md", "# Other\n\nThe canteen opens at noon. Pumps move water.")
    rows = run(settings_of(folder), tmp_path / "lake")[2]
    assert set(rows) == {"policy.md", "policy.html"}
    assert len({row["same_as"] for row in rows.values()}) == 1
    assert not any(row["superseded"] for row in rows.values())


def test_the_key_of_a_ticket_says_nothing_of_versions(folder: Path, tmp_path: Path) -> None:
    tickets = [
        {"key": f"REL-{day}", "fields": {"summary": "Order limit", "description": POLICY.format(n)}}
        for n, day in enumerate(("20240101", "20240201"))
    ]
    write(folder, "export.jsonl", "\n".join(map(json.dumps, tickets)))
    collection = {"name": "c", "folder": "docs", "kind": "tickets", "format": "jira"}
    raw = {"collections": [collection], "buckets": 2}
    settings = parse_settings(raw, origin=folder.parent / "sources.yaml")
    lake = Lake(tmp_path / "lake")
    pipeline = Pipeline(Given(lake, settings, discover(settings, lake=lake)))
    for name in ("source_documents", "parse", "document_versions"):
        pipeline.run(pipeline.step(name), Work(range(2)))
    assert lake.row_count("parsed_documents") == len(tickets)
    assert not any(row["superseded"] for row in lake.read("document_versions").to_pylist())


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were cut into pieces."""
    texts: list[str] = []

    def counting(text: str) -> dict[int, int]:
        texts.append(text)
        return pieces_of(text)

    monkeypatch.setattr("graphwright.steps.document_versions.pieces_of", counting)
    return texts


def test_only_the_texts_of_a_bucket_that_changed_are_cut_again(
    folder: Path, tmp_path: Path, cut: list[str]
) -> None:
    settings, lake = settings_of(folder), tmp_path / "lake"
    for number in range(6):
        write(folder, f"{number}.md", POLICY.format(10 + number % 2))
    _, _, before = run(settings, lake)
    assert len(cut) == 6
    cut.clear()
    write(folder, "0.md", "Something else is told here. It has nothing in common with policies.")
    _, made, rows = run(settings, lake)
    assert made
    assert 0 < len(cut) < 6
    assert (set(before) - set(rows), len(rows)) == ({"0.md"}, 5)
    cut.clear()
    for path in (lake / "cache" / "pieces").iterdir():
        path.write_bytes(b"damaged")
    write(folder, "6.md", POLICY.format(10))
    _, _, rows = run(settings, lake)
    assert (len(cut), len(rows)) == (7, 6)


def test_pieces_of_buckets_that_are_gone_are_dropped(folder: Path, tmp_path: Path) -> None:
    for number in range(6):
        write(folder, f"{number}.md", POLICY.format(number))
    settings = settings_of(folder)
    _, _, rows = run(settings, tmp_path / "lake")
    one = settings.model_copy(update={"buckets": 1})
    assert run(one, tmp_path / "lake")[2] == rows
    kept = [path.name for path in (tmp_path / "lake" / "cache" / "pieces").iterdir()]
    assert kept == ["0000.parquet"]
