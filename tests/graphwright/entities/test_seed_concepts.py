from __future__ import annotations

import pytest

from graphwright.entities.seed_concepts import load_seeds
from graphwright.errors import SettingsError

YAML = """
concepts:
  - name: Purchase Order
    type: Document
    aliases: [PO, order form]
    definition: A buyer's commitment to pay.
  - name: Northwind
"""
CSV = """name,type,aliases,definition
Purchase Order,Document,PO|order form,A buyer's commitment to pay.
Northwind,,,
"""


def write(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_no_file_gives_no_seeds():
    assert load_seeds(None) == []


def test_yaml(tmp_path):
    rows = load_seeds(write(tmp_path, "seeds.yaml", YAML))
    assert [(r.key, r.alias_key, r.type) for r in rows] == [
        ("northwind", "northwind", "Concept"),
        ("purchase order", "order form", "Document"),
        ("purchase order", "po", "Document"),
        ("purchase order", "purchase order", "Document"),
    ]
    assert rows[1].alias == "order form"
    assert rows[1].name == "Purchase Order"
    assert rows[1].definition == "A buyer's commitment to pay."


def test_csv_and_yaml_say_the_same(tmp_path):
    from_yaml = load_seeds(write(tmp_path, "seeds.yaml", YAML))
    assert load_seeds(write(tmp_path, "seeds.csv", CSV)) == from_yaml


def test_a_cell_of_a_csv_may_hold_a_lines_end(tmp_path):
    text = 'name,definition\nInvoice,"A bill.\nIt is paid\u2028once."\nOrder,A request.\n'
    invoice, order = load_seeds(write(tmp_path, "seeds.csv", text))
    assert invoice.definition == "A bill.\nIt is paid\u2028once."
    assert order.definition == "A request."


def test_an_alias_equal_to_the_name_is_one_row(tmp_path):
    path = write(tmp_path, "s.yaml", "concepts:\n- {name: Invoice, aliases: [invoices, INVOICE]}\n")
    assert len(load_seeds(path)) == 1


def test_a_name_for_two_concepts_is_refused(tmp_path):
    text = (
        "concepts:\n- {name: Purchase Order, aliases: [PO]}\n- {name: Post Office, aliases: [PO]}\n"
    )
    with pytest.raises(
        SettingsError, match=r"'PO' is a name of 'Purchase Order' \(concepts\[0\]\)"
    ):
        load_seeds(write(tmp_path, "seeds.yaml", text))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.yaml", "concepts: {}", "with a list below it"),
        ("a.yaml", "- Purchase Order", "with a list below it"),
        ("a.yaml", "concepts: [\n", "not readable YAML"),
        ("a.yaml", "concepts:\n- {type: X}\n", r"concepts\[0\]\.name"),
        ("a.yaml", "concepts:\n- {name: X, alias: Y}\n", r"concepts\[0\]\.alias"),
        ("a.yaml", "concepts:\n- {name: '  '}\n", r"concepts\[0\]\.name"),
        ("a.csv", "title\nX\n", "line 1"),
        ("a.csv", "name,type\nX,Y,Z\n", "line 2"),
        ("a.csv", "name,type\n,Y\n", "line 2"),
        ("a.txt", "X", "'.txt'"),
    ],
)
def test_bad_files_name_the_place(tmp_path, name, text, message):
    with pytest.raises(SettingsError, match=message):
        load_seeds(write(tmp_path, name, text))


def test_an_absent_file_is_named(tmp_path):
    with pytest.raises(SettingsError, match="cannot be read"):
        load_seeds(tmp_path / "none.yaml")
