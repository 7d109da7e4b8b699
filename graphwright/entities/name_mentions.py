"""Where the names of entities stand in chunks: in headings and in texts.

Such a mention is no fact and supports none. It tells that a passage is about an entity although no
accepted fact says so, which is what retrieval lacks most (docs/retrieval.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.entities.name_dictionary import NameDictionary, words_of
from graphwright.entities.normalise import normalise
from graphwright.tables import MentionReason

MOST_CHUNKS = 100
"""A name in the texts of more chunks than these tells none of them from the others; where it
stands in a heading it still does."""


class ReadChunk(NamedTuple):
    """What of a chunk is searched for names."""

    chunk_id: str
    document_id: str
    heading_path: Sequence[str]
    text: str


class NameInChunk(NamedTuple):
    """A name in a chunk: whether its last heading is the name, and how often headings and text
    hold it. What it means is not said.
    """

    chunk_id: str
    document_id: str
    name: str
    is_section: int
    above: int
    inside: int


IN_CHUNK = pa.schema(
    [(name, pa.string()) for name in NameInChunk._fields[:3]]
    + [(name, pa.int64()) for name in NameInChunk._fields[3:]]
)


def names_in(chunk: ReadChunk, dictionary: NameDictionary) -> list[NameInChunk]:
    """Return the names that a chunk's headings and text hold, in order, each once."""
    above: Counter[str] = Counter()
    for heading in chunk.heading_path:
        above.update(dictionary.find(words_of(heading)))
    inside = Counter(dictionary.find(words_of(chunk.text)))
    about = dictionary.whole(chunk.heading_path[-1]) if chunk.heading_path else None
    found = above.keys() | inside.keys() | (set() if about is None else {about})
    return [
        NameInChunk(
            chunk.chunk_id, chunk.document_id, name, int(name == about), above[name], inside[name]
        )
        for name in sorted(found)
    ]


def table_of_names(found: Sequence[NameInChunk]) -> pa.Table:
    """Return names in chunks as a table (``IN_CHUNK``)."""
    columns = zip(*found, strict=True) if found else ((),) * len(IN_CHUNK)
    return pa.table([list(column) for column in columns], schema=IN_CHUNK)


def mentions_of(found: pa.Table, dictionary: NameDictionary) -> pa.Table:
    """Return the entities that names in chunks mean (``IN_CHUNK``), each once a chunk, as rows of
    ``NameMention`` in no order.

    The reason is the strongest of an entity's mentions: the last heading is the name (the section
    is about it), a heading holds it, the text holds it.
    """
    meant = [(name, entity) for name, ids in dictionary.meant.items() for entity in ids]
    columns = [[row[place] for row in meant] for place in range(2)]
    entities = pa.table(columns, schema=pa.schema([("name", pa.string()), ("entity", pa.string())]))
    told = (
        found.join(entities, "name", join_type="inner")
        .group_by(["entity", "chunk_id", "document_id"])
        .aggregate([("is_section", "max"), ("above", "sum"), ("inside", "sum")])
    )
    is_section = pc.greater(told["is_section_max"], 0)
    reason = pc.if_else(
        is_section,
        MentionReason.SECTION.value,
        pc.if_else(
            pc.greater(told["above_sum"], 0), MentionReason.HEADING.value, MentionReason.TEXT.value
        ),
    )
    heading = pc.max_element_wise(told["above_sum"], told["is_section_max"])
    return pa.table(
        {
            "entity_id": told["entity"],
            "chunk_id": told["chunk_id"],
            "document_id": told["document_id"],
            "reason": reason,
            "mention_count": pc.add(heading, told["inside_sum"]),
        }
    )


def vocabulary_of(chunks: Iterable[ReadChunk]) -> list[str]:
    """Return every word that could be a part of a name in the chunks, sorted.

    The last heading is looked up by its key too, whose words may be others ("Orders": "order").
    """
    words: set[str] = set()
    for chunk in chunks:
        keys = [normalise(heading) for heading in chunk.heading_path[-1:]]
        for text in (*chunk.heading_path, *keys, chunk.text):
            words.update(words_of(text))
    return sorted(words)


def without_stop_names(mentions: pa.Table) -> pa.Table:
    """Return the mentions but those in texts of an entity that more than ``MOST_CHUNKS`` name."""
    in_text: Any = pc.equal(mentions["reason"], MentionReason.TEXT.value)
    counts = mentions.filter(in_text).group_by("entity_id").aggregate([("chunk_id", "count")])
    many = counts.filter(pc.greater(counts["chunk_id_count"], MOST_CHUNKS))["entity_id"]
    told = pc.and_(in_text, pc.is_in(mentions["entity_id"], value_set=many.combine_chunks()))
    return mentions.filter(pc.invert(told))
