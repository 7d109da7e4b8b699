"""Fetching: the documents that are not of this machine, listed and read with limits of time.

Whatever goes wrong with one, in its source or on the way, is the problem of its row.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from graphwright.documents.sources.exports import EXPORT_SHARE, Expansion
from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.registry import is_local, source_of
from graphwright.documents.sources.rows import Facts, content_facts, row_of, spelled_out, storable
from graphwright.documents.sources.source import Content, Fetch, Found, Source, without_scheme
from graphwright.errors import SourceError, without_credentials
from graphwright.execution.time_limit import Deadline, map_within
from graphwright.settings import Collection, FetchSettings, Settings
from graphwright.tables import SourceDocument

_TOO_LONG = "it took too long"
_REMEDY = "Check the address and the rights to read it."
_LONGEST_REASON = 300

Address = tuple[Collection, str]


def remote_addresses(settings: Settings) -> list[Address]:
    """Return what the collections name that is not of this machine."""
    return [
        (collection, url)
        for collection in settings.collections
        for url in sorted(set(collection.urls))
        if not is_local(url)
    ]


def fetch_remote(settings: Settings, pages: Pages | None = None) -> list[SourceDocument]:
    """Return the rows of all documents that are not of this machine, each fetched once.

    Their bytes are kept in ``pages``, if given. This may take long, however the servers behave at
    most ``fetch.timeout_seconds`` for each: call it before the lake is locked. Raises
    ``StorageError`` where the bytes cannot be kept.
    """
    fetch = settings.fetch
    addresses = remote_addresses(settings)
    listed = map_within(_list, addresses, seconds=fetch.timeout_seconds, at_once=fetch.at_once)
    found = [
        (collection, storable(document))
        for (collection, url), documents in zip(addresses, listed, strict=True)
        for document in ([_unlisted(url, _TOO_LONG)] if documents is None else documents)
    ]
    read = functools.partial(_facts, fetch=fetch, limit=settings.parse.max_bytes, pages=pages)
    documents = [entry for entry in found if entry[0].kind == "documents"]
    facts = map_within(
        lambda document, deadline: read(document[1], deadline),
        documents,
        seconds=fetch.timeout_seconds,
        at_once=fetch.at_once,
    )
    rows = [
        row_of(collection, document, known or Facts(problem=_late(document.location)))
        for (collection, document), known in zip(documents, facts, strict=True)
    ]
    for collection in settings.collections:
        exports = [entry for entry in found if entry[0] is collection and entry not in documents]
        rows += _tickets(collection, [export for _, export in exports], settings, pages)
    return rows


def _tickets(
    collection: Collection, exports: Sequence[Found], settings: Settings, pages: Pages | None
) -> Iterator[SourceDocument]:
    """Yield the rows of exports; each is expanded when it is here, and is itself not kept."""
    if not exports:
        return
    fetch, limit = settings.fetch, settings.parse.max_bytes * EXPORT_SHARE
    expansion = Expansion(collection, pages)
    for found in exports:
        (content,) = map_within(
            lambda export, deadline: _content(export, deadline, fetch, limit),
            [found],
            seconds=fetch.timeout_seconds,
            at_once=1,
        )
        if isinstance(content, Content):
            yield from expansion.add(found, content.data)
        else:
            facts = content or Facts(problem=_late(found.location))
            yield row_of(collection, found, facts)
    yield from expansion.finish()


def _content(found: Found, deadline: Deadline, fetch: FetchSettings, limit: int) -> Content | Facts:
    if found.problem is not None:
        return Facts(problem=found.problem)
    allowed = Fetch(deadline, fetch.internal_redirects)
    try:
        content = _read(source_of(found.location), found.location, limit + 1, allowed)
    except SourceError as error:
        return Facts(problem=str(error))
    return content if len(content.data) <= limit else content_facts(content, limit)


def _list(address: Address, deadline: Deadline) -> list[Found]:
    """Return the documents at an address, or one that says why they are not known."""
    collection, url = address
    try:
        return list(source_of(url).find(collection, url))
    except SourceError as error:
        return [_unlisted(url, str(error), "")]
    except Exception as error:  # noqa: BLE001  # each store raises errors of its own kind
        return [_unlisted(url, _said(url, error))]


def _unlisted(url: str, reason: str, what: str = "cannot be listed: ") -> Found:
    uri = without_credentials(url)
    return Found(without_scheme(uri), url, uri, f"{what}{reason}")


def _facts(
    found: Found, deadline: Deadline, *, fetch: FetchSettings, limit: int, pages: Pages | None
) -> Facts:
    content = _content(found, deadline, fetch, limit)
    if isinstance(content, Facts):
        return content
    facts = content_facts(content, limit)
    if pages is not None and facts.problem is None:
        pages.keep(content.data, facts.sha256)
    return facts


def _read(source: Source, location: str, limit: int, fetch: Fetch) -> Content:
    try:
        return source.read(location, limit, fetch)
    except (SourceError, MemoryError):
        raise
    except Exception as error:
        raise SourceError(_because(location, _said(location, error)), remedy=_REMEDY) from error


def _late(location: str) -> str:
    return f"{_because(location, _TOO_LONG)} Its server is slow: see fetch.timeout_seconds."


def _because(location: str, reason: str) -> str:
    shown = without_credentials(location)[:_LONGEST_REASON]
    return f"{shown} cannot be read: {reason.rstrip('.')}."


def _said(location: str, error: Exception) -> str:
    """Return what an error says, without the password that it may repeat."""
    said = without_credentials(" ".join(str(error).split()) or type(error).__name__)
    try:
        password = urlsplit(location).password
    except ValueError:
        password = None
    for secret in (password, unquote(password or "")):
        said = said.replace(secret, "***") if secret else said
    return spelled_out(said)[:_LONGEST_REASON]
