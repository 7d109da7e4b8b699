from __future__ import annotations

from graph_rows import GraphRows, build, write_rows

from benchmarks import contradictions
from graphwright.store.lake import Lake
from graphwright.tables import PredicateForm


def test_pairs_are_those_of_the_table_with_both_sentences(tmp_path):
    rows = GraphRows()
    rows.fact("pump", "be", "on", text="The pump is on.")
    rows.fact("pump", "be", "on", text="The pump is not on.", negated=True)
    rows.fact("pump", "price", "5", text="pump price 5")
    rows.fact("pump", "price", "6", text="pump price 6")
    price = PredicateForm("price", "price", False, True, False, "", 1)
    made = build(write_rows(tmp_path, rows.rows() | {"predicates": [price]}), tmp_path)
    lake = Lake(tmp_path / "lake")
    for name in ("relations", "contradictions"):
        [path] = made[name]
        lake.write(name, lake.read_file(name, path), key="1")
    assert contradictions.counts(lake.root) == {"relations": 4, "polarity": 1, "value": 1}
    [denied] = contradictions.pairs_of(lake.root, "polarity", 5)
    assert denied == ("pump be on", "pump not be on", "The pump is on.", "The pump is not on.")
    assert contradictions.pairs_of(lake.root, "value", 0) == []
