"""Web pages, through requests: fsspec's own HTTP file system needs a further package and an event
loop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath
from typing import ClassVar
from urllib.parse import quote, urlsplit

from graphwright.documents.sources.formats import find_format, find_format_by_media_type
from graphwright.documents.sources.source import Content, Fetch, Found, Stat, without_scheme
from graphwright.errors import without_credentials
from graphwright.settings import Collection

_CONTROL = re.compile(r"[\x00-\x20\x7f]")


class Web:
    """The document behind a URL."""

    local: ClassVar[bool] = False

    def find(self, collection: Collection, address: str) -> Iterator[Found]:
        """Yield the document, whose path is its URL without scheme, user and password."""
        location = _CONTROL.sub(lambda found: quote(found[0]), address.partition("#")[0].strip())
        uri = without_credentials(location)
        yield Found(without_scheme(uri), location, uri)

    def stat(self, location: str) -> Stat | None:
        """Return nothing: a server need not know; see ``Source``."""
        return None

    def read(self, location: str, limit: int, fetch: Fetch) -> Content:
        """Return what the server answers, after redirects; see ``Source``."""
        from graphwright.documents.sources.web_client import (  # noqa: PLC0415  # remote only
            fetch_page,
        )

        data, headers = fetch_page(location, limit, fetch.deadline, fetch.internal_redirects)
        return Content(data, _modified(headers), _format(location, headers))


def _modified(headers: Mapping[str, str]) -> str | None:
    """Return when the page was changed by its server's word, if that can be told in UTC."""
    try:
        stated = parsedate_to_datetime(headers.get("Last-Modified") or "")
        return (stated if stated.tzinfo else stated.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return None


def _format(location: str, headers: Mapping[str, str]) -> str | None:
    """Return the suffix of the address where a format has it, else that of the stated format."""
    suffix = PurePosixPath(urlsplit(location).path).suffix.removeprefix(".").lower()
    if find_format(suffix) is not None:
        return suffix
    stated = headers.get("Content-Type", "").partition(";")[0].strip().lower()
    found = find_format_by_media_type(stated)
    return found.suffixes[0] if found is not None else None
