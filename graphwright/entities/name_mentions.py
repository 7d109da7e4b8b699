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
from graphwright.tables import MentionReason, NameMention

MOST_CHUNKS = 100
"""A name in the texts of more chunks than these tells none of them from the others; where it
stands in a heading it still does."""


class ReadChunk(NamedTuple):
    """What of a chunk is searched for names."""

    chunk_id: str
    document_id: str
    heading_path: Sequence[str]
    text: str


def mentions_in(chunk: ReadChunk, dictionary: NameDictionary) -> list[NameMention]:
    """Return the entities that a chunk's headings and text name, in order of id, each once.

    The reason is the strongest of an entity's mentions: the last heading is the name (the section
    is about it), a heading holds it, the text holds it.
    """
    above: Counter[str] = Counter()
    for heading in chunk.heading_path:
        above.update(dictionary.find(words_of(heading)))
    inside = Counter(dictionary.find(words_of(chunk.text)))
    about = set(dictionary.entities_named(chunk.heading_path[-1])) if chunk.heading_path else set()
    return [
        NameMention(
            entity_id=entity,
            chunk_id=chunk.chunk_id,
            document_id=chunk.document_id,
            reason=_reason(entity in about, entity in above),
            mention_count=max(above[entity], entity in about) + inside[entity],
        )
        for entity in sorted(about | above.keys() | inside.keys())
    ]


def _reason(is_section: bool, in_heading: bool) -> MentionReason:
    if is_section:
        return MentionReason.SECTION
    return MentionReason.HEADING if in_heading else MentionReason.TEXT


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
