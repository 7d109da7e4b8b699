"""Words, lines and whole PDF files for the tests of the PDF parser."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.documents.pdf.layout.regions import Region
from graphwright.documents.pdf.page.lines import make_line
from graphwright.documents.pdf.page.objects import Font, Line, Word
from graphwright.tables import BlockKind

WIDTH, HEIGHT = 612, 792
PLAIN, BOLD = Font("Helvetica"), Font("Helvetica-Bold", bold=True)
ITALIC, MONO = Font("Helvetica-Oblique", italic=True), Font("Courier", mono=True)
_FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Courier", "F4": "Helvetica-Oblique"}


def word(text: str, x: float, base: float, *, size: float = 10, font: Font = PLAIN) -> Word:
    """A word whose letters are half as wide as high."""
    end = x + 0.5 * size * len(text)
    return Word(text, x, base - 0.8 * size, end, base + 0.2 * size, base, size, font)


def words(text: str, x: float, base: float, *, size: float = 10, font: Font = PLAIN) -> list[Word]:
    """Words one after another with a space of a quarter of the size."""
    found = []
    for part in text.split():
        found.append(word(part, x, base, size=size, font=font))
        x = found[-1].x1 + 0.25 * size
    return found


def line(
    text: str, x: float, base: float, *, size: float = 10, font: Font = PLAIN, page: int = 1
) -> Line:
    """A line of words."""
    return make_line(page, words(text, x, base, size=size, font=font))


def region(
    text: str,
    base: float = 100,
    *,
    x: float = 72,
    size: float = 10,
    font: Font = PLAIN,
    page: int = 1,
    kind: BlockKind = BlockKind.PARAGRAPH,
    gap: float = 10,
) -> Region:
    """A region of one line."""
    own = (line(text, x, base, size=size, font=font, page=page),)
    return Region(kind, page, own, gap=gap, left=72, right=540)


def show(x: float, top: float, text: str, size: float = 10, font: str = "F1") -> str:
    """Page content: a text whose baseline lies ``top`` points below the page's top."""
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /{font} {size} Tf {x} {HEIGHT - top} Td ({escaped}) Tj ET"


def rule(x0: float, top: float, x1: float, bottom: float) -> str:
    """Page content: a stroked straight line."""
    return f"0.5 w {x0} {HEIGHT - top} m {x1} {HEIGHT - bottom} l S"


def image(x0: float, top: float, x1: float, bottom: float) -> str:
    """Page content: a grey picture."""
    box = f"{x1 - x0} 0 0 {bottom - top} {x0} {HEIGHT - bottom}"
    return f"q {box} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q"


def marked(number: int, *content: str) -> str:
    """Page content that tags can name by its number."""
    return "\n".join((f"/Span << /MCID {number} >> BDC", *content, "EMC"))


@dataclasses.dataclass(frozen=True)
class Tag:
    """An element of a tagged file; a pair of page, from 1, and number is marked content."""

    kind: str
    inside: Sequence[Tag | tuple[int, int]]
    attributes: str = ""


def pdf(
    pages: Sequence[Sequence[str]],
    *,
    rotate: int = 0,
    outline: Sequence[tuple[str, int]] = (),
    tags: Tag | None = None,
) -> bytes:
    """A PDF file of pages of content; ``outline`` has titles with the page, from 1."""
    count = len(pages)
    first = 4 + len(_FONTS)
    root = first + 2 * count + len(outline)
    structure = f"/MarkInfo << /Marked true >> /StructTreeRoot {root} 0 R" if tags else ""
    kids = " ".join(f"{first + 2 * n} 0 R" for n in range(count))
    fonts = " ".join(f"/{name} {4 + n} 0 R" for n, name in enumerate(_FONTS))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R {structure} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        _outlines(first + 2 * count, len(outline)),
        *(
            f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
            for name in _FONTS.values()
        ),
    ]
    for number, content in enumerate(pages):
        stream = "\n".join(content)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Rotate {rotate}"
            f" /StructParents {number}"
            f" /Resources << /Font << {fonts} >> >> /Contents {first + 2 * number + 1} 0 R >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    for number, (title, page) in enumerate(outline):
        own = first + 2 * count + number
        following = f" /Next {own + 1} 0 R" if number + 1 < len(outline) else ""
        target = f"[{first + 2 * (page - 1)} 0 R /Fit]"
        objects.append(f"<< /Title ({title}) /Parent 3 0 R /Dest {target}{following} >>")
    if tags:
        objects.extend(_elements(tags, root, [first + 2 * n for n in range(count)]))
    return _file(objects)


def _elements(tags: Tag, root: int, pages: Sequence[int]) -> list[str]:
    """The objects of a structure tree, its root first; ``pages`` are the pages' numbers."""
    objects = [""]
    owners: list[dict[int, int]] = [{} for _ in pages]

    def add(tag: Tag, parent: int) -> int:
        number = root + len(objects)
        place = len(objects)
        objects.append("")
        kids = []
        for inner in tag.inside:
            if isinstance(inner, Tag):
                kids.append(f"{add(inner, number)} 0 R")
            else:
                page, mark = inner
                owners[page - 1][mark] = number
                kids.append(f"<< /Type /MCR /Pg {pages[page - 1]} 0 R /MCID {mark} >>")
        objects[place] = (
            f"<< /Type /StructElem /S /{tag.kind} /P {parent} 0 R /K [{' '.join(kids)}]"
            f"{tag.attributes} >>"
        )
        return number

    top = add(tags, root)
    tree = " ".join(
        f"{page} [{' '.join(f'{own[mark]} 0 R' for mark in sorted(own))}]"
        for page, own in enumerate(owners)
    )
    objects[0] = f"<< /Type /StructTreeRoot /K {top} 0 R /ParentTree << /Nums [{tree}] >> >>"
    return objects


def _outlines(first: int, count: int) -> str:
    if not count:
        return "<< /Type /Outlines >>"
    return f"<< /Type /Outlines /First {first} 0 R /Last {first + count - 1} 0 R /Count {count} >>"


def _file(objects: Sequence[str]) -> bytes:
    data = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    data += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    data += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\n".encode()
    return data + f"startxref\n{start}\n%%EOF\n".encode()


PROSE = (
    "A company keeps its orders in one place so that every buyer can see",
    "which supplier delivered late and which invoice still waits for approval",
    "by the person who is responsible for the cost centre that will pay it.",
)


def prose(x: float, top: float, *, size: float = 10, leading: float = 12) -> list[str]:
    """Page content: three lines of one paragraph."""
    return [show(x, top + leading * n, text, size) for n, text in enumerate(PROSE)]
