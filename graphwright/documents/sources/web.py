"""Web pages, through requests: fsspec's own HTTP file system needs a further package and an event
loop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath
from typing import Any, ClassVar
from urllib.parse import urlsplit

from graphwright.documents.sources.formats import find_format, find_format_by_media_type
from graphwright.documents.sources.source import Content, Found, Stat, without_scheme
from graphwright.errors import SourceError, without_credentials
from graphwright.settings import Collection

_TIMEOUT_SECONDS = (10, 60)
"""Longest wait for a connection, and for the next bytes of an answer."""
_LONGEST_SECONDS = 600
"""Longest wait for the whole of an answer."""


class Web:
    """The document behind a URL."""

    local: ClassVar[bool] = False

    def find(self, collection: Collection, address: str) -> Iterator[Found]:
        """Yield the document, whose path is its URL without scheme, user and password."""
        location = address.partition("#")[0]
        uri = without_credentials(location)
        yield Found(without_scheme(uri), location, uri)

    def stat(self, location: str) -> Stat | None:
        """Return nothing: a server need not know; see ``Source``."""
        return None

    def read(self, location: str, limit: int) -> Content:
        """Return what the server answers; see ``Source``."""
        import requests  # noqa: PLC0415  # only remote sources need it

        try:
            with requests.get(location, timeout=_TIMEOUT_SECONDS, stream=True) as response:
                response.raise_for_status()
                data = _read_limited(response, limit)
                headers = response.headers
        except requests.RequestException as error:
            answer = error.response
            # What else the error says may hold addresses in memory, which differ from run to run.
            reason = type(error).__name__ if answer is None else f"HTTP status {answer.status_code}"
            raise unreadable(location, reason) from error
        return Content(data, _modified(headers), _format(location, headers))


def unreadable(location: str, reason: object) -> SourceError:
    """Return the error of a remote document that cannot be read."""
    return SourceError(
        without_credentials(f"{location} cannot be read: {reason}."),
        remedy="Check the address and the rights to read it.",
    )


def _read_limited(response: Any, limit: int) -> bytes:
    """Return the first bytes of an answer; raise ``Timeout`` where they come drop by drop."""
    from requests import Timeout  # noqa: PLC0415  # only remote sources need it

    data = bytearray()
    end = time.monotonic() + _LONGEST_SECONDS
    for piece in response.iter_content(1 << 16):
        data += piece
        if len(data) >= limit:
            break
        if time.monotonic() > end:
            raise Timeout
    return bytes(data[:limit])


def _modified(headers: Any) -> str | None:
    stated = headers.get("Last-Modified")
    if not stated:
        return None
    try:
        return parsedate_to_datetime(stated).astimezone(UTC).isoformat()
    except ValueError:
        return None


def _format(location: str, headers: Any) -> str | None:
    """Return the suffix of the address where a format has it, else that of the stated format."""
    suffix = PurePosixPath(urlsplit(location).path).suffix.removeprefix(".").lower()
    if find_format(suffix) is not None:
        return suffix
    stated = headers.get("Content-Type", "").partition(";")[0].strip().lower()
    found = find_format_by_media_type(stated)
    return found.suffixes[0] if found is not None else None
