"""Whether two lakes hold the same graph: tables byte for byte, vectors as Milvus gives them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from graphwright.ids import sha256_bytes
from graphwright.settings import EmbeddingSettings
from graphwright.vectors.embedder import embedder_fingerprint
from graphwright.vectors.embedding_texts import KINDS
from graphwright.vectors.milvus_store import MilvusStore, collection_name

_FIELDS = ["id", "text_hash", "vector"]
_PAGE = 8192


def table_hashes(lake: Path) -> dict[str, str]:
    """Return the hash of every file of the tables by its path."""
    tables = lake / "tables"
    files = sorted(path for path in tables.rglob("*") if path.is_file())
    return {p.relative_to(tables).as_posix(): sha256_bytes(p.read_bytes()) for p in files}


def served_vectors(lake: Path, embedding: EmbeddingSettings) -> dict[str, str]:
    """Return kind and id to text hash and a hash of the vector, read out of Milvus Lite."""
    model = embedder_fingerprint(embedding)
    rows: dict[str, str] = {}
    with MilvusStore.lite(lake / "milvus") as store:
        held = store.collections()
        for kind in KINDS:
            if (name := collection_name(kind, model)) in held:
                rows |= {f"{kind} {key}": row for key, row in _rows(store, name).items()}
    return rows


def _rows(store: MilvusStore, name: str) -> dict[str, str]:
    query = store._connection.call  # what is held is asked of Milvus itself
    query("load_collection", name)
    ids = [r["id"] for r in query("query", name, filter="", output_fields=["id"], limit=10**9)]
    if len(set(ids)) != len(ids):
        raise ValueError(f"{name} holds {len(ids) - len(set(ids))} ids twice.")
    found: dict[str, str] = {}
    for start in range(0, len(ids), _PAGE):
        page = query("get", name, ids=ids[start : start + _PAGE], output_fields=_FIELDS)
        found |= {row["id"]: f"{row['text_hash']} {_digest(row['vector'])}" for row in page}
    return found


def _digest(vector: list[float]) -> str:
    return hashlib.sha256(np.asarray(vector, dtype="<f4").tobytes()).hexdigest()[:16]


def differing(ours: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Return the keys that only one of two mappings has, or whose values differ."""
    return sorted(key for key in {*ours, *other} if ours.get(key) != other.get(key))
