from __future__ import annotations

import pytest
from graph_rows import GraphRows, build, write_part, write_rows

from graphwright.display.markdown import grid_markdown
from graphwright.errors import LakeError
from graphwright.inspection.breakdowns import BREAKDOWNS, LEFT_OUT, breakdowns, row_counts
from graphwright.inspection.samples import sample_of
from graphwright.store.queries import open_views
from graphwright.tables import TABLES, Annotation


@pytest.fixture(scope="module")
def views(tmp_path_factory):
    folder = tmp_path_factory.mktemp("views")
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    for number in range(30):
        rows.fact("PO", "be in", f"Place {number}")
    rows.fact("Mail", "go to", "Manager", rejection="low_confidence")
    return build(write_rows(folder, rows.rows()), folder)


def test_a_sample_is_drawn_by_key_and_shown_in_key_order(views):
    shown = sample_of(TABLES["relations"], views["relations"], rows=5)
    assert shown.title == "5 of 30 rows of relations"
    ids = [row[0] for row in shown.rows]
    assert len(ids) == 5
    assert ids == sorted(ids)
    assert shown == sample_of(TABLES["relations"], views["relations"], rows=5)


def test_a_sample_of_few_rows_shows_them_all(views):
    shown = sample_of(TABLES["parsed_documents"], views["parsed_documents"])
    assert (shown.title, len(shown.rows)) == ("1 of 1 rows of parsed_documents", 1)


def test_a_sample_of_buckets_reads_as_many_as_it_needs(tmp_path):
    table, paths = TABLES["annotations"], []
    for bucket, ids in enumerate(("abc", "", "defg", "hijklmnop")):
        rows = [Annotation(name, "d", 3, "p", b"") for name in ids]
        paths.append(write_part(tmp_path / f"{bucket}.parquet", table.name, rows))
    shown = sample_of(table, paths, rows=5)
    assert shown.title == "5 of 16 rows of annotations"
    assert {row[0] for row in shown.rows} < set("abcdefg")
    paths[-1].write_bytes(b"no table")
    with pytest.raises(LakeError, match="cannot be read as a table"):
        sample_of(table, paths)


def test_a_sample_shows_bytes_as_a_size(tmp_path):
    rows = [Annotation("c", "d", 3, "p", b"\0" * 2000)]
    paths = write_rows(tmp_path, {"annotations": rows})["annotations"]
    assert "2,000 bytes" in sample_of(TABLES["annotations"], paths).rows[0]


@pytest.mark.parametrize("name", TABLES)
def test_every_table_can_be_sampled_though_empty(name):
    shown = sample_of(TABLES[name], [])
    assert (shown.title, shown.rows) == (f"0 of 0 rows of {name}", [])


def test_rows_are_counted_in_pipeline_order(views):
    counts = row_counts({name: views[name] for name in ("relations", "resolved_triples")})
    assert list(counts.items()) == [("resolved_triples", 32), ("relations", 30)]


def test_what_was_left_out_is_counted_by_reason(views):
    page = "\n".join(map(grid_markdown, breakdowns(views)))
    assert "### Rejected triples by reason" in page
    assert "| low_confidence | dependency | 1 |\n| merged | dependency | 1 |" in page
    assert "| acronym | yes | the only expansion that the documents give | 1 |" in page
    assert "| (kept) | paragraph | 32 |" in page


def test_what_is_left_out_has_its_breakdown():
    assert set(LEFT_OUT) <= {breakdown.table for breakdown in BREAKDOWNS}


def test_empty_tables_have_no_section():
    assert breakdowns({name: [] for name in TABLES}) == []


@pytest.mark.parametrize("breakdown", BREAKDOWNS, ids=lambda breakdown: breakdown.title)
def test_every_breakdown_runs(breakdown, views):
    with open_views({breakdown.table: views[breakdown.table]}) as connection:
        assert connection.execute(breakdown.sql).description
