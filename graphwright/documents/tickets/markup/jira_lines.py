"""What Jira's wiki markup marks inside a line: emphasis, monospace, links, pictures."""

from __future__ import annotations

import re

from graphwright.documents.blocks.raw import RawLink
from graphwright.documents.tickets.markup.marked_blocks import BlockWriter
from graphwright.tables import MarkKind

_TOKEN = re.compile(
    r"\\(?P<escaped>[*_{}\[\]!|#~^+?-])"
    r"|(?P<break>\\\\)"
    r"|\{\{(?P<code>(?:(?!\{\{)[^\n]){1,1000}?)\}\}"
    r"|\[(?P<link>[^\[\]\n]{1,2000})\]"
    r"|(?<![\w!])!(?P<picture>[^\s!|][^!|\n]{0,300}\.\w{2,5})(?:\|[^!\n]{0,200})?!"
    r"|(?<![\w*\\])\*(?P<strong>[^\s*](?:[^*\n]{0,500}[^\s*])?)\*(?![\w*])"
    r"|(?<![\w_\\/.:])_(?P<emphasis>[^\s_](?:[^_\n]{0,500}[^\s_])?)_(?![\w_/])"
    r"|(?<!\w)\?\?(?P<cited>[^\s?][^?\n]{0,500})\?\?"
)
_TARGET = re.compile(r"(?:https?|ftp|mailto|file):\S+|[#^~]\S.*|//\S+|/\S+", re.IGNORECASE)
_DEEPEST = 4
"""Marks inside marks that are read; nobody nests more on purpose."""


def write_line(line: str, writer: BlockWriter, depth: int = 0) -> None:
    """Add a line to the writer's passage, with its marks in place of their signs."""
    done = 0
    for token in _TOKEN.finditer(line) if depth < _DEEPEST else ():
        writer.text.add(line[done : token.start()])
        done = token.end()
        _write_token(token, writer, depth)
    writer.text.add(line[done:])


def _write_token(token: re.Match[str], writer: BlockWriter, depth: int) -> None:
    kind, inner = token.lastgroup, token[token.lastgroup or 0]
    if kind == "escaped":
        writer.text.add(inner)
    elif kind == "break":
        writer.text.add("\n")
    elif kind == "code":
        writer.text.open(MarkKind.CODE)
        writer.text.add(inner)
        writer.text.close()
    elif kind == "link":
        _write_link(inner, writer)
    elif kind == "picture":
        writer.left_out["image"] += 1
    else:
        writer.text.open(MarkKind.EMPHASIS)
        write_line(inner, writer, depth + 1)
        writer.text.close()


def _write_link(inner: str, writer: BlockWriter) -> None:
    """Write the words of a link; what stands in brackets and leads nowhere stays as it is."""
    parts = [part.strip() for part in inner.split("|")]
    words, target = (parts[0], parts[1]) if len(parts) > 1 else (parts[0], parts[0])
    if not target or (len(parts) == 1 and not _TARGET.fullmatch(target)):
        writer.text.add(f"[{inner}]")
        return
    if target[0] in "^~":  # an attachment or a person of this tracker
        writer.text.add(words.lstrip("^~"))
        return
    writer.text.open(MarkKind.LINK)
    writer.text.add(words.removeprefix("mailto:") or target)
    anchor = writer.text.words() or ""
    writer.text.close(len(writer.links))
    writer.links.append(RawLink(target, anchor))
