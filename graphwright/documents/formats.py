"""The formats that are read: how each is known, checked and read.

A new format is one module with its reader, and one entry in ``FORMATS``. A reader takes the bytes
and the settings and returns raw blocks; what is done alike for all formats is in ``read_document``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import Enum, auto
from functools import partial

from graphwright.documents.blocks.author_lines import without_author_lines
from graphwright.documents.blocks.file_checks import check_not_empty, check_text
from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.blocks.table_headers import mark_header_rows
from graphwright.documents.html.reader import read_html
from graphwright.documents.office.docx import read_docx
from graphwright.documents.office.package_checks import check_package
from graphwright.documents.office.pptx import read_pptx
from graphwright.documents.office.xlsx import read_xlsx
from graphwright.documents.pdf.reader import check_pdf, read_pdf
from graphwright.documents.text.asciidoc import read_asciidoc
from graphwright.documents.text.delimited import read_csv
from graphwright.documents.text.mail import read_mail
from graphwright.documents.text.markdown import read_markdown
from graphwright.documents.text.plain import read_text
from graphwright.errors import ParseError
from graphwright.settings import ParseSettings
from graphwright.tables import DocumentStatus

Reader = Callable[[bytes, ParseSettings], RawDocument]
"""Raises ``ParseError`` with the status that says why there are no blocks."""


class HeaderRows(Enum):
    """Who says which rows of a table are its header."""

    INFERRED = auto()
    """Nobody: they are told from the cells."""
    DECLARED = auto()
    """The format can; where it does not, they are told from the cells."""
    READ = auto()
    """The reader, which sees more than the cells."""


@dataclasses.dataclass(frozen=True, slots=True)
class Format:
    """A format: its suffixes (the first stands for it), its reader, and what is known of it.

    ``media_types`` are those by which a server names it; ``check`` refuses bytes that the reader
    must not see; ``page`` is what people call one of its pages.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Reader
    media_types: tuple[str, ...] = ()
    check: Callable[[bytes], None] = check_text
    header_rows: HeaderRows = HeaderRows.INFERRED
    page: str = "page"


_OOXML = "application/vnd.openxmlformats-officedocument"
_DECLARED = HeaderRows.DECLARED

PDF = Format(
    "pdf", ("pdf",), read_pdf, ("application/pdf",), check_pdf, header_rows=HeaderRows.READ
)
FORMATS = (
    Format("html", ("html", "htm", "xhtml"), read_html,
           ("text/html", "application/xhtml+xml"), header_rows=_DECLARED),
    Format("markdown", ("md", "markdown"), read_markdown,
           ("text/markdown",), header_rows=_DECLARED),
    Format("asciidoc", ("adoc", "asciidoc"), read_asciidoc, header_rows=_DECLARED),
    Format("mail", ("eml",), read_mail, ("message/rfc822",), header_rows=_DECLARED),
    Format("text", ("txt", "text", "log"), read_text, ("text/plain",)),
    Format("csv", ("csv", "tsv"), read_csv, ("text/csv",)),
    Format("docx", ("docx", "docm", "dotx", "dotm"), read_docx,
           (f"{_OOXML}.wordprocessingml.document",), partial(check_package, "docx")),
    Format("pptx", ("pptx", "pptm", "ppsx", "ppsm", "potx", "potm"), read_pptx,
           (f"{_OOXML}.presentationml.presentation",), partial(check_package, "pptx"),
           page="slide"),
    Format("xlsx", ("xlsx", "xlsm", "xltx", "xltm"), read_xlsx,
           (f"{_OOXML}.spreadsheetml.sheet",), partial(check_package, "xlsx"), page="sheet"),
    PDF,
)  # fmt: skip

_BY_SUFFIX = {suffix: form for form in FORMATS for suffix in form.suffixes}
_BY_MEDIA_TYPE = {media_type: form for form in FORMATS for media_type in form.media_types}


def find_format(suffix: str) -> Format | None:
    """Return the format of a file suffix (lower case, no dot); ``None`` where none has it."""
    return _BY_SUFFIX.get(suffix)


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


def read_document(form: Format, data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of a document, checked, with its header rows, without author lines.

    Raises ``ParseError`` with the status that says why there are none.
    """
    check_not_empty(data)
    form.check(data)
    raw = form.read(data, settings)
    if form.header_rows != HeaderRows.READ:
        marked = mark_header_rows(raw.blocks, declared=form.header_rows == HeaderRows.DECLARED)
        raw = dataclasses.replace(raw, blocks=tuple(marked))
    if not settings.clean.author_lines:
        return raw
    blocks, authors = without_author_lines(raw.blocks)
    return dataclasses.replace(raw, blocks=blocks).with_left_out({"author line": authors})
