"""Word files, and tricks of the zip archive that every Office file is."""

from __future__ import annotations

from benchmarks.hostile_files.case import Bait, Cases
from benchmarks.hostile_files.images import png
from benchmarks.hostile_files.zips import (
    LAUGHS,
    W,
    content_types,
    docx,
    docx_parts,
    outside,
    paragraph,
    zipped,
)

CASES = Cases()
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_SENTENCE = "The supplier sends the order."
_GOOD = paragraph(_SENTENCE)


@CASES.add("docx_is_text.docx", "unsupported")
def _text(bait: Bait) -> bytes:
    return b"just some text"


@CASES.add("docx_truncated.docx", "failed")
def _truncated(bait: Bait) -> bytes:
    data = docx(_GOOD)
    return data[: len(data) * 2 // 3]


@CASES.add("docx_with_password.docx", "encrypted")
def _password(bait: Bait) -> bytes:
    return _OLE + bytes(504) + "EncryptedPackage".encode("utf-16-le") + bytes(1000)


@CASES.add("docx_is_old.docx", "unsupported")
def _old(bait: Bait) -> bytes:
    return _OLE + bytes(504) + "WordDocument".encode("utf-16-le") + bytes(1000)


@CASES.add("docx_with_zip_password.docx", "encrypted")
def _zip_password(bait: Bait) -> bytes:
    data = bytearray(docx(_GOOD))
    start = 0
    while (start := data.find(b"PK\x01\x02", start)) >= 0:
        data[start + 8] |= 1
        start += 4
    return bytes(data)


@CASES.add("docx_zip_bomb.docx", "too_large")
def _zip_bomb(bait: Bait) -> bytes:
    return zipped({**docx_parts(_GOOD), "word/media/big.bin": bytes(1_200_000_000)})


@CASES.add("docx_bomb_that_lies.docx", "failed too_large")
def _lying_bomb(bait: Bait) -> bytes:
    body = paragraph(" " * 300_000_000)
    data = bytearray(docx(body))
    entry = data.rindex(b"word/document.xml", 0, data.rindex(b"word/_rels/document.xml.rels"))
    data[entry - 22 : entry - 18] = (500).to_bytes(4, "little")
    return bytes(data)


@CASES.add("docx_overlapping_parts.docx", "failed too_large")
def _overlapping(bait: Bait) -> bytes:
    # Many entries of the central directory that all point at one packed part.
    data = docx(_GOOD, media=b"0" * 80_000_000)
    directory = data.index(b"PK\x01\x02")
    end = data.rindex(b"PK\x05\x06")
    start = data.rindex(b"PK\x01\x02")
    entries = data[directory:end] + data[start:end] * 5_000
    count = (data[end + 10] + 5_000).to_bytes(2, "little")
    tail = bytearray(data[end:])
    tail[8:10] = tail[10:12] = count
    tail[12:16] = len(entries).to_bytes(4, "little")
    return data[:directory] + entries + bytes(tail)


@CASES.add("docx_many_parts.docx", "ok failed too_large")
def _many_parts(bait: Bait) -> bytes:
    extra = {f"word/extra/{n}.xml": b"<x/>" for n in range(60_000)}
    return zipped({**docx_parts(_GOOD), **extra})


@CASES.add("docx_paths_that_climb.docx", "ok", holds=_SENTENCE)
def _climbing(bait: Bait) -> bytes:
    target = str(bait.target)
    extra = {f"../../../../../../../..{target}": b"owned", target: b"owned",
             "word/../../../out.txt": b"owned", "..\\..\\out.txt": b"owned"}  # fmt: skip
    return zipped({**docx_parts(_GOOD), **extra})


@CASES.add("docx_twice_the_same_part.docx", "ok failed")
def _twice(bait: Bait) -> bytes:
    data = docx(_GOOD, **{"documenu.xml": "<broken"})
    return data.replace(b"word/documenu.xml", b"word/document.xml")


@CASES.add("docx_laughs.docx", "failed")
def _laughs(bait: Bait) -> bytes:
    return docx(paragraph("&a9;"), prolog=LAUGHS)


@CASES.add("docx_quadratic_entity.docx", "failed")
def _quadratic(bait: Bait) -> bytes:
    prolog = f"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a '{'a' * 1_000_000}'>]>"
    return docx(paragraph("&a;" * 10_000), prolog=prolog)


@CASES.add("docx_reads_a_file.docx", "ok failed empty")
def _reads_file(bait: Bait) -> bytes:
    prolog = outside(bait.secret_file.as_uri())
    return docx(_GOOD + paragraph("&out;"), prolog=prolog)


@CASES.add("docx_calls_home.docx", "ok failed empty")
def _calls_home(bait: Bait) -> bytes:
    return docx(_GOOD + paragraph("&out;"), prolog=outside(bait.url))


@CASES.add("docx_remote_template.docx", "ok", holds=_SENTENCE)
def _template(bait: Bait) -> bytes:
    picture = (
        '<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/'
        '2006/main" r:link="rId8" r:embed="rId8"/></w:drawing></w:r></w:p><w:altChunk r:id="rId9"/>'
    )
    links = [
        f"rId7 attachedTemplate {bait.url}/t.dotm External",
        f"rId8 image {bait.url}/p.png External",
        f"rId9 aFChunk {bait.secret_file.as_uri()} External",
    ]
    return docx(_GOOD + picture, *links)


@CASES.add("docx_deep.docx", "failed too_large timeout crash ok partial")
def _deep(bait: Bait) -> bytes:
    return docx(_GOOD + "<w:sdt><w:sdtContent>" * 20_000 + "</w:sdtContent></w:sdt>" * 20_000)


@CASES.add("docx_tables_in_tables.docx", "failed too_large timeout crash ok partial")
def _deep_tables(bait: Bait) -> bytes:
    start, end = "<w:tbl><w:tr><w:tc>", "<w:p/></w:tc></w:tr></w:tbl>"
    return docx(_GOOD + start * 1_500 + end * 1_500)


@CASES.add("docx_huge_span.docx", "ok partial failed too_large")
def _huge_span(bait: Bait) -> bytes:
    wide = '<w:tc><w:tcPr><w:gridSpan w:val="100000000"/></w:tcPr><w:p/></w:tc>'
    return docx(f"{_GOOD}<w:tbl><w:tr>{wide}</w:tr><w:tr>{wide}</w:tr></w:tbl>")


@CASES.add("docx_many_paragraphs.docx", "ok partial too_large timeout", slow=True)
def _many_paragraphs(bait: Bait) -> bytes:
    return docx("".join(paragraph(f"Order {n} is sent.") for n in range(200_000)))


@CASES.add("docx_null_bytes.docx", "failed ok")
def _null_bytes(bait: Bait) -> bytes:
    return docx(_GOOD + paragraph("a\x00b&#0;c"))


@CASES.add("docx_without_body.docx", "empty failed")
def _without_body(bait: Bait) -> bytes:
    return docx("")


@CASES.add("docx_without_parts.docx", "failed unsupported")
def _without_parts(bait: Bait) -> bytes:
    return zipped({"word/readme.txt": b"nothing here"})


@CASES.add("docx_is_a_workbook.docx", "unsupported")
def _is_workbook(bait: Bait) -> bytes:
    return zipped({"xl/workbook.xml": b"<x/>"})


@CASES.add("docx_styles_in_a_circle.docx", "ok", holds=_SENTENCE)
def _style_circle(bait: Bait) -> bytes:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{name}"/>'
        f'<w:basedOn w:val="{base}"/></w:style>'
        for name, base in (("A", "B"), ("B", "A"))
    )
    body = f'<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>{_SENTENCE}</w:t></w:r></w:p>'
    parts = docx_parts(body, "rId1 styles styles.xml")
    parts["word/styles.xml"] = f'<w:styles xmlns:w="{W}">{styles}</w:styles>'
    parts["[Content_Types].xml"] = content_types(
        **{
            "word/document.xml": "wordprocessingml.document.main",
            "word/styles.xml": "wordprocessingml.styles",
        }
    )
    return zipped(parts)


@CASES.add("docx_huge_image.docx", "ok partial failed", slow=True)
def _huge_image(bait: Bait) -> bytes:
    drawing = (
        '<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/'
        '2006/main" r:embed="rId8"/></w:drawing></w:r></w:p>'
    )
    return docx(
        _GOOD + drawing, "rId8 image media/big.png", **{"media/big.png": png(40_000, 40_000)}
    )
