"""Pictures of Office files: counted as before, and not decoded."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import docx
import openpyxl
import PIL.Image
import pptx
import pytest
from document_builders import parse, saved, shape
from openpyxl.drawing.image import Image

from graphwright.documents.office.pictures import with_small_pictures
from graphwright.tables import LeftOut

SIDE = 300


def picture() -> io.BytesIO:
    """Return a picture that packs badly, as a photograph does."""
    buffer = io.BytesIO()
    PIL.Image.effect_noise((SIDE, SIDE), 90).save(buffer, format="PNG")
    buffer.seek(0)
    return buffer


def word() -> Any:
    document = docx.Document()
    document.add_heading("Orders", 1)
    document.add_paragraph("The clerk files it.")
    document.add_picture(picture())
    return document


def deck() -> Any:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "Orders"
    slide.shapes.add_picture(picture(), 0, 0)
    return presentation


def workbook() -> Any:
    book = openpyxl.Workbook()
    book.active.append(["Item", "Price"])
    book.active.append(["nail", 2])
    book.active.add_image(Image(picture()), "D5")
    return book


@pytest.mark.parametrize(
    ("name", "make"), [("a.docx", word), ("a.pptx", deck), ("a.xlsx", workbook)]
)
def test_a_picture_is_counted_though_it_is_made_small(name: str, make: Callable[[], Any]) -> None:
    data = saved(make())
    small = with_small_pictures(data)
    with zipfile.ZipFile(io.BytesIO(small)) as archive:
        (media,) = (entry for entry in archive.infolist() if "/media/" in entry.filename)
    assert media.file_size < 200 < SIDE * SIDE // 2 < len(data)
    parsed = parse(name, data)
    assert LeftOut("image", 1) in parsed.left_out
    assert shape(parse(name, small)) == shape(parsed)
    plain = saved(docx.Document())
    assert with_small_pictures(plain) is plain


def test_a_picture_that_is_none_harms_nothing() -> None:
    document = word()
    (part,) = (p for p in document.part.package.iter_parts() if "/media/" in p.partname)
    part._blob = b"no picture"  # a damaged file
    parsed = parse("a.docx", saved(document))
    assert [text for _, _, text in shape(parsed)] == ["Orders", "The clerk files it."]
