"""Headings that say which thing the subject of a clause is, where a common noun names it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from extraction_texts import Extracted

Extract = Callable[[str], Extracted]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The gate is opened with the Alder key.", ["Locks"]),
        ("The old gate is opened with the Alder key.", ["Locks"]),
        ("Doors are opened with the Alder key.", ["Locks"]),
        ("A gate is opened with the Alder key.", []),
        ("Tide gates are opened with the Alder key.", []),
        ("The Alder gate is opened with the north key.", []),
        ("The Alder gate is old, and it is opened with the north key.", []),
    ],
)
def test_a_common_noun_is_that_of_its_section(
    extract: Extract, sentence: str, told: list[str]
) -> None:
    found = extract(f"# Tides\n## Locks\n{sentence}")
    opened = [t for t in found.triples if t.predicate.startswith("be opened")]
    assert opened
    for triple in opened:
        assert [q.text for q in triple.qualifiers if q.kind == "heading"] == told


def test_a_heading_that_asks_names_nothing(extract: Extract) -> None:
    (triple,) = extract("# When to Open\nThe gate needs the Alder key.").triples
    assert not triple.qualifiers


def test_a_common_noun_in_a_cell_is_that_of_its_row(extract: Extract) -> None:
    found = extract(
        "# Tides\nName | Description\nLOCK_1 | Opens at noon. The default value is 30 minutes.\n"
        "LOCK_2 | Opens at night. The default value is 20 minutes."
    )
    values = [t for t in found.triples if t.subject == "default value"]
    told = {t.object: {q.text for q in t.qualifiers if q.kind == "heading"} for t in values}
    assert told == {"30 minutes": {"Tides", "LOCK_1"}, "20 minutes": {"Tides", "LOCK_2"}}


def test_labels_and_members_of_lists_are_those_of_their_section(extract: Extract) -> None:
    found = extract(
        "# Tides\n- Default value: 30 minutes\n\nThe lake has the following mills:\n- Alder"
    )
    told = {
        (t.subject, t.object): [q.text for q in t.qualifiers if q.kind == "heading"]
        for t in found.triples
        if t.predicate == "be"
    }
    assert told == {("Default value", "30 minutes"): ["Tides"], ("Alder", "mills"): ["Tides"]}
