"""Excel workbooks: read by Docling or, where too large for it, row by row."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.documents.blocks.file_checks import reject
from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.docling.converter import load_docling, read_with_docling
from graphwright.documents.office.cell_links import cell_links
from graphwright.documents.office.large_workbook import read_large_workbook
from graphwright.documents.office.package_checks import open_package
from graphwright.documents.office.pictures import with_small_pictures
from graphwright.documents.office.used_area import UsedArea, used_areas
from graphwright.settings import ParseSettings
from graphwright.tables import DocumentStatus

MAX_SHEET_AREA = 5_000_000
MIN_SHEET_FILL = 0.01
MAX_DOCLING_CELLS = 50_000
"""Docling holds an object a cell: 200,000 cells take 1.7 GB and minutes, so more are streamed."""
MAX_DOCLING_AREA = 500_000
"""Docling looks at each place of the used area, filled or not, and makes a cell of each place
that a merged range covers."""


def read_xlsx(data: bytes, settings: ParseSettings) -> RawDocument:
    """Return the blocks of a workbook.

    Raises ``ParseError`` where it is damaged, or spans millions of places for few values.
    """
    areas = check_sheets(data)
    if _is_large(areas):
        raw = read_large_workbook(data)
    else:
        raw = read_with_docling(
            load_docling(),
            "xlsx",
            with_small_pictures(data),
            box_unit="cell",
            headers_footers=not settings.clean.navigation,
        )
    links, notes = cell_links(data, raw.blocks)
    raw = dataclasses.replace(raw, links=links, warnings=(*raw.warnings, *notes))
    return raw.with_left_out({"formula without a value": sum(area.unsaved for area in areas)})


def _is_large(areas: Sequence[UsedArea]) -> bool:
    """Say whether a workbook is more than Docling should be given."""
    return (
        sum(area.present for area in areas) > MAX_DOCLING_CELLS
        or sum(area.size for area in areas) > MAX_DOCLING_AREA
        or sum(area.merged for area in areas) > MAX_DOCLING_AREA
    )


def check_sheets(data: bytes) -> list[UsedArea]:
    """Return the used area of each sheet of a workbook.

    Raises ``ParseError`` where one spans millions of places for few values, or is damaged.
    """
    with open_package(data) as package:
        areas = list(used_areas(package))
    for name, area in areas:
        if area.size > MAX_SHEET_AREA and area.cells < area.size * MIN_SHEET_FILL:
            reject(
                DocumentStatus.TOO_LARGE,
                f"{name} spans {area.last_row:,} rows and {area.last_column:,} columns for"
                f" {area.cells:,} filled cells.",
                "Delete the lone cells far from the table.",
            )
    return [area for _, area in areas]
