"""The step from resolved triples and parses to how the names of entities are written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.code_versions import Code
from graphwright.extraction.resolve import antecedent_key
from graphwright.ids import fingerprint
from graphwright.steps.base.language_models import blank_pipeline, load_vocabulary
from graphwright.steps.base.step import Given
from graphwright.steps.bucketed.rows import (
    annotations_by_chunk,
    bucket_rows,
    chunk_keys_by_document,
    chunks_of,
    extractors_by_document,
    parsed_by_id,
)
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Unit, UnitResult
from graphwright.store.lake import Lake
from graphwright.tables import Annotation, Chunk, CoreferenceMention, ParsedDocument

if TYPE_CHECKING:
    from graphwright.extraction.forms.document_forms import Mention

_ENDS = ("subject", "object")
_COLUMNS = tuple(f"{end}_{part}" for end in _ENDS for part in ("start", "end", "key", "resolved"))


class MentionFormsStep(BucketStep):
    """Tell of each name of a triple what it is by its words: the evidence of entity types."""

    code = Code((__name__,))
    name = "mention_forms"
    outputs = ("mention_forms",)
    inputs = (
        *("parsed_documents", "chunks", "annotations"),
        *("coreference_chains", "resolved_triples"),
    )
    unit_column = "document_id"
    batch = 16

    @classmethod
    def of(cls, given: Given) -> MentionFormsStep:
        """Return the step; no setting shapes it."""
        return cls({}, Pool(load_vocabulary, inline_units=64))

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each document: its parses and its triples are the content."""
        keys = chunk_keys_by_document(lake, bucket, ["annotations", "coreference_chains"])
        parsed = self.input_state(lake, "parsed_documents", bucket).units
        triples = self.input_state(lake, "resolved_triples", bucket).units
        return [
            Unit(
                document,
                fingerprint(
                    [self.version, parsed[document], triples.get(document), keys[document]]
                ),
                "",
            )
            for document in extractors_by_document(lake, bucket)
        ]

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return (document, mentions, [(annotation, chunk)]) for each unit."""
        documents = [unit.id for unit in units]
        mentions = _mentions(lake, bucket, documents)
        named = list(mentions)
        parsed = parsed_by_id(lake, bucket, documents)
        chunks = chunks_of(lake, bucket, named)
        wanted = {chunk.chunk_id for found in chunks.values() for chunk in found}
        annotations = annotations_by_chunk(lake, bucket, wanted)
        return [
            (
                parsed[unit.id],
                mentions.get(unit.id, []),
                [
                    (annotations[chunk.chunk_id], chunk)
                    for chunk in chunks.get(unit.id, [])
                    if chunk.chunk_id in annotations
                ],
            )
            for unit in units
        ]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that counts the forms of a batch of documents."""
        return _count_batch


def _mentions(lake: Lake, bucket: int, documents: Sequence[str]) -> dict[str, list[Mention]]:
    """Return the names of triples that are not rejected, where they are written, by document.

    What coreference named is written where its chain is named.
    """
    from graphwright.extraction.forms.document_forms import Mention  # noqa: PLC0415

    found: dict[str, list[Mention]] = defaultdict(list)
    resolved: dict[str, set[str]] = defaultdict(set)
    data = lake.read_where("resolved_triples", bucket, "document_id", documents)
    for row in data.select(["document_id", "rejection", *_COLUMNS]).to_pylist():
        for end in _ENDS if row["rejection"] is None else ():
            key, document = row[f"{end}_key"], row["document_id"]
            if row[f"{end}_resolved"]:
                resolved[document].add(key)
            else:
                found[document].append(Mention(row[f"{end}_start"], row[f"{end}_end"], key))
    for chain in bucket_rows(lake, CoreferenceMention, bucket, "document_id", list(resolved)):
        key = antecedent_key(chain.name)
        if key in resolved[chain.document_id]:
            mention = Mention(chain.name_start, chain.name_end, key)
            found[chain.document_id].append(mention)
    return found


def _count_batch(
    payloads: list[tuple[ParsedDocument, list[Mention], list[tuple[Annotation, Chunk]]]],
) -> list[UnitResult]:
    from graphwright.extraction.forms.document_forms import DocumentForms  # noqa: PLC0415
    from graphwright.language.annotate import read_doc  # noqa: PLC0415

    nlp = blank_pipeline()
    results = []
    for parsed, mentions, parts in payloads:
        forms = DocumentForms(parsed, mentions)
        for annotation, chunk in parts:
            with nlp.memory_zone():
                forms.read(read_doc(annotation, nlp.vocab), chunk.start, chunk.end)
        results.append(UnitResult({"mention_forms": forms.counts()}))
    return results
