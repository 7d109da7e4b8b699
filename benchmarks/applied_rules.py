"""Facts that today's rules read from the parses that a lake keeps, without building it again.

What is accepted is told as an answer prints it. Names are what coreference and normalisation make
of them, before entities are merged, and no fact is left out for what its ends are: nearly what the
lake would serve after a build, in seconds for some pages.
"""

from __future__ import annotations

import dataclasses
import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from graphwright.extraction.extract import read_chunk
from graphwright.extraction.reading.document import DocumentReading
from graphwright.extraction.reading.table_layout import TableLayout
from graphwright.extraction.resolve import resolve_triples
from graphwright.graph.fact_text import PlainFact, fact_text
from graphwright.graph.qualifiers import fact_line, qualifier_texts
from graphwright.language.annotate import read_doc
from graphwright.steps.base.language_models import blank_pipeline
from graphwright.steps.bucketed.rows import (
    annotations_by_chunk,
    bucket_rows,
    chunks_of,
    parsed_by_id,
    sentences_by_chunk,
)
from graphwright.tables import (
    BlockKind,
    CoreferenceMention,
    Evidence,
    Layer,
    ParsedDocument,
    ResolvedTriple,
)

if TYPE_CHECKING:
    from graphwright.store.lake import Lake
    from graphwright.tables import Sentence


@dataclasses.dataclass(frozen=True)
class AppliedFact:
    """An accepted fact, the page and sentence that state it, and its line in an answer."""

    page: str
    headings: str
    above: str
    sentence: Sentence
    triple: ResolvedTriple
    line: str


def random_pages(
    lake: Lake, size: int, seed: int, without: Collection[str] = frozenset()
) -> list[str]:
    """Return the paths of random documents of a lake, of none that is left out."""
    found = set[str]()
    for path in lake.paths("parsed_documents"):
        column = lake.read("parsed_documents", int(path.stem), ["path"])["path"]
        found.update(column.to_pylist())
    rng = random.Random(seed)  # a sample, no secret
    left = sorted(found.difference(without))
    return rng.sample(left, min(size, len(left)))


def applied_facts(
    lake: Lake,
    pages: Collection[str],
    threshold: float,
    layers: Collection[str] = (Layer.KNOWLEDGE,),
) -> Iterator[AppliedFact]:
    """Yield the accepted facts of some pages, in order of bucket, document and chunk."""
    for path in lake.paths("chunks"):
        bucket = int(path.stem)
        parsed = {key: one for key, one in parsed_by_id(lake, bucket).items() if one.path in pages}
        for fact in _of_documents(lake, bucket, parsed, threshold) if parsed else ():
            if fact.triple.layer in layers:
                yield fact


def _of_documents(
    lake: Lake, bucket: int, parsed: Mapping[str, ParsedDocument], threshold: float
) -> Iterator[AppliedFact]:
    vocab = blank_pipeline().vocab
    chunks = chunks_of(lake, bucket, sorted(parsed))
    keys = {chunk.chunk_id for own in chunks.values() for chunk in own}
    parses = annotations_by_chunk(lake, bucket, keys)
    sentences = sentences_by_chunk(lake, bucket, keys)
    mentions: dict[str, list[CoreferenceMention]] = defaultdict(list)
    for one in bucket_rows(lake, CoreferenceMention, bucket, "document_id", sorted(parsed)):
        mentions[one.chunk_id].append(one)
    for document, own_chunks in sorted(chunks.items()):
        known = DocumentReading(parsed[document])
        for chunk in own_chunks:
            own = sentences.get(chunk.chunk_id, [])
            by_id = {sentence.sentence_id: sentence for sentence in own}
            doc = read_doc(parses[chunk.chunk_id], vocab)
            read = read_chunk(doc, chunk, own, known)
            if read.failures:
                raise RuntimeError(f"A rule failed: {read.failures[0].detail}.")
            found = read.triples
            for triple in resolve_triples(found, mentions[chunk.chunk_id], threshold):
                if triple.rejection is None:
                    sentence = by_id[triple.sentence_id]
                    headings = " > ".join(chunk.heading_path)
                    line = _line(triple, sentence)
                    above = what_stands_above(parsed[document], sentence.start)
                    page = parsed[document].path
                    yield AppliedFact(page, headings, above, sentence, triple, line)


def what_stands_above(parsed: ParsedDocument, offset: int) -> str:
    """Return what the text at an offset is read under, beside its headings, in one line.

    Of a row of a table those are the heads of its columns, the title of its part of the table and
    the cells above that hold for it too; of an item of a list, its lead-in.
    """
    block = next((b for b in parsed.blocks if b.start <= offset < b.end), None)
    if block is None or (block.table is None and block.parent is None):
        return ""
    if block.kind != BlockKind.TABLE_ROW:
        lead_in = parsed.blocks[block.parent] if block.parent is not None else None
        return "" if lead_in is None else parsed.text[lead_in.start : lead_in.end]
    table = [b for b in parsed.blocks if b.table == block.table and b.kind == BlockKind.TABLE_ROW]
    layout = TableLayout(parsed, table)
    row = next((row for row in layout.rows if row.block.index == block.index), None)
    heads = " | ".join(layout.text(cell) for _, cell in sorted(layout.headers.items()))
    cells = [] if row is None else [row.section, *row.above.values()]
    return " / ".join([heads, *(layout.text(cell) for cell in cells if cell is not None)])


def _line(triple: ResolvedTriple, sentence: Sentence) -> str:
    fact = PlainFact(
        triple.subject_name, triple.predicate, triple.object_name,
        triple.negated, triple.modality, triple.restriction,
    )  # fmt: skip
    values: dict[str, Any] = {field.name: getattr(triple, field.name, None) for field in _SHARED}
    values |= {"quote": sentence.text, "start": sentence.start, "end": sentence.end}
    evidence = Evidence(**values)
    return fact_line(fact_text(fact, [triple.rule]), qualifier_texts([evidence]))


_SHARED = dataclasses.fields(Evidence)
