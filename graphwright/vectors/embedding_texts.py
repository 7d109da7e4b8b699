"""What is embedded of each table whose rows are, by pure functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


def entity_texts(entities: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of an ``entities`` table."""
    return _embedding_texts(entities, ("entity_id", "name", "definition"), entity_text)


def chunk_texts(chunks: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of a ``chunks`` table (all buckets, or some)."""
    return _embedding_texts(
        chunks,
        ("chunk_id", "heading_path", "text", "table_header", "row_name", "embedded"),
        chunk_text,
    )


def relation_texts(relations: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of a ``relations`` table."""
    return _embedding_texts(relations, ("relation_id", "text"), lambda text: text)


def piece_texts(pieces: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of a ``section_pieces`` table (all buckets, or some)."""
    return _embedding_texts(pieces, ("piece_id", "text"), lambda text: text)


def intent_texts(intents: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of a ``help_intents`` table (all buckets, or some)."""
    return _embedding_texts(intents, ("intent_id", "text"), lambda text: text)


def state_texts(states: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of a ``ui_states`` table."""
    return _embedding_texts(states, ("state_id", "text"), lambda text: text)


def action_texts(actions: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of a ``ui_actions`` table."""
    return _embedding_texts(actions, ("action_id", "text"), lambda text: text)


def kind_of(table: str) -> Kind:
    """Return the kind of thing that a table holds. Raises ``ValueError`` where no text is made."""
    for kind in KINDS:
        if kind == table:
            return kind
    raise ValueError(f"No text is made of the rows of {table}; known are {', '.join(KINDS)}.")


def texts_of(kind: Kind, table: pa.Table) -> pa.Table:
    """Return ``TEXTS_SCHEMA`` rows of the table that ``kind`` names."""
    makers: dict[Kind, Callable[[pa.Table], pa.Table]] = {
        "entities": entity_texts,
        "chunks": chunk_texts,
        "relations": relation_texts,
        "section_pieces": piece_texts,
        "help_intents": intent_texts,
        "ui_states": state_texts,
        "ui_actions": action_texts,
    }
    return makers[kind](table)


def _embedding_texts(table: pa.Table, columns: Sequence[str], make: Callable[..., str]) -> pa.Table:
    batches = [
        _batch(batch, columns, make) for batch in table.select(list(columns)).to_batches(4096)
    ]
    return pa.Table.from_batches(batches, schema=TEXTS_SCHEMA).sort_by("id")


def _batch(
    batch: pa.RecordBatch, columns: Sequence[str], make: Callable[..., str]
) -> pa.RecordBatch:
    values = (batch.column(name).to_pylist() for name in columns[1:])
    texts = [make(*row) for row in zip(*values, strict=True)]
    hashes = [sha256_text(text) for text in texts]
    return pa.record_batch([batch.column(columns[0]), texts, hashes], schema=TEXTS_SCHEMA)
