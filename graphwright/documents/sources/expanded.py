"""The tickets of the exports that this process expanded last.

Expanding one of 20,000 tickets takes some 20 s. A build does so when it lists its sources; the
check of how long changed documents wait, at its end, finds the same exports here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from graphwright.documents.sources.exports import masking_of
from graphwright.documents.sources.rows import Facts
from graphwright.documents.sources.source import Content, Found
from graphwright.ids import fingerprint, sha256_bytes
from graphwright.settings import Collection
from graphwright.tables import SourceDocument


def state_of(found: Found, content: Content | None, facts: Facts) -> str:
    """Return what stands for a file and all that a row takes from it."""
    digest = None if content is None else sha256_bytes(content.data)
    return fingerprint([dataclasses.astuple(found), digest, dataclasses.astuple(facts)])


class ExpandedExports:
    """Keeps the rows of the last expansion of each collection, with what they were made from."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[str, tuple[SourceDocument, ...]]] = {}

    def rows(
        self, collection: Collection, states: Iterable[str]
    ) -> tuple[SourceDocument, ...] | None:
        """Return the rows of a collection whose settings and files are as they were, or None.

        ``states`` are asked for only where rows are kept.
        """
        if collection.name not in self._last:
            return None
        key, rows = self._last[collection.name]
        return rows if key == _key(collection, states) else None

    def keep(
        self, collection: Collection, states: Iterable[str], rows: Sequence[SourceDocument]
    ) -> None:
        """Keep the rows of a collection in place of the earlier ones."""
        self._last[collection.name] = _key(collection, states), tuple(rows)


def _key(collection: Collection, states: Iterable[str]) -> str:
    salt = masking_of(collection).salt
    settings = collection.model_dump(mode="json")
    return fingerprint([settings, None if salt is None else salt.hex(), *states])
