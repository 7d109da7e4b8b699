"""Ids and hashes: functions of content alone, never of run, order, clock or chance."""

from __future__ import annotations

import hashlib
import json
from typing import Any

ID_LENGTH = 24
"""Hex digits of an id: 96 bits, so a billion ids collide with a chance under 1e-11."""

_SEPARATOR = b"\x1f"


def content_id(*parts: object) -> str:
    """Return the id of a thing from the parts that define it, as ``ID_LENGTH`` hex digits."""
    digest = hashlib.sha256()
    for part in parts:
        data = str(part).encode("utf-8", "surrogatepass")
        digest.update(str(len(data)).encode())
        digest.update(_SEPARATOR)
        digest.update(data)
    return digest.hexdigest()[:ID_LENGTH]


def sha256_bytes(data: bytes) -> str:
    """Return the SHA-256 of ``data`` as 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def sha256_text(text: str) -> str:
    """Return the SHA-256 of ``text`` in UTF-8 as 64 hex digits."""
    return sha256_bytes(text.encode("utf-8", "surrogatepass"))


def fingerprint(value: Any) -> str:
    """Return the SHA-256 of a JSON-serialisable value, with keys in order."""
    return sha256_text(json.dumps(value, sort_keys=True, ensure_ascii=False, default=str))


def document_id(collection: str, path: str) -> str:
    """Return a document's id: a function of its collection and its path inside it."""
    return content_id("document", collection, path)


def bucket_of(identifier: str, buckets: int) -> int:
    """Return the bucket, from 0 to ``buckets - 1``, that a document id falls into."""
    return int(hashlib.sha256(identifier.encode()).hexdigest(), 16) % buckets
