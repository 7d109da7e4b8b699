from __future__ import annotations


def test_a_bound_behind_a_preposition_leaves_it_its_noun(extract):
    found = extract("The systems can be included in at most one Northwind formation.")
    (fact,) = (t for t in found.triples if t.predicate == "be included in")
    assert "formation" in fact.object
    assert any("at most one" in qualifier.text for qualifier in fact.qualifiers)
