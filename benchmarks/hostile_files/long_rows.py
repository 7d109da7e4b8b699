"""Tables whose rows are longer than a chunk: thousands of columns, endless cells and names."""

from __future__ import annotations

from benchmarks.hostile_files.case import Bait, Cases
from benchmarks.hostile_files.zips import cell, docx, paragraph, xlsx

CASES = Cases()
_WIDE = 10_000
_SENTENCE = "The technician replaced the seal of the pump before the test started. "


def _csv(*rows: list[str]) -> bytes:
    return "".join(",".join(row) + "\n" for row in rows).encode()


def _header(columns: int) -> list[str]:
    return ["Machine", *(f"Property {n}" for n in range(1, columns))]


def _row(name: str, columns: int) -> list[str]:
    return [name, *(f"Part {n}" for n in range(1, columns))]


@CASES.add("rows_wide.csv", "ok", holds="Part 9999")
def _wide(bait: Bait) -> bytes:
    return _csv(_header(_WIDE), *(_row(f"Press {n}", _WIDE) for n in range(5)))


@CASES.add("rows_wide_header_alone.csv", "ok", holds="Property 9999")
def _wide_header(bait: Bait) -> bytes:
    return _csv(_header(_WIDE), *([f"Press {n}", "7", "Ann"] for n in range(3_000)))


@CASES.add("rows_long_text.csv", "ok", holds="Owner 2999")
def _long_text(bait: Bait) -> bytes:
    rows = ([f"T-{n}", _SENTENCE * 40, f"Owner {n}"] for n in range(3_000))
    return _csv(["Ticket", "Text", "Owner"], *rows)


@CASES.add("rows_endless_word.csv", "ok", holds="Owner 2")
def _endless_word(bait: Bait) -> bytes:
    rows = ([f"T-{n}", "x" * 1_000_000, f"Owner {n}"] for n in range(3))
    return _csv(["Ticket", "Sum", "Owner"], *rows)


@CASES.add("rows_endless_name.csv", "ok", holds="Owner 2")
def _endless_name(bait: Bait) -> bytes:
    return _csv(["Ticket", "Owner"], *(["n" * 300_000, f"Owner {n}"] for n in range(3)))


@CASES.add("rows_endless_list.csv", "ok", holds="spare part 99999")
def _endless_list(bait: Bait) -> bytes:
    listed = "; ".join(f"spare part {n}" for n in range(100_000))
    return _csv(["Machine", "Part", "Owner"], ["Press 1", listed, "Ann"])


@CASES.add("rows_of_empty_cells.csv", "ok", holds="far away")
def _empty_cells(bait: Bait) -> bytes:
    return b"Machine,Owner\n" + (b"Press," + b"," * 20_000 + b"far away\n") * 5


@CASES.add("rows_of_signs.csv", "ok", holds="Press 1")
def _signs(bait: Bait) -> bytes:
    return _csv(_header(3_002), ["-"] * 3_000 + ["Press 1", "Ann"])


@CASES.add("rows_with_bars_in_cells.csv", "ok", holds="Owner 9")
def _bars(bait: Bait) -> bytes:
    rows = ([f"T-{n}", "a | b | c " * 2_000, f"Owner {n}"] for n in range(10))
    return _csv(["Ticket", "Text", "Owner"], *rows)


@CASES.add("rows_wide.html", "ok", holds="Part 9999")
def _wide_page(bait: Bait) -> bytes:
    head = "".join(f"<th>{name}</th>" for name in _header(_WIDE))
    body = "".join(f"<td>{text}</td>" for text in _row("Press 1", _WIDE))
    return f"<table><tr>{head}</tr><tr>{body}</tr></table>".encode()


@CASES.add("rows_under_one_name.html", "ok", holds="Part 1999")
def _spanned(bait: Bait) -> bytes:
    text = _SENTENCE * 100
    first = f'<tr><td rowspan="2000">Press 1</td><td>{text}</td><td>Part 0</td></tr>'
    rows = "".join(f"<tr><td>short</td><td>Part {n}</td></tr>" for n in range(1, 2_000))
    head = "<tr><th>Machine</th><th>Text</th><th>Part</th></tr>"
    return f"<table>{head}{first}{rows}</table>".encode()


@CASES.add("rows_wide.md", "ok", holds="Part 2999")
def _wide_markdown(bait: Bait) -> bytes:
    lines = (_header(3_000), ["---"] * 3_000, _row("Press 1", 3_000))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines).encode()


@CASES.add("rows_of_all_columns.xlsx", "ok", holds="Part 16383")
def _all_columns(bait: Bait) -> bytes:
    texts = (_header(16_384), *(_row(f"Press {n}", 16_384) for n in range(3)))
    rows = "".join(_sheet_row(number, row) for number, row in enumerate(texts))
    return xlsx(f"<sheetData>{rows}</sheetData>")


def _sheet_row(number: int, texts: list[str]) -> str:
    cells = "".join(cell(f"{_letters(n)}{number + 1}", text) for n, text in enumerate(texts))
    return f'<row r="{number + 1}">{cells}</row>'


def _letters(column: int) -> str:
    """Return the letters of a column: 0 -> A, 26 -> AA."""
    high, low = divmod(column, 26)
    return (_letters(high - 1) if high else "") + chr(ord("A") + low)


@CASES.add("rows_long_text.docx", "ok", holds="Owner 9")
def _word_table(bait: Bait) -> bytes:
    tickets = ((f"T-{n}", _SENTENCE * 100, f"Owner {n}") for n in range(10))
    rows = "".join(
        "<w:tr>" + "".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in row) + "</w:tr>"
        for row in (("Ticket", "Text", "Owner"), *tickets)
    )
    grid = "<w:tblGrid>" + "<w:gridCol/>" * 3 + "</w:tblGrid>"
    return docx(f"<w:tbl><w:tblPr/>{grid}{rows}</w:tbl>")
