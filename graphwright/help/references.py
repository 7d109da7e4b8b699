"""Links between help pages: what an address calls a page, and which node holds a link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from graphwright.tables import DocumentLink, HelpNode, HelpReference


def name_in(address: str, pattern: str | None) -> str | None:
    """Return the name of a page in an address, by a collection's pattern of one group."""
    found = re.search(pattern, address) if pattern else None
    return found[1] if found and found[1] else None


def page_name(stated_id: str | None, uri: str, path: str, pattern: str | None) -> str:
    """Return how addresses call a page: as its front matter, its own address or its path says."""
    named = stated_id or name_in(uri, pattern) or name_in(path, pattern)
    return named or str(PurePosixPath(path).with_suffix(""))


def page_references(
    nodes: Sequence[HelpNode], links: Iterable[DocumentLink], own_name: str, pattern: str | None
) -> Iterator[HelpReference]:
    """Yield a row for each link of a page that leads to another help page, there or not.

    The innermost node around a link holds it, the root where none does; a page without nodes has
    no rows. Pictures, links inside the page and addresses that name no page yield nothing.
    """
    index = 0
    for link in links if nodes else ():
        name = name_in(link.target_uri, pattern) or name_in(link.href, pattern)
        itself = name == own_name or link.target_document_id == link.document_id
        if not link.anchor or itself or (name is None and link.target_document_id is None):
            continue
        yield HelpReference(
            document_id=link.document_id,
            index=index,
            node_id=_holder(nodes, link.start).node_id,
            href=link.href,
            target_uri=link.target_uri,
            page_key=name,
            target_document_id=link.target_document_id,
            anchor=link.anchor,
            start=link.start,
            end=link.end,
        )
        index += 1


def _holder(nodes: Sequence[HelpNode], place: int | None) -> HelpNode:
    if place is None:
        return nodes[0]
    around = [node for node in nodes if node.start <= place < node.end]
    return max(around, key=lambda node: (node.depth, node.index), default=nodes[0])
