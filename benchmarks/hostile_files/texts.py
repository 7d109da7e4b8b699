"""Plain text and encodings: every one in use, wrong ones, none, and characters that mislead."""

from __future__ import annotations

import os
from pathlib import Path

from benchmarks.hostile_files.case import Bait, Cases

CASES = Cases()
_GERMAN = "Die Größe der Ware prüft der Lieferant für müde Kunden; süße Äpfel wären übrig."
_RUSSIAN = "Поставщик отправляет заказ, а клерк проверяет счёт и пишет отчёт."
_GREEK = "Ο προμηθευτής στέλνει την παραγγελία και ο υπάλληλος ελέγχει το τιμολόγιο."
_JAPANESE = "供給者は注文を送ります。担当者は請求書を確認し、報告書を書きます。"
_CHINESE = "供应商发送订单，职员检查发票并撰写报告。这是一个完整的句子。"
_TAIWANESE = "供應商發送訂單，職員檢查發票並撰寫報告。這是一個完整的句子。"
_KOREAN = "공급자가 주문을 보내고 직원이 송장을 확인하며 보고서를 작성합니다."
_ARABIC = "يرسل المورد الطلب ويفحص الموظف الفاتورة ويكتب التقرير."
_HEBREW = "הספק שולח את ההזמנה והפקיד בודק את החשבונית וכותב את הדוח."

_DECLARED = {
    "iso-8859-1": _GERMAN, "windows-1252": _GERMAN, "iso-8859-15": _GERMAN,
    "macintosh": _GERMAN, "cp850": _GERMAN, "cp500": _GERMAN,
    "koi8-r": _RUSSIAN, "windows-1251": _RUSSIAN, "iso-8859-5": _RUSSIAN,
    "iso-8859-7": _GREEK, "windows-1253": _GREEK,
    "shift_jis": _JAPANESE, "euc-jp": _JAPANESE, "iso-2022-jp": _JAPANESE,
    "gb2312": _CHINESE, "gb18030": _CHINESE, "big5": _TAIWANESE,
    "euc-kr": _KOREAN, "windows-1256": _ARABIC, "windows-1255": _HEBREW,
}  # fmt: skip


def _declare(encoding: str, text: str) -> None:
    @CASES.add(f"html_in_{encoding}.html", "ok", holds=text)
    def _make(bait: Bait) -> bytes:
        page = f'<html><head><meta charset="{encoding}"></head><body><p>{text}</p></body></html>'
        return page.encode(encoding)


def _mark(encoding: str, mark: str) -> None:
    @CASES.add(f"text_in_{encoding}{'_with_mark' if mark else ''}.txt", "ok", holds=_GERMAN)
    def _make(bait: Bait) -> bytes:
        return (mark + _GERMAN * 4).encode(encoding)


for _encoding, _text in _DECLARED.items():
    if _encoding != "cp500":  # EBCDIC has no ASCII in which to declare itself
        _declare(_encoding, _text)
for _encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-8"):
    _mark(_encoding, "\ufeff")
for _encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "cp1252"):
    _mark(_encoding, "")


@CASES.add("html_codec_that_runs.html", "ok", holds="Größe")
def _codec(bait: Bait) -> bytes:
    return '<meta charset="zlib_codec"><p>Größe</p>'.encode("cp1252")


@CASES.add("html_codec_that_refuses.html", "ok", holds="Größe")
def _undefined(bait: Bait) -> bytes:
    return '<meta charset="undefined"><p>Größe</p>'.encode("cp1252")


@CASES.add("html_codec_unknown.html", "ok", holds="Größe")
def _unknown(bait: Bait) -> bytes:
    return '<meta charset="x-martian"><p>Größe</p>'.encode("cp1252")


@CASES.add("html_wrong_charset.html", "ok", holds=_JAPANESE)
def _wrong(bait: Bait) -> bytes:
    return f'<meta charset="iso-8859-1"><p>{_JAPANESE}</p>'.encode()


@CASES.add("text_invalid_utf8.txt", "ok", holds="end of it")
def _invalid(bait: Bait) -> bytes:
    return b"Overlong \xc0\xaf, surrogate \xed\xa0\x80, cut \xe2\x82, \xff\xfe. The end of it."


@CASES.add("text_right_to_left.txt", "ok", holds=_ARABIC)
def _rtl(bait: Bait) -> bytes:
    return f"{_ARABIC}\n\n{_HEBREW}\n\n\u202eThe end\u202c \u2066is\u2069 \u200fhere.\n".encode()


@CASES.add("text_chinese.txt", "ok", holds=_CHINESE)
def _cjk(bait: Bait) -> bytes:
    return "\n\n".join([_CHINESE * 500, _JAPANESE, _KOREAN]).encode()


@CASES.add("text_combining.txt", "ok", holds="The end")
def _combining(bait: Bait) -> bytes:
    return ("a" + "\u0301\u0316" * 200_000 + "\n\nThe end.").encode()


@CASES.add("text_control_characters.txt", "ok unsupported")
def _control(bait: Bait) -> bytes:
    return bytes(range(1, 32)) * 1_000 + b"The end."


@CASES.add("text_emoji.txt", "ok", holds="end")
def _emoji(bait: Bait) -> bytes:
    return ("👩‍👩‍👧‍👦" * 20_000 + " end " + "\U000e0041" * 10_000).encode()


@CASES.add("text_null_bytes.txt", "unsupported")
def _nulls(bait: Bait) -> bytes:
    return b"The order\x00is sent\x00\x00\x01."


@CASES.add("text_null_bytes_late.txt", "ok unsupported")
def _nulls_late(bait: Bait) -> bytes:
    return b"The order is sent. " * 5_000 + b"\x00\x01\x02" * 1_000


@CASES.add("text_only_a_mark.txt", "empty")
def _only_mark(bait: Bait) -> bytes:
    return b"\xef\xbb\xbf \n\n"


@CASES.add("text_is_a_program.txt", "unsupported")
def _program(bait: Bait) -> bytes:
    return b"\x7fELF\x02\x01\x01" + bytes(1_000)


@CASES.add("text_one_line.txt", "ok too_large timeout", slow=True)
def _one_line(bait: Bait) -> bytes:
    return b"on and on " * 5_000_000


@CASES.add("text_without_space.txt", "ok too_large timeout", slow=True)
def _without_space(bait: Bait) -> bytes:
    return b"x" * 20_000_000


@CASES.add("text_many_lines.txt", "ok too_large timeout", slow=True)
def _many_lines(bait: Bait) -> bytes:
    return b"A line.\n\n" * 500_000


@CASES.add("text_blank_lines.txt", "ok", holds="end")
def _blank_lines(bait: Bait) -> bytes:
    return b" \t\n" * 5_000_000 + b"end"


@CASES.place("text_sparse_1_gb.txt", "too_large unreadable")
def _sparse_large(folder: Path, bait: Bait) -> None:
    with (folder / "text_sparse_1_gb.txt").open("wb") as stream:
        os.truncate(stream.fileno(), 1_000_000_000)


@CASES.place("text_sparse_90_mb.txt", "empty unsupported")
def _sparse(folder: Path, bait: Bait) -> None:
    with (folder / "text_sparse_90_mb.txt").open("wb") as stream:
        os.truncate(stream.fileno(), 90_000_000)
