"""What a text may not hold in a format, and what is written for it.

A character that a format cannot hold at all becomes U+FFFD, and is counted: nothing is left out
without a word. All others come back as they were.
"""

from __future__ import annotations

import re
import urllib.parse

REPLACEMENT = "\ufffd"

_NOT_UNICODE = re.compile("[\ud800-\udfff]")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_CSV = re.compile("[\x00\ud800-\udfff]")
_XML_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_XML_SIGNS = re.compile("[&<>\r]")

# Line breaks of any kind: some readers split a file by them.
_NQUADS_SIGNS = re.compile('[\x00-\x1f"\\\\\x7f-\x9f\u2028\u2029\ufffe\uffff]')
_NQUADS_SHORT = {
    "\t": "\\t", "\b": "\\b", "\n": "\\n", "\r": "\\r", "\f": "\\f", '"': '\\"', "\\": "\\\\",
}  # fmt: skip

_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*:")
_LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_IN_IRI = "!#$&'()*+,/:;=?@%~"
"""What an address may hold as it is, beside letters, digits and ``_.-``. Square brackets may stand
in few places, and are as well read when they are escaped."""


class Escapes:
    """Escapes texts, and counts the characters that had to be replaced."""

    def __init__(self) -> None:
        self.replaced = 0

    def unicode(self, text: str) -> str:
        """Return a text that can be written as UTF-8."""
        return self._replace(_NOT_UNICODE, text)

    def xml(self, text: str) -> str:
        """Return a text as it stands between two tags; a parser gives it back unchanged."""
        text = self._replace(_NOT_XML, text)
        return text.translate(_XML_MARKUP) if _XML_SIGNS.search(text) else text

    def csv(self, text: str) -> str:
        """Return a text as a field in quotes; line breaks stay, quotes are doubled."""
        return '"{}"'.format(self._replace(_NOT_CSV, text).replace('"', '""'))

    def nquads(self, text: str) -> str:
        """Return a text as a literal in quotes, on one line."""
        return f'"{_NQUADS_SIGNS.sub(_as_nquads, self.unicode(text))}"'

    def _replace(self, wrong: re.Pattern[str], text: str) -> str:
        if wrong.search(text) is None:
            return text
        text, count = wrong.subn(REPLACEMENT, text)
        self.replaced += count
        return text


def _as_nquads(found: re.Match[str]) -> str:
    character = found[0]
    return _NQUADS_SHORT.get(character) or f"\\u{ord(character):04X}"


def iri_part(text: str) -> str:
    """Return a text as the last part of an IRI, from which it can be read again."""
    return urllib.parse.quote(text, safe="", errors="replace")


def address_iri(uri: str) -> str | None:
    """Return an address as an IRI of plain ASCII; None where it is no absolute address."""
    if _SCHEME.match(uri) is None:
        return None
    whole = _LONE_PERCENT.sub("%25", uri)
    return urllib.parse.quote(whole, safe=_IN_IRI, errors="replace")
