"""CSV beside the sources is read alike, whatever was read before it."""

from __future__ import annotations

import csv

import pytest

from graphwright.csv_text import MAX_CELL, csv_entries, csv_rows
from graphwright.documents.text.delimited import delimited_rows


@pytest.mark.parametrize("reader", [csv_rows, csv_entries])
def test_a_long_cell_is_refused_even_after_documents_were_read(reader):
    delimited_rows(b"a,b\n1,2\n")
    assert len(list(reader(f"a,b\n1,{'x' * MAX_CELL}\n"))) >= 1
    with pytest.raises(csv.Error, match="larger than field limit"):
        list(reader(f"a,b\n1,{'x' * (MAX_CELL + 1)}\n"))


def test_loose_quotes_are_refused_only_by_a_strict_reader():
    text = 'a,b\n1,"2"3\n'
    assert list(csv_rows(text)) == [["a", "b"], ["1", "23"]]
    with pytest.raises(csv.Error):
        list(csv_rows(text, strict=True))
