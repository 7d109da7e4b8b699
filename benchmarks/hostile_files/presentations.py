"""Presentations: nothing on them, groups in groups, pictures from elsewhere."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pptx
from pptx.util import Emu

from benchmarks.hostile_files.case import Bait, Cases
from benchmarks.hostile_files.images import png
from benchmarks.hostile_files.zips import zipped

CASES = Cases()
_TITLE = "Orders of the week"
_GROUP = (
    '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
    "<p:grpSpPr/>"
)


def _deck(picture: bytes | None = None, slides: int = 1) -> bytes:
    deck = pptx.Presentation()
    for _ in range(slides):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = _TITLE
        if picture is not None:
            slide.shapes.add_picture(io.BytesIO(picture), 0, 0, Emu(100_000), Emu(100_000))
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


def _changed(data: bytes, part: str, change: Callable[[str], str]) -> bytes:
    parts = _parts(data)
    return zipped({**parts, part: change(parts[part].decode())})


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@CASES.add("pptx_without_slides.pptx", "empty failed")
def _without_slides(bait: Bait) -> bytes:
    return _deck(slides=0)


@CASES.add("pptx_truncated.pptx", "failed")
def _truncated(bait: Bait) -> bytes:
    return _deck()[:20_000]


@CASES.add("pptx_groups_in_groups.pptx", "ok partial failed crash timeout")
def _groups(bait: Bait) -> bytes:
    def nest(xml: str) -> str:
        return xml.replace("</p:spTree>", _GROUP * 5_000 + "</p:grpSp>" * 5_000 + "</p:spTree>")

    return _changed(_deck(), "ppt/slides/slide1.xml", nest)


@CASES.add("pptx_slide_missing.pptx", "failed")
def _missing(bait: Bait) -> bytes:
    def rename(xml: str) -> str:
        return xml.replace("slides/slide1.xml", "slides/slide7.xml")

    return _changed(_deck(), "ppt/_rels/presentation.xml.rels", rename)


@CASES.add("pptx_calls_home.pptx", "ok", holds=_TITLE)
def _calls_home(bait: Bait) -> bytes:
    def link(xml: str) -> str:
        return xml.replace(
            "</Relationships>",
            '<Relationship Id="rId77" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
            f'relationships/image" Target="{bait.url}/p.png" TargetMode="External"/>'
            "</Relationships>",
        )

    return _changed(_deck(), "ppt/slides/_rels/slide1.xml.rels", link)


@CASES.add("pptx_reads_a_file.pptx", "ok failed")
def _reads_file(bait: Bait) -> bytes:
    place = bait.secret_file.as_uri()
    doctype = f"<!DOCTYPE p:sld [<!ENTITY out SYSTEM '{place}'>]><p:sld "

    def read(xml: str) -> str:
        return xml.replace("<p:sld ", doctype, 1).replace(_TITLE, f"{_TITLE} &out;")

    return _changed(_deck(), "ppt/slides/slide1.xml", read)


@CASES.add("pptx_huge_image.pptx", "ok partial failed", slow=True)
def _huge_image(bait: Bait) -> bytes:
    # Put in afterwards: the library that writes decks refuses to.
    return zipped({**_parts(_deck(png(2, 2))), "ppt/media/image1.png": png(40_000, 40_000)})


@CASES.add("pptx_many_slides.pptx", "ok partial too_large timeout", slow=True)
def _many_slides(bait: Bait) -> bytes:
    return _deck(slides=400)
