"""CSV, AsciiDoc and e-mail."""

from __future__ import annotations

from benchmarks.hostile_files.case import Bait, Cases

CASES = Cases()
_SENTENCE = "The clerk files the invoice."


@CASES.add("csv_one_long_line.csv", "ok too_large", slow=True)
def _long_line(bait: Bait) -> bytes:
    return b"Item,Price\n" + b"word " * 6_000_000


@CASES.add("csv_long_head.csv", "ok too_large timeout", slow=True)
def _long_head(bait: Bait) -> bytes:
    return b"'a' \"b\" " * 1_000_000 + b"\nx\n"


@CASES.add("csv_open_quote.csv", "ok", holds="nail")
def _open_quote(bait: Bait) -> bytes:
    return b'Item,Price\n"screw,1\n' + b"nail,2\n" * 20_000


@CASES.add("csv_many_columns.csv", "ok too_large timeout")
def _many_columns(bait: Bait) -> bytes:
    return (b"a," * 20_000 + b"z\n") * 5


@CASES.add("csv_ragged.csv", "ok", holds="long tail")
def _ragged(bait: Bait) -> bytes:
    return b"Item,Price\n" + b"x\n,,,,,,\n" * 100 + b"1," * 5_000 + b"long tail\n"


@CASES.add("csv_null_bytes.csv", "unsupported ok")
def _nulls(bait: Bait) -> bytes:
    return b"Item,Price\nscrew,\x001\x00\n"


@CASES.add("csv_utf16.csv", "ok", holds="Schraube für Holz")
def _utf16(bait: Bait) -> bytes:
    return "Artikel;Preis\r\nSchraube für Holz;1,5\r\n".encode("utf-16")


@CASES.add("csv_commands.csv", "ok", holds="screw")
def _commands(bait: Bait) -> bytes:
    return f"Item,Price\nscrew,=cmd|'/C touch {bait.target}'!A0\n@SUM(1),+1\n".encode()


@CASES.add("csv_only_separators.csv", "empty")
def _separators(bait: Bait) -> bytes:
    return b";;;;\n" * 1_000


@CASES.add("adoc_includes.adoc", "ok", holds=_SENTENCE)
def _includes(bait: Bait) -> bytes:
    place = bait.secret_file
    lines = [f"include::{place}[]", f"include::{bait.url}[]", f"image::{bait.url}/p.png[]",
             f"image::{place}[]"]  # fmt: skip
    return ("= Book\n\n" + "\n\n".join(lines) + f"\n\n{_SENTENCE}\n").encode()


@CASES.add("adoc_deep.adoc", "ok failed timeout")
def _adoc_deep(bait: Bait) -> bytes:
    return b"= Book\n\n" + b"".join(b"*" * n + b" item\n" for n in range(1, 1_500))


@CASES.add("adoc_open_blocks.adoc", "ok failed empty timeout")
def _adoc_blocks(bait: Bait) -> bytes:
    return b"= Book\n\n|===\n" + b"|a" * 20_000 + b"\n----\n" + b"====\n" * 5_000


@CASES.add("adoc_long_title.adoc", "ok failed timeout")
def _adoc_title(bait: Bait) -> bytes:
    return b"=" * 100_000 + b" " * 100_000 + b"x\n" + b"a:" * 50_000 + b"\n"


@CASES.add("mail_deep.eml", "failed")
def _mail_deep(bait: Bait) -> bytes:
    parts = "".join(
        f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(3_000)
    )
    return f"From: a@example.com\nSubject: deep\nMIME-Version: 1.0\n{parts}\n{_SENTENCE}\n".encode()


@CASES.add("mail_in_mail.eml", "failed")
def _mail_in_mail(bait: Bait) -> bytes:
    return b"Subject: again\nContent-Type: message/rfc822\n\n" * 2_000 + _SENTENCE.encode()


@CASES.add("mail_long_headers.eml", "ok")
def _mail_headers(bait: Bait) -> bytes:
    addresses = ", ".join(f'"(((\\" {n}" <a{n}@example.com>' for n in range(3_000))
    words = " ".join("=?utf-8?q?=C3=A4?=" for _ in range(3_000))
    return f"From: {addresses}\nTo: {'(' * 3_000}\nSubject: {words}\n\n{_SENTENCE}\n".encode()


@CASES.add("mail_unknown_charset.eml", "ok", holds="The clerk")
def _mail_charset(bait: Bait) -> bytes:
    head = b"Subject: =?x-martian?b?////?=\nContent-Type: text/plain; charset=x-martian\n"
    return head + b"Content-Transfer-Encoding: base64x\n\nThe clerk \xff\xfe files it.\n"


@CASES.add("mail_climbing_attachment.eml", "ok", holds=_SENTENCE)
def _mail_attachment(bait: Bait) -> bytes:
    return (
        "Subject: files\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        f"--b\nContent-Type: text/plain\n\n{_SENTENCE}\n"
        "--b\nContent-Type: text/plain\nContent-Disposition: attachment;"
        f' filename="../../../../..{bait.target}"\n\nowned\n--b--\n'
    ).encode()


@CASES.add("mail_calls_home.eml", "ok", holds=_SENTENCE)
def _mail_home(bait: Bait) -> bytes:
    part = f'message/external-body; access-type=URL; URL="{bait.url}"'
    return (
        "Subject: look\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        f'--b\nContent-Type: text/html\n\n<img src="{bait.url}"><p>{_SENTENCE}</p>\n'
        f"--b\nContent-Type: {part}\n\nContent-Type: text/plain\n\n--b--\n"
    ).encode()
