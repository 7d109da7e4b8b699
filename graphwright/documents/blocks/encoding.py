"""Bytes decoded to text."""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE = {(1, 0): "utf-16-le", (0, 1): "utf-16-be"}
_DECLARED = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]+)""", re.I)
_XML_DECLARED = re.compile(rb"""\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_:.-]+)""")
_NO_TEXT = frozenset(
    {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7"}
)
"""Codecs of Python that are no encodings of documents."""
_MEANT = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030",
    "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs",
}  # fmt: skip
"""What a declared encoding stands for in practice: browsers read it as this larger one."""
_ESCAPES = (b"\x1b$B", b"\x1b$@", b"\x1b(J", b"\x1b$)C", b"~{")
_FOREIGN = 0.3
"""Share of bytes above ASCII from which a text is not written in a Western alphabet."""
_SAMPLE = 65_536
_LOST = "\ufffd"
_UTF8_SURE = 8
"""Bytes of whole UTF-8 characters for each broken one, from which a text is UTF-8 all the same."""


def decode(data: bytes, declared: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the text and a warning where the encoding had to be guessed.

    A byte order mark wins, then a declared seven-bit encoding with its escapes, then the place of
    null bytes (UTF-16), then UTF-8 where the bytes are valid UTF-8 (few other texts are), then
    the encoding ``declared``; then the statistics of the letters where many are not ASCII, else
    Windows-1252, which Western files without a declaration use.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, "replace"), ()
    known = None if declared is None else text_encoding(declared)
    if known is not None and any(escape in data for escape in _ESCAPES):
        return data.decode(known, "replace"), ()
    if (wide := wide_encoding(data)) is not None:
        return data.decode(wide, "replace"), (f"the encoding was taken to be {wide}",)
    text = data.decode("utf-8", "replace")
    lost = text.count(_LOST) - data.count(_LOST.encode())
    if lost * _UTF8_SURE <= len(data) - len(text):
        note = f"{lost} character(s) that are not UTF-8 were replaced"
        return text, (note,) if lost else ()
    if known is not None:
        return data.decode(known, "replace"), ()
    guessed = _guess(data)
    note = f"the encoding was guessed as {guessed}, since the bytes are not UTF-8"
    return data.decode(guessed, "replace"), (note,)


def wide_encoding(data: bytes) -> str | None:
    """Return the UTF-16 or UTF-32 encoding of bytes without a mark, as their nulls tell it."""
    sample = data[:_SAMPLE]
    quarter = max(1, len(sample) // 4)
    filled = [sample[place::4].count(0) < quarter / 2 for place in range(4)]
    if filled == [True, False, False, False]:
        return "utf-32-le"
    if filled == [False, False, False, True]:
        return "utf-32-be"
    if filled[:2] != filled[2:] or filled[0] == filled[1]:
        return None
    return _WIDE[int(filled[0]), int(filled[1])]


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding that an HTML page declares in its first 4,096 bytes."""
    found = _DECLARED.search(data[:4096]) or _XML_DECLARED.search(data[:4096])
    return found[1].decode("ascii") if found else None


def text_encoding(name: str) -> str | None:
    """Return the encoding that a declared name means; ``None`` where it is none of text."""
    try:
        known = codecs.lookup(name).name
        b"a".decode(known)
    except (LookupError, ValueError):
        return None
    return None if known in _NO_TEXT else _MEANT.get(known, known)


def _guess(data: bytes) -> str:
    """Return the most likely encoding of bytes that are not UTF-8 and declare none."""
    sample = data[:_SAMPLE]
    high = sum(map(sample.count, map(bytes, zip(range(128, 256), strict=True))))
    if high < len(sample) * _FOREIGN:
        return "cp1252"
    from charset_normalizer import from_bytes  # noqa: PLC0415  # few documents need it

    best = from_bytes(sample).best()
    return best.encoding if best is not None else "cp1252"
