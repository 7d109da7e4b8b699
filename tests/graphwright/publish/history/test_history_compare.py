"""What differs between two snapshots, and the reason that is given for it."""

from __future__ import annotations

import pytest
from history_sides import Graph, causes, differences, side, told
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphwright.errors import SnapshotError
from graphwright.publish.history.compare import Side, compare

RUN, USE, NEED = ("Pump", "run on", "Diesel"), ("Pump", "use", "Filter"), ("Filter", "need", "Oil")


def test_equal_snapshots_do_not_differ(tmp_path):
    graph = Graph({"a.md": [RUN, USE]})
    found = differences(tmp_path, graph, graph)
    assert found.rows.num_rows == 0
    assert (found.versions, found.settings) == ((), ())


def test_a_relation_goes_with_its_last_document(tmp_path):
    found = differences(tmp_path, Graph({"a.md": [RUN], "b.md": [NEED]}), Graph({"a.md": [RUN]}))
    assert told(found, "document") == {("removed", "docs/b.md", "document_deleted")}
    assert told(found, "relation") == {("removed", "filter need oil", "document_deleted")}
    assert told(found, "entity") == {
        ("removed", "filter", "document_deleted"),
        ("removed", "oil", "document_deleted"),
    }
    assert causes(found)["filter need oil"] == "docs/b.md"
    assert causes(found)["oil"] == "docs/b.md"


def test_a_relation_comes_with_a_document(tmp_path):
    found = differences(tmp_path, Graph({"a.md": [RUN]}), Graph({"a.md": [RUN], "b.md": [NEED]}))
    assert told(found, "document") == {("added", "docs/b.md", "document_added")}
    assert told(found, "relation") == {("added", "filter need oil", "document_added")}


def test_an_edit_explains_what_it_takes_and_gives(tmp_path):
    found = differences(tmp_path, Graph({"a.md": [RUN]}), Graph({"a.md": [USE]}))
    assert told(found, "document") == {("edited", "docs/a.md", "document_edited")}
    assert told(found, "relation") == {
        ("removed", "pump run on diesel", "document_edited"),
        ("added", "pump use filter", "document_edited"),
    }


def test_a_relation_that_keeps_other_evidence_is_edited(tmp_path):
    old = Graph({"a.md": [RUN], "b.md": [RUN]})
    found = differences(tmp_path, old, Graph({"a.md": [RUN]}))
    assert told(found, "relation") == {("edited", "pump run on diesel", "document_deleted")}
    row = found.rows.to_pylist()[-1]
    assert row["before"] == "support 2, documents 2, confidence 0.90"
    assert row["after"] == "support 1, documents 1, confidence 0.90"
    assert told(found, "entity") == set()


def test_the_same_bytes_elsewhere_are_a_move(tmp_path):
    found = differences(tmp_path, Graph({"a.md": [RUN]}), Graph({"b.md": [RUN]}))
    assert told(found, "document") == {("moved", "docs/b.md", "document_moved")}
    (row,) = found.rows.to_pylist()
    assert (row["before"], row["after"]) == ("docs/a.md", "docs/b.md")


def test_a_move_hides_no_other_reason(tmp_path):
    old = Graph({"a.md": [RUN], "b.md": [RUN, USE]})
    found = differences(tmp_path, old, Graph({"moved.md": [RUN]}))
    assert told(found, "relation") == {
        ("edited", "pump run on diesel", "document_deleted"),
        ("removed", "pump use filter", "document_deleted"),
    }


def test_copies_are_paired_one_to_one(tmp_path):
    old = Graph({"a.md": [RUN], "b.md": [RUN], "c.md": [RUN]})
    found = differences(tmp_path, old, Graph({"d.md": [RUN], "e.md": [RUN]}))
    assert told(found, "document") == {
        ("moved", "docs/d.md", "document_moved"),
        ("moved", "docs/e.md", "document_moved"),
        ("removed", "docs/c.md", "document_deleted"),
    }


def test_a_document_that_can_no_longer_be_read(tmp_path):
    new = Graph({"a.md": [RUN]}, rejected={"b.md": "it is empty"})
    found = differences(tmp_path, Graph({"a.md": [RUN], "b.md": [NEED]}), new)
    assert told(found, "document") == {("removed", "docs/b.md", "document_rejected")}
    assert told(found, "relation") == {("removed", "filter need oil", "document_rejected")}
    assert causes(found)["docs/b.md"] == "empty: it is empty"


def test_a_document_that_can_be_read_now(tmp_path):
    old = Graph({}, rejected={"a.md": "it is empty"})
    found = differences(tmp_path, old, Graph({"a.md": [RUN]}))
    assert told(found, "document") == {("added", "docs/a.md", "document_accepted")}
    assert told(found, "relation") == {("added", "pump run on diesel", "document_accepted")}


def test_a_merge_explains_the_entity_and_its_relations(tmp_path):
    facts = {"a.md": [("PO", "need", "Approval"), ("Purchase order", "cost", "Money")]}
    found = differences(tmp_path, Graph(facts), Graph(facts, merges=[("PO", "Purchase order")]))
    assert told(found, "document") == set()
    assert told(found, "entity") == {("removed", "po", "entity_merged")}
    assert told(found, "relation") == {
        ("removed", "po need approval", "entity_merged"),
        ("added", "purchase order need approval", "entity_merged"),
    }
    assert causes(found)["po"] == '"po" is "purchase order" (acronym: because)'


def test_a_merge_that_is_undone(tmp_path):
    facts = {"a.md": [("PO", "need", "Approval"), ("Purchase order", "cost", "Money")]}
    found = differences(tmp_path, Graph(facts, merges=[("PO", "Purchase order")]), Graph(facts))
    assert told(found, "entity") == {("added", "po", "merge_undone")}
    assert told(found, "relation") == {
        ("added", "po need approval", "merge_undone"),
        ("removed", "purchase order need approval", "merge_undone"),
    }


def test_a_merge_by_a_new_document_is_told_for_an_old_one(tmp_path):
    fact = ("PO", "need", "Approval")
    introduces = ("Purchase order", "be", "Document")
    new = Graph({"a.md": [fact], "b.md": [introduces]}, merges=[("PO", "Purchase order")])
    found = differences(tmp_path, Graph({"a.md": [fact]}), new)
    assert ("removed", "po need approval", "entity_merged") in told(found, "relation")
    assert ("added", "purchase order be document", "document_added") in told(found, "relation")


@pytest.mark.parametrize(
    ("more", "reason", "cause"),
    [
        ({"versions": {"rules": "4"}}, "version_changed", "rules: 3 → 4"),
        (
            {"settings": {"confidence_threshold": 0.7}},
            "setting_changed",
            "confidence_threshold: 0.6 → 0.7",
        ),
    ],
)
def test_what_no_document_explains_is_laid_to_version_or_setting(tmp_path, more, reason, cause):
    common = {"versions": {"rules": "3"}, "settings": {"confidence_threshold": 0.6}}
    contents = {"a.md": "the same bytes"}
    old = Graph({"a.md": [RUN, USE]}, contents, **common)
    new = Graph({"a.md": [RUN]}, contents, **(common | more))
    found = differences(tmp_path, old, new)
    assert told(found, "document") == set()
    assert told(found, "relation") == {("removed", "pump use filter", reason)}
    assert causes(found)["pump use filter"] == cause
    assert cause in (*found.versions, *found.settings)


@pytest.mark.parametrize("name", ["embedding", "entity_embeddings.texts"])
def test_another_embedding_explains_no_relation(tmp_path, name):
    contents = {"a.md": "the same bytes"}
    old = Graph({"a.md": [RUN, USE]}, contents, versions={name: "1"})
    found = differences(tmp_path, old, Graph({"a.md": [RUN]}, contents, versions={name: "2"}))
    assert found.versions == (f"{name}: 1 → 2",)
    assert told(found, "relation") == {("removed", "pump use filter", "not_known")}


def test_another_written_form_and_a_seed(tmp_path):
    facts = {"a.md": [RUN]}
    new = Graph(facts, names={"pump": "Pump"}, seeds=["diesel"])
    found = differences(tmp_path, Graph(facts), new)
    assert told(found, "entity") == {
        ("edited", "Pump", "name_changed"),
        ("edited", "diesel", "seed_changed"),
    }
    assert told(found, "relation") == {("edited", "Pump run on diesel", "name_changed")}


def test_what_its_mentions_call_something_else_now(tmp_path):
    facts = {"a.md": [RUN]}
    found = differences(tmp_path, Graph(facts), Graph(facts, types={"pump": "Generic noun"}))
    assert told(found, "entity") == {("edited", "pump", "type_changed")}
    assert told(found, "relation") == set()


def test_without_origins_it_says_that_they_are_not_recorded(tmp_path):
    old, new = Graph({"a.md": [RUN], "b.md": [NEED]}), Graph({"a.md": [USE]})
    found = differences(tmp_path, old, new, recorded=False)
    assert told(found, "document") == {("removed", "docs/b.md", "document_deleted")}
    assert ("removed", "filter need oil", "document_deleted") in told(found, "relation")
    assert ("added", "pump use filter", "not_known") in told(found, "relation")
    assert "not recorded" in str(causes(found)["pump use filter"])


def test_a_snapshot_that_cannot_be_read(tmp_path):
    whole = side(tmp_path / "whole", Graph({"a.md": [RUN]}))
    broken = side(tmp_path / "broken", Graph({"a.md": [RUN]}))
    (broken.folder / "relations.arrow").write_bytes(b"no Arrow file")
    with pytest.raises(SnapshotError, match=r"broken cannot be compared"):
        compare(whole, broken)
    (broken.folder / "relations.arrow").unlink()
    with pytest.raises(SnapshotError, match=r"broken cannot be compared"):
        compare(Side(broken.folder, None), whole)


names = st.sampled_from(["A", "B", "C", "D"])
facts = st.lists(st.tuples(names, st.sampled_from(["use", "need"]), names), max_size=4)
graphs = st.builds(
    Graph,
    st.dictionaries(st.sampled_from(["a.md", "b.md", "c.md"]), facts, max_size=3),
    merges=st.lists(st.tuples(st.just("D"), st.just("A")), max_size=1),
    versions=st.fixed_dictionaries({"rules": st.sampled_from(["1", "2"])}),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(old=graphs, new=graphs)
def test_the_differences_lead_from_one_snapshot_to_the_other(tmp_path_factory, old, new):
    """Old plus added minus removed is new, for documents, entities and relations alike."""
    folder = tmp_path_factory.mktemp("pair")
    first, second = side(folder / "old", old), side(folder / "new", new)
    rows = compare(first, second).rows.to_pylist()
    assert len({(row["thing"], row["id"]) for row in rows}) == len(rows)
    assert all(row["reason"] for row in rows)
    for thing, ids in (("entity", _ids("entities")), ("relation", _ids("relations"))):
        kept = set(ids(first.folder))
        kept -= {r["id"] for r in rows if (r["thing"], r["change"]) == (thing, "removed")}
        kept |= {r["id"] for r in rows if (r["thing"], r["change"]) == (thing, "added")}
        assert kept == set(ids(second.folder))
    swapped = compare(second, first).rows.to_pylist()
    mirror = {"added": "removed", "removed": "added", "edited": "edited", "moved": "moved"}
    assert sorted((r["thing"], r["id"], r["change"]) for r in rows if r["change"] != "moved") == (
        sorted(
            (r["thing"], r["id"], mirror[r["change"]]) for r in swapped if r["change"] != "moved"
        )
    )


def _ids(table):
    from graphwright.graph.arrow_file import open_arrow

    return lambda folder: open_arrow(folder / f"{table}.arrow").column(0).to_pylist()
