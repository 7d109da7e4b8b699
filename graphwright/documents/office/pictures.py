"""Pictures of an Office file made small before it is parsed, since no one looks at them.

Docling decodes each picture and packs it anew as PNG, which takes seconds for a photograph; all
that is wanted of it is that it is there. So each part below a folder ``media`` becomes a small
picture. A part is known by its content, so its name may say another format.
"""

from __future__ import annotations

import base64

from graphwright.documents.office.package import with_parts
from graphwright.documents.office.package_checks import open_package

_PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mNoIAAYRhWMKhhVMFIVAABCAAAfN5c2AAAAAABJRU5ErkJggg=="
)
"""A grey picture of 32 by 32 pixels, as PNG: Docling takes much smaller ones for blank space."""


def with_small_pictures(data: bytes) -> bytes:
    """Return the file with a small picture for each of its pictures; without any, as it is.

    Raises ``ParseError`` where the archive is damaged.
    """
    with open_package(data) as archive:
        pictures = dict.fromkeys(filter(_is_media, archive.namelist()), _PICTURE)
        return with_parts(archive, pictures) if pictures else data


def _is_media(name: str) -> bool:
    return "/media/" in name and not name.endswith("/")
