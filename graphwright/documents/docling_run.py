"""Running one of Docling's converters over bytes, and what its errors and half successes mean.

Which converter reads what is said in ``convert`` and, for PDF with models, in ``pdf.models``.
"""

from __future__ import annotations

import dataclasses
import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from graphwright.documents.raw import RawDocument
from graphwright.errors import ParseError
from graphwright.tables import DocumentStatus

if TYPE_CHECKING:
    from docling.datamodel.document import ConversionResult
    from docling.document_converter import DocumentConverter

_REMEDY = "Open the file with the program that made it and save it again."


def run_docling(
    converter: DocumentConverter, suffix: str, data: bytes, remedy: str = _REMEDY
) -> ConversionResult:
    """Convert bytes; raise ``ParseError`` where Docling gives no document."""
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
        reason = f"Docling could not read the file: {type(cause).__name__}: {cause}."
        raise ParseError(reason, status=DocumentStatus.FAILED, remedy=remedy) from error
    if result.status.value not in ("success", "partial_success"):
        reasons = "; ".join(error.error_message for error in result.errors) or "no reason given"
        reason = f"Docling ended with status {result.status.value!r}: {reasons}."
        raise ParseError(reason, status=DocumentStatus.FAILED, remedy=remedy)
    return result


def with_errors(raw: RawDocument, result: ConversionResult) -> RawDocument:
    """Return what was read with what Docling could not read of it, as warnings."""
    partial = result.status.value == "partial_success"
    errors = tuple(error.error_message for error in result.errors)
    return dataclasses.replace(raw, partial=partial, warnings=(*raw.warnings, *errors))
