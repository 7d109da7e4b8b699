"""What is embedded of entities, chunks and relations."""

from __future__ import annotations

import pyarrow as pa
import pytest

from graphwright.ids import sha256_text
from graphwright.tables import (
    Chunk,
    Entity,
    HelpIntent,
    Relation,
    SectionPiece,
    UiAction,
    UiState,
    table_of,
)
from graphwright.vectors.embedding_texts import (
    KINDS,
    TEXTS_SCHEMA,
    chunk_text,
    entity_text,
    kind_of,
    texts_of,
)


def _entity(identifier: str, name: str, definition: str | None = None) -> Entity:
    return Entity(identifier, name, name.lower(), "Concept", definition, False, 1, 1)


def _chunk(identifier: str, text: str, path: tuple[str, ...], header: str | None = None) -> Chunk:
    return Chunk(identifier, "d", 0, 0, len(text), text, sha256_text(text), path, header, None)


def test_an_entity_is_its_name_and_the_definition_that_a_seed_file_gives() -> None:
    assert entity_text("Order Hub", None) == "Order Hub"
    assert entity_text("Order Hub", "Where orders arrive.") == "Order Hub: Where orders arrive."


def test_a_chunk_stands_under_its_headings_and_its_table_header() -> None:
    assert chunk_text((), "Text.", None) == "Text."
    assert chunk_text(("Sales", "Returns"), "Text.", None) == "Sales > Returns\nText."
    assert chunk_text(("Sales",), "7 | 9", "Min | Max") == "Sales\nMin | Max\n7 | 9"
    assert chunk_text((), "7 | 9", "Min | Max", "Oslo") == "Min | Max\nOslo\n7 | 9"
    assert chunk_text(("Sales",), "Text.", None, embedded=2) == "Sales\nTe"


def test_rows_come_in_order_of_id_with_the_hash_of_their_text() -> None:
    entities = table_of(Entity).from_rows([_entity("b", "Two"), _entity("a", "One", "First.")])
    texts = texts_of("entities", entities)
    assert texts.schema == TEXTS_SCHEMA
    assert texts.to_pylist() == [
        {"id": "a", "text": "One: First.", "text_hash": sha256_text("One: First.")},
        {"id": "b", "text": "Two", "text_hash": sha256_text("Two")},
    ]


def test_chunks_of_several_buckets_make_one_ordered_table() -> None:
    buckets = [
        table_of(Chunk).from_rows([_chunk("z", "Last.", ("H",))]),
        table_of(Chunk).from_rows([_chunk("a", "3", ("H",), "Column")]),
    ]
    texts = texts_of("chunks", pa.concat_tables(buckets))
    assert texts["id"].to_pylist() == ["a", "z"]
    assert texts["text"].to_pylist() == ["H\nColumn\n3", "H\nLast."]


def test_a_relation_is_its_line_of_text() -> None:
    relation = Relation(
        "r", "s", "Hub", "send", "o", "Invoice", False, None, "Hub send Invoice", 1, 1, 0.9
    )
    texts = texts_of("relations", table_of(Relation).from_rows([relation]))
    assert texts["text"].to_pylist() == ["Hub send Invoice"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_table_gives_an_empty_table(kind: str) -> None:
    tables: dict[str, type] = {"entities": Entity, "chunks": Chunk, "relations": Relation}
    tables |= {"section_pieces": SectionPiece, "help_intents": HelpIntent}
    tables |= {"ui_states": UiState, "ui_actions": UiAction}
    texts = texts_of(kind, table_of(tables[kind]).empty())  # type: ignore[arg-type]  # KINDS are Kinds
    assert texts.num_rows == 0
    assert texts.schema == TEXTS_SCHEMA


def test_a_state_and_an_action_are_their_text() -> None:
    action = UiAction(
        *("a", "shop", "s", "k", "link", "Orders", "shell", ("Shop",), "open", "done"),
        *(None, None, None, "Shop > Orders\non Start"),
    )
    texts = texts_of("ui_actions", table_of(UiAction).from_rows([action]))
    assert texts["text"].to_pylist() == ["Shop > Orders\non Start"]
    state = UiState("s", "shop", "Start", (), "/", None, (), 0, "c", "Start\nActions: Orders")
    texts = texts_of("ui_states", table_of(UiState).from_rows([state]))
    assert texts["text"].to_pylist() == ["Start\nActions: Orders"]


def test_a_table_that_is_not_embedded_has_no_kind() -> None:
    assert [kind_of(kind) for kind in KINDS] == list(KINDS)
    with pytest.raises(ValueError, match="No text is made of the rows of evidence"):
        kind_of("evidence")
