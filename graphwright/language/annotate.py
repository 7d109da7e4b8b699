"""Parse chunks once and keep the parse: chunk -> annotation and sentences, annotation -> Doc.

Every rule and the coreference read the stored parse; nothing else runs the spaCy pipeline.
Where sentences start and why one is filtered is in ``graphwright.language.sentences``; what is kept
of a parse, and how, in ``graphwright.language.docbin``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.errors import ModelError
from graphwright.language.apostrophes import as_written, with_straight_apostrophes
from graphwright.language.docbin import pack, unpack
from graphwright.language.pipeline import pipeline_name
from graphwright.language.sentences import (
    ChunkInput,
    chunk_inputs,
    mark_sentence_starts,
    sentences_of,
)
from graphwright.tables.language import Annotation
from graphwright.tables.text import Sentence

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

__all__ = ["ChunkInput", "annotate", "chunk_inputs", "read_doc"]

BATCH_SIZE = 32
"""Chunks that go through the network together: about 12,000 tokens, 20 MB."""


def annotate(
    nlp: Language, inputs: Sequence[ChunkInput]
) -> list[tuple[Annotation, list[Sentence]]]:
    """Parse chunks; return the annotation and the sentences of each, in the order of ``inputs``.

    A chunk's result does not depend on the others in the call: pass the chunks of a document, or
    of a few, for speed. Words that are new stay out of the model's vocabulary, so memory is flat.
    """
    with nlp.memory_zone():
        docs = nlp.pipe((_prepared(nlp, item) for item in inputs), batch_size=BATCH_SIZE)
        name = pipeline_name(nlp)
        written = (as_written(d, item.chunk.text) for d, item in zip(docs, inputs, strict=True))
        return [
            (_annotation(doc, item, name), sentences_of(doc, item))
            for doc, item in zip(written, inputs, strict=True)
        ]


def read_doc(annotation: Annotation, vocab: Vocab) -> Doc:
    """Return the parse of a chunk; offsets are those of the chunk's own text.

    Any English vocabulary will do (``spacy.blank("en").vocab``); its words grow with what is read,
    unless the caller works inside the memory zone of its pipeline. Raises ``ModelError`` where the
    bytes are not a DocBin of one Doc.
    """
    try:
        return unpack(annotation.doc, vocab)
    except Exception as error:
        raise ModelError(
            f"The annotation of chunk {annotation.chunk_id} holds {type(error).__name__}: {error}, "
            "but a spaCy DocBin of one Doc was expected.",
            remedy="Build the annotations again.",
        ) from error


def _prepared(nlp: Language, item: ChunkInput) -> Doc:
    doc = nlp.make_doc(with_straight_apostrophes(item.chunk.text))
    mark_sentence_starts(doc, item)
    return doc


def _annotation(doc: Doc, item: ChunkInput, pipeline: str) -> Annotation:
    return Annotation(
        chunk_id=item.chunk.chunk_id,
        document_id=item.chunk.document_id,
        tokens=len(doc),
        pipeline=pipeline,
        doc=pack(doc),
    )
