"""Error texts that a page quotes word for word: in code or in quotes, where it speaks of errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.tables import BlockKind, MarkKind, ParsedDocument
from graphwright.tables.help import Span

_QUOTED = re.compile(r"[\"“]([^\"“”\n]{8,300})[\"”]")
_SPEAKS_OF_ERRORS = re.compile(
    r"\b(?:errors?|warnings?|exceptions?|(?:error|warning|following) messages?"
    r"|fail(?:s|ed|ure)?)\b",
    re.IGNORECASE,
)
_LEAST_WORDS = 2


def error_texts(document: ParsedDocument) -> tuple[Span, ...]:
    """Return the spans of quoted error texts, in order of the text, none inside another."""
    found: list[Span] = []
    for span in sorted(_candidates(document), key=lambda span: (span.start, -span.end)):
        if not found or span.start >= found[-1].end:
            found.append(span)
    return tuple(found)


def _candidates(document: ParsedDocument) -> Iterator[Span]:
    code = [mark for mark in document.marks if mark.kind == MarkKind.CODE]
    for block in document.blocks:
        text = document.text[block.start : block.end]
        if block.kind == BlockKind.CODE or not _SPEAKS_OF_ERRORS.search(text):
            continue
        spans = [
            Span(block.start + m.start(1), block.start + m.end(1)) for m in _QUOTED.finditer(text)
        ]
        spans += [Span(m.start, m.end) for m in code if block.start <= m.start < block.end]
        yield from (span for span in spans if _is_message(document.text[span.start : span.end]))


def _is_message(text: str) -> bool:
    """Tell a message from a command, a path or a name: it is words, or it names an error."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    return len(words) > _LEAST_WORDS or bool(words and _SPEAKS_OF_ERRORS.search(text))
