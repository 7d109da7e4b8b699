"""The made-up tables hold together, and growth is computed as it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import synthetic_graph
from benchmarks.synthetic_graph import TRIPLES, growth, run_steps, write_tables
from graphwright.store.lake import Lake
from graphwright.tables import TABLES


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    monkeypatch.setattr(synthetic_graph, "BUCKETS", 2)
    made = Lake(tmp_path)
    write_tables(made, 30, 0)
    return made


def test_every_global_step_finds_what_it_reads(lake: Lake) -> None:
    figures = run_steps(lake, 0, 1)
    facts = figures["evidence"].rows
    assert facts + figures["rejected_triples"].rows == 30 * TRIPLES
    assert 0 < figures["relations"].rows <= facts
    assert 0 < figures["entities"].rows == figures["entity_aliases"].rows
    evidence = lake.read("evidence")
    assert set(evidence["heading_path"].to_pylist()[0]) == {"Page"}
    assert evidence["quote"].null_count == 0


def test_the_same_documents_give_the_same_files(lake: Lake, tmp_path: Path) -> None:
    again = Lake(tmp_path / "again")
    write_tables(again, 30, 0)
    for table in ("resolved_triples", "sentences"):
        for ours, other in zip(lake.paths(table), again.paths(table), strict=True):
            assert ours.read_bytes() == other.read_bytes()


def test_columns_that_nobody_reads_are_empty() -> None:
    rows = synthetic_graph.declared(
        TABLES["sentences"].empty().drop_columns(["kind"]), TABLES["sentences"].schema
    )
    assert rows.schema.equals(TABLES["sentences"].schema)


def test_growth_is_an_exponent() -> None:
    sizes = [
        {
            "documents": n,
            "first": {"linear": {"cpu_seconds": n / 100}, "square": {"cpu_seconds": n**2}},
        }
        for n in (100, 1000)
    ]
    assert growth(sizes, "first") == {"linear": 1.0, "square": 2.0}
    assert growth(sizes[:1], "first") == {}
