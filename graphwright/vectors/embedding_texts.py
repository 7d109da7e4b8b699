"""What is embedded of each table whose rows are, by pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

import pyarrow as pa

from graphwright.ids import sha256_text

Kind = Literal[
    "entities", "chunks", "relations", "section_pieces", "help_intents", "ui_states", "ui_actions"
]
"""A table whose rows are embedded."""

KINDS: tuple[Kind, ...] = get_args(Kind)

TEXTS_SCHEMA = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("text_hash", pa.string(), nullable=False),
    ]
)
"""A table of things to embed: id, text and SHA-256 of the text, in order of id."""


def entity_text(name: str, definition: str | None) -> str:
    """Return an entity's text: its name, with the definition where a seed file gives one.

    The definition is what the data team says that the name means, so a question in other words
    finds the concept; names that documents gave have none, and stay as short as they are.
    """
    return f"{name}: {definition}" if definition else name


def chunk_text(
    heading_path: Sequence[str],
    text: str,
    table_header: str | None,
    row_name: str | None = None,
    embedded: int | None = None,
) -> str:
    """Return a chunk's text under its headings, which often name what the text is about.

    A chunk that continues a table also gets the table's header row, and one that continues a row
    the row's name, else its cells say little. ``embedded`` are the characters of its text that
    count, None for all.
    """
    above = [" > ".join(heading_path)] if heading_path else []
    return "\n".join([*above, *filter(None, (table_header, row_name)), text[:embedded]])


def kind_of(table: str) -> Kind:
    """Return the kind of thing that a table holds. Raises ``ValueError`` where no text is made."""
    for kind in KINDS:
        if kind == table:
            return kind
    raise ValueError(f"No text is made of the rows of {table}; known are {', '.join(KINDS)}.")


def columns_of(kind: Kind) -> tuple[str, ...]:
    """Return the columns that texts are made of: id first, then what the text is made of."""
    return _MADE_OF[kind][0]


def texts_of(kind: Kind, table: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of the table that ``kind`` names (all buckets, or some)."""
    columns, make = _MADE_OF[kind]
    batches = [_batch(batch, make) for batch in table.select(list(columns)).to_batches(4096)]
    return pa.Table.from_batches(batches, schema=TEXTS_SCHEMA).sort_by("id")


def _batch(batch: pa.RecordBatch, make: Callable[..., str]) -> pa.RecordBatch:
    ids, *values = batch.columns
    texts = [make(*row) for row in zip(*(column.to_pylist() for column in values), strict=True)]
    hashes = [sha256_text(text) for text in texts]
    return pa.record_batch([ids, texts, hashes], schema=TEXTS_SCHEMA)


def _as_it_is(text: str) -> str:
    return text


_MADE_OF: Mapping[Kind, tuple[tuple[str, ...], Callable[..., str]]] = {
    "entities": (("entity_id", "name", "definition"), entity_text),
    "chunks": (
        ("chunk_id", "heading_path", "text", "table_header", "row_name", "embedded"),
        chunk_text,
    ),
    "relations": (("relation_id", "text"), _as_it_is),
    "section_pieces": (("piece_id", "text"), _as_it_is),
    "help_intents": (("intent_id", "text"), _as_it_is),
    "ui_states": (("state_id", "text"), _as_it_is),
    "ui_actions": (("action_id", "text"), _as_it_is),
}
