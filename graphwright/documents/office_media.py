"""Pictures of an Office file made small before it is parsed, since no one looks at them.

Docling decodes each picture and packs it anew as PNG, which takes seconds for a photograph; all
that is wanted of it is that it is there. So each part below a folder ``media`` becomes a small
picture. A part is known by its content, so its name may say another format.
"""

from __future__ import annotations

import base64
import zipfile
from io import BytesIO

from graphwright.documents.checks import opened

_PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mNoIAAYRhWMKhhVMFIVAABCAAAfN5c2AAAAAABJRU5ErkJggg=="
)
"""A grey picture of 32 by 32 pixels, as PNG: Docling takes much smaller ones for blank space."""


def with_small_pictures(data: bytes) -> bytes:
    """Return the file with a small picture for each of its pictures; without any, as it is.

    Raises ``ParseError`` where the archive is damaged.
    """
    with opened(data) as archive:
        if not any(_is_media(name) for name in archive.namelist()):
            return data
        return rewritten(
            archive, {name: _PICTURE for name in archive.namelist() if _is_media(name)}
        )


def _is_media(name: str) -> bool:
    return "/media/" in name and not name.endswith("/")


def rewritten(archive: zipfile.ZipFile, changed: dict[str, bytes]) -> bytes:
    """Return a copy of an archive in which some parts are others, all of them unpacked."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as copy:
        for entry in archive.infolist():
            copy.writestr(entry.filename, changed.get(entry.filename) or archive.read(entry))
    return buffer.getvalue()
