"""Who says it, and by which measure it is done."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("According to the harbour office, the pier needs repairs.", "harbour office"),
        ("The pier needs repairs, according to Maria Lopez.", "Maria Lopez"),
        ("The pier needs repairs according to business needs.", None),
        ("According to its size, the pier needs repairs.", None),
    ],
)
def test_a_source_is_somebody_or_stands_before_its_clause(extract, text, source):
    found = extract(text).triple("pier", "need", "repairs")
    assert found.attribution == source
    assert any("according" in q.text.lower() for q in found.qualifiers)
