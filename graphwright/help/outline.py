"""The outline of a page: a part for each heading, with the pieces that stand under it."""

from __future__ import annotations

import re

from graphwright.help.draft import RejectedDraft
from graphwright.help.part import MAX_DEPTH, Page, Part
from graphwright.help.pieces import emphasis_of, pieces_of
from graphwright.help.sentences import trimmed
from graphwright.tables import (
    Block,
    BlockKind,
    HelpNodeOrigin,
    HelpNodeRejection,
    ParsedDocument,
)
from graphwright.tables.help import Span

_HEADINGS = (BlockKind.TITLE, BlockKind.HEADING)
_ANCHOR = re.compile(r"\s*\{[#.][^{}\n]*\}\s*$")
"""What some dialects of Markdown write after a heading for its address."""
_OF_TITLE, _OF_HEADING = 1.0, 0.95


def outline(document: ParsedDocument, title: str | None = None) -> Page:
    """Return the parts of a page by its headings; ``title`` goes before that of the document."""
    text, emphasis = document.text, emphasis_of(document)
    own = _title_block(document, title)
    page = Page(text, _root(document, own, title))
    above: list[tuple[int, Part]] = [(-1, page.root)]
    for block in document.blocks:
        if block is own:
            continue
        if block.kind in _HEADINGS:
            _open(page, above, block)
        else:
            above[-1][1].pieces.extend(pieces_of(text, block, emphasis))
    _close(page.root)
    return page


def _title_block(document: ParsedDocument, title: str | None) -> Block | None:
    """Return the heading that names the page: the first, where no other is as high."""
    headings = [block for block in document.blocks if block.kind in _HEADINGS]
    if not headings:
        return None
    first, rest = headings[0], headings[1:]
    if any(_level(block) <= _level(first) for block in rest):
        return None
    words = document.text[first.start : first.end]
    named = title is None or words.casefold() == title.casefold()
    return first if named or first.kind == BlockKind.TITLE else None


def _level(block: Block) -> int:
    return 0 if block.kind == BlockKind.TITLE else max(block.level, 1)


def _root(document: ParsedDocument, own: Block | None, title: str | None) -> Part:
    text = document.text
    words = " ".join((title or document.title).split()) or document.path
    span = _heading_span(text, own) if own else None
    if span is not None and title is None:
        words = text[span.start : span.end]
    elif span is not None and text[span.start : span.end] != words:
        span = None
    return Part(HelpNodeOrigin.PAGE, "title", _OF_TITLE, words, span, 0, len(text), 0)


def _heading_span(text: str, block: Block) -> Span | None:
    anchor = _ANCHOR.search(text, block.start, block.end)
    return trimmed(text, block.start, anchor.start() if anchor else block.end, "#:")


def _open(page: Page, above: list[tuple[int, Part]], block: Block) -> None:
    """Put a part for a heading under the last one that is higher."""
    span = _heading_span(page.text, block)
    if span is None:
        return
    words = page.text[span.start : span.end]
    while above[-1][0] >= max(_level(block), 1):
        above.pop()
    parent = above[-1][1]
    if parent.depth >= MAX_DEPTH:
        page.rejected.append(too_deep(words, span))
        return
    part = Part(HelpNodeOrigin.HEADING, "heading", _OF_HEADING, words, span, block.start,
                block.end, parent.depth + 1)  # fmt: skip
    parent.parts.append(part)
    above.append((max(_level(block), 1), part))


def too_deep(words: str, span: Span) -> RejectedDraft:
    """Return the row for a part that stands too deep."""
    said = f"It stands more than {MAX_DEPTH} levels deep; its text belongs to the part above it."
    return RejectedDraft(words, HelpNodeRejection.TOO_DEEP, span, said)


def _close(root: Part) -> None:
    """Let each part end where its last piece or part does."""
    for part in reversed(list(root.walk())):
        if part is not root:
            ends = [part.end, *(piece.end for piece in part.pieces), *(p.end for p in part.parts)]
            part.end = max(ends)
