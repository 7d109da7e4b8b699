"""The sources that there are, by the scheme of an address.

A new source is one module with a class as ``Source`` describes it, and one entry here.
"""

from __future__ import annotations

from graphwright.documents.sources.local import File, Folder
from graphwright.documents.sources.source import Source, scheme_of
from graphwright.documents.sources.store import Store
from graphwright.documents.sources.web import Web
from graphwright.errors import SourceError

FOLDER = Folder()
"""The source of a collection that names a folder."""
_STORE = Store()
SOURCES: dict[str, Source] = {"file": File(), "http": Web(), "https": Web()}
"""Beside these, every scheme that fsspec knows is read as a store."""


def source_of(address: str) -> Source:
    """Return the source that an address belongs to; a path is one of a file.

    Raises ``SourceError`` where no source has its scheme.
    """
    scheme = scheme_of(address)
    if scheme in SOURCES:
        return SOURCES[scheme]
    from fsspec.registry import known_implementations, registry  # noqa: PLC0415  # remote only

    if scheme not in known_implementations and scheme not in registry:
        # A row of a table: what fsspec knows differs between its versions, and is not listed.
        raise SourceError(
            f"No source reads {scheme}://; there are {', '.join(sorted(SOURCES))}, and any that"
            " fsspec knows.",
            remedy="Correct 'urls' in sources.yaml.",
        )
    return _STORE


def is_local(address: str) -> bool:
    """Say whether an address is one of this machine."""
    source = SOURCES.get(scheme_of(address))
    return source is not None and source.local
