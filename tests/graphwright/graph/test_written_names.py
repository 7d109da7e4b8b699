from __future__ import annotations

import pytest
from evidence_rows import evidence_of

from graphwright.graph.fact_text import written_fact_text
from graphwright.graph.written_names import WrittenNames, shown_name, written_in
from graphwright.tables import Relation


@pytest.mark.parametrize(
    ("name", "forms", "shown"),
    [
        ("dock gate", ["DockGate"], "DockGate"),
        ("constants", ["CONSTANT"], "CONSTANT"),
        ("gate ID", ["GateID", "GateID"], "GateID"),
        ("dock_gate", ["dock gates"], "dock gates"),
        ("dock gate", ["DockGate", "dock gate"], "dock gate"),
        ("Dock Gate", ["dock gate"], "Dock Gate"),
        ("OpenPort Dock", ["Open Port Dock"], "OpenPort Dock"),
        ("dock", ["DOCK_GATE"], "dock"),
        ("dock gate", [""], "dock gate"),
        ("Main", ["'main'"], "main"),
        ("Main", ["“main”"], "main"),
        ("Main", ["'main'", "main"], "Main"),
        ("Main Dock", ["'main'"], "Main Dock"),
        ("dock gate", [], "dock gate"),
    ],
)
def test_an_identifier_is_shown_as_all_quotes_write_it(name, forms, shown):
    assert shown_name(name, forms) == shown


def test_the_names_of_evidence_are_those_of_its_quote():
    quote = "The DockGate opens the lock."
    places = {"subject_start": 104, "subject_end": 112, "object_start": 123, "object_end": 127}
    assert written_in(evidence_of(quote, **places)) == WrittenNames("DockGate", "lock")
    quoted = evidence_of("The DockGate opens 'lock'.", **(places | {"object_start": 120}
                                                            | {"object_end": 124}))  # fmt: skip
    assert written_in(quoted).object == "'lock'"
    elsewhere = {"object_start": 3, "object_end": 7}
    assert written_in(evidence_of(quote, **{**places, **elsewhere})).object == ""


def test_a_fact_shows_the_identifiers_of_its_sentences():
    fact = Relation(
        **dict.fromkeys(("relation_id", "subject_id", "object_id", "text"), ""),
        **{"subject": "dock gate", "predicate": "have type", "object": "constants"},
        **{"negated": False, "modality": None, "support_count": 1, "document_count": 1},
        confidence=0.9,
    )
    names = [WrittenNames("DockGate", "CONSTANT")]
    assert written_fact_text(fact, [], names) == "DockGate has type CONSTANT"
    assert written_fact_text(fact, [], []) == "dock gate has type constants"
