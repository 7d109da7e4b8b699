"""Markdown, HTML and plain text of a ticket, by the readers of documents in these formats."""

from __future__ import annotations

import re

from graphwright.documents.blocks.raw import RawPassage
from graphwright.documents.html.flatten import flatten_html
from graphwright.documents.html.large_page import large_page_blocks
from graphwright.documents.html.nesting import check_nesting
from graphwright.documents.text.markdown import markdown_to_html
from graphwright.documents.tickets.markup.marked_blocks import (
    MOST_BLOCKS,
    BlockWriter,
    MarkedBlocks,
    check_blocks,
)
from graphwright.errors import ParseError
from graphwright.settings import CleanSettings
from graphwright.tables import BlockKind, DocumentStatus

_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_LONGEST_MARKDOWN = 262_144
"""Characters, four times what GitHub takes: its signs may nest, which costs hundredfold."""
_MOST_TAGS = 200_000
_CLEAN = CleanSettings(navigation=False)
"""A ticket has no menus: what stands in an element of that name was written by somebody."""


def read_plain(source: str) -> MarkedBlocks:
    """Return the paragraphs of a plain text, with their lines as they are: logs have no others.

    Of one with too many paragraphs the last one holds all that follow.
    """
    writer = BlockWriter()
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    for paragraph in _BLANK_LINES.split(text, maxsplit=MOST_BLOCKS - 1):
        writer.text.add(paragraph)
        writer.end(BlockKind.PARAGRAPH)
    return writer.finish()


def read_html_text(source: str) -> MarkedBlocks:
    """Return the blocks of a text in HTML.

    Raises ``ParseError`` for one that nests too deep, or has more elements than anybody writes.
    """
    check_nesting(source)
    check_blocks(source.count("<") * MOST_BLOCKS // _MOST_TAGS)
    page = flatten_html(source, _CLEAN)
    blocks = large_page_blocks(page.blocks).blocks
    if page.passages:
        passages = page.passages
    else:
        texts = (c.text for b in blocks for c in (b.cells or (b,)))
        passages = tuple(RawPassage(text) for text in texts)
    return MarkedBlocks(blocks, passages, page.links, page.left_out)


def read_markdown_text(source: str) -> MarkedBlocks:
    """Return the blocks of a text in Markdown, whose line ends count as on the trackers' pages.

    Nothing at its start is taken for front matter: a rule is one. Raises ``ParseError`` for one
    that is far longer than a tracker takes, and like ``read_html_text``.
    """
    if len(source) > _LONGEST_MARKDOWN:
        raise ParseError(
            f"A text of the ticket has more than {_LONGEST_MARKDOWN:,} characters of Markdown.",
            status=DocumentStatus.TOO_LARGE,
            remedy="Shorten it, or attach it as a file.",
        )
    return read_html_text(markdown_to_html(f"\n{source}", breaks=True))
