"""Rules and pictures of a page: the lines that tables are drawn with, and where images stand.

Curves, slanted lines and filled areas are left: they are drawings. Thin filled bars are rules.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Iterator
from typing import Any

from graphwright.documents.blocks.boxes import Box
from graphwright.documents.pdf.page.objects import Rule
from graphwright.documents.pdf.page.words import Frame

MAX_OBJECTS = 20_000
"""Objects of a page that are looked at: a page with more is a drawing, such as a map."""
_MAX_SEGMENTS = 400
_MAX_DEPTH = 4
_THIN = 2.5
_SHORTEST = 6.0

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclasses.dataclass(slots=True)
class Shapes:
    """Rules, images and bars of a page as they are drawn; a bar is no longer than a letter."""

    rules: list[Rule]
    images: list[Box]
    bars: list[Rule]


def page_shapes(page: Any, frame: Frame) -> Shapes:
    """Return the rules, the boxes of the images and the short bars of a page."""
    from pypdfium2 import raw as pdfium  # noqa: PLC0415

    shapes = Shapes([], [], [])
    for found, matrix in _objects(page, pdfium):
        kind = pdfium.FPDFPageObj_GetType(found)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            for rule in _rules(found, matrix, frame, pdfium):
                short = max(rule.x1 - rule.x0, rule.bottom - rule.top) < _SHORTEST
                (shapes.bars if short else shapes.rules).append(rule)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            shapes.images.append(frame.box(*_bounds(found, matrix, pdfium)))
    return shapes


def _objects(page: Any, pdfium: Any) -> Iterator[tuple[Any, Matrix]]:
    """Yield paths and images, those inside forms too, with the matrix to user space."""
    budget = MAX_OBJECTS
    stack: list[tuple[Any, Matrix, int]] = []
    for index in range(min(pdfium.FPDFPage_CountObjects(page), budget)):
        stack.append((pdfium.FPDFPage_GetObject(page, index), _IDENTITY, 0))
    stack.reverse()
    while stack and budget:
        budget -= 1
        found, matrix, depth = stack.pop()
        kind = pdfium.FPDFPageObj_GetType(found)
        if kind != pdfium.FPDF_PAGEOBJ_FORM:
            if kind != pdfium.FPDF_PAGEOBJ_TEXT:
                yield found, matrix
        elif depth < _MAX_DEPTH:
            inner = _times(_matrix_of(found, pdfium), matrix)
            count = min(pdfium.FPDFFormObj_CountObjects(found), budget)
            parts = [pdfium.FPDFFormObj_GetObject(found, i) for i in range(count)]
            stack.extend((part, inner, depth + 1) for part in reversed(parts))


def _matrix_of(found: Any, pdfium: Any) -> Matrix:
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(found, ctypes.byref(matrix)):
        return _IDENTITY
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _times(one: Matrix, two: Matrix) -> Matrix:
    """Return the matrix that applies ``one`` and then ``two``."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _bounds(found: Any, matrix: Matrix, pdfium: Any) -> Box:
    """Return left, bottom, right, top in user space."""
    corners = [ctypes.c_float() for _ in range(4)]
    pdfium.FPDFPageObj_GetBounds(found, *map(ctypes.byref, corners))
    left, bottom, right, top = (corner.value for corner in corners)
    points = [_at(matrix, x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _rules(found: Any, matrix: Matrix, frame: Frame, pdfium: Any) -> Iterator[Rule]:
    box = frame.box(*_bounds(found, matrix, pdfium))
    width, height = box[2] - box[0], box[3] - box[1]
    if min(width, height) <= _THIN:
        if max(width, height) >= _SHORTEST or _THIN < width < _SHORTEST:
            yield Rule(*box)
        return
    stroked, fill = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(found, ctypes.byref(fill), ctypes.byref(stroked))
    count = pdfium.FPDFPath_CountSegments(found)
    if not stroked.value or not 1 < count <= _MAX_SEGMENTS:
        return
    inner = _times(_matrix_of(found, pdfium), matrix)
    for start, end in _segments(found, count, pdfium):
        (x0, y0), (x1, y1) = _at(inner, *start), _at(inner, *end)
        rule = Rule(*frame.box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
        short, long = sorted((rule.x1 - rule.x0, rule.bottom - rule.top))
        if short <= _THIN and long >= _SHORTEST:
            yield rule


def _segments(
    found: Any, count: int, pdfium: Any
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield the straight segments of a path in its own coordinates."""
    x, y = ctypes.c_float(), ctypes.c_float()
    start = last = (0.0, 0.0)
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(found, index)
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        point = (x.value, y.value)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            yield last, point
        last = point
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield last, start
            last = start
