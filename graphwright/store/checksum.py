"""The checksum of a table's file, which the file itself carries: are these the bytes written?

Parquet has checksums of pages only, which DuckDB does not look at and which leave the footer out,
so a changed byte may still decode to another value. The seal is the SHA-256 of the whole file with
zeros in the seal's own place, which stands among the metadata of the footer.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import BinaryIO

_KEY = b"graphwright.sha256"
_OPEN = b"0" * 64
UNSEALED = {_KEY: _OPEN}
"""Metadata to write a Parquet file with that is then sealed."""

_MARK = _KEY + b"\x18\x40"
"""The key as Thrift writes it, with what says that a string of 64 bytes follows."""

_MAGIC, _TAIL, _BLOCK = b"PAR1", 8, 1 << 20


def seal(path: Path) -> str:
    """Write the checksum into a Parquet file that was written with ``UNSEALED``, and return it.

    Raises ``ValueError`` where the file has no place for it.
    """
    with path.open("r+b") as file:
        place = _place(file)
        if place is None:
            raise ValueError(f"{path} was written without a place for its checksum.")
        checksum = _checksum(file, place)
        file.seek(place)
        file.write(checksum.encode())
    return checksum


def read_seal(path: Path) -> str | None:
    """Return the checksum that a file carries, once it is found to be that of its bytes.

    None where it carries none, as files of older versions do. Raises ``ValueError`` where the bytes
    are others or no Parquet file, and ``OSError`` where they cannot be read.
    """
    with path.open("rb") as file:
        place = _place(file)
        if place is None:
            return None
        file.seek(place)
        stated, found = file.read(len(_OPEN)).decode("ascii", "replace"), _checksum(file, place)
    if stated != found:
        raise ValueError(f"its bytes have the SHA-256 {found}, but {stated} was written")
    return found


def _place(file: BinaryIO) -> int | None:
    """Return where the seal stands in a file."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - _TAIL, 0))
    tail = file.read(_TAIL)
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != _MAGIC or length + _TAIL + len(_MAGIC) > size:
        raise ValueError("it does not end as a Parquet file does")
    start = size - _TAIL - length
    file.seek(start)
    found = file.read(length).rfind(_MARK)
    return None if found < 0 else start + found + len(_MARK)


def _checksum(file: BinaryIO, place: int) -> str:
    """Return the SHA-256 of a file's bytes, with zeros where its seal stands."""
    digest = hashlib.sha256()
    file.seek(0)
    left = place
    while left and (block := file.read(min(_BLOCK, left))):
        digest.update(block)
        left -= len(block)
    digest.update(_OPEN)
    file.seek(place + len(_OPEN))
    while block := file.read(_BLOCK):
        digest.update(block)
    return digest.hexdigest()
