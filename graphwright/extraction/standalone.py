"""Texts that stand in no document: read as one paragraph, with the same parse and rules.

For ``graphwright explain`` and for benchmarks; a build never comes here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.extraction.chunk_parse import repaired_tree
from graphwright.extraction.extract import extract_with_features
from graphwright.extraction.parse.tree import Scope, Tree, token_range, token_starts
from graphwright.extraction.scoring.confidence import FeatureNames
from graphwright.ids import sha256_text
from graphwright.language.annotate import annotate, chunk_inputs, read_doc
from graphwright.tables.documents import Block, BlockKind, ParsedDocument
from graphwright.tables.language import Annotation
from graphwright.tables.text import Chunk, Sentence
from graphwright.tables.triples import DependencyTriple

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.vocab import Vocab


@dataclasses.dataclass(frozen=True)
class StandaloneText:
    """A text that stands in no document, and its parse; offsets are those of the text."""

    parsed: ParsedDocument
    chunk: Chunk
    annotation: Annotation
    sentences: tuple[Sentence, ...]

    def doc(self, vocab: Vocab) -> Doc:
        """Return the parse."""
        return read_doc(self.annotation, vocab)

    def tree(self, vocab: Vocab) -> tuple[Tree, list[Scope]]:
        """Return the parse as the rules read it, with the tokens of each sentence."""
        doc = self.doc(vocab)
        starts = token_starts(doc, 0)
        scopes = [token_range(starts, s.start, s.end) for s in self.sentences]
        return repaired_tree(doc, 0, scopes), scopes

    def triples(self, vocab: Vocab) -> list[tuple[DependencyTriple, FeatureNames]]:
        """Return the triples that the rules read from the parse, with what their scores sum."""
        return extract_with_features(self.doc(vocab), self.chunk, self.sentences, self.parsed)


def read_texts(nlp: Language, texts: Sequence[str]) -> list[StandaloneText]:
    """Parse texts, each as a paragraph of its own, in batches; return them in order."""
    pairs = [_paragraph(text) for text in texts]
    inputs = [chunk_inputs(parsed, [chunk])[0] for parsed, chunk in pairs]
    return [
        StandaloneText(parsed, chunk, annotation, tuple(sentences))
        for (parsed, chunk), (annotation, sentences) in zip(
            pairs, annotate(nlp, inputs), strict=True
        )
    ]


def _paragraph(text: str) -> tuple[ParsedDocument, Chunk]:
    digest = sha256_text(text)
    block = Block(
        0, BlockKind.PARAGRAPH.value, 0, 0, len(text), (), None, None, None, None, None, ()
    )
    parsed = ParsedDocument(
        document_id=digest, collection="", path="", uri="", format="txt", extractor="dependency",
        sha256=digest, title="", text=text, blocks=(block,), pages=None, status="ok",
        warnings=(), left_out=(),
    )  # fmt: skip
    return parsed, Chunk(digest, digest, 0, 0, len(text), text, digest, (), None, None)
