"""What entities are, voted on by the forms of their mentions."""

from __future__ import annotations

import pytest
from graph_rows import GraphRows, build, read, write_rows
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sql
from graphwright.tables import EntityType, MentionCount, MentionForm


def typed(folder, counts, *, buckets=1, rows=None):
    """Return entity_types by key, of some mention counts."""
    given_rows = (rows or GraphRows()).rows()
    given_rows["mention_forms"] = list(counts)
    views = write_rows(folder, given_rows, buckets=buckets)
    return {row["key"]: row for row in read(build(views, folder), "entity_types")}


def count(key, form, mentions=1, document="d1", titled=0, cased=0):
    return MentionCount(document, key, form, mentions, titled, cased)


@pytest.mark.parametrize(
    ("counts", "type_"),
    [
        ([count("rudder", "noun", 2)], "Concept"),
        ([count("sign off", "label", 3), count("sign off", "name", 2)], "Interface label"),
        ([count("sign off", "label", 2), count("sign off", "name", 2)], "Concept"),
        ([count("deck", "noun", 1), count("deck", "name", 2), count("deck", "label", 2)],
         "Concept"),
        ([count("register a ship", "action", 2, titled=1)], "Title"),
        ([count("register a ship", "action", 3, titled=1)], "Action"),
        ([count("masters and mates", "list")], "Description"),
        ([count("unit of measure", "complemented")], "Description"),
        ([count("unit of measure", "complemented", document=f"d{n}") for n in range(2)],
         "Concept"),
        ([count("repaired engine", "participial")], "Description"),
        ([count("repaired engine", "participial", document=f"d{n}") for n in range(3)],
         "Concept"),
        ([count("technical officer", "modified")], "Concept"),
        ([count("new officer", "modified"), count("new rudder", "modified")], "Description"),
        ([count("old officer", "modified"), count("old", "quality", 3)], "Description"),
    ],
)  # fmt: skip
def test_the_type_of_the_first_name(tmp_path, counts, type_):
    found = typed(tmp_path, counts)[counts[0].key]
    assert found["type"] == type_
    assert found["reason"]


def test_each_form_has_a_declared_type(tmp_path):
    found = typed(tmp_path, [count(form.value, form.value) for form in MentionForm])
    assert {row["type"] for row in found.values()} <= set(EntityType)
    assert len(found) == len(MentionForm)


def test_a_noun_of_many_kinds_is_generic_and_a_rare_one_is_not(tmp_path):
    documents = [f"d{n}" for n in range(40)]
    everywhere = [count("setting", "noun", document=name) for name in documents]
    kinds = [count(f"k{n} setting", "compound", document=name)
             for n, name in enumerate(documents)]  # fmt: skip
    without_kinds = [count("rudder", "noun", document=name) for name in documents]
    found = typed(tmp_path, [*everywhere, *kinds, *without_kinds])
    assert found["setting"]["type"] == "Generic noun"
    assert found["rudder"]["type"] == "Concept"
    assert found["k1 setting"]["type"] == "Concept"
    named_by_it = [count(f"setting part{n}", "compound") for n in range(20)]
    found = typed(tmp_path, [*everywhere, *kinds, *named_by_it])
    assert found["setting"]["type"] == "Concept"


def test_a_heading_that_starts_like_other_tasks_is_one(tmp_path):
    tasks = [count(f"filter the log{n}", "action") for n in range(2)]
    heading = count("filter log", "name", titled=1)
    assert typed(tmp_path, [*tasks, heading])["filter log"]["type"] == "Title"
    kinds = [count(f"filter object{n}", "compound") for n in range(3)]
    assert typed(tmp_path, [*tasks, heading, *kinds])["filter log"]["type"] == "Concept"


def test_merged_names_vote_together_and_a_seed_is_a_concept_whatever_they_say(tmp_path):
    rows = GraphRows()
    rows.seed("Approval Service", "approver")
    rows.fact("approver", "check", "Limits")
    given_rows = rows.rows()
    given_rows["mention_forms"] = [count("approver", "label", 5), count("limits", "label", 2)]
    views = build(write_rows(tmp_path, given_rows), tmp_path)
    entities = {row["key"]: row for row in read(views, "entities")}
    assert [row["key"] for row in read(views, "entity_types")] == ["approval service", "limits"]
    assert entities["approval service"]["concept"]
    assert entities["approval service"]["type"] == "Product"
    assert not entities["limits"]["concept"]
    assert entities["limits"]["type"] == "Interface label"
    assert {row["object"] for row in read(views, "relations")} == {"Limits"}


counts_of_names = st.lists(
    st.builds(
        count,
        key=st.sampled_from(["new ship", "new setting", "ship", "setting", "filter ship"]),
        form=st.sampled_from([form.value for form in MentionForm]),
        mentions=st.integers(1, 3),
        document=st.sampled_from(["d1", "d2", "d3"]),
        titled=st.integers(0, 1),
    ),
    unique_by=lambda row: (row.document_id, row.key, row.form),
    max_size=12,
)


@settings(
    max_examples=7, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(counts=counts_of_names, buckets=st.integers(1, 3), threads=st.integers(1, 3))
def test_order_buckets_and_threads_do_not_matter(tmp_path, counts, buckets, threads):
    def made(rows, count_of_buckets, count_of_threads):
        given_rows = GraphRows().rows() | {"mention_forms": rows}
        views = write_rows(tmp_path, given_rows, buckets=count_of_buckets)
        views["entity_merges"] = views["entity_merges"] or []
        return sql.run_select("entity_types", views, threads=count_of_threads)

    assert made(counts, 1, 1).equals(made(counts[::-1], buckets, threads))


@pytest.mark.parametrize(("name", "reason"), [("Harbour Dues", "misnamed"), ("HARBOUR_DUES", None)])
def test_a_label_with_the_name_of_a_thing_is_not_the_thing(tmp_path, name, reason):
    rows = GraphRows()
    rows.fact(name, "be", "tab", rule="designation", subject_key="harbour due")
    given_rows = rows.rows()
    given_rows["mention_forms"] = [count("harbour due", "compound", 3)]
    made = build(write_rows(tmp_path, given_rows), tmp_path)
    assert [row["reason"] for row in read(made, "rejected_triples")] == ([reason] if reason else [])
