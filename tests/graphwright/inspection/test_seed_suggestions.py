"""Suggested seeds: what is proposed, and that the loader reads the file."""

from __future__ import annotations

from graph_rows import GraphRows, build, write_rows

from graphwright.entities.seed_concepts import read_seeds
from graphwright.inspection.seed_suggestions import (
    SeedSuggestion,
    suggest_seeds,
    suggestions_yaml,
)
from graphwright.store.lake import Lake


def lake_of(tmp_path, rows):
    folder = tmp_path / "rows"
    folder.mkdir()
    made = build(write_rows(folder, rows.rows()), folder)
    lake = Lake(tmp_path / "lake")
    for name in ("entities", "entity_aliases", "relations", "evidence"):
        [path] = made[name]
        lake.write(name, lake.read_file(name, path), key="1")
    return lake


def test_what_is_frequent_connected_and_unseeded_is_proposed(tmp_path):
    rows = GraphRows()
    rows.seed("Ledger App")
    for path in ("a.md", "b.md"):
        for thing in ("clerk", "invoice", "order"):
            rows.fact("Approval Service", "check", thing, path=path)
            rows.fact("Ledger App", "show", thing, path=path)
    rows.fact("Rare Thing", "be in", "order")
    rows.acronym("Approval Service", "AS")
    said = "The Approval Service is a gate for orders."
    rows.fact("Approval Service", "be", "gate", text=said, path="b.md")
    (found,) = suggest_seeds(lake_of(tmp_path, rows), 10)
    assert (found.name, found.type, found.aliases) == ("Approval Service", "Service", ("AS",))
    assert (found.definition, found.title) == (said, "Title of b.md")
    assert (found.documents, found.neighbours) == (2, 4)


def test_the_file_is_read_by_the_loader_whatever_names_hold(tmp_path):
    wild = 'a "b": [c] # \U0001f600 \x85 \x07'
    path = tmp_path / "seeds.yaml"
    path.write_text(
        suggestions_yaml(
            [
                SeedSuggestion(wild, "Service", ("x, y", "- z"), wild, "T\n\x85", "u\r", 2, 2, 3),
                SeedSuggestion("Plain", None, (), None, None, None, 2, 2, 3),
            ]
        ),
        encoding="utf-8",
    )
    aliases = read_seeds(path).aliases
    assert {row.key for row in aliases} == {aliases[0].key, "plain"}
    assert {row.type for row in aliases} == {"Service", "Concept"}
    assert len(aliases) == 4


def test_no_suggestion_is_an_empty_seed_file(tmp_path):
    path = tmp_path / "seeds.yaml"
    path.write_text(suggestions_yaml([]), encoding="utf-8")
    assert read_seeds(path).aliases == []
