"""Boilerplate: what a collection repeats gives no facts, and is counted; the rest is untouched."""

from __future__ import annotations

import dataclasses

import pytest
from graph_rows import GraphRows, build, read, write_rows

import sql

NOTICE = "The company owns the trademark."


def library(documents: int, with_notice: int) -> GraphRows:
    """Documents that each state a fact of their own; the first ones also carry a notice."""
    rows = GraphRows()
    for number in range(documents):
        path = f"{number:03d}.md"
        rows.fact(f"Part {number}", "fit", f"Machine {number}", path=path)
        if number < with_notice:
            rows.fact("company", "own", "trademark", text=NOTICE, path=path)
    return rows


@pytest.mark.parametrize(
    ("documents", "with_notice", "repeated"),
    [(10, 10, True), (9, 9, False), (50, 10, True), (51, 10, False), (40, 9, False)],
)
def test_ten_documents_and_a_fifth_of_the_collection(tmp_path, documents, with_notice, repeated):
    views = build(write_rows(tmp_path, library(documents, with_notice).rows()), tmp_path)
    found = read(views, "repeated_sentences")
    rejected = read(views, "rejected_triples")
    names = {row["name"] for row in read(views, "entities")}
    if not repeated:
        assert (found, rejected) == ([], [])
        assert {"company", "trademark"} <= names
        return
    assert {row["text"] for row in found} == {NOTICE}
    assert {(r["documents"], r["collection_documents"]) for r in found} == {
        (with_notice, documents)
    }
    assert len(found) == len(rejected) == with_notice
    assert {row["reason"] for row in rejected} == {"boilerplate"}
    assert names.isdisjoint({"company", "trademark"})
    assert len(read(views, "relations")) == documents


def test_a_reason_that_stood_before_stays(tmp_path):
    rows = library(12, 12)
    rows.triples = [
        dataclasses.replace(triple, rejection="stop_word" if triple.subject == "company" else None)
        for triple in rows.triples
    ]
    views = build(write_rows(tmp_path, rows.rows()), tmp_path)
    assert {row["reason"] for row in read(views, "rejected_triples")} == {"stop_word"}


def test_without_the_setting_nothing_is_repeated(tmp_path):
    views = write_rows(tmp_path, library(12, 12).rows())
    views["repeated_sentences"] = []
    made = sql.run_select("rejected_triples", views | {"entity_merges": []})
    assert made.num_rows == 0
