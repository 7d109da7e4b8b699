"""What a source of documents is: files of a folder, web pages, objects of a store."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import ClassVar, Protocol

from graphwright.execution.time_limit import Deadline
from graphwright.settings import Collection

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """A document that was found: its path in the collection and where its bytes are.

    ``uri`` is what a citation shows, where that is not the path; ``problem`` says why the bytes
    cannot be read.
    """

    path: str
    location: str
    uri: str | None = None
    problem: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Stat:
    """What is known of a document before it is read: ``size`` in bytes, times in ISO 8601, UTC.

    A time outside the years 1 to 9999 is None, as if it were not stated.

    ``arrived`` is when it came to hold what it holds, or to its place, whichever is later; a file
    that is moved or copied in may have been modified years ago.
    """

    size: int
    modified: str | None
    arrived: str | None
    problem: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Content:
    """What was read of a document; ``format`` is the suffix of the format that its server names,
    where its address does not end with one."""

    data: bytes
    modified: str | None = None
    format: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Fetch:
    """How a document is fetched that is not of this machine.

    Who asks does not wait beyond ``deadline``; connections that it knows are cut off then.
    ``internal_redirects`` are networks of the settings.
    """

    deadline: Deadline
    internal_redirects: tuple[str, ...] = ()


class Source(Protocol):
    """A kind of place that documents come from.

    ``local`` says that its documents are files of this machine: listing them is cheap, so a watch
    does it, and a file holds the same each time that it is read. All others are listed and read
    under the limit of time that the settings name, and never while a build holds its lake.
    """

    local: ClassVar[bool]

    def find(self, collection: Collection, address: str) -> Iterator[Found]:
        """Yield the documents at an address of a collection, none of them read yet.

        Raises ``SourceError`` where none can be known, and any error where that goes wrong; what
        goes wrong with one is its problem.
        """
        ...

    def stat(self, location: str) -> Stat | None:
        """Return what is known of a document without reading it; ``None`` where nothing is.

        Raises ``OSError`` where that cannot be told.
        """
        ...

    def read(self, location: str, limit: int, fetch: Fetch) -> Content:
        """Return at most ``limit`` bytes of a document.

        Raises any error that says why it cannot be read; see ``reading.read_location``.
        """
        ...


def scheme_of(address: str) -> str:
    """Return the scheme of an address, lower case; ``file`` for a path."""
    found = _SCHEME.match(address)
    return found[1].lower() if found else "file"


def without_scheme(address: str) -> str:
    """Return an address without its scheme and the slashes around it."""
    return _SCHEME.sub("", address, count=1).strip("/")
