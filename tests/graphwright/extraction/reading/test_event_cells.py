from __future__ import annotations

import pytest

from graphwright.extraction.reading.event_cells import names_event
from graphwright.extraction.reading.header_words import tells_case


@pytest.mark.parametrize(
    ("label", "event"),
    [
        ("Exceptions", True),
        ("Exception Name", True),
        ("Exceptions (of all locks)", True),
        ("Description / Exceptions", True),
        ("Response Status and Error Codes", True),
        ("Exception Class", True),
        ("Return code", True),
        ("Status Codes", True),
        ("Possible Causes", True),
        ("Code", False),
        ("Postal Code", False),
        ("Class Name", False),
        ("How to Ask for Help for Lock Problems", False),
        ("Error Handling", False),
        ("Issue", False),
        ("", False),
    ],
)
def test_labels_of_events(label, event):
    assert names_event(label) is event


TABLE = "# Locks\n## {above}\n{head}\n{row}\n"


@pytest.mark.parametrize(
    ("above", "head", "row", "layer"),
    [
        ("Exceptions", "Name | Help", "NO_BERTH | The Alder berth is closed.", "context"),
        ("Berths", "Error | Meaning", "NO_BERTH | The Alder berth is closed.", "context"),
        ("Berths", "Berth | Meaning", "NO_BERTH | The Alder berth is closed.", "knowledge"),
        ("Berths", "Error | Solution", "NO_BERTH | The Alder berth is closed.", "knowledge"),
        (
            "Exceptions",
            "Name | Help",
            "NO_BERTH | If it rains, the Alder berth is closed.",
            "knowledge",
        ),
        ("Berths", "Berth | Causes", "NORTH | The Alder berth is closed.", "context"),
        (
            "Berths",
            "Berth | Causes | Use",
            "NORTH | None | The Alder berth is closed.",
            "knowledge",
        ),
    ],
)
def test_what_a_row_says_of_an_event_is_context(extract, above, head, row, layer):
    found = extract(TABLE.format(above=above, head=head, row=row))
    assert {t.layer for t in found.triples if t.predicate == "be"} == {layer}


def test_a_paragraph_right_before_a_table_is_its_label(extract):
    row = "NO_BERTH | The Alder berth is closed."
    labelled = extract(f"# Locks\nException Class\nName | Help\n{row}\n")
    told = extract(f"# Locks\nThe locks have these names and no exceptions.\nName | Help\n{row}\n")
    for found, layer in ((labelled, "context"), (told, "knowledge")):
        assert {t.layer for t in found.triples if t.predicate == "be"} == {layer}


@pytest.mark.parametrize(
    ("head", "case"),
    [
        ("Used Dock", True),
        ("Terminal B", True),
        ("When closing gates", True),
        ("Value / Behavior", False),
        ("Short Descriptions", False),
        ("What to Enter", False),
        ("Comment", False),
        ("Processes", False),
        ("Process", False),
        ("See also", False),
        ("1", True),
        ("", False),
    ],
)
def test_heads_that_tell_a_case(head, case):
    assert tells_case(head) is case


def test_a_common_noun_of_a_cell_has_the_case_of_its_column(extract):
    row = "Big | The dock holds boats. | The dock stays open."
    text = f"# Removal\nSize | Used Dock | Comment\n{row}\n"
    told = {
        t.predicate: [q.text for q in t.qualifiers if q.kind == "heading"]
        for t in extract(text).triples
        if t.subject == "dock"
    }
    assert told["hold"] == ["Removal", "Used Dock", "Big"]
    assert "Comment" not in told["stay"]
