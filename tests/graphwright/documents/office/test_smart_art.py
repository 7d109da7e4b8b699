"""Diagrams of slides: their points in the order of the tree, behind the slide's own text."""

from __future__ import annotations

import pptx
from document_builders import parse, saved, shape
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI

TYPE = "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData"


def diagram(*points: tuple[str, str, str]) -> bytes:
    """The part of a diagram: id, parent and text of its points, the last child first."""
    listed = "".join(
        f"<dgm:pt modelId='{own}'><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>"
        for own, _, text in points
    )
    joined = "".join(
        f"<dgm:cxn srcId='{above}' destId='{own}' srcOrd='{len(points) - place}'/>"
        for place, (own, above, _) in enumerate(points)
    )
    return (
        "<dgm:dataModel xmlns:dgm='http://schemas.openxmlformats.org/drawingml/2006/diagram'"
        " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'>"
        f"<dgm:ptLst><dgm:pt modelId='0' type='doc'/>{listed}</dgm:ptLst>"
        f"<dgm:cxnLst>{joined}<dgm:cxn type='presOf' srcId='1' destId='0'/></dgm:cxnLst>"
        "</dgm:dataModel>"
    ).encode()


def deck(*titles: str) -> bytes:
    """A deck whose second slide has a diagram of two steps, the first with a part."""
    show = pptx.Presentation()
    for title in titles:
        slide = show.slides.add_slide(show.slide_layouts[5])
        slide.shapes.title.text = title
    part = diagram(("3", "0", "The clerk files it."), ("2", "1", "by hand"), ("1", "0", "Check"))
    slide = show.slides[1]
    slide.part.relate_to(
        Part(PackURI("/ppt/diagrams/data1.xml"), TYPE, slide.part.package, part), RELATION
    )
    return saved(show)


def test_points_stand_behind_the_text_of_their_slide() -> None:
    parsed = parse("d.pptx", deck("Prices", "Orders", "End"))
    assert shape(parsed)[1:] == [
        ("heading", 1, "Orders"),
        ("list_item", 1, "Check"),
        ("list_item", 2, "by hand"),
        ("list_item", 1, "The clerk files it."),
        ("heading", 1, "End"),
    ]
    assert [block.page for block in parsed.blocks] == [1, 2, 2, 2, 2, 3]
    assert parsed.blocks[2].heading_path == ("Orders",)


def test_points_of_a_slide_without_text_stand_under_no_heading() -> None:
    parsed = parse("d.pptx", deck("Prices", "", "End"))
    assert [b.heading_path for b in parsed.blocks] == [(), (), (), (), ()]
    assert [text for _, _, text in shape(parsed)][1:3] == ["Check", "by hand"]
