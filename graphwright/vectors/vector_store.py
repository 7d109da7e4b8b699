"""What a vector store is, and which kinds there are.

Parquet is the truth and a vector store a copy that can be made again, for those that search it.
Which vectors there are is in ``embedding_cache``; what it was last made to hold in ``sync_state``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from graphwright.registry import Registry
from graphwright.vectors.embedding_texts import Kind
from graphwright.vectors.milvus_connection import milvus_place

if TYPE_CHECKING:
    from graphwright.settings import MilvusSettings
    from graphwright.vectors.embedder import Progress, Vectors
    from graphwright.vectors.vector_column import StoredVectors


@dataclasses.dataclass(frozen=True)
class SyncCounts:
    """What a sync did, in rows."""

    added: int
    updated: int
    deleted: int
    unchanged: int


@dataclasses.dataclass(frozen=True)
class Hit:
    """A row found: its id, and its cosine similarity with the query from -1 to 1."""

    id: str
    score: float


class VectorStore(Protocol):
    """Holds the vectors of entities, chunks and relations, of one or more models.

    Use as a context manager, or call ``close``. All methods raise ``VectorStoreError``.
    """

    def __enter__(self) -> Self:
        """Return the store itself."""
        ...

    def __exit__(self, *_: object) -> None:
        """Close it."""
        ...

    def close(self) -> None:
        """Give back what it holds open; closing twice does no harm."""
        ...

    def sync(
        self,
        kind: Kind,
        model_fingerprint: str,
        ids: Sequence[str],
        text_hashes: Sequence[str],
        vectors: Vectors | StoredVectors,
        *,
        stored: Mapping[str, str] | None = None,
        on_progress: Progress | None = None,
    ) -> SyncCounts:
        """Make it hold exactly these rows of a kind and model; ``vectors`` is float32 ``(n, d)``.

        What a crash left is healed by the next call. ``stored`` is the text hash of each id that it
        holds, where the caller knows. ``on_progress`` gets the rows written since its last call.
        """
        ...

    def search(self, kind: Kind, model_fingerprint: str, vector: Vectors, limit: int) -> list[Hit]:
        """Return the ``limit`` nearest rows, best first, rows of equal score in order of id."""
        ...

    def count(self, kind: Kind, model_fingerprint: str) -> int:
        """Return the number of rows of a kind and model; 0 where there are none."""
        ...


class Opener(Protocol):
    """Opens a store by its settings; ``folder`` is for one that lives in the lake."""

    def __call__(
        self, settings: MilvusSettings, folder: Path, *, wait_seconds: float
    ) -> VectorStore:
        """Return the open store, waiting so long while another process has it."""
        ...


class Placer(Protocol):
    """Says, without opening it, which store the settings mean."""

    def __call__(self, settings: MilvusSettings, folder: Path) -> str:
        """Return what stands for the place of the vectors: another store has another."""
        ...


@dataclasses.dataclass(frozen=True)
class VectorStoreKind:
    """A kind of vector store: how one is opened, and how it is told from another of its kind."""

    open: Opener
    place: Placer


def _open_milvus(settings: MilvusSettings, folder: Path, *, wait_seconds: float) -> VectorStore:
    from graphwright.vectors.milvus_store import MilvusStore  # noqa: PLC0415  # it imports this

    return MilvusStore.from_settings(settings, folder, wait_seconds=wait_seconds)


VECTOR_STORES: Registry[VectorStoreKind] = Registry("The vector store")
VECTOR_STORES.register("milvus", VectorStoreKind(_open_milvus, milvus_place))


def open_vector_store(
    settings: MilvusSettings, folder: Path, *, kind: str = "milvus", wait_seconds: float = 10.0
) -> VectorStore:
    """Open the vector store of the settings; ``folder`` is where one inside the lake lies.

    No setting chooses the ``kind``, only where Milvus is: the default is what a build uses.

    Raises ``VectorStoreError``, and ``SettingsError`` for a kind that there is not.
    """
    return VECTOR_STORES.get(kind).open(settings, folder, wait_seconds=wait_seconds)


def place_of(settings: MilvusSettings, folder: Path, *, kind: str = "milvus") -> str:
    """Return what stands for the place of the vectors. Raises ``SettingsError`` as above."""
    return VECTOR_STORES.get(kind).place(settings, folder)
