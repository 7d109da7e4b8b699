"""SQL that a person types: it reads every table and reaches nothing else."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspected_lake import make_lake

from graphwright.errors import LakeError
from graphwright.inspection.ad_hoc_query import as_csv, as_json, run_sql
from graphwright.store.lake import Lake
from graphwright.tables import TABLES


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    return make_lake(tmp_path_factory.mktemp("sql") / "lake", ("Pump", "use", "Filter"))


def test_every_table_is_a_view(lake):
    shown = run_sql(lake, "SHOW ALL TABLES").to_pylist()
    columns = {row["name"]: row["column_names"] for row in shown}
    assert columns == {name: table.schema.names for name, table in TABLES.items()}


def test_buckets_are_one_view(tmp_path):
    lake = make_lake(tmp_path / "lake", ("Pump", "use", "Filter"))
    rows = run_sql(lake, "SELECT count(*) AS n FROM sentences")["n"][0].as_py()
    lake.write("sentences", lake.read("sentences", 0), bucket=1, key="1")
    assert run_sql(lake, "SELECT count(*) AS n FROM sentences")["n"][0].as_py() == 2 * rows


def test_a_join_with_order(lake):
    found = run_sql(
        lake,
        "WITH r AS (SELECT * FROM relations) SELECT subject, quote FROM r "
        "JOIN evidence USING (relation_id) WHERE subject = 'Pump'",
    )
    assert found["subject"].to_pylist() == ["Pump"]


@pytest.mark.parametrize(
    "query",
    [
        "COPY relations TO '{out}'",
        "WITH x AS (COPY (SELECT 1) TO '{out}') SELECT * FROM x",
        "WITH x AS (COPY (SELECT 1) TO '{table}') SELECT * FROM x",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{out}'",
        "CREATE TABLE t AS SELECT 1",
        "ATTACH '{out}'",
        "EXPORT DATABASE '{out}'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SELECT 1; SELECT 2",
        "",
        "SELECT * FROM read_text('{secret}')",
        "SELECT * FROM read_text('{table}')",
        "SELECT * FROM '{secret}'",
        "SELECT * FROM glob('/*')",
        "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
        "SELECT no_such_column FROM relations",
        "SELEC 1",
    ],
)
def test_nothing_else_can_be_reached_or_written(lake, tmp_path, query):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    table = lake.path("relations")
    before = table.read_bytes()
    with pytest.raises(LakeError) as caught:
        run_sql(lake, query.format(out=tmp_path / "out", secret=secret, table=table))
    assert caught.value.remedy
    assert [path.name for path in tmp_path.iterdir()] == ["secret.txt"]
    assert table.read_bytes() == before


def test_a_lake_without_tables(tmp_path):
    with pytest.raises(LakeError, match="no table in the lake"):
        run_sql(Lake(tmp_path), "SELECT 1")


def test_a_damaged_file_is_one_clear_message(tmp_path):
    lake = make_lake(tmp_path / "lake", ("Pump", "use", "Filter"))
    lake.path("relations").write_bytes(b"no Parquet")
    with pytest.raises(LakeError, match=r"relations\.parquet"):
        run_sql(lake, "SELECT * FROM relations")


def test_columns_of_one_name_are_told_apart(lake):
    found = run_sql(lake, "SELECT 1 AS a, 2 AS a_1, 3 AS a")
    assert json.loads(as_json(found)) == [{"a": 1, "a_1": 2, "a_2": 3}]
    assert as_csv(found) == "a,a_1,a_2\n1,2,3\n"


def test_json_and_csv_hold_every_value(lake):
    found = run_sql(lake, "SELECT 1 AS a, 'x,\"y\"' AS b, [1, 2] AS c, 'ab'::BLOB AS d, NULL AS e")
    assert json.loads(as_json(found)) == [
        {"a": 1, "b": 'x,"y"', "c": [1, 2], "d": "6162", "e": None}
    ]
    header, row = csv.reader(io.StringIO(as_csv(found)))
    assert header == ["a", "b", "c", "d", "e"]
    assert row == ["1", 'x,"y"', "[1, 2]", "6162", ""]


@pytest.mark.parametrize(
    "text",
    [
        "=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\ufeff=1",
        "＝1+1", '=HYPERLINK("http://a.test")',
    ],
)  # fmt: skip
def test_a_spreadsheet_computes_no_text(text):
    found = pa.table({text: [text]})
    assert list(csv.reader(io.StringIO(as_csv(found), newline=""))) == [[f"'{text}"]] * 2
    as_written = as_csv(found, formulas=True)
    assert list(csv.reader(io.StringIO(as_written, newline=""))) == [[text]] * 2


def test_numbers_and_other_texts_stay_as_they_are_in_csv():
    numbers = [-1.5, -2, Decimal("-3.10"), True, None, "-4", "+5", "-6.7e-8", "1,000", "a=b", "a-b"]
    found = pa.Table.from_pylist([{f"c{i}": value for i, value in enumerate(numbers)}])
    (_, row) = csv.reader(io.StringIO(as_csv(found)))
    assert row == ["-1.5", "-2", "-3.10", "True", "", *numbers[5:]]


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=4))
def test_no_text_ends_its_field(rows):
    found = pa.table({"a": [a for a, _ in rows], "b": [b for _, b in rows]}, pa.schema(SCHEMA))
    read = list(csv.reader(io.StringIO(as_csv(found, formulas=True), newline="")))
    assert read == [["a", "b"], *rows]


SCHEMA = [("a", pa.string()), ("b", pa.string())]


def test_a_text_is_one_field_where_fields_end_with_a_semicolon_or_a_tab():
    for delimiter in ";\t":
        made = as_csv(pa.table({"a": [f"x{delimiter}=1"]}))
        _, row = csv.reader(io.StringIO(made), delimiter=delimiter)
        assert row == [f"x{delimiter}=1"]
