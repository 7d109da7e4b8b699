"""Help pages as links name them, and the group of those that differ by product alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from graphwright.help.product_groups import TitledPage, product_groups
from graphwright.help.references import page_name
from graphwright.tables import HelpNode, HelpPage


@dataclasses.dataclass(frozen=True, slots=True)
class ReadPage:
    """What parsing knows of a help page; ``link_pattern`` is its collection's."""

    document_id: str
    collection: str
    path: str
    uri: str
    title: str
    stated_id: str | None
    link_pattern: str | None

    @property
    def name(self) -> str:
        """Return how links call the page."""
        return page_name(self.stated_id, self.uri, self.path, self.link_pattern)


def help_pages(pages: Iterable[ReadPage], nodes: Iterable[HelpNode]) -> list[HelpPage]:
    """Return a row for each page that has a root, in order of document."""
    roots = {node.document_id: node.node_id for node in nodes if node.parent_id is None}
    known = (page for page in pages if page.document_id in roots)
    read = sorted(known, key=lambda page: page.document_id)
    groups = product_groups(
        TitledPage(page.document_id, page.collection, page.path, page.title) for page in read
    )
    return [
        HelpPage(
            document_id=page.document_id,
            collection=page.collection,
            title=page.title,
            page_key=page.name,
            root_id=roots[page.document_id],
            topic=grouped.topic if grouped else None,
            product=grouped.product if grouped else None,
            group_id=grouped.group_id if grouped else None,
            group_question=grouped.question if grouped else None,
        )
        for page, grouped in ((page, groups.get(page.document_id)) for page in read)
    ]


def roots_by_name(
    pages: Sequence[ReadPage], rows: Iterable[HelpPage]
) -> Mapping[tuple[str, str], str]:
    """Return the root of each page by collection and name; of two with one name the lowest path's.

    The other pages of the name can be reached by their path alone.
    """
    paths = {page.document_id: page.path for page in pages}
    found: dict[tuple[str, str], str] = {}
    for row in sorted(rows, key=lambda row: paths[row.document_id]):
        found.setdefault((row.collection, row.page_key or ""), row.root_id)
    return found
