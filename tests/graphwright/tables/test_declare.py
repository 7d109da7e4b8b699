import dataclasses

import pyarrow as pa
import pytest
from help_rows import Part, help_graph

from graphwright.tables import ROW_TYPES, TABLES, HelpNode, Span, Table, rows_of, to_record
from graphwright.tables.documents import Block, Cell, Mark, ParsedDocument

_BLOCK = Block(
    0,
    "table_row",
    0,
    0,
    3,
    ("A", "B"),
    None,
    0,
    1,
    (0.0, 1.0, 2.0, 3.0),
    "pt",
    (Cell(0, 3, 0, True),),
)
_DOCUMENT = ParsedDocument(
    "d", "c", "p.md", "u", "md", "dependency", "0", "T", "abc", (_BLOCK,), None, "ok", (), ("w",),
    (Mark("link", 0, 3), Mark("code", 0, 1)),
)  # fmt: skip


def test_rows_survive_the_way_through_arrow() -> None:
    table = TABLES["parsed_documents"].from_rows([_DOCUMENT])
    assert table.schema.equals(TABLES["parsed_documents"].schema)
    assert rows_of(ParsedDocument, table) == [_DOCUMENT]
    assert to_record(_DOCUMENT)["blocks"][0]["cells"][0]["header"] is True


def test_a_column_that_was_not_there_yet_has_its_default() -> None:
    older = TABLES["parsed_documents"].from_rows([_DOCUMENT]).drop_columns(["marks"])
    assert rows_of(ParsedDocument, older) == [dataclasses.replace(_DOCUMENT, marks=())]
    with pytest.raises(TypeError, match="title"):
        rows_of(ParsedDocument, older.drop_columns(["title"]))


def test_optional_hints_are_nullable_and_nothing_else() -> None:
    nullable = {c.name for c in TABLES["parsed_documents"].columns if c.nullable}
    assert nullable == {"pages", "stated_id", "audience"}


def test_a_nested_row_may_be_absent() -> None:
    node = help_graph([Part("Pay", ("Open Pay.",))]).nodes[0]
    rows = [
        dataclasses.replace(node, node_id=name, problem_span=span)
        for name, span in (("a", None), ("b", Span(0, 3)), ("c", None))
    ]
    table = TABLES["help_nodes"].from_rows(rows)
    assert table["problem_span"].null_count == 2
    assert rows_of(HelpNode, table) == rows


@pytest.mark.parametrize("declared", TABLES.values(), ids=TABLES)
def test_every_declaration_is_whole(declared: Table) -> None:
    names = [c.name for c in declared.columns]
    assert declared.description.endswith(".")
    assert set(declared.key) <= set(names)
    for column in declared.columns:
        assert column.description.endswith("."), column.name
    for reference in declared.references:
        assert reference.column in names
        assert reference.target in [c.name for c in TABLES[reference.table].columns]


def test_rows_are_sorted_by_key() -> None:
    documents = [dataclasses.replace(_DOCUMENT, document_id=i) for i in ("b", "a", "c")]
    ids = TABLES["parsed_documents"].from_rows(documents)["document_id"].to_pylist()
    assert ids == ["a", "b", "c"]


def test_an_empty_table_has_its_schema() -> None:
    for name in ROW_TYPES:
        assert isinstance(TABLES[name].empty(), pa.Table)
