"""One reading by Docling: bytes to blocks, with what it could not read as warnings.

What of its document is text is decided in ``blocks``. The readers of HTML, Office files and
AsciiDoc share one converter; PDF with models has its own, in ``pdf.docling_models``.
"""

from __future__ import annotations

import dataclasses
import functools
import logging
import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.docling.blocks import RunJoiner, join_runs, to_raw_document
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

if TYPE_CHECKING:
    from docling.datamodel.document import ConversionResult
    from docling.document_converter import DocumentConverter

_REMEDY = "Open the file with the program that made it and save it again."


def read_with_docling(
    converter: DocumentConverter,
    suffix: str,
    data: bytes,
    *,
    box_unit: str | None = None,
    join: RunJoiner = join_runs,
    headers_footers: bool = False,
) -> RawDocument:
    """Return what a converter makes of a file that ends with ``suffix``; see ``to_raw_document``.

    Raises ``ParseError`` where Docling cannot read it.
    """
    result = _converted(converter, suffix, data)
    raw = to_raw_document(
        result.document, box_unit=box_unit, join=join, headers_footers=headers_footers
    )
    partial = result.status.value == "partial_success"
    errors = tuple(error.error_message for error in result.errors)
    return dataclasses.replace(raw, partial=partial, warnings=(*raw.warnings, *errors))


def _converted(converter: DocumentConverter, suffix: str, data: bytes) -> ConversionResult:
    from docling.datamodel.base_models import DocumentStream  # noqa: PLC0415  # heavy

    stream = DocumentStream(name=f"document.{suffix}", stream=BytesIO(data))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about pictures and columns, said to nobody here
            result = converter.convert(stream)
    except RuntimeError as error:  # what Docling raises, and what it wraps others in
        cause = error.__cause__ or error
        if isinstance(cause, MemoryError):
            raise cause from error
        raise ParseError(
            f"Docling could not read the file: {type(cause).__name__}: {cause}.",
            status=DocumentStatus.FAILED,
            remedy=_REMEDY,
        ) from error
    if result.status.value not in ("success", "partial_success"):
        reasons = "; ".join(error.error_message for error in result.errors) or "no reason given"
        raise ParseError(
            f"Docling ended with status {result.status.value!r}: {reasons}.",
            status=DocumentStatus.FAILED,
            remedy=_REMEDY,
        )
    return result


@functools.cache
def load_docling() -> DocumentConverter:
    """Return this process's converter; the first call imports Docling, which takes seconds."""
    from docling.datamodel.backend_options import (  # noqa: PLC0415  # heavy
        HTMLBackendOptions,
        MsExcelBackendOptions,
    )
    from docling.datamodel.base_models import InputFormat  # noqa: PLC0415  # heavy
    from docling.document_converter import (  # noqa: PLC0415  # heavy
        DocumentConverter,
        ExcelFormatOption,
        HTMLFormatOption,
        PowerpointFormatOption,
    )

    from graphwright.documents.docling.pptx_backend import PlacingBackend  # noqa: PLC0415  # heavy

    logging.getLogger("docling").setLevel(logging.ERROR)  # what matters is in the result
    options: dict[Any, Any] = {
        InputFormat.HTML: HTMLFormatOption(
            backend_options=HTMLBackendOptions(add_title=False, infer_furniture=False)
        ),
        InputFormat.PPTX: PowerpointFormatOption(backend=PlacingBackend),
        InputFormat.XLSX: ExcelFormatOption(
            backend_options=MsExcelBackendOptions(parse_charts=False, treat_singleton_as_text=True)
        ),
    }
    formats = ("HTML", "XLSX", "DOCX", "PPTX", "ASCIIDOC")
    allowed = [InputFormat[name] for name in formats]
    return DocumentConverter(allowed_formats=allowed, format_options=options)
