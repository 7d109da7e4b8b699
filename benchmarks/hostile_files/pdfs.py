"""PDF files: broken, encrypted, endless, huge and greedy."""

from __future__ import annotations

import zlib

from benchmarks.hostile_files.case import Bait, Cases

CASES = Cases()

_PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[{box}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"
_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_TEXT = b"BT /F1 12 Tf 72 700 Td (The invoice names the supplier.) Tj ET"


def pdf(objects: dict[int, bytes], root: int = 1, trailer: bytes = b"") -> bytes:
    """Return a PDF file of numbered objects with a right cross-reference table."""
    out = bytearray(b"%PDF-1.7\n")
    offsets = {}
    for number, body in sorted(objects.items()):
        offsets[number] = len(out)
        out += b"%d 0 obj" % number + body + b"\nendobj\n"
    start = len(out)
    size = max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 n \n" % offsets.get(number, 0)
    out += b"trailer<</Root %d 0 R/Size %d%s>>\nstartxref\n%d\n%%%%EOF\n" % (
        root, size, trailer, start,
    )  # fmt: skip
    return bytes(out)


def stream(data: bytes, entries: bytes = b"") -> bytes:
    """Return a stream object's body."""
    return b"<</Length %d%s>>stream\n" % (len(data), entries) + data + b"\nendstream"


def flate(data: bytes, entries: bytes = b"") -> bytes:
    """Return a compressed stream object's body."""
    return stream(zlib.compress(data, 9), b"/Filter/FlateDecode" + entries)


def one_page(content: bytes = b"", *, box: str = "0 0 612 792", catalog: bytes = b"",
             **more: bytes) -> bytes:  # fmt: skip
    """Return a PDF of one page; ``more`` holds further objects by number (``o6=...``)."""
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R" + catalog + b">>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: _PAGE.format(box=box).encode(),
        4: content or stream(_TEXT),
        5: _FONT,
    }
    objects.update({int(name[1:]): body for name, body in more.items()})
    return pdf(objects)


@CASES.add("pdf_empty.pdf", "empty")
def _empty(bait: Bait) -> bytes:
    return b""


@CASES.add("pdf_garbage.pdf", "failed")
def _garbage(bait: Bait) -> bytes:
    return b"%PDF-1.7\n" + bytes((i * 7919) % 256 for i in range(50_000))


@CASES.add("pdf_truncated.pdf", "failed empty ok partial")
def _truncated(bait: Bait) -> bytes:
    data = one_page()
    return data[: len(data) // 2]


@CASES.add("pdf_without_end.pdf", "failed ok partial")
def _without_end(bait: Bait) -> bytes:
    data = one_page()
    return data[: data.index(b"xref\n0")]


@CASES.add("pdf_encrypted.pdf", "encrypted")
def _encrypted(bait: Bait) -> bytes:
    return pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Kids[]/Count 0>>",
            3: b"<</Filter/Standard/V 1/R 2/P -4/O<" + b"41" * 32 + b">/U<" + b"42" * 32 + b">>>",
        },
        trailer=b"/Encrypt 3 0 R/ID[<01><01>]",
    )


@CASES.add("pdf_is_a_page.pdf", "unsupported")
def _is_html(bait: Bait) -> bytes:
    return b"<html><body><p>This is a web page.</p></body></html>"


@CASES.add("pdf_without_text.pdf", "empty")
def _no_text(bait: Bait) -> bytes:
    return one_page(stream(b"0 0 1 rg 100 100 300 300 re f"))


@CASES.add("pdf_without_pages.pdf", "empty failed")
def _no_pages(bait: Bait) -> bytes:
    return pdf({1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Kids[]/Count 0>>"})


@CASES.add("pdf_claims_pages.pdf", "ok partial failed too_large empty")
def _claims_pages(bait: Bait) -> bytes:
    return one_page(o2=b"<</Type/Pages/Kids[3 0 R]/Count 2147483647>>")


@CASES.add("pdf_page_bomb.pdf", "too_large")
def _page_bomb(bait: Bait) -> bytes:
    kids = b"3 0 R " * 100_000
    return one_page(o2=b"<</Type/Pages/Kids[" + kids + b"]/Count 100000>>")


@CASES.add("pdf_pages_in_a_circle.pdf", "ok partial failed empty")
def _circle(bait: Bait) -> bytes:
    return one_page(o2=b"<</Type/Pages/Kids[3 0 R 2 0 R]/Parent 2 0 R/Count 2>>")


@CASES.add("pdf_pages_nested.pdf", "ok partial failed empty crash", slow=True)
def _nested_pages(bait: Bait) -> bytes:
    objects = {1: b"<</Type/Catalog/Pages 2 0 R>>"}
    for number in range(2, 50_000):
        objects[number] = b"<</Type/Pages/Count 1/Kids[%d 0 R]>>" % (number + 1)
    objects[50_000] = b"<</Type/Page/MediaBox[0 0 9 9]>>"
    return pdf(objects)


@CASES.add("pdf_huge_page.pdf", "ok partial failed empty too_large")
def _huge_page(bait: Bait) -> bytes:
    return one_page(box="0 0 99999999 99999999")


@CASES.add("pdf_page_of_no_size.pdf", "ok partial failed empty")
def _no_size(bait: Bait) -> bytes:
    return one_page(box="100 100 100 100")


@CASES.add("pdf_page_inside_out.pdf", "ok partial failed empty")
def _inside_out(bait: Bait) -> bytes:
    return one_page(box="612 792 -612 -1e38")


@CASES.add("pdf_stream_bomb.pdf", "ok partial failed empty too_large timeout", slow=True)
def _stream_bomb(bait: Bait) -> bytes:
    once = zlib.compress(b" " * 1_500_000_000, 9)
    return one_page(stream(zlib.compress(once, 9), b"/Filter[/FlateDecode/FlateDecode]"))


@CASES.add("pdf_text_bomb.pdf", "ok partial failed too_large timeout", slow=True)
def _text_bomb(bait: Bait) -> bytes:
    return one_page(flate(b"BT /F1 1 Tf " + b"1 0 Td (over and over again) Tj " * 300_000 + b" ET"))


@CASES.add("pdf_shape_bomb.pdf", "ok partial failed too_large timeout empty", slow=True)
def _shape_bomb(bait: Bait) -> bytes:
    return one_page(flate(_TEXT + b" 1 1 m 9 9 l S 5 5 3 3 re f" * 300_000))


@CASES.add("pdf_form_in_itself.pdf", "ok partial failed timeout", slow=True)
def _form_in_itself(bait: Bait) -> bytes:
    form = stream(b"/X Do", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]"
                  b"/Resources<</XObject<</X 6 0 R>>>>")  # fmt: skip
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>/XObject<</X 6 0 R>>>>>>"
    )
    return one_page(stream(_TEXT + b" /X Do"), o3=page, o6=form)


@CASES.add("pdf_huge_image.pdf", "ok partial failed too_large", slow=True)
def _huge_image(bait: Bait) -> bytes:
    image = flate(bytes(60_000 * 7_500), b"/Type/XObject/Subtype/Image/Width 60000/Height 60000"
                  b"/BitsPerComponent 1/ColorSpace/DeviceGray")  # fmt: skip
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>/XObject<</I 6 0 R>>>>>>"
    )
    return one_page(stream(_TEXT + b" q 600 0 0 600 0 0 cm /I Do Q"), o3=page, o6=image)


@CASES.add("pdf_deep_array.pdf", "ok partial failed crash")
def _deep_array(bait: Bait) -> bytes:
    return one_page(o6=b"[" * 500_000 + b"]" * 500_000, catalog=b"/Extra 6 0 R")


@CASES.add("pdf_outline_in_a_circle.pdf", "ok partial")
def _outline_circle(bait: Bait) -> bytes:
    return one_page(
        catalog=b"/Outlines 6 0 R",
        o6=b"<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>",
        o7=b"<</Title(Again)/Parent 6 0 R/Next 7 0 R/First 7 0 R/Last 7 0 R/Count 9>>",
    )


@CASES.add("pdf_xref_in_a_circle.pdf", "ok partial failed")
def _xref_circle(bait: Bait) -> bytes:
    data = one_page()
    start = data.index(b"xref\n0")
    return data.replace(b"trailer<<", b"trailer<</Prev %d" % start)


@CASES.add("pdf_calls_home.pdf", "ok partial", holds="The invoice names")
def _calls_home(bait: Bait) -> bytes:
    url = bait.url.encode()
    action = b"/OpenAction<</S/JavaScript/JS(app.launchURL\\('" + url + b"'\\))>>"
    uri = b"/AA<</WC<</S/URI/URI(" + url + b")>>/WS<</S/Launch/F(/bin/true)>>>>"
    return one_page(catalog=action + uri)


@CASES.add("pdf_external_stream.pdf", "ok partial failed empty")
def _external_stream(bait: Bait) -> bytes:
    place = str(bait.secret_file).encode()
    return one_page(b"<</Length 0/F(" + place + b")>>stream\n\nendstream")
