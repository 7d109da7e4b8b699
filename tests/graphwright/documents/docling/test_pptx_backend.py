"""Where the placeholders of a slide stand, by their own place or that of their layout."""

from __future__ import annotations

from typing import Any

import pptx
from document_builders import parse, saved
from pptx.util import Emu


def corners(shape: Any) -> tuple[int, ...]:
    left, top = shape.left, shape.top
    return left, top, left + shape.width, top + shape.height


def test_a_placeholder_stands_where_its_layout_or_itself_says() -> None:
    deck = pptx.Presentation()
    expected = []
    for number in range(3):
        slide = deck.slides.add_slide(deck.slide_layouts[1 + number % 2])
        slide.shapes.title.text = f"Part {number}"
        slide.placeholders[1].text = f"The clerk files order {number}."
        if number == 2:
            slide.placeholders[1].left, slide.placeholders[1].top = Emu(7), Emu(9_000_000)
            slide.placeholders[1].width, slide.placeholders[1].height = Emu(100), Emu(50)
        expected += [corners(shape) for shape in slide.placeholders if shape.text_frame.text]
    blocks = parse("a.pptx", saved(deck)).blocks
    assert [block.box for block in blocks] == expected
    assert expected[-1] == (7, 9_000_000, 107, 9_000_050)
    assert len(set(expected)) == 5
