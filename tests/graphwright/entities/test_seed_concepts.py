from __future__ import annotations

import pytest

from graphwright.entities.seed_concepts import load_seeds, read_seeds
from graphwright.entities.seed_files import MAX_NAMES
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
        SettingsError,
        match=r"'PO' is a name of 'Purchase Order' \(line 2\) and of 'Post Office' \(line 3\)",
    ):
        load_seeds(write(tmp_path, "seeds.yaml", text))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.yaml", "concepts: {}", "with a list below it"),
        ("a.yaml", "- Purchase Order", "with a list below it"),
        ("a.yaml", "concepts: [\n", "not readable YAML"),
        ("a.yaml", "concepts:\n- {type: X}\n", "line 2, name"),
        ("a.yaml", "concepts:\n- {name: X, alias: Y}\n", "line 2, alias"),
        ("a.yaml", "concepts:\n- {name: '  '}\n", "line 2, name"),
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


def above(path):
    return [(row.name, row.broader, row.place) for row in read_seeds(path).broader]


def test_broader_in_yaml_and_csv_with_the_line_of_the_concept(tmp_path):
    yaml = """concepts:
  # documents of purchasing
  - name: Purchase Order
    broader: business documents
  - {name: Business Document, broader: [Record, Thing], aliases: [Paper]}
  - name: Record
  - name: Thing
"""
    assert above(write(tmp_path, "seeds.yaml", yaml)) == [
        ("Business Document", "Record", "line 5"),
        ("Business Document", "Thing", "line 5"),
        ("Purchase Order", "Business Document", "line 3"),
    ]
    csv = (
        'name,broader,definition\nPurchase Order,Paper,"An order.\nIt is signed."\n'
        "Paper,Record; Thing,\nRecord,,\nThing,,\n"
    )
    assert above(write(tmp_path, "seeds.csv", csv)) == [
        ("Paper", "Record", "line 4"),
        ("Paper", "Thing", "line 4"),
        ("Purchase Order", "Paper", "line 2"),
    ]


def test_a_broader_concept_is_named_by_any_of_its_names(tmp_path):
    text = "concepts:\n- {name: PO, broader: Papers}\n- {name: Document, aliases: [paper]}\n"
    assert above(write(tmp_path, "s.yaml", text)) == [("PO", "Document", "line 2")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,broader\nA,B\n", "line 2: 'B' is broader than 'A', but no concept"),
        ("name,broader\nA,A\n", "line 2: what is broader leads back: A > A"),
        (
            "name,broader\nX,C\nC,A\nA,B\nB,C\n",
            "line 4: what is broader leads back: A > B > C > A",
        ),
        ("name,broader\nA,--\nB,   \u200b|C\n", "line 3, broader: Value error, a name needs"),
        (f"name,aliases\nA,{'x|' * 70000}\n", "line 2: field larger than field limit"),
    ],
)
def test_what_is_wrong_in_a_csv_is_told_with_its_line(tmp_path, text, message):
    with pytest.raises(SettingsError, match=message):
        read_seeds(write(tmp_path, "seeds.csv", text))


def test_a_long_chain_of_broader_concepts_is_read(tmp_path):
    lines = [f"C{n},C{n + 1}" for n in range(3000)]
    path = write(tmp_path, "s.csv", "\n".join(["name,broader", *lines, "C3000,"]))
    assert len(read_seeds(path).broader) == 3000


def test_too_many_names_of_one_concept_are_refused(tmp_path):
    names = "".join(f"  - n{n}\n" for n in range(MAX_NAMES + 1))
    path = write(tmp_path, "s.yaml", f"concepts:\n- name: A\n  aliases:\n{names}")
    with pytest.raises(SettingsError, match=r"line 2, aliases: .*10,001 names were found"):
        read_seeds(path)


@pytest.mark.parametrize(("suffix", "megabytes"), [("yaml", 8), ("csv", 16), ("ttl", 16)])
def test_a_file_that_is_too_large_is_refused_unread(tmp_path, suffix, megabytes):
    path = tmp_path / f"seeds.{suffix}"
    with path.open("wb") as file:
        file.truncate((megabytes << 20) + 1)
    with pytest.raises(SettingsError, match=f"at most {megabytes} MB are read"):
        read_seeds(path)
