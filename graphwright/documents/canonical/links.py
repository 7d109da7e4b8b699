"""Links of a document: where they stand in its text, and what they lead to.

A link stands where its mark was placed; one whose reader knows no marks is found again by its
words and those before them, in reading order: its span is where exactly these words stand. Whether
the target is a document of the collection is for later steps to say: here it only gets the id that
such a document would have.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import unquote, urljoin, urlsplit

from graphwright.documents.blocks.normalisation import BREAK, normalise
from graphwright.documents.blocks.raw import RawLink
from graphwright.ids import document_id
from graphwright.tables import DocumentLink, Mark, SourceDocument

_NO_TARGETS = ("#", "javascript:", "data:", "about:", "vbscript:")
_BEFORE = 80


def place_links(
    links: Iterable[RawLink], placed: Mapping[int, Mark], text: str, document: SourceDocument
) -> Iterator[DocumentLink]:
    """Yield a row for each link that leads out of its place, with its span in the text.

    ``placed`` has the marks of the links by their number.
    """
    cursor = index = 0
    for number, link in enumerate(links):
        href = link.href.strip()
        if not href or href.lower().startswith(_NO_TARGETS):
            continue
        anchor = normalise(link.anchor)
        span = _span(placed.get(number), text, anchor, link.before, cursor)
        start, end = span or (None, None)
        cursor = end or cursor
        uri, target = resolve_link(href, document)
        yield DocumentLink(
            document_id=document.document_id,
            index=index,
            href=href,
            target_uri=uri,
            target_document_id=target,
            anchor=anchor,
            start=start,
            end=end,
        )
        index += 1


def _span(
    mark: Mark | None, text: str, anchor: str, before: str, cursor: int
) -> tuple[int, int] | None:
    if mark is not None:
        return mark.start, mark.end
    start = _find(text, anchor, before, cursor)
    return None if start is None else (start, start + len(anchor))


def _find(text: str, anchor: str, before: str, cursor: int) -> int | None:
    """Return where the anchor stands at or after the cursor, after its own words if it can."""
    if not anchor:
        return None
    lead = before.rpartition(BREAK)[2][-_BEFORE:].partition(" ")[2]
    context = normalise(f"{lead}{anchor}")
    found = text.find(context, max(0, cursor - len(context)))
    while found >= 0 and found + len(context) - len(anchor) < cursor:
        found = text.find(context, found + 1)
    if found >= 0 and context.endswith(anchor):
        return found + len(context) - len(anchor)
    found = text.find(anchor, cursor)
    return found if found >= 0 else None


def resolve_link(href: str, document: SourceDocument) -> tuple[str, str | None]:
    """Return the address that a link leads to, and the id of the document that stands there.

    The id is that of a document of the same collection whose path the link names relatively, or
    below whose base the address lies; ``None`` for every other address.
    """
    try:
        uri, parts = urljoin(document.uri, href), urlsplit(href)
    except ValueError:  # an address that is none, such as http://[
        return href, None
    path = unquote(parts.path)
    if path and not (parts.scheme or parts.netloc or path.startswith("/")):
        return uri, _inside(posixpath.join(posixpath.dirname(document.path), path), document)
    base, address = _base(document), unquote(uri.partition("#")[0].partition("?")[0])
    if base is not None and address.startswith(base):
        return uri, _inside(address[len(base) :], document)
    return uri, None


def _base(document: SourceDocument) -> str | None:
    """Return what stands before the path in the document's own address, unquoted."""
    if "://" not in document.uri or not unquote(document.uri).endswith("/" + document.path):
        return None
    return unquote(document.uri)[: -len(document.path)]


def _inside(path: str, document: SourceDocument) -> str | None:
    """Return the id of the document at a path, if the path stays inside the collection."""
    wanted = posixpath.normpath(path)
    if wanted.startswith(("/", "..")) or wanted == ".":
        return None
    return document_id(document.collection, wanted)
