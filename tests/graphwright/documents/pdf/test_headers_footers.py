"""Headers, footers, page numbers and tables of contents."""

from __future__ import annotations

from pdf_builders import line

from graphwright.documents.pdf.layout.headers_footers import find_headers_footers
from graphwright.documents.pdf.layout.table_of_contents import contents_rows
from graphwright.documents.pdf.page.objects import Line

HEIGHT = 800.0


def left_out(*pages: list[Line]) -> list[str]:
    found = find_headers_footers([(HEIGHT, page) for page in pages])
    return [one.text for page in pages for one in page if id(one) in found]


def body(page: int) -> list[Line]:
    return [line(f"sentence {page} {n} of it", 70, 200 + 12 * n, page=page) for n in range(5)]


def test_repeated_text_and_page_numbers() -> None:
    pages = [
        [line("Handbook", 70, 40, page=n), *body(n), line(f"Page {n} of 3", 300, 770, page=n)]
        for n in (1, 2, 3)
    ]
    assert left_out(*pages) == [text for n in (1, 2, 3) for text in ("Handbook", f"Page {n} of 3")]


def test_a_chapter_title_is_caught_by_its_place() -> None:
    pages = [
        [line(title, 70, 40, page=n), line(str(n), 500, 40, page=n), *body(n)]
        for n, title in enumerate(("Orders", "Orders", "Invoices", "Orders"), start=1)
    ]
    assert "Invoices" in left_out(*pages)


def test_a_single_page_loses_only_a_number_that_stands_apart() -> None:
    page = [line("A title of a paper", 70, 40), line("9", 500, 40), *body(1)]
    assert left_out(page) == ["A title of a paper", "9"]
    assert left_out([line("Orders of 2025", 70, 40), *body(1)]) == []


def test_text_that_repeats_inside_the_page_is_text() -> None:
    pages = [[*body(n), line("See the annex.", 70, 400, page=n)] for n in (1, 2, 3)]
    assert left_out(*pages) == []


def entry(title: str, x: float, base: float, number: str, dots: str = "") -> list[Line]:
    return [line(f"{title} {dots}", x, base), line(number, 400, base)]


def test_contents_are_titles_with_pages() -> None:
    dots = ". " * 8
    page = [
        line("Contents", 70, 80),
        *entry("1 Orders", 70, 100, "3"),
        *entry("1.1 First approval", 80, 112, "4", dots),
        line("1.2 A title that is too long for", 80, 124),
        *entry("one line", 90, 136, "5", dots),
        *entry("1.3 Third", 80, 148, "6", dots),
        line("Index. . . . . . . . . . . .", 70, 160),
        line("Nothing else than 7", 70, 300),
    ]
    assert [cells for _, cells in contents_rows(page)] == [
        ("1 Orders", "3"),
        ("1.1 First approval", "4"),
        ("1.2 A title that is too long for",),
        ("one line", "5"),
        ("1.3 Third", "6"),
        ("Index",),
    ]


def test_an_ellipsis_makes_no_contents() -> None:
    page = [line("and so on ..... 5", 70, 100), line("and further.", 70, 112)]
    assert contents_rows(page) == []
