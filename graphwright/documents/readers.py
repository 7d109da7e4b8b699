"""The reader of each format: a document's bytes to raw blocks.

A reader takes the bytes and the settings. What is done alike for all formats, before and after it,
is in ``read_document``.
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
from graphwright.documents.sources.formats import Format
from graphwright.documents.text.asciidoc import read_asciidoc
from graphwright.documents.text.delimited import read_csv
from graphwright.documents.text.mail import read_mail
from graphwright.documents.text.markdown import read_markdown
from graphwright.documents.text.plain import read_text
from graphwright.settings import ParseSettings


class HeaderRows(Enum):
    """Who says which rows of a table are its header."""

    INFERRED = auto()
    """Nobody: they are told from the cells."""
    DECLARED = auto()
    """The format can; where it does not, they are told from the cells."""
    READ = auto()
    """The reader, which sees more than the cells."""


@dataclasses.dataclass(frozen=True, slots=True)
class Reader:
    """How a format is read; ``check`` refuses bytes that ``read`` must not see.

    Both raise ``ParseError`` with the status that says why there are no blocks.
    """

    read: Callable[[bytes, ParseSettings], RawDocument]
    check: Callable[[bytes], None] = check_text
    header_rows: HeaderRows = HeaderRows.INFERRED


READERS = {
    "html": Reader(read_html, header_rows=HeaderRows.DECLARED),
    "markdown": Reader(read_markdown, header_rows=HeaderRows.DECLARED),
    "asciidoc": Reader(read_asciidoc, header_rows=HeaderRows.DECLARED),
    "mail": Reader(read_mail, header_rows=HeaderRows.DECLARED),
    "text": Reader(read_text),
    "csv": Reader(read_csv),
    "docx": Reader(read_docx, partial(check_package, "docx")),
    "pptx": Reader(read_pptx, partial(check_package, "pptx")),
    "xlsx": Reader(read_xlsx, partial(check_package, "xlsx")),
    "pdf": Reader(read_pdf, check_pdf, HeaderRows.READ),
}
"""By the name of the format in ``formats.FORMATS``."""


def read_document(form: Format, data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of a document, checked, with its header rows, without author lines.

    Raises ``ParseError`` with the status that says why there are none.
    """
    reader = READERS[form.name]
    check_not_empty(data)
    reader.check(data)
    raw = reader.read(data, settings)
    if reader.header_rows != HeaderRows.READ:
        declared = reader.header_rows == HeaderRows.DECLARED
        marked = tuple(mark_header_rows(raw.blocks, declared=declared))
        raw = dataclasses.replace(raw, blocks=marked)
    if not settings.clean.author_lines:
        return raw
    blocks, authors = without_author_lines(raw.blocks)
    return dataclasses.replace(raw, blocks=blocks).with_left_out({"author line": authors})
