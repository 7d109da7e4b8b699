"""The formats that are read: how files and servers name each, and what its pages are called.

A new format is an entry here, a module with its reader, and an entry in ``readers``.
"""

from __future__ import annotations

import dataclasses

from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus


@dataclasses.dataclass(frozen=True, slots=True)
class Format:
    """A format by its file suffixes, of which the first stands for it.

    ``media_types`` are those by which a server names it; ``page`` is what people call one of its
    pages.
    """

    name: str
    suffixes: tuple[str, ...]
    media_types: tuple[str, ...] = ()
    page: str = "page"


_OOXML = "application/vnd.openxmlformats-officedocument"

PDF = Format("pdf", ("pdf",), ("application/pdf",))
TICKET = Format("ticket", ("ticket",))
"""The canonical record of a ticket, which exports are expanded to: no file that people write."""
FORMATS = (
    Format("html", ("html", "htm", "xhtml"), ("text/html", "application/xhtml+xml")),
    Format("markdown", ("md", "markdown"), ("text/markdown",)),
    Format("asciidoc", ("adoc", "asciidoc")),
    Format("mail", ("eml",), ("message/rfc822",)),
    Format("text", ("txt", "text", "log"), ("text/plain",)),
    Format("csv", ("csv", "tsv"), ("text/csv",)),
    Format("docx", ("docx", "docm", "dotx", "dotm"), (f"{_OOXML}.wordprocessingml.document",)),
    Format("pptx", ("pptx", "pptm", "ppsx", "ppsm", "potx", "potm"),
           (f"{_OOXML}.presentationml.presentation",), page="slide"),
    Format("xlsx", ("xlsx", "xlsm", "xltx", "xltm"),
           (f"{_OOXML}.spreadsheetml.sheet",), page="sheet"),
    PDF,
)  # fmt: skip

_BY_SUFFIX = {suffix: form for form in FORMATS for suffix in form.suffixes}
_READ_BY_SUFFIX = {**_BY_SUFFIX, "ticket": TICKET}
_BY_MEDIA_TYPE = {media_type: form for form in FORMATS for media_type in form.media_types}


def find_format(suffix: str) -> Format | None:
    """Return the format of a file suffix (lower case, no dot); ``None`` where none has it."""
    return _READ_BY_SUFFIX.get(suffix)


def find_format_by_media_type(media_type: str) -> Format | None:
    """Return the format of a media type (lower case, no parameters); ``None`` for any other."""
    return _BY_MEDIA_TYPE.get(media_type)


def format_of(suffix: str) -> Format:
    """Return the format of a file suffix; raise ``ParseError`` where there is none."""
    form = find_format(suffix)
    if form is None:
        found = f"The suffix is {suffix!r}" if suffix else "The file has no suffix"
        raise ParseError(
            f"{found}, but one of these was expected: {', '.join(sorted(_BY_SUFFIX))}.",
            status=DocumentStatus.UNSUPPORTED,
            remedy="Convert the file to one of them, or exclude it in sources.yaml.",
        )
    return form
