"""Which documents hold on a day."""

from __future__ import annotations

import dataclasses
import datetime

import pytest

from graphwright.graph.snapshot import Snapshot
from graphwright.graph.validity import Validity, holds, version_note
from graphwright.tables import DocumentVersion

DAY = datetime.date(2024, 3, 1)
PLAIN = DocumentVersion(
    "d", "c", "d.md", "", "D", None, None, None, False, None, None, None, None, None
)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ({}, True),
        ({"valid_from": "2024-03-01", "valid_to": "2024-03-01"}, True),
        ({"valid_from": "2024-03-02"}, False),
        ({"valid_to": "2024-02-29"}, False),
        ({"superseded": True}, False),
        ({"superseded": True, "valid_to": "2099-12-31"}, False),
        ({"superseded": True, "superseded_from": "2024-03-01"}, False),
        # What takes its place holds from tomorrow on only.
        ({"superseded": True, "superseded_from": "2024-03-02", "valid_to": "2024-03-01"}, True),
    ],
)
def test_what_holds(said: dict[str, object], held: bool) -> None:  # a column
    assert holds(dataclasses.replace(PLAIN, **said), DAY) == held  # type: ignore[arg-type]


def test_a_snapshot_without_versions_holds_whole(snapshot: Snapshot) -> None:
    validity = Validity(snapshot)
    assert validity.outdated() is None
    assert validity.documents() == frozenset()
    assert version_note(snapshot, "unknown") == ""
