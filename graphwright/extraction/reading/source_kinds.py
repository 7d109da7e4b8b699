"""What kind of text a document is: documentation, or prose, whose sentences are longer.

A parse is less often right in the long sentences of news, reports and encyclopedias than in those
of a manual, and what the rules see of a triple tells less; so a score is calibrated for each kind.
"""

from __future__ import annotations

import re
from enum import StrEnum

from graphwright.tables.documents import BlockKind, ParsedDocument

_HEADINGS = frozenset({BlockKind.TITLE.value, BlockKind.HEADING.value})
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")
_PARAGRAPHS = 0.75
"""Prose has hardly anything but paragraphs below its headings ..."""

_WORDS = 17
"""... and so many words a sentence. Of SAP's pages 6 % are such, of encyclopedias' 73 %."""


class SourceKind(StrEnum):
    """A kind of text, for which a score is calibrated."""

    DOCUMENTATION = "documentation"
    PROSE = "prose"


def source_kind_of(document: ParsedDocument) -> SourceKind:
    """Return what kind of text a document is, from its blocks."""
    body = [block for block in document.blocks if block.kind not in _HEADINGS]
    texts = [document.text[b.start : b.end] for b in body if b.kind == BlockKind.PARAGRAPH]
    words = sum(len(text.split()) for text in texts)
    sentences = sum(max(1, len(_SENTENCE_END.findall(text))) for text in texts)
    even = len(texts) >= _PARAGRAPHS * len(body)
    is_prose = bool(texts) and even and words >= _WORDS * sentences
    return SourceKind.PROSE if is_prose else SourceKind.DOCUMENTATION
