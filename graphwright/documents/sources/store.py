"""Objects of stores that fsspec knows (S3, Google Cloud, Azure, SFTP, ...), one or a whole folder.

Each store needs the fsspec package of its kind (s3fs, gcsfs, adlfs).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphwright.documents.sources.patterns import Patterns
from graphwright.documents.sources.source import Content, Fetch, Found, Stat, without_scheme
from graphwright.errors import without_credentials
from graphwright.settings import Collection


class Store:
    """The file behind an fsspec address, or all files below it that the patterns take."""

    local: ClassVar[bool] = False

    def find(self, collection: Collection, address: str) -> Iterator[Found]:
        """Yield the files, with their paths below the address; see ``Source``."""
        below = _list(address)
        patterns = Patterns(collection)
        for path in below:
            file = _file(address, path)
            if not path or patterns.includes(file.path):
                yield file

    def stat(self, location: str) -> Stat | None:
        """Return nothing: not all stores know; see ``Source``."""
        return None

    def read(self, location: str, limit: int, fetch: Fetch) -> Content:
        """Return the bytes; see ``Source``."""
        import fsspec  # noqa: PLC0415  # only remote sources need it

        with fsspec.open(location, "rb") as stream:
            return Content(stream.read(limit))


def _list(address: str) -> list[str]:
    """Return the paths of the files below a folder; of a file the empty one.

    A path goes behind the address as it was given, since what a store calls a file may lack the
    host.
    """
    from fsspec.core import url_to_fs  # noqa: PLC0415  # only remote sources need it

    store, root = url_to_fs(address)
    if not store.isdir(root):
        return [""]
    return sorted(name.removeprefix(root).lstrip("/") for name in store.find(root))


def _file(address: str, path: str) -> Found:
    """Return a file by its path below the address; that of the address itself is empty."""
    location = f"{address.rstrip('/')}/{path}" if path else address
    uri = without_credentials(location)
    below = without_scheme(uri)
    if path:
        root = without_scheme(without_credentials(address))
        below = below.removeprefix(root).strip("/")
    return Found(below, location, uri)
