"""Documents behind URLs: HTTP through requests, every other store through fsspec.

fsspec's own HTTP file system needs a further package and an event loop; requests does not.
Other stores need the fsspec package of their kind (s3fs, gcsfs, adlfs).
"""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Iterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from graphwright.documents.checks import FORMATS
from graphwright.errors import SourceError, without_credentials

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
_HTTP = frozenset({"http", "https"})
_TIMEOUT_SECONDS = (10, 60)
"""Longest wait for a connection, and for the next bytes of an answer."""
_LONGEST_SECONDS = 600
"""Longest wait for the whole of an answer."""
_CONTENT_TYPES = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "txt",
    "text/markdown": "md",
    "text/csv": "csv",
    "application/pdf": "pdf",
    "message/rfc822": "eml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
}


@dataclasses.dataclass(frozen=True, slots=True)
class RemoteFile:
    """A document behind a URL; ``listed`` says that the URL itself was named, not its folder."""

    path: str
    location: str
    uri: str
    listed: bool
    problem: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class RemoteContent:
    """What a URL answered: at most the bytes asked for."""

    data: bytes
    modified: str | None
    format: str | None


def is_remote(location: str) -> bool:
    """Say whether a location is a URL other than of a local file."""
    found = _SCHEME.match(location)
    return found is not None and found[1].lower() != "file"


def find_remote(url: str) -> Iterator[RemoteFile]:
    """Yield the document behind a URL, or all files below an fsspec folder."""
    if urlsplit(url).scheme.lower() in _HTTP:
        address = url.partition("#")[0]
        yield _remote_file(address, address, listed=True)
        return
    try:
        below = _list_store(url)
    except Exception as error:  # noqa: BLE001  # each store raises errors of its own kind
        problem = without_credentials(f"cannot be listed: {error}")
        yield _remote_file(url, url, listed=True, problem=problem)
        return
    for path in below:
        address = f"{url.rstrip('/')}/{path}" if path else url
        yield _remote_file(address, url, listed=not path)


def _list_store(url: str) -> list[str]:
    """Return the paths of the files below a folder; of a file the empty one.

    A path goes behind the URL as it was given, since what a store calls a file may lack the host.
    """
    from fsspec.core import url_to_fs  # noqa: PLC0415  # only remote sources need it

    store, root = url_to_fs(url)
    if not store.isdir(root):
        return [""]
    return sorted(name.removeprefix(root).lstrip("/") for name in store.find(root))


def _scheme(url: str) -> str:
    found = _SCHEME.match(url)
    return found[1].lower() if found else "file"


def _remote_file(
    location: str, url: str, *, listed: bool, problem: str | None = None
) -> RemoteFile:
    """Return a file whose path is its address without scheme, user and password."""
    uri = without_credentials(location)
    path = _SCHEME.sub("", uri, count=1).strip("/")
    if not listed:
        root = _SCHEME.sub("", without_credentials(url), count=1).strip("/")
        path = path.removeprefix(root).strip("/")
    return RemoteFile(path, location, uri, listed, problem)


def open_remote(location: str, limit: int) -> RemoteContent:
    """Return at most ``limit`` bytes of a document; raise ``SourceError`` where there are none."""
    if _scheme(location) in _HTTP:
        return _open_http(location, limit)
    import fsspec  # noqa: PLC0415  # only remote sources need it

    try:
        with fsspec.open(location, "rb") as stream:
            return RemoteContent(stream.read(limit), None, None)
    except Exception as error:
        raise _unreadable(location, error) from error


def _open_http(location: str, limit: int) -> RemoteContent:
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
        raise _unreadable(location, reason) from error
    return RemoteContent(data, _modified(headers), _format(location, headers))


def _unreadable(location: str, reason: object) -> SourceError:
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
    """Return the format that the answer states, where the address does not end with one."""
    suffix = PurePosixPath(urlsplit(location).path).suffix.removeprefix(".").lower()
    if suffix in FORMATS:
        return suffix
    return _CONTENT_TYPES.get(headers.get("Content-Type", "").partition(";")[0].strip().lower())
