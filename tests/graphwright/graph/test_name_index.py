from __future__ import annotations

import pytest

from graphwright.graph.name_index import fold
from graphwright.graph.snapshot import Snapshot


@pytest.mark.parametrize(
    ("name", "entity"),
    [
        ("Orbit ERP", "Orbit ERP"),
        ("orbit erp", "Orbit ERP"),
        ("  ORBIT   ERP ", "Orbit ERP"),
        ("OERP", "Orbit ERP"),
        ("po", "purchase order"),
        ("the purchase orders", "purchase order"),
        ("Helios Portals", "Helios portal"),
    ],
)
def test_a_name_an_alias_and_a_variant_are_found(
    snapshot: Snapshot, name: str, entity: str
) -> None:
    assert [snapshot.entity_rows([row])[0].name for row in snapshot.names.find(name)] == [entity]


@pytest.mark.parametrize("name", ["Orbit", "ERP", "", "orders", "zzz", "second approvals of it"])
def test_a_part_of_a_name_is_not_a_name(snapshot: Snapshot, name: str) -> None:
    assert snapshot.names.find(name) == []


def test_every_alias_finds_its_entity(snapshot: Snapshot) -> None:
    for row in range(snapshot.aliases.num_rows):
        alias = snapshot.alias_rows([row])[0]
        found = {snapshot.entity_rows([r])[0].entity_id for r in snapshot.names.find(alias.alias)}
        assert alias.entity_id in found


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("Orbit EPR", "Orbit ERP"), ("secnd approval", "second approval"), ("tickets!", "ticket")],
)
def test_near_names_are_suggested(snapshot: Snapshot, name: str, nearest: str) -> None:
    assert snapshot.entity_rows([snapshot.names.near(name)[0]])[0].name == nearest


def test_nothing_is_near_a_name_of_another_world(snapshot: Snapshot) -> None:
    assert snapshot.names.near("xylophone") == []


def test_folding() -> None:
    assert fold(" Straße\tNord ") == fold("STRASSE nord") == "strasse nord"
