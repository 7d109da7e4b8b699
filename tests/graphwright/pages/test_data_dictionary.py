from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pytest

from graphwright import tables
from graphwright.pages.data_dictionary import render_dictionary, type_name
from graphwright.tables import TABLES

PAGE = Path(__file__).parents[3] / "docs" / "data_dictionary.md"


def test_the_page_in_docs_is_what_the_declarations_say():
    assert PAGE.read_text(encoding="utf-8") == render_dictionary(), (
        "docs/data_dictionary.md is out of date: run 'graphwright docs'."
    )


def test_every_table_and_column_is_described():
    page = render_dictionary()
    for table in TABLES.values():
        section = page.split(f"### {table.name}\n")[1].split("\n### ")[0]
        assert table.description in section
        for column in table.columns:
            assert f"| `{column.name}` |" in section
            assert f" | {column.description} |" in section


def test_every_list_that_a_column_names_is_there_with_all_its_values():
    page = render_dictionary()
    named = {
        match[1]
        for table in TABLES.values()
        for column in table.columns
        for match in re.finditer(r"\b([A-Z]\w+) value\b", column.description)
    }
    assert {"MentionForm", "EntityType", "Layer"} <= named
    for name in named:
        assert f"| {name} | " in page
        assert f" | {', '.join(getattr(tables, name))} |" in page


def test_types_in_words():
    assert type_name(pa.list_(pa.string())) == "list of text"
    blocks = TABLES["parsed_documents"].schema.field("blocks").type
    assert type_name(blocks) == "list of Block"


def test_a_type_that_no_declaration_has_is_refused():
    with pytest.raises(TypeError, match="no words for the Arrow type halffloat"):
        type_name(pa.float16())
