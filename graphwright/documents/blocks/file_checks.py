"""Cheap checks of a document's bytes, before a reader sees them, and how they refuse.

They catch what would confuse a reader: an empty file, another kind of file than the suffix says.
Checks of one format stand beside its reader.
"""

from __future__ import annotations

import re
from typing import NoReturn

from graphwright.documents.blocks.encoding import wide_encoding
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

OLE_SIGNATURE = bytes.fromhex("d0cf11e0a1b11ae1")
"""How files of Office before 2007 begin, and encrypted ones since."""
_SIGNATURES = {
    "a PDF file": b"%PDF-",
    "a zip or Office file": b"PK\x03\x04",
    "an old Office file": OLE_SIGNATURE,
    "a gzip file": b"\x1f\x8b",
    "a PNG picture": b"\x89PNG",
    "a JPEG picture": b"\xff\xd8\xff",
    "a GIF picture": b"GIF8",
    "a program": b"\x7fELF",
}
_SOMETHING = re.compile(rb"[^\x00\t\n\r \xef\xbb\xbf]")


def check_not_empty(data: bytes) -> None:
    """Raise ``ParseError`` where the bytes are white space at most."""
    if _SOMETHING.search(data) is None:
        reject(DocumentStatus.EMPTY, "The file is empty.", "Exclude it in sources.yaml.")


def check_text(data: bytes) -> None:
    """Raise ``ParseError`` where the bytes are no text."""
    if any(data.startswith(signature) for signature in _SIGNATURES.values()):
        reject_other_kind(data, "text")
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff"))
    if b"\x00" in data[:65536] and not marked and wide_encoding(data) is None:
        reject_other_kind(data, "text")


def reject_other_kind(data: bytes, expected: str) -> NoReturn:
    """Raise the ``ParseError`` of a file that is none of what its suffix says."""
    named = (name for name, signature in _SIGNATURES.items() if data.startswith(signature))
    found = next(named, None)
    found = found or ("binary data" if b"\x00" in data[:65536] else "something else")
    reject(
        DocumentStatus.UNSUPPORTED,
        f"The file holds {found}, but by its suffix {expected} was expected.",
        "Give the file the suffix of what it holds.",
    )


def reject_encrypted() -> NoReturn:
    """Raise the ``ParseError`` of an encrypted document."""
    reject(
        DocumentStatus.ENCRYPTED,
        "The file is encrypted.",
        "Save it without a password.",
    )


def reject(status: DocumentStatus, message: str, remedy: str) -> NoReturn:
    """Raise ``ParseError``: the document gets this status, and its row says why and what to do."""
    raise ParseError(message, status=status, remedy=remedy)
