"""Warnings, prerequisites and limits that stand elsewhere on the page and hold for a node too.

From the nodes above it, from parts that are notices ("Before you begin"), and from wherever a
notice names the node's problem; never from a branch that holds under another condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

from graphwright.documents.blocks.lookup import block_at
from graphwright.help.draft import NodeDraft, PageDraft
from graphwright.help.sentence_roles import (
    heads_notices,
    is_notice,
    is_vague,
    refers_on,
    states_limit,
)
from graphwright.tables import Block, BlockKind
from graphwright.tables.help import Span

_NAMING_WORDS = 2
"""Words of a problem that a notice must have to name it."""


def carried_spans(page: PageDraft, conditions: Mapping[int, Any]) -> dict[int, tuple[Span, ...]]:
    """Return what is carried to each node by index, in order of the text.

    ``conditions`` are those of the page's nodes by index. Nodes to which nothing is carried are not
    in the result.
    """
    paths = _paths(page)
    notices = {node.index: tuple(_notices(page, node)) for node in page.nodes}
    under = {
        index: frozenset(one for one in path if one in conditions) for index, path in paths.items()
    }
    heads = {node.index for node in page.nodes if heads_notices(node.problem)}
    whole = {index for index, path in paths.items() if heads & set(path)}
    carried: dict[int, tuple[Span, ...]] = {}
    for node in page.nodes:
        if node.index in whole:
            continue
        path = set(paths[node.index])
        spans: set[Span] = set()
        for other in page.nodes:
            if other.index == node.index or not under[other.index] <= path:
                continue
            if node.index in paths[other.index] and other.index not in whole:
                continue
            governs = _governs(other.index, path, paths, heads)
            spans.update(
                span for span in notices[other.index] if governs or _names(page, span, node)
            )
        if spans:
            carried[node.index] = tuple(sorted(spans, key=lambda span: (span.start, span.end)))
    return carried


def _paths(page: PageDraft) -> dict[int, tuple[int, ...]]:
    """Return the indices from the root to each node, itself too."""
    paths: dict[int, tuple[int, ...]] = {}
    for node in page.nodes:
        above = () if node.parent is None else paths[node.parent]
        paths[node.index] = (*above, node.index)
    return paths


def _governs(
    other: int, path: Set[int], paths: Mapping[int, tuple[int, ...]], heads: Set[int]
) -> bool:
    """Return whether all notices of a node hold: it is above, or a part for notices beside it."""
    if other in path:
        return True
    first = next((one for one in paths[other] if one in heads), None)
    if first is None:
        return False
    holder = paths[first][-2] if len(paths[first]) > 1 else None
    return holder in path


def _notices(page: PageDraft, node: NodeDraft) -> Iterator[Span]:
    """Yield the pieces of a node that warn, require or limit; all of them under such a heading.

    A mark such as "Note" alone in its line is for its block, one that ends in a colon for the list
    behind it. What only says where else to read is none.
    """
    marked: Block | None = None
    listed = False
    for span in node.own:
        words, block = page.words(span), block_at(page.document.blocks, span.start)
        is_item = block is not None and block.kind == BlockKind.LIST_ITEM
        headed = block is not None and heads_notices("".join(block.heading_path[-1:]))
        notice = (
            headed
            or is_notice(words)
            or (listed if is_item else block is not None and block is marked)
        )
        if not is_item:
            listed = notice and words.rstrip(" *_").endswith(":")
            marked = block if is_notice(words) else marked
        limit = not is_item and states_limit(words) and not is_vague(words)
        if (notice or limit or heads_notices(node.problem)) and not refers_on(words):
            yield span


def _names(page: PageDraft, span: Span, node: NodeDraft) -> bool:
    """Return whether a notice has all the words of a node's problem."""
    words = node.problem_phrase.split()
    if len(words) < _NAMING_WORDS:
        return False
    said = re.findall(r"[^\W_]+", page.words(span).lower())
    return all(any(one.startswith(word) for one in said) for word in words)
