"""JSON records that carry the hash of what they say, so that a changed byte is never believed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphwright.ids import fingerprint

_SEAL = "sha256"


def sealed_json(record: Mapping[str, Any], *, indent: int | None = None) -> str:
    """Return a record as JSON with its hash under ``sha256``, which it must not have itself."""
    read = json.loads(json.dumps(record))
    return json.dumps({**read, _SEAL: fingerprint(read)}, indent=indent)


def read_sealed_json(data: bytes, *, unsealed: bool = False) -> dict[str, Any]:
    """Return a record without its seal.

    ``unsealed`` takes one that has none, as older versions wrote it. Raises ``ValueError`` for what
    is no JSON object, and where the hash is not that of the record.
    """
    record = json.loads(data)
    if not isinstance(record, dict):
        raise ValueError("it is no JSON object")
    stated = record.pop(_SEAL, None)
    if stated is None and unsealed:
        return record
    if stated != fingerprint(record):
        raise ValueError("its content is not what its hash says")
    return record
