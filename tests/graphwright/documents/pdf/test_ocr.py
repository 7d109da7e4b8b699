"""Pages that are pictures: words from recognised lines, and the real recogniser where it is."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from pdf_builders import image, pdf, show

from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.canonical.text import canonical_text
from graphwright.documents.pdf.heuristic import read_with_heuristics
from graphwright.documents.pdf.page.ocr import ocr_version, recogniser, words_of_lines
from graphwright.errors import ModelError, ParseError
from graphwright.tables import DocumentStatus

WRITTEN = (
    (
        "Purchase orders above ten thousand euros need a second approval.",
        "The plant manager gives it within three working days.",
    ),
    ("Suppliers confirm each order by mail.", "Late deliveries are reported to the buyer."),
)
ABSENT = ocr_version("auto") is None


def written(lines: tuple[str, ...]) -> list[str]:
    return [show(72, 100 + 14 * n, line, 12) for n, line in enumerate(lines)]


def scanned() -> bytes:
    """A PDF whose pages are pictures of text."""
    document = pypdfium2.PdfDocument(pdf([written(lines) for lines in WRITTEN]))
    first, *others = [page.render(scale=2.5).to_pil().convert("L") for page in document]
    buffer = io.BytesIO()
    first.save(buffer, "PDF", save_all=True, append_images=others, resolution=180)
    return buffer.getvalue()


def text_of(raw: RawDocument) -> str:
    return canonical_text(raw.blocks).text


def test_words_of_a_line_stand_where_their_letters_do() -> None:
    words = words_of_lines([("one two  three", (0, 0, 140, 20)), ("four", (0, 30, 40, 48))])
    assert [(w.text, w.x0, w.x1) for w in words[:3]] == [
        ("one", 0, 30),
        ("two", 40, 70),
        ("three", 90, 140),
    ]
    assert len({word.size for word in words}) == 1
    assert words_of_lines([]) == []


def test_a_line_of_another_height_has_another_size() -> None:
    lines = [("Title", (0.0, 0.0, 90.0, 40.0)), ("a line of text", (0.0, 60.0, 140.0, 80.0))]
    title, *text = words_of_lines(lines)
    assert title.size == pytest.approx(2 * text[0].size, abs=0.2)


def test_a_scan_without_recogniser_is_told() -> None:
    with pytest.raises(ParseError, match=r"none has a text layer.*graphwright\[ocr\]") as e:
        read_with_heuristics(scanned())
    assert e.value.status == DocumentStatus.EMPTY


def test_a_scanned_page_among_others_is_told() -> None:
    raw = read_with_heuristics(pdf([written(WRITTEN[0]), [image(0, 0, 612, 792)]]))
    assert raw.partial
    assert raw.warnings == ("1 page(s) have no text layer: 2",)


def test_a_page_that_the_recogniser_cannot_read_is_told() -> None:
    def broken(shown: object, read: object) -> object:
        raise ValueError("no")

    raw = read_with_heuristics(
        pdf([written(WRITTEN[0]), [image(0, 0, 612, 792)]]), recognise=broken
    )  # type: ignore[arg-type]
    assert raw.partial
    assert raw.warnings == ("page 2 could not be recognised: ValueError: no",)


@pytest.mark.skipif(not ABSENT, reason="rapidocr is installed")
def test_what_is_required_and_absent_is_told() -> None:
    assert recogniser("auto") is None
    assert recogniser("never") is None
    with pytest.raises(ModelError, match=r"rapidocr is not installed.*graphwright\[ocr\]"):
        recogniser("required")


@pytest.mark.skipif(ABSENT, reason="rapidocr is absent; install graphwright[ocr] to run this")
def test_a_scan_is_read_with_page_and_box() -> None:
    raw = read_with_heuristics(scanned(), recognise=recogniser("required"))
    assert text_of(raw).split() == " ".join(line for lines in WRITTEN for line in lines).split()
    assert {block.page for block in raw.blocks} == {1, 2}
    left, top, right, bottom = raw.blocks[0].box or (0, 0, 0, 0)
    assert 60 < left < 80 < top < 100 < bottom < 130 < right < 612
    assert raw.warnings == ("2 page(s) are pictures whose text was recognised: 1-2",)
    assert not raw.partial
