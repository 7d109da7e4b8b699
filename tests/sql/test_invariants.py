"""Whatever the documents say, and however their rows are ordered and split."""

from __future__ import annotations

import math
import random
import re
import tempfile
from collections import defaultdict
from pathlib import Path

from graph_rows import GraphRows, build, read, write_rows
from hypothesis import given, settings
from hypothesis import strategies as st

import sql
from graphwright.quality.catalogue import checks_of
from graphwright.quality.run import run_checks
from graphwright.tables import Layer, TripleRejection

NAMES = st.sampled_from(["PO", "po", "P", "Purchase Order", "Order 1", "Order 2", "SAP", "Ärger"])
SCORES = st.sampled_from([0.0, 0.1, 0.3, 0.7, 0.9, 1.0])


@st.composite
def graphs(draw):
    rows = GraphRows()
    for name, *aliases in draw(st.lists(st.lists(NAMES, min_size=1, max_size=3), max_size=2)):
        rows.seed(name, *aliases)
    for number in range(draw(st.integers(0, 40))):
        subject, object_ = draw(NAMES), draw(NAMES)
        path = draw(st.sampled_from(["a.md", "b.md", "c.md"]))
        if draw(st.booleans()):
            rows.acronym(subject, object_, path=path, confidence=draw(SCORES))
        else:
            rows.fact(
                subject,
                draw(st.sampled_from(["use", "be in"])),
                object_,
                path=path,
                rule=f"rule {number}",
                confidence=draw(SCORES),
                negated=draw(st.booleans()),
                modality=draw(st.sampled_from([None, "may", "May"])),
                rejection=draw(st.sampled_from([None, None, "low_confidence"])),
                restriction=draw(st.sampled_from([None, None, "if it is free"])),
                layer=draw(st.sampled_from([layer.value for layer in Layer])),
            )
    rows.triples = list({triple.triple_id: triple for triple in rows.triples}.values())
    seeds = {(seed.key, seed.alias_key): seed for seed in rows.seeds}
    rows.seeds = list(seeds.values())
    return rows


def made(rows, folder, *, order=0, buckets=1, threads=1):
    """Make every global table from the rows in an order and a number of buckets."""
    tables = rows.rows()
    for of_table in tables.values():
        random.Random(order).shuffle(of_table)
    folder.mkdir()
    return build(write_rows(folder, tables, buckets=buckets), folder, threads=threads)


# One build serves all three promises, because a build of seven tables costs most of a second.
@settings(max_examples=6, deadline=None)
@given(rows=graphs(), order=st.integers(1, 1000))
def test_whatever_the_documents_say(rows, order):
    with tempfile.TemporaryDirectory() as name:
        plain = made(rows, Path(name) / "plain")
        mixed = made(rows, Path(name) / "mixed", order=order, buckets=3, threads=2)
        for table in sql.READS:
            assert plain[table][0].read_bytes() == mixed[table][0].read_bytes(), table
        assert_checks_hold(mixed)
        assert_relations_equal_a_count_in_python(rows, mixed)


def assert_checks_hold(views):
    checks = [check for table in ("resolved_triples", *sql.READS) for check in checks_of(table)]
    broken = [result for result in run_checks(checks, views) if not result.passed]
    assert [(r.table, r.name, r.sample) for r in broken if r.blocking] == []


def assert_relations_equal_a_count_in_python(rows, views):
    merges = [row for row in read(views, "entity_merges") if row["accepted"]]
    merged = {row["alias_key"]: row["target_key"] for row in merges}
    keys = {row["entity_id"]: row["key"] for row in read(views, "entities")}
    said = {row["sentence_id"]: row["text"] for row in read(views, "sentences")}
    found = {
        (
            keys[r["subject_id"]],
            r["predicate"],
            keys[r["object_id"]],
            r["negated"],
            r["modality"],
            r["restriction"],
        ): (
            r["support_count"],
            r["document_count"],
            r["confidence"],
        )
        for r in read(views, "relations")
    }
    assert found == expected_relations(rows, merged, said)


def words_of(text):
    """Return a sentence as two forms of a page have it in common, as ``words`` of the macros."""
    return " ".join(re.findall(r"[^\W_]+", text.lower())) or text


def expected_relations(rows, merged, said):
    best: dict[tuple, dict[str, float]] = defaultdict(dict)
    documents: dict[tuple, set[str]] = defaultdict(set)
    for t in rows.triples:
        subject = merged.get(t.subject_key, t.subject_key)
        object_ = merged.get(t.object_key, t.object_key)
        if t.rejection is not None or subject == object_:
            continue
        modality = t.modality and t.modality.lower()
        fact = (subject, t.predicate, object_, t.negated, modality, t.restriction)
        text = words_of(said[t.sentence_id])
        best[fact][text] = max(best[fact].get(text, 0.0), t.confidence)
        documents[fact].add(t.document_id)
    return {
        fact: (
            len(scores),
            len(documents[fact]),
            round(1 - math.prod(sorted(1 - score for score in scores.values())), 6),
        )
        for fact, scores in best.items()
    }


def test_the_reasons_that_sql_gives_are_declared():
    decided = sql.shared("decided_triples")
    stated = {TripleRejection.MERGED, TripleRejection.MISNAMED, TripleRejection.SELF_RELATION}
    assert stated <= {reason for reason in TripleRejection if f"'{reason}'" in decided}
