"""Workbooks: far cells, lying sizes, formulas, strings that multiply."""

from __future__ import annotations

from benchmarks.hostile_files.case import Bait, Cases
from benchmarks.hostile_files.zips import LAUGHS, cell, outside, xlsx, xlsx_parts, zipped

CASES = Cases()
_HEAD = f'<row r="1">{cell("A1", "Item")}{cell("B1", "Price")}</row>'
_BODY = f'<row r="2">{cell("A2", "screw")}{cell("B2", "7")}</row>'
_GOOD = f"<sheetData>{_HEAD}{_BODY}</sheetData>"


def _with_row(row: str) -> str:
    return f"<sheetData>{_HEAD}{_BODY}{row}</sheetData>"


@CASES.add("xlsx_far_cell.xlsx", "too_large ok")
def _far_cell(bait: Bait) -> bytes:
    return xlsx(_with_row(f'<row r="1048576">{cell("XFD1048576", "far")}</row>'))


@CASES.add("xlsx_far_cell_without_address.xlsx", "too_large ok failed")
def _far_row(bait: Bait) -> bytes:
    return xlsx(_with_row("<row r='1048576'><c t='inlineStr'><is><t>far</t></is></c></row>"))


@CASES.add("xlsx_far_cell_in_single_quotes.xlsx", "too_large ok failed")
def _far_cell_quoted(bait: Bait) -> bytes:
    far = cell("XFD1048576", "far").replace('"', "'")
    return xlsx(_with_row(f"<row r='1048576'>{far}</row>"))


@CASES.add("xlsx_beyond_the_end.xlsx", "too_large ok failed")
def _beyond(bait: Bait) -> bytes:
    return xlsx(_with_row(f'<row r="99999999">{cell("ZZZZ99999999", "x")}</row>'))


@CASES.add("xlsx_lying_size.xlsx", "ok", holds="screw")
def _lying_size(bait: Bait) -> bytes:
    return xlsx(f'<dimension ref="A1:XFD1048576"/>{_GOOD}')


@CASES.add("xlsx_huge_merge.xlsx", "ok too_large", holds="Item")
def _huge_merge(bait: Bait) -> bytes:
    merged = '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    return xlsx(_GOOD + merged)


@CASES.add("xlsx_merge_bomb.xlsx", "ok too_large partial", slow=True)
def _merge_bomb(bait: Bait) -> bytes:
    refs = "".join(f'<mergeCell ref="A{n}:XFD{n + 4}"/>' for n in range(10, 5_000, 5))
    return xlsx(_GOOD + f"<mergeCells>{refs}</mergeCells>")


@CASES.add("xlsx_formulas.xlsx", "ok", holds="screw")
def _formulas(bait: Bait) -> bytes:
    formulas = [
        f"WEBSERVICE(&quot;{bait.url}&quot;)",
        f"'{bait.secret_file}'#$Sheet1.A1",
        "cmd|'/C touch " + str(bait.target) + "'!A0",
        "REPT(&quot;x&quot;,32767)" + "&amp;REPT(&quot;x&quot;,32767)" * 200,
        "(" * 30_000 + "1" + ")" * 30_000,
        "C3",
    ]
    rows = "".join(
        f'<row r="{n}"><c r="C{n}"><f>{formula}</f></c></row>'
        for n, formula in enumerate(formulas, start=3)
    )
    return xlsx(_with_row(rows))


@CASES.add("xlsx_string_bomb.xlsx", "ok too_large timeout", slow=True)
def _string_bomb(bait: Bait) -> bytes:
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(3, 20_000))
    return xlsx(_with_row(rows), strings=f"<si><t>{'bomb ' * 100_000}</t></si>")


@CASES.add("xlsx_text_in_many_cells.xlsx", "too_large")
def _text_in_many_cells(bait: Bait) -> bytes:
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(3, 60_000))
    return xlsx(_with_row(rows), strings=f"<si><t>{'often ' * 400}</t></si>")


@CASES.add("xlsx_wrong_string.xlsx", "failed ok")
def _wrong_string(bait: Bait) -> bytes:
    return xlsx(_with_row('<row r="3"><c r="A3" t="s"><v>999999999999</v></c></row>'))


@CASES.add("xlsx_many_sheets.xlsx", "ok too_large timeout", slow=True)
def _many_sheets(bait: Bait) -> bytes:
    return xlsx(_GOOD, sheets=3_000)


@CASES.add("xlsx_many_cells.xlsx", "ok", slow=True, holds="Item")
def _many_cells(bait: Bait) -> bytes:
    rows = "".join(
        f'<row r="{n}">' + "".join(cell(f"{c}{n}", f"{c} {n}") for c in "ABCDEFGHIJ") + "</row>"
        for n in range(3, 60_000)
    )
    return xlsx(_with_row(rows))


@CASES.add("xlsx_empty_styled_cells.xlsx", "ok too_large", slow=True, holds="screw")
def _styled_cells(bait: Bait) -> bytes:
    rows = "".join(
        f'<row r="{n}">' + "".join(f'<c r="{c}{n}" s="0"/>' for c in "ABCDEFGHIJ") + "</row>"
        for n in range(3, 150_000)
    )
    return xlsx(_with_row(rows))


@CASES.add("xlsx_numbers.xlsx", "ok failed", holds="screw")
def _numbers(bait: Bait) -> bytes:
    values = ["1e999", "-1e308", "NaN", "9" * 5_000, "inf"]
    cells = "".join(f'<c r="A{n}"><v>{v}</v></c>' for n, v in enumerate(values, start=3))
    rows = f'<row r="3">{cells}</row><row r="9"><c r="A9" t="d"><v>99999-99-99</v></c></row>'
    return xlsx(_with_row(rows))


@CASES.add("xlsx_laughs.xlsx", "failed")
def _laughs(bait: Bait) -> bytes:
    return xlsx(_with_row(f'<row r="3">{cell("A3", "&a9;")}</row>'), prolog=LAUGHS)


@CASES.add("xlsx_reads_a_file.xlsx", "ok failed")
def _reads_file(bait: Bait) -> bytes:
    sheet = _with_row(f'<row r="3">{cell("A3", "&out;")}</row>')
    return xlsx(sheet, prolog=outside(bait.secret_file.as_uri()))


@CASES.add("xlsx_external_links.xlsx", "ok failed", holds="screw")
def _external_links(bait: Bait) -> bytes:
    parts = xlsx_parts(_GOOD)
    rels = str(parts["xl/_rels/workbook.xml.rels"])
    link = (
        '<Relationship Id="rIdX" Type="x/externalLinkPath" TargetMode="External"'
        f' Target="{bait.url}"/>'
    )
    parts["xl/_rels/workbook.xml.rels"] = rels.replace("</Rel", link + "</Rel", 1)
    return zipped(parts)


@CASES.add("xlsx_relation_out.xlsx", "failed")
def _relation_out(bait: Bait) -> bytes:
    parts = xlsx_parts(_GOOD)
    rels = str(parts["xl/_rels/workbook.xml.rels"])
    target = f"../../../../..{bait.secret_file}"
    parts["xl/_rels/workbook.xml.rels"] = rels.replace("worksheets/sheet1.xml", target)
    return zipped(parts)


@CASES.add("xlsx_deep.xlsx", "failed ok")
def _deep(bait: Bait) -> bytes:
    return xlsx(_GOOD + "<a>" * 100_000 + "</a>" * 100_000)
