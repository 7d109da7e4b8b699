"""Every encoding in use, declared or not; none leaves a document unread."""

from __future__ import annotations

import pytest

from graphwright.documents.blocks.encoding import decode, text_encoding, wide_encoding

RUSSIAN = "Поставщик отправляет заказ, а клерк проверяет счёт и пишет отчёт."
CHINESE = "供应商发送订单，职员检查发票并撰写报告。这是一个完整的句子。"
ENGLISH = "The supplier — “Müller” — sends the order."


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings_need_no_mark(encoding: str) -> None:
    data = ENGLISH.encode(encoding)
    assert wide_encoding(data) == encoding
    assert decode(data)[0] == ENGLISH


@pytest.mark.parametrize("data", [b"", b"a", b"a\x00b\x01", b"\x00" * 64, ENGLISH.encode()])
def test_other_bytes_are_not_wide(data: bytes) -> None:
    assert wide_encoding(data) is None


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("koi8-r", RUSSIAN), ("cp1251", RUSSIAN), ("gb18030", CHINESE), ("cp1252", ENGLISH)],
)
def test_an_undeclared_encoding_is_guessed_and_said(encoding: str, text: str) -> None:
    decoded, notes = decode(text.encode(encoding))
    assert decoded == text
    assert "guessed" in notes[0]


@pytest.mark.parametrize(
    ("declared", "encoding", "text"),
    [
        ("iso-2022-jp", "iso-2022-jp", "供給者は注文を送る"),
        ("gb2312", "gb18030", CHINESE),
        ("ISO-8859-1", "cp1252", ENGLISH),
        ("iso-8859-1", "utf-8", CHINESE),
    ],
)
def test_what_is_declared_and_what_it_means(declared: str, encoding: str, text: str) -> None:
    assert decode(text.encode(encoding), declared) == (text, ())


def test_a_few_broken_bytes_do_not_make_utf8_something_else() -> None:
    text, notes = decode(CHINESE.encode() + b"\xff\xc0" + CHINESE.encode())
    assert text == f"{CHINESE}\ufffd\ufffd{CHINESE}"
    assert notes == ("2 character(s) that are not UTF-8 were replaced",)


@pytest.mark.parametrize(
    "name", ["zlib_codec", "hex", "rot13", "undefined", "utf-7", "idna", "x-martian", "\x00"]
)
def test_codecs_that_are_no_encodings_of_text(name: str) -> None:
    assert text_encoding(name) is None
