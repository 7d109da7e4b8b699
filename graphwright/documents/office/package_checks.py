"""Checks of an Office file's package: encryption, zip bombs, damage, another kind of file."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from xml.parsers.expat import ExpatError

from graphwright.documents.blocks.file_checks import (
    OLE_SIGNATURE,
    reject,
    reject_encrypted,
    reject_other_kind,
)
from graphwright.tables import DocumentStatus

MAX_UNPACKED_BYTES = 1_000_000_000
MAX_ZIP_RATIO = 200

_FOLDERS = {"docx": "word/", "pptx": "ppt/", "xlsx": "xl/"}
"""The folder of the package that every file of a format has."""
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a way to pack that Python does not know
    ExpatError,
    KeyError,  # a part that is missing
)
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")


def check_package(form: str, data: bytes) -> None:
    """Raise ``ParseError`` where the bytes are no package of ``docx``, ``pptx`` or ``xlsx``.

    So are those of an encrypted or damaged one, and of one that unpacks to too much.
    """
    if data.startswith(OLE_SIGNATURE):
        if _ENCRYPTED_STREAM in data:
            reject_encrypted()
        reject_other_kind(data, f"an Office file ({form})")
    if not data.startswith(b"PK"):
        reject_other_kind(data, f"an Office file ({form})")
    with open_package(data) as package:
        _check_parts(form, package)


@contextmanager
def open_package(data: bytes) -> Iterator[zipfile.ZipFile]:
    """Open a package; what shows meanwhile that it is damaged is raised as ``ParseError``."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            yield package
    except _DAMAGED as error:
        reject(
            DocumentStatus.FAILED,
            f"The archive inside the Office file is damaged: {error}.",
            "Open and save the file again with the program that made it.",
        )


def _check_parts(form: str, package: zipfile.ZipFile) -> None:
    parts = package.infolist()
    if any(part.flag_bits & 0x1 for part in parts):
        reject_encrypted()
    if not any(part.filename.startswith(_FOLDERS[form]) for part in parts):
        reject(
            DocumentStatus.UNSUPPORTED,
            f"The zip archive has no {_FOLDERS[form]} folder, which {form} files have.",
            "Give the file the suffix of what it holds.",
        )
    unpacked = sum(part.file_size for part in parts)
    packed = max(1, sum(part.compress_size for part in parts))
    if unpacked > MAX_UNPACKED_BYTES or (
        unpacked > MAX_UNPACKED_BYTES // 10 and unpacked / packed > MAX_ZIP_RATIO
    ):
        reject(
            DocumentStatus.TOO_LARGE,
            f"The file unpacks from {packed:,} to {unpacked:,} bytes, but at most"
            f" {MAX_UNPACKED_BYTES:,} at a ratio of {MAX_ZIP_RATIO} were expected.",
            "Split the file, or remove the pictures inside it.",
        )
