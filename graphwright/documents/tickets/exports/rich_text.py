"""Rich text of Jira's cloud, a tree of JSON, written in Jira's markup as the server has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graphwright.documents.tickets.exports.json_values import Record, list_of, record_of, text_of

_DEEPEST = 60


def is_rich_text(value: object) -> bool:
    """Say whether a value is a document of rich text."""
    record = record_of(value)
    return record.get("type") == "doc" and isinstance(record.get("content"), list)


def rich_text(value: object) -> str:
    """Return a document of rich text in Jira's markup; what nests too deep is left out."""
    return _blocks(record_of(value), 0).strip()


def _blocks(node: Record, depth: int, marker: str = "") -> str:
    if depth > _DEEPEST:
        return ""
    return "\n".join(_block(record_of(n), depth + 1, marker) for n in list_of(node.get("content")))


def _block(node: Record, depth: int, marker: str) -> str:
    kind = text_of(node.get("type"))
    if kind in _LISTS:
        return _blocks(node, depth, marker + _LISTS[kind])
    if kind == "listItem":
        return _item(node, depth, marker)
    if kind in _WRITTEN:
        return _WRITTEN[kind](node, depth)
    if list_of(node.get("content")) and kind not in ("paragraph", "caption"):
        return _blocks(node, depth, marker)
    return _line(node) + ("" if marker else "\n")


_LISTS = {"bulletList": "*", "orderedList": "#"}


def _heading(node: Record, depth: int) -> str:
    level = record_of(node.get("attrs")).get("level")
    return f"h{level if level in range(1, 7) else 1}. {_line(node)}\n"


def _item(node: Record, depth: int, marker: str) -> str:
    """Return a list item: its first block behind the marker, the lists in it below."""
    first, *rest = [record_of(n) for n in list_of(node.get("content"))] or [{}]
    lines = [f"{marker} {_block(first, depth, marker)}"]
    lines += (_block(n, depth, marker) for n in rest)
    return "\n".join(lines)


def _row(node: Record, depth: int) -> str:
    cells = [record_of(n) for n in list_of(node.get("content"))]
    header = any(cell.get("type") == "tableHeader" for cell in cells)
    bar = "||" if header else "|"
    texts = (" ".join(_blocks(cell, depth).split()) or " " for cell in cells)
    return f"{bar}{bar.join(texts)}{bar}"


_WRITTEN: Mapping[str, Callable[[Record, int], str]] = {
    "heading": _heading,
    "codeBlock": lambda node, _: f"{{code}}\n{_plain(node)}\n{{code}}\n",
    "blockquote": lambda node, depth: f"{{quote}}\n{_blocks(node, depth)}\n{{quote}}\n",
    "panel": lambda node, depth: f"{{panel}}\n{_blocks(node, depth)}\n{{panel}}\n",
    "table": lambda node, depth: f"\n{_blocks(node, depth)}\n",
    "tableRow": _row,
    "rule": lambda _node, _depth: "----\n",
}


def _plain(node: Record) -> str:
    return "".join(text_of(record_of(n).get("text")) for n in list_of(node.get("content")))


def _line(node: Record) -> str:
    inner = list_of(node.get("content")) if "content" in node else [node]
    return "".join(map(_inline, map(record_of, inner)))


_SIGNS = {"strong": "*{}*", "em": "_{}_", "code": "{{{{{}}}}}"}


def _inline(node: Record) -> str:
    kind, attributes = node.get("type"), record_of(node.get("attrs"))
    if kind == "hardBreak":
        return "\n"
    if kind == "mention":
        return f"[~{text_of(attributes.get('id')) or text_of(attributes.get('text')).lstrip('@')}]"
    if kind in ("inlineCard", "blockCard"):
        return text_of(attributes.get("url"))
    text = text_of(node.get("text")) or text_of(attributes.get("text"))
    for mark in map(record_of, list_of(node.get("marks"))):
        target = text_of(record_of(mark.get("attrs")).get("href"))
        sign = _SIGNS.get(text_of(mark.get("type")))
        if target:
            text = f"[{text}|{target}]" if text != target else target
        elif sign and text.strip():
            text = sign.format(text)
    return text
